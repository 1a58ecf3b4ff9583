{% comment %} The service worker of the score sheets: rendered, because it names files by their hashes. {% endcomment %}// Keeps what an open sheet needs, so that it survives a reload without a connection.
const FILES = "sheet-files-{{ version|escapejs }}";
const PAGES = "sheet-pages-1";
const ASSETS = new Set({{ assets|safe }});
const OFFLINE = "{{ offline_url|escapejs }}";
const LIST = "{{ list_url|escapejs }}";
const PATIENCE = 4000;
const HASHED = /\.[0-9a-f]{12}\.\w+$/;
const fresh = (url) => new Request(url, { cache: "reload" });
const isOutdated = (name) => name.startsWith("sheet-files-") && name !== FILES;
const SHEET = new RegExp(`^${LIST}[0-9a-f-]{36}/$`);

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(FILES)
      .then((cache) => cache.addAll([...ASSETS, OFFLINE].map(fresh)))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(isOutdated).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("message", (event) => {
  const { keep, forget } = event.data ?? {};
  if (keep && isKept(keep)) {
    event.waitUntil(
      fromNetwork(new Request(keep, { credentials: "same-origin" }))
        .then(() => event.source?.postMessage({ kept: keep }))
        .catch(() => undefined), // kept the next time
    );
  }
  if (forget) event.waitUntil(caches.open(PAGES).then((cache) => cache.delete(forget)));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (ASSETS.has(pathname)) event.respondWith(file(request, pathname));
  else if (request.mode === "navigate") event.respondWith(page(request, pathname));
});

/** Our pages differ by cookie and language, which a kept one cannot: there is one of each. */
const find = (cacheName, url) => caches.match(url, { cacheName, ignoreVary: true });

const isKept = (pathname) => pathname === LIST || SHEET.test(pathname);

/** A file whose name holds its hash never changes; any other is asked for first. */
async function file(request, pathname) {
  const kept = await find(FILES, pathname);
  if (kept && HASHED.test(pathname)) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** The newest page if it comes in time, the kept one if not. */
async function page(request, pathname) {
  const kept = isKept(pathname) ? await find(PAGES, pathname) : undefined;
  const newest = fromNetwork(request);
  try {
    return await (kept ? inTime(newest) : newest);
  } catch {
    newest.catch(() => undefined);
    return kept ?? find(FILES, OFFLINE);
  }
}

async function fromNetwork(request) {
  const answer = await fetch(request);
  const { pathname } = new URL(request.url);
  if (isKept(pathname)) {
    const cache = await caches.open(PAGES);
    if (answer.ok && !answer.redirected) await cache.put(pathname, answer.clone());
    else if ([403, 404, 410].includes(answer.status)) await cache.delete(pathname);
  }
  return answer;
}

function inTime(promise) {
  return Promise.race([promise, new Promise((_, reject) => setTimeout(reject, PATIENCE))]);
}
