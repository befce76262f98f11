/** The browser's table and review for Node, to compare them with Python's: node bundle-table.js FOLDER writes table.mjs and review.mjs. */
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
    lib: {
      entry: { table: here("src/table/index.ts"), review: here("src/review/index.ts") },
      formats: ["es"],
      fileName: (_, name) => `${name}.mjs`,
    },
    rollupOptions: { output: { chunkFileNames: "[name].mjs" } }, // what both use: a module to any Node, wherever it lies
  },
});
