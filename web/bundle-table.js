/** The browser's table as one file for Node, for tests that compare it with the server's: node bundle-table.js FOLDER writes table.mjs. */
import { fileURLToPath } from "node:url";
import { build } from "vite";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
await build({
  configFile: false,
  logLevel: "error",
  root: here("."),
  build: {
    outDir: process.argv[2],
    emptyOutDir: false,
    copyPublicDir: false,
    minify: false,
    target: "es2022",
    lib: { entry: here("src/table/index.ts"), formats: ["es"], fileName: () => "table.mjs" },
  },
});
