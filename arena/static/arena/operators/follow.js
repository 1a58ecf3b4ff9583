// Keeps the operators' page up to date: told by server-sent events, asked again where they do not
// arrive. The forms are left alone: nobody loses a half-written reason. Without this the page works
// as it was when it was opened.

const ASK_AGAIN = 10_000; // who is missing shows by the clock alone
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 15_000;
const AT_MOST_EVERY = 1_000;

const TABLES = "[role=region]";

const now = document.getElementById("now");
const lost = document.getElementById("now-lost");
const badge = document.getElementById("mode-badge");
const sentence = document.getElementById("mode-sentence");
const buttons = document.querySelectorAll("#mode-form button[data-mode]");

let wait = FIRST_WAIT;
let source = null;
let reconnect = null;
let askedAt = -AT_MOST_EVERY;
let planned = null;
let asking = false;

/** Fetch the part once, however many wishes there are, and at most once a second. */
function refresh() {
  if (planned !== null || asking) {
    planned ??= -1; // once more when the answer is there
    return;
  }
  planned = setTimeout(ask, Math.max(0, askedAt + AT_MOST_EVERY - performance.now()));
}

async function ask() {
  planned = null;
  asking = true;
  askedAt = performance.now();
  try {
    const answer = await fetch(now.dataset.part, { headers: { Accept: "text/html" } });
    if (answer.status === 403 || answer.status === 404) return window.location.reload();
    if (answer.ok) show(await answer.text());
  } catch {
    lost.hidden = false; // the next event, or the clock, asks again
  } finally {
    asking = false;
  }
  if (planned === -1) {
    planned = null;
    refresh();
  }
}

function show(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").body.firstElementChild;
  if (!fresh?.dataset.mode) return window.location.reload(); // signed out meanwhile
  lost.hidden = true;
  const selection = window.getSelection();
  if (!selection.isCollapsed && now.contains(selection.anchorNode)) return; // about to be copied
  const focused = place(document.activeElement);
  const scrolled = [...now.querySelectorAll(TABLES)].map((table) => [key(table), table.scrollLeft]);
  now.replaceChildren(document.adoptNode(fresh));
  focused?.()?.focus({ preventScroll: true });
  for (const [name, left] of scrolled) {
    const table = now.querySelector(`${TABLES}[aria-labelledby="${name}"]`);
    if (table) table.scrollLeft = left;
  }
  badge.textContent = fresh.dataset.word;
  badge.className = `badge badge-${fresh.dataset.tone}`;
  if (sentence.textContent !== fresh.dataset.sentence) sentence.textContent = fresh.dataset.sentence;
  for (const button of buttons) button.disabled = button.dataset.mode === fresh.dataset.mode;
}

function key(element) {
  return element.getAttribute("aria-labelledby");
}

/** How to find again what has the focus: a link by where it leads, a table by its heading. */
function place(element) {
  if (!now.contains(element)) return null;
  const heading = key(element);
  if (heading) return () => now.querySelector(`${TABLES}[aria-labelledby="${heading}"]`);
  const target = element.getAttribute("href");
  return () => [...now.querySelectorAll("a")].find((link) => link.getAttribute("href") === target);
}

function follow() {
  source?.close();
  source = new EventSource(now.dataset.events);
  source.addEventListener("open", () => {
    wait = FIRST_WAIT;
  });
  source.addEventListener("arena", refresh);
  source.addEventListener("revoked", () => window.location.reload());
  source.addEventListener("error", () => {
    source.close();
    clearTimeout(reconnect);
    reconnect = setTimeout(() => {
      refresh();
      follow();
    }, wait);
    wait = Math.min(2 * wait, LONGEST_WAIT);
  });
}

setInterval(refresh, ASK_AGAIN);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") refresh();
});
follow();
