/** Being told by web push that it is one's turn, with the page closed: asked for by a click, one subscription of each browser. */

import { ask, get } from "../lib/api";
import type { PushKey, Subscribe, Subscribed } from "../lib/api-types";
import { saveSettings, settings } from "../lib/settings.svelte";
import { isSite } from "../lib/site";

/** Whether this browser can be told at all. */
export const canPush = (): boolean =>
  !isSite && "serviceWorker" in navigator && "PushManager" in window && typeof Notification !== "undefined";

/** Whether the browser was told never to ask again. */
export const isBlocked = (): boolean => Notification.permission === "denied";

const toText = (buffer: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Minutes of the day of "22:30". */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/** What the server is told of a subscription: where it leads, its keys, and how the person wants it. */
export function described(subscription: PushSubscription): Subscribe {
  return {
    endpoint: subscription.endpoint,
    public_key: toText(subscription.getKey("p256dh")),
    secret: toText(subscription.getKey("auth")),
    language: settings.language,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC",
    quiet: settings.quiet ? { begin: minutesOf(settings.quietFrom), end: minutesOf(settings.quietTo) } : null,
  };
}

/** What there is to say today. */
const today = (subscription: PushSubscription): string =>
  `${Math.floor(Date.now() / 86_400_000)} ${JSON.stringify(described(subscription))}`;

async function tell(subscription: PushSubscription): Promise<void> {
  const { id } = await ask<Subscribed>("PUT", "/api/me/push", described(subscription));
  saveSettings({ push: id, pushSaid: today(subscription) });
}

/** Whether notices may be shown; who has not answered yet is asked. */
const isAllowed = async (): Promise<boolean> =>
  (Notification.permission === "default" ? await Notification.requestPermission() : Notification.permission) === "granted";

/** Ask the browser, and tell the server; false if the person or the browser does not want it. */
export async function turnOn(): Promise<boolean> {
  if (!canPush() || !(await isAllowed())) return false;
  const { pushManager } = await navigator.serviceWorker.ready;
  const { key } = await get<PushKey>("/api/push");
  let subscription = await pushManager.getSubscription();
  if (subscription && toText(subscription.options.applicationServerKey) !== key) {
    await subscription.unsubscribe(); // of a server that was here before
    subscription = null;
  }
  await tell(subscription ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })));
  return true;
}

/** No more, here and at the server. */
export async function turnOff(): Promise<void> {
  const id = settings.push;
  saveSettings({ push: "" });
  if (canPush()) await (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription())?.unsubscribe();
  if (id) await ask<unknown>("DELETE", `/api/me/push/${id}`).catch(() => undefined);
}

/** Say again how one wants it, if that has changed: the language, the hours or the cookie may have, and push services move on. */
export async function renew(always = false): Promise<void> {
  if (!settings.push || !canPush() || Notification.permission !== "granted") return;
  const subscription = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
  if (!subscription) saveSettings({ push: "" });
  else if (always || settings.pushSaid !== today(subscription)) await tell(subscription).catch(() => undefined);
}

/** Somebody looks at a game: what was told of it is taken away, and the mark on the app's icon. */
export async function seen(address: string): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const told of (await worker?.getNotifications({ tag: address })) ?? []) told.close();
  await navigator.clearAppBadge?.();
}
