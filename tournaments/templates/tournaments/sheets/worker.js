{% comment %} The service worker of the score sheets: rendered, because it names files by their hashes. {% endcomment %}// Keeps what an open sheet needs, so that it survives a reload without a connection.
const FILES = "sheet-files-{{ version|escapejs }}";
const PAGES = "sheet-pages-1";
const ASSETS = new Set({{ assets|safe }});
const OFFLINE = "{{ offline_url|escapejs }}";
const LIST = "{{ list_url|escapejs }}";
const PATIENCE = 4000; // milliseconds
const MOST_PAGES = 20;
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
  event.waitUntil(self.clients.claim());
  event.waitUntil(renew().catch(() => undefined)); // without a connection the old ones stay
});

self.addEventListener("message", (event) => {
  const { keep, forget } = event.data ?? {};
  if (keep && isKept(keep)) {
    event.waitUntil(
      fetch(new Request(keep, { credentials: "same-origin" }))
        .then((answer) => store(keep, answer))
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
  if (ASSETS.has(pathname) || HASHED.test(pathname)) event.respondWith(file(request, pathname));
  else if (request.mode === "navigate") event.respondWith(page(event, pathname));
});

/** A new release: pages name its files, so those are fetched anew before the old files go. */
async function renew() {
  const pages = await (await caches.open(PAGES)).keys();
  await Promise.all(
    pages.map(async ({ url }) => {
      const answer = await fetch(url, { credentials: "same-origin" });
      await store(new URL(url).pathname, answer);
    }),
  );
  const names = await caches.keys();
  await Promise.all(names.filter(isOutdated).map((name) => caches.delete(name)));
}

/** Our pages differ by cookie and language, which a kept one cannot: there is one of each. */
const find = (url) => caches.match(url, { ignoreVary: true });

const isKept = (pathname) => pathname === LIST || SHEET.test(pathname);

/** A file whose name holds its hash never changes; any other is asked for first. */
async function file(request, pathname) {
  const kept = await find(pathname);
  if (kept && HASHED.test(pathname)) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** The newest page if it comes in time, the kept one if not; a late one is kept for the next time. */
async function page(event, pathname) {
  if (!isKept(pathname)) return fetch(event.request).catch(() => find(OFFLINE));
  const kept = await find(pathname);
  const coming = fetch(event.request).then((answer) => ({ answer, copy: answer.clone() }));
  event.waitUntil(coming.then(({ copy }) => store(pathname, copy)).catch(() => undefined));
  try {
    const { answer } = await (kept ? inTime(coming) : coming);
    return answer;
  } catch {
    return kept ?? find(OFFLINE);
  }
}

/** Keep a page for later; one that is no longer ours is not kept any longer. */
async function store(pathname, answer) {
  const cache = await caches.open(PAGES);
  if (answer.ok && !answer.redirected) {
    await cache.put(pathname, answer);
    const oldest = (await cache.keys()).slice(0, -MOST_PAGES);
    await Promise.all(oldest.map((key) => cache.delete(key)));
  } else if ([403, 404, 410].includes(answer.status)) {
    await cache.delete(pathname);
  }
}

function inTime(promise) {
  return Promise.race([promise, new Promise((_, reject) => setTimeout(reject, PATIENCE))]);
}
