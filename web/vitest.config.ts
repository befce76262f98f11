import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** The app's logic, tested in Node; what needs a page is tested in a real browser, by tests/web of the package. */
export default defineConfig({
  plugins: [svelte()],
  test: { include: ["tests/**/*.test.ts"], setupFiles: ["tests/setup.ts"], testTimeout: 60_000 }, // set-up compiles at the same time
});
