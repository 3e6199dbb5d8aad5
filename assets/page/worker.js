// Keeps the page that lies beside this file, {page}, for the times without a network. Where there is one, the
// page comes from there, so that a new one is not missed.
"use strict";

const CACHE = "take-it-easy {page}";
const page = new URL("{page}", location);

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(page)));
});

addEventListener("activate", (event) => event.waitUntil(clients.claim()));

async function answer(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(page, response.clone());
    return response;
  } catch { return cache.match(page); }
}

addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  const folder = page.pathname.slice(0, page.pathname.lastIndexOf("/") + 1);
  const isPage = pathname === page.pathname || (pathname === folder && page.pathname.endsWith("/index.html"));
  if (event.request.mode === "navigate" && isPage) event.respondWith(answer(event.request));
});
