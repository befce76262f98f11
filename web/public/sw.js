// Keeps the app itself at hand, so that it opens without the server and says so. Games are always the server's: nothing under /api is kept.
// The app registers this with its version in the address, so each version fills a shelf of its own and clears the others away.
const SHELF = `tegel ${location.search}`;

async function fill() {
  const files = await (await fetch("/files.json", { cache: "no-store" })).json();
  await (await caches.open(SHELF)).addAll(["/", ...files]);
  await self.skipWaiting();
}

async function clear() {
  for (const name of await caches.keys()) if (name !== SHELF) await caches.delete(name);
  await self.clients.claim();
}

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(clear()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || /^\/(api|health|metrics)\b/.test(pathname)) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match("/")));
  else event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
});
