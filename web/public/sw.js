// Keeps the app itself at hand, and the engines that were fetched, so that it opens and plays without the server. Games with others are
// always the server's: nothing under /api is kept.
// The app registers this with its version in the address, so each version fills a shelf of its own and clears the others away.
const BASE = new URL(self.registration.scope).pathname; // the folder the app lies in
const SHELF = `tegel ${location.search}`;
const ENGINES = "tegel engines"; // kept from one version of the app to the next: their addresses change when they do
const LIST = `${BASE}engine/engines.json`;

async function fill() {
  const files = await (await fetch(`${BASE}files.json`, { cache: "no-store" })).json();
  await (await caches.open(SHELF)).addAll([BASE, ...files.map((file) => BASE + file)]);
  await self.skipWaiting();
}

async function clear() {
  for (const name of await caches.keys()) if (name !== SHELF && name !== ENGINES) await caches.delete(name);
  await self.clients.claim();
}

/** Which engines there are: as the server says, else as it said last. Those of another version are of no use any more. */
async function listEngines(request) {
  const shelf = await caches.open(ENGINES);
  try {
    const answer = await fetch(request);
    if (!answer.ok) return answer;
    await shelf.put(LIST, answer.clone());
    const { version } = await answer.clone().json();
    for (const { url } of await shelf.keys()) {
      const { pathname } = new URL(url);
      if (pathname !== LIST && !pathname.startsWith(`${BASE}engine/${version}/`)) await shelf.delete(url);
    }
    return answer;
  } catch {
    return (await shelf.match(LIST)) ?? Response.error();
  }
}

/** A file of an engine, which never changes. */
async function findEngine(request) {
  const shelf = await caches.open(ENGINES);
  const kept = await shelf.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await shelf.put(request.url, answer.clone());
  return answer;
}

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(clear()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || /^\/(api|health|metrics)\b/.test(pathname)) return;
  if (pathname === LIST) return event.respondWith(listEngines(request));
  if (pathname.startsWith(`${BASE}engine/`)) return event.respondWith(findEngine(request));
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(BASE)));
  else event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
});

/** Somebody is to move in a game: say so, unless they look at it. The message says which game, and nothing of what happened in it. */
async function tell({ title, url, lang, waiting }) {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const looks = open.some((page) => page.visibilityState === "visible" && new URL(page.url).pathname === url);
  const icon = `${BASE}icon-192.png`;
  if (!looks) await self.registration.showNotification(title, { tag: url, lang, icon, badge: icon, data: url });
  await navigator.setAppBadge?.(waiting);
}

/** Show the game that a notification is about: where it is open, else in a new window. */
async function show(url) {
  await navigator.clearAppBadge?.();
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = open.find((page) => new URL(page.url).pathname === url);
  await (there ? there.focus() : self.clients.openWindow(BASE + url.slice(1)));
}

self.addEventListener("push", (event) => event.waitUntil(tell(event.data.json())));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});
