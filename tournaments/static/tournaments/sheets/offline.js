// The service worker keeps the page and its files, so that an open sheet survives a reload offline.

const container = navigator.serviceWorker; // missing without https
const isKeptAlready = Boolean(container?.controller); // the page itself came through the worker
const ready = (word) => (document.documentElement.dataset.offlineReady = word);

/** Register the worker; the first time, ask it to keep the page one is on. */
export async function keepForOffline({ worker }) {
  if (!container) return;
  container.addEventListener("message", ({ data }) => {
    if (data?.kept === location.pathname) ready("yes");
  });
  try {
    await container.register(worker);
    const { active } = await container.ready;
    if (isKeptAlready) ready("yes");
    else active?.postMessage({ keep: location.pathname });
  } catch {
    // The sheet works without: entries are kept all the same, only a reload needs a connection.
  }
}

/** A page that is no longer ours is not kept either. */
export function forgetOffline(path) {
  container?.controller?.postMessage({ forget: path });
}
