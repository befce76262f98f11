import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

/** The app goes where the server finds it; during development Vite serves it and passes what is the server's on. */
const server = "http://127.0.0.1:8321";
const PUBLIC = ["icon.svg", "icon-192.png", "icon-512.png", "manifest.webmanifest"];

const FONTS = ["figtree", "fraunces"];

/** The typefaces are under the SIL Open Font License, whose text goes along with them. */
const licences: Plugin = {
  name: "licences",
  async generateBundle() {
    const read = (name: string): Promise<string> =>
      this.fs.readFile(`node_modules/@fontsource-variable/${name}/LICENSE`, { encoding: "utf8" });
    const texts = await Promise.all(FONTS.map(read));
    this.emitFile({ type: "asset", fileName: "assets/font-licences.txt", source: texts.join("\n\n") });
  },
};

/** A list of all files of the app, for the service worker. */
const files: Plugin = {
  name: "files",
  generateBundle(_, bundle) {
    const names = [...Object.keys(bundle).filter((name) => name.startsWith("assets/")), ...PUBLIC];
    this.emitFile({ type: "asset", fileName: "files.json", source: JSON.stringify(names) });
  },
};

export default defineConfig({
  plugins: [svelte(), licences, files],
  // Only the page knows where the app lies; all else is found from there, so that the files work in any folder.
  experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === "html" ? undefined : { relative: true }) },
  build: {
    outDir: "../src/tegel/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      // The engine is a file of its own: it is fetched where it is used, and any page may import it.
      input: { index: "index.html", engine: "src/engine/client.ts" },
      preserveEntrySignatures: "exports-only",
      // One file for Svelte instead of a dozen small ones, which compress badly.
      output: { manualChunks: (path) => (path.includes("/node_modules/svelte/") ? "svelte" : undefined) },
    },
  },
  worker: { format: "es" },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
