// The server's side of a sheet: its addresses, and answers sorted by what they mean to a person.

const PATIENCE = 12_000; // milliseconds; a table with bad reception should not wait for ever

let ahead = 0; // of this device's clock, in milliseconds

/** What time it is at the server: a phone's own clock may be hours off. */
export const serverNow = () => Date.now() + ahead;

function hearTheTime(answer) {
  const at = Date.parse(answer.headers.get("Date") ?? "");
  if (!Number.isNaN(at)) ahead = at - Date.now();
}

const cookie = (name) =>
  document.cookie
    .split("; ")
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? "";

/**
 * What an answer means: `fine`, `refused` (for a reason that a person can act on), `gone` (no
 * longer ours to read) or `unreachable` (try again later).
 */
async function ask(url, options = {}, patience = PATIENCE) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), patience);
  try {
    const answer = await fetch(url, {
      credentials: "same-origin",
      cache: "no-store",
      signal: stop.signal,
      ...options,
      headers: { Accept: "application/json", ...options.headers },
    });
    hearTheTime(answer);
    const isJson = (answer.headers.get("Content-Type") ?? "").includes("json");
    const body = isJson ? await answer.json() : null;
    return { ...meaning(answer.status, body), body: body ?? {} };
  } catch {
    return { kind: "unreachable", body: {} };
  } finally {
    clearTimeout(timer);
  }
}

function meaning(status, body) {
  if (status < 300 && body) return { kind: "fine" };
  if (status === 410 || status === 404) return { kind: "gone" };
  // A 403 without a reason is about a lost cookie, which the next question brings back.
  if (status === 403 && !body) return { kind: "unreachable" };
  if ([400, 403, 409, 413, 415, 422].includes(status)) return { kind: "refused" };
  return { kind: "unreachable" };
}

export class Server {
  constructor({ urls, csrf_cookie: csrfCookie }) {
    this.urls = urls;
    this.csrfCookie = csrfCookie;
  }

  state() {
    return ask(this.urls.state);
  }

  enter(entry) {
    return this.post(this.urls.entries, entry);
  }

  /** What the server thinks of a hand, without writing it down. */
  preview(hand, patience) {
    return this.post(this.urls.preview, hand, patience);
  }

  /** The panel that says whether the match is rated. */
  rating() {
    return ask(this.urls.rating);
  }

  /** What a side says to being rated, as its form has it. */
  say(form) {
    const headers = { "X-CSRFToken": cookie(this.csrfCookie) };
    return ask(this.urls.rating, { method: "POST", headers, body: form });
  }

  post(url, data, patience) {
    const headers = {
      "Content-Type": "application/json",
      "X-CSRFToken": cookie(this.csrfCookie),
    };
    return ask(url, { method: "POST", headers, body: JSON.stringify(data) }, patience);
  }
}
