"""A site that misbehaves as it is told, on a real socket."""

import json
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from arena.sdk.online.client import Client
from arena.sdk.online.credentials import Login
from arena.sdk.online.patience import Patience
from arena.sdk.online.site import Site

TOKEN = "durako_secret-of-a-test"
ME = {
    "name": "Rosa",
    "language": "",
    "player": "k3Jx0cPq2mZs81Ta",
    "history_public": False,
    "token": {
        "name": "laptop",
        "scopes": ["bots:write", "matches:write", "leagues:write"],
        "expires_at": "2027-01-01T00:00:00Z",
    },
}
Act = Callable[["Handler"], None]


@dataclass(frozen=True)
class Asked:
    """A request that arrived."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Handler(BaseHTTPRequestHandler):
    """Does what stands next on the list; the last thing again and again."""

    protocol_version = "HTTP/1.1"
    server: "NaughtyServer"

    def _answer(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(length)
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.asked.append(Asked(self.command, self.path, headers, body))
        self.server.next_act(self.path)(self)
        self.close_connection = True

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as the library has it
        pass

    def send(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


class NaughtyServer(ThreadingHTTPServer):
    """Answers are listed by path, or for all paths under the empty one."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[Asked] = []
        self.acts: dict[str, list[Act]] = {}

    def next_act(self, path: str) -> Act:
        plain = path.partition("?")[0].removeprefix("/api/v1/")
        acts = self.acts[plain if plain in self.acts else ""]
        return acts.pop(0) if len(acts) > 1 else acts[0]

    def handle_error(self, request: object, client_address: object) -> None:
        """Who was hung up on is not our sorrow."""


@dataclass
class Naughty:
    """The server, and a client of it that does not really wait."""

    server: NaughtyServer
    waits: list[float] = field(default_factory=list)
    told: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}"

    @property
    def asked(self) -> list[Asked]:
        return self.server.asked

    def will(self, *acts: Act, at: str = "") -> None:
        self.server.acts[at] = list(acts)

    def client(self, token: str | None = TOKEN, patience: Patience | None = None) -> Client:
        return Client(
            Login(Site(self.url), token),
            patience=patience or Patience(),
            sleep=self.waits.append,
            tell=self.told.append,
        )


@contextmanager
def naughty_site() -> Iterator[Naughty]:
    server = NaughtyServer()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield Naughty(server)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def says(value: object, status: int = 200, **headers: str) -> Act:
    """JSON; the names of headers with lines below instead of dashes."""
    sent = {"Content-Type": "application/json"}
    sent |= {name.replace("_", "-"): text for name, text in headers.items()}
    return lambda handler: handler.send(status, json.dumps(value).encode(), sent)


def refuses(status: int, code: str = "no", detail: str = "No.", **more: Any) -> Act:
    """Problem details."""
    headers = more.pop("headers", {})
    problem = {"status": status, "code": code, "detail": detail, "errors": [], **more}
    return says(problem, status, **headers)


def says_bytes(body: bytes, kind: str = "text/html", status: int = 200) -> Act:
    return lambda handler: handler.send(status, body, {"Content-Type": kind})


def redirects(target: str, status: int = 302) -> Act:
    return lambda handler: handler.send(status, b"", {"Location": target})


def hangs_up(handler: Handler) -> None:
    """Without a word, and rudely."""
    linger = struct.pack("ii", 1, 0)
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
    handler.connection.close()


def breaks_off(handler: Handler) -> None:
    """In the middle of the answer."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"half": ')
    handler.wfile.flush()


def streams(*pieces: bytes, ends: bool = True) -> Act:
    """Server-sent events, piece by piece, without a length."""

    def act(handler: Handler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        for piece in pieces:
            handler.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            handler.wfile.flush()
        if ends:
            handler.wfile.write(b"0\r\n\r\n")

    return act
