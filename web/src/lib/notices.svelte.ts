/** Telling somebody who looks elsewhere that it is their turn. The browser asks for leave only once they have said that they want it. */

import { BASE } from "./site";
import { saveSettings, settings } from "./settings.svelte";

let allowed = $state(typeof Notification === "undefined" ? "denied" : Notification.permission);

export const notices = {
  /** Whether it makes sense to ask: the browser can do it, and nobody has answered yet. */
  get open(): boolean {
    return allowed === "default" && !settings.noticesAsked;
  },
  get on(): boolean {
    return allowed === "granted";
  },
};

export async function wantNotices(wanted: boolean): Promise<void> {
  saveSettings({ noticesAsked: true });
  if (!wanted) return;
  allowed = await Notification.requestPermission();
  if (allowed === "granted") void import("../notify/push").then(({ turnOn }) => turnOn()).catch(() => undefined);
}

/** Say something outside the page, unless it is being looked at. On phones only the service worker may. */
export async function notice(title: string, body: string, address: string): Promise<void> {
  if (!notices.on || !document.hidden) return;
  const options = { body, tag: address, icon: `${BASE}icon-192.png`, data: address };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) return worker.showNotification(title, options);
  const shown = new Notification(title, options);
  shown.onclick = () => {
    focus();
    shown.close();
  };
}
