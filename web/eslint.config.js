/** Rules that need no types: svelte-check has those, and this stays quick. Prettier lays the text out. */
import svelte from "eslint-plugin-svelte";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config({ ignores: ["node_modules"] }, ...ts.configs.recommended, ...svelte.configs.recommended, {
  files: ["src/**/*.ts", "src/**/*.svelte", "tests/**/*.ts"],
  languageOptions: {
    parserOptions: { extraFileExtensions: [".svelte"], parser: ts.parser, svelteConfig },
  },
  rules: {
    eqeqeq: ["error", "always", { null: "ignore" }],
    "no-console": "error",
    "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    "svelte/prefer-svelte-reactivity": "off", // all state here is $state.raw: replaced whole, never changed in place
    "svelte/no-unused-svelte-ignore": "off", // svelte-check knows which warnings there are
  },
});
