// The service worker keeps the page and its files, so that an open sheet survives a reload offline.

const isPossible = "serviceWorker" in navigator;

/** Register the worker and ask it to keep the page one is on. Without https there is none. */
export async function keepForOffline({ worker }) {
  if (!isPossible) return;
  try {
    await navigator.serviceWorker.register(worker);
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ keep: location.pathname });
    document.documentElement.dataset.offlineReady = "asked";
    navigator.serviceWorker.addEventListener("message", ({ data }) => {
      if (data?.kept === location.pathname) document.documentElement.dataset.offlineReady = "yes";
    });
  } catch {
    // The sheet works without: entries are kept all the same, only a reload needs a connection.
  }
}

/** A page that is no longer ours is not kept either. */
export function forgetOffline(path) {
  if (isPossible) navigator.serviceWorker.controller?.postMessage({ forget: path });
}
