"""The site behind a real ASGI server in this process, on the test's database.

Django's own live server speaks WSGI, where a stream that never ends cannot be served. Use the
fixture `asgi_server`; its tests have to commit (`django_db(transaction=True)`).
"""

import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager

import uvicorn
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler
from django.core.asgi import get_asgi_application
from django.db import connections
from django.http import FileResponse, HttpRequest, HttpResponse

from tournaments.live.hub import live_hub


class _Server(uvicorn.Server):
    """Stops by a call instead of a signal, and ends open streams as the signal would."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        live_hub().close()
        await super().shutdown(sockets)


class _StaticFiles(ASGIStaticFilesHandler):
    """Reads each file at once: Django leaves it open where a browser turns away meanwhile."""

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


@contextmanager
def serving() -> Iterator[AsgiServer]:
    """Serve until the block ends."""
    # Requests run in threads that come and go; a connection kept in one would outlive the test.
    options = connections.settings["default"]
    kept = options["CONN_MAX_AGE"]
    options["CONN_MAX_AGE"] = 0
    with closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()  # so that a request waits for the server instead of being refused
        server = _Server(
            uvicorn.Config(
                _StaticFiles(get_asgi_application()),
                lifespan="off",
                log_config=None,
                access_log=False,
                timeout_graceful_shutdown=5,
            )
        )
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        try:
            yield AsgiServer(listening.getsockname()[1])
        finally:
            server.should_exit = True
            thread.join(timeout=60)
            options["CONN_MAX_AGE"] = kept
            assert not thread.is_alive(), "the server does not stop"
