// Hears of changes made elsewhere: server-sent events, and asking again where they do not arrive.

const FIRST_WAIT = 1_500;
const LONGEST_WAIT = 20_000;

export class Live {
  /** `onNews()` is called when the sheet may have changed, `onRevoked(message)` when it is shut. */
  constructor({ url, onNews, onRevoked, onConnection }) {
    this.url = url;
    this.onNews = onNews;
    this.onRevoked = onRevoked;
    this.onConnection = onConnection;
    this.wait = FIRST_WAIT;
    this.source = null;
    this.timer = null;
  }

  start() {
    window.addEventListener("online", () => this.restart());
    window.addEventListener("offline", () => this.lost());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.restart();
    });
    this.connect();
  }

  stop() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
    this.stopped = true;
  }

  restart() {
    if (this.stopped) return;
    this.wait = FIRST_WAIT;
    if (this.source?.readyState === EventSource.OPEN && navigator.onLine) this.onNews();
    else this.connect();
  }

  connect() {
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.source?.close();
    const source = new EventSource(this.url);
    this.source = source;
    source.addEventListener("open", () => {
      this.wait = FIRST_WAIT;
      this.onConnection(true);
      this.onNews(); // whatever happened meanwhile
    });
    source.addEventListener("state", () => this.onNews());
    source.addEventListener("revoked", (event) => {
      this.stop();
      this.onRevoked(parse(event.data).message ?? "");
    });
    source.addEventListener("error", () => this.lost());
  }

  /** The stream broke: ask once more after a while, then try to open it again. */
  lost() {
    if (this.stopped) return;
    this.source?.close();
    this.onConnection(false);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.onNews();
      this.connect();
    }, this.wait);
    this.wait = Math.min(this.wait * 1.7, LONGEST_WAIT);
  }
}

function parse(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
