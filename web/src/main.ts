/** The app begins here. */

import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { dress, settings } from "./lib/settings.svelte";
import { BASE } from "./lib/site";
import { loadWords } from "./lib/words.svelte";

dress();
await loadWords(settings.language).catch(() => undefined);

const target = document.getElementById("app");
if (target) mount(App, { target });

if ("serviceWorker" in navigator && import.meta.env.PROD) {
  const version = new URL(import.meta.url).pathname; // its name changes with its content
  const register = (): void => void navigator.serviceWorker.register(`${BASE}sw.js?${version}`).catch(() => undefined);
  // The page may have been loaded before the words of its language were.
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
  // Once there is time: what games on this device need.
  void navigator.serviceWorker.ready.then(() =>
    setTimeout(() => {
      void import("./local/ahead").then(({ keepEngines }) => keepEngines());
      if (settings.push) void import("./notify/push").then(({ renew }) => renew());
    }, 4000),
  );
}
