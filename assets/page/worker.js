// Keeps the page that lies beside this file, {page}, for the times without a network. Where there is one, the
// page comes from there, so that a new one is not missed.
"use strict";

const CACHE = "take-it-easy {page}";
const page = new URL("{page}", location);
// Web servers answer under other spellings of the address too, and send a browser from one to the other.
const stem = page.pathname.replace(/\.html$/, "");
const spellings = new Set([page.pathname, stem, `${stem}/`, stem.replace(/\/index$/, "/")]);

// Keeps an answer under the page's one name. A copy, for browsers refuse the answer to a redirected request.
async function keep(response) {
  const cache = await caches.open(CACHE);
  await cache.put(page, new Response(await response.blob(), { headers: response.headers }));
}

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(fetch(page).then((response) => (response.ok ? keep(response) : Promise.reject(response.status))));
});

addEventListener("activate", (event) => event.waitUntil(clients.claim()));

async function answer(request) {
  try {
    const response = await fetch(request);
    if (response.ok) await keep(response.clone());
    return response;
  } catch { return caches.match(page); }
}

addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.mode === "navigate" && spellings.has(pathname)) event.respondWith(answer(event.request));
});
