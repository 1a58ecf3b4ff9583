// Keeps a panel up to date while something goes on: told by server-sent events, asked again where
// they do not arrive. Without this the page reloads itself.
//
// The panel has data-part (where it comes from), data-events, data-status and data-lost (the ids of
// where the sentence stands, and the notice that the connection is lost), and one child: its
// data-goes-on is "yes" while there is something to wait for, data-sentence is read out, data-plays
// stands among the facts of a bot's version.

const ASK_AGAIN = 10_000; // the queue moves and runners come without a word about this one
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 15_000;

const panel = document.querySelector("[data-part]");
const status = document.getElementById(panel.dataset.status);
const plays = document.getElementById("plays-now");
const lost = document.getElementById(panel.dataset.lost);

let wait = FIRST_WAIT;
let source = null;
let timer = null;
let asking = false;
let askOnceMore = false;

function goesOn() {
  return panel.firstElementChild?.dataset.goesOn === "yes";
}

/** Fetch the panel; while one answer is awaited, any number of wishes become one more. */
async function refresh() {
  if (asking) {
    askOnceMore = true;
    return;
  }
  asking = true;
  try {
    const answer = await fetch(panel.dataset.part, { headers: { Accept: "text/html" } });
    if (answer.status === 403 || answer.status === 404) return window.location.reload();
    if (answer.ok) show(await answer.text());
  } catch {
    lost.hidden = false; // the next event, or the clock, asks again
  } finally {
    asking = false;
  }
  if (askOnceMore) {
    askOnceMore = false;
    refresh();
  }
}

function show(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").body.firstElementChild;
  if (!fresh?.dataset.goesOn) return window.location.reload(); // signed out meanwhile
  lost.hidden = true;
  panel.replaceChildren(document.adoptNode(fresh));
  if (status.textContent !== fresh.dataset.sentence) status.textContent = fresh.dataset.sentence;
  if (plays) plays.textContent = fresh.dataset.plays;
  if (!goesOn()) stop();
}

function stop() {
  clearTimeout(timer);
  clearInterval(clock);
  source?.close();
  source = null;
}

function follow() {
  source?.close();
  source = new EventSource(panel.dataset.events);
  source.addEventListener("open", () => {
    wait = FIRST_WAIT;
  });
  source.addEventListener("state", refresh);
  source.addEventListener("revoked", () => window.location.reload());
  source.addEventListener("error", () => {
    source?.close();
    clearTimeout(timer);
    timer = setTimeout(() => {
      refresh();
      follow();
    }, wait);
    wait = Math.min(2 * wait, LONGEST_WAIT);
  });
}

const clock = setInterval(refresh, ASK_AGAIN);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && goesOn()) refresh();
});
follow();
