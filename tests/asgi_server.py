"""The site behind a real ASGI server in this process, on the test's database.

Django's own live server speaks WSGI, where a stream that never ends cannot be served. Use the
fixture `asgi_server`; its tests have to commit (`django_db(transaction=True)`).
"""

import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from time import monotonic, sleep
from typing import Any

import uvicorn
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler
from django.db import connection, connections
from django.http import FileResponse, HttpRequest, HttpResponse

from deploy.bodies import BodyHandler, Receive, Send
from tournaments.live.hub import live_hub

IDLE_SECONDS = 60.0


class _Server(uvicorn.Server):
    """Stops by a call instead of a signal, and ends open streams as the signal would."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        live_hub().close()
        await super().shutdown(sockets)


class _Site(ASGIStaticFilesHandler):
    """The site with its static files; knows how many requests it is answering.

    Reads each file at once: Django leaves it open where a browser turns away meanwhile. And once
    only: every fresh browser profile asks for the same dozens of files again.
    """

    in_progress = 0

    def __init__(self, application: BodyHandler) -> None:
        super().__init__(application)
        self._answers: dict[str, list[Mapping[str, Any]]] = {}

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        self.in_progress += 1
        try:
            if scope["type"] == "http" and scope["method"] == "GET" and self._handles(scope):
                await self._send_file(scope, receive, send)
            else:
                await super().__call__(scope, receive, send)
        finally:
            self.in_progress -= 1

    def _handles(self, scope: dict[str, Any]) -> bool:
        return bool(self._should_handle(scope["path"]))

    async def _send_file(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        path: str = scope["path"]
        for message in self._answers.get(path, ()):
            await send(message)
        if path in self._answers:
            return
        sent: list[Mapping[str, Any]] = []

        async def send_and_keep(message: Mapping[str, Any]) -> None:
            sent.append(message)
            await send(message)

        await super().__call__(scope, receive, send_and_keep)
        if sent and sent[0]["status"] == 200:
            self._answers[path] = sent

    def serve(self, request: HttpRequest) -> HttpResponse | FileResponse:
        answer = super().serve(request)
        if not isinstance(answer, FileResponse):
            return answer
        with closing(answer):
            return HttpResponse(b"".join(answer), headers=dict(answer.headers))


class AsgiServer:
    """Where the site is."""

    def __init__(self, port: int) -> None:
        self.host, self.port = "127.0.0.1", port

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}"


class OwnServer(AsgiServer):
    """A server in this process, whose requests can be waited for."""

    def __init__(self, port: int, site: _Site) -> None:
        super().__init__(port)
        self._site = site

    def wait_until_idle(self) -> None:
        """Let requests end whose browser has gone: emptying the tables would collide with them."""
        ends_at = monotonic() + IDLE_SECONDS
        while self._site.in_progress or _busy_connections():
            assert monotonic() < ends_at, "the server is still busy"
            sleep(0.02)


def _busy_connections() -> int:
    """How many others are in the middle of something in this database."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND pid <> pg_backend_pid() AND state <> 'idle'"
        )
        (busy,) = cursor.fetchone()
    return int(busy)


@contextmanager
def serving() -> Iterator[OwnServer]:
    """Serve until the block ends."""
    # Requests run in threads that come and go; a connection kept in one would outlive the test.
    options = connections.settings["default"]
    kept = options["CONN_MAX_AGE"]
    options["CONN_MAX_AGE"] = 0
    with closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()  # so that a request waits for the server instead of being refused
        site = _Site(BodyHandler())
        server = _Server(
            uvicorn.Config(
                site,
                lifespan="off",
                log_config=None,
                access_log=False,
                timeout_graceful_shutdown=5,
            )
        )
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        try:
            yield OwnServer(listening.getsockname()[1], site)
        finally:
            server.should_exit = True
            thread.join(timeout=60)
            options["CONN_MAX_AGE"] = kept
            assert not thread.is_alive(), "the server does not stop"
