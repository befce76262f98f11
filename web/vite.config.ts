import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

/** The app goes where the server finds it; during development Vite serves it and passes what is the server's on. */
const server = "http://127.0.0.1:8321";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/tegel/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
