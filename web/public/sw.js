// Keeps the app itself at hand, so that it opens without a network. Games are always the server's: nothing under /api is kept.
const SHELF = "tegel-1";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELF).then((shelf) => shelf.addAll(["/", "/icon.svg", "/manifest.webmanifest"])).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== SHELF).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

async function keep(request, key) {
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(SHELF)).put(key, answer.clone());
  return answer;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || /^\/(api|health|metrics)\b/.test(pathname)) return;
  if (request.mode === "navigate") event.respondWith(keep(request, "/").catch(() => caches.match("/")));
  else if (pathname.startsWith("/assets/")) event.respondWith(caches.match(request).then((kept) => kept ?? keep(request, request)));
  else event.respondWith(keep(request, request).catch(async () => (await caches.match(request)) ?? Response.error()));
});
