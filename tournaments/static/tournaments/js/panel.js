// A panel that is kept up to date: told by server-sent events, asked again where they do not
// arrive. What is under somebody's hands stays: the focus, how far a table is scrolled,
// what is unfolded, a selection.
//
// The panel has data-part (where it comes from) and data-events, and names other elements by their
// ids: data-status (where the sentence stands), data-said (where it is read out, and only when the
// state is another) and data-lost (the notice that the connection is lost). Its one child says
// data-state and data-sentence, and data-goes-on="no" when there is nothing more to wait for.

const ASK_AGAIN = 10_000; // some things change by the clock alone; `askAgain: 0` where none does
const AT_MOST_EVERY = 1_000;
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 15_000;

const FOCUSABLE = "a, button, summary, [tabindex]";
const SCROLLED = "[role=region]";

/** Follow the panel; `event` is what the stream calls news, `shown` gets each new child. */
export function followPanel({ event, shown = () => {}, askAgain = ASK_AGAIN }) {
  const panel = document.querySelector("[data-part]");
  const status = document.getElementById(panel.dataset.status);
  const said = document.getElementById(panel.dataset.said);
  const lost = document.getElementById(panel.dataset.lost);

  let wait = FIRST_WAIT;
  let source = null;
  let reconnect = null;
  let planned = null;
  let askedAt = -AT_MOST_EVERY;
  let asking = false;
  let askOnceMore = false;

  function goesOn() {
    return panel.firstElementChild?.dataset.goesOn !== "no";
  }

  /** Fetch the panel once, however many wishes there are, and at most once a second. */
  function refresh() {
    if (asking) askOnceMore = true;
    else planned ??= setTimeout(ask, Math.max(0, askedAt + AT_MOST_EVERY - performance.now()));
  }

  async function ask() {
    planned = null;
    asking = true;
    askedAt = performance.now();
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
      refresh(); // even when nothing goes on any more: what came last was said after we had asked
    }
  }

  function show(html) {
    const fresh = new DOMParser().parseFromString(html, "text/html").body.firstElementChild;
    if (fresh?.dataset.state === undefined) return window.location.reload(); // signed out meanwhile
    lost.hidden = true;
    const selection = window.getSelection();
    // Somebody is about to copy something.
    if (!selection.isCollapsed && panel.contains(selection.anchorNode)) return;
    const before = panel.firstElementChild?.dataset.state;
    const restore = places(panel);
    panel.replaceChildren(document.adoptNode(fresh));
    restore();
    status.textContent = fresh.dataset.sentence;
    if (fresh.dataset.state !== before) said.textContent = fresh.dataset.sentence;
    shown(fresh);
    if (!goesOn()) stop();
  }

  function follow() {
    source = new EventSource(panel.dataset.events);
    source.addEventListener("open", () => {
      wait = FIRST_WAIT;
    });
    source.addEventListener(event, refresh);
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

  function stop() {
    clearTimeout(reconnect);
    clearInterval(clock);
    source.close();
  }

  const clock = askAgain ? setInterval(refresh, askAgain) : null;
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && goesOn()) refresh();
  });
  follow();
}

/** Note where the focus is, what is unfolded and how far scrolled; returns what puts it back. */
function places(panel) {
  const focused = panel.contains(document.activeElement) ? document.activeElement : null;
  const name = focused && nameOf(focused);
  const number = focused && named(panel, FOCUSABLE, name).indexOf(focused);
  const regions = [...panel.querySelectorAll(SCROLLED)];
  const scrolled = regions.map((one) => [nameOf(one), one.scrollLeft]);
  const unfolded = [...panel.querySelectorAll("details[open]")].map(titleOf);
  return () => {
    for (const one of panel.querySelectorAll("details")) {
      one.open ||= unfolded.includes(titleOf(one));
    }
    if (focused) {
      const alike = named(panel, FOCUSABLE, name);
      if (alike.length === 0) panel.tabIndex = -1; // rather than back to the top of the page
      (alike[number] ?? alike.at(-1) ?? panel).focus({ preventScroll: true });
    }
    for (const [region, left] of scrolled) {
      for (const one of named(panel, SCROLLED, region)) one.scrollLeft = left;
    }
  };
}

function titleOf(details) {
  return details.querySelector("summary").textContent;
}

function named(panel, selector, name) {
  return [...panel.querySelectorAll(selector)].filter((one) => nameOf(one) === name);
}

/** What the next panel has too: where a link leads or a button sends, what heads a table. */
function nameOf(element) {
  const marks = ["href", "aria-labelledby", "aria-label"].map((mark) => element.getAttribute(mark));
  return [element.tagName, ...marks, element.form?.getAttribute("action")].join("\n");
}
