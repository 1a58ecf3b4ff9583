"""A browser that follows a score sheet: server-sent events over a plain connection."""

import http.client
import json
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any

from tests.asgi_server import AsgiServer

PATIENCE_SECONDS = 60  # for a busy machine; what is waited for comes at once


@dataclass(frozen=True)
class Event:
    """One event, or a comment (then `name` is empty)."""

    name: str
    id: str
    data: Any


class Listener:
    """Reads events one by one."""

    def __init__(self, connection: http.client.HTTPConnection) -> None:
        self.connection = connection
        self.response = connection.getresponse()

    def close(self) -> None:
        """As a page that is shut."""
        self.response.close()
        self.connection.close()

    def lines(self) -> Iterator[str]:
        """Until the server ends the stream."""
        while line := self.response.readline():
            yield line.decode().rstrip("\n")

    def events(self) -> Iterator[Event]:
        fields: dict[str, str] = {}
        for line in self.lines():
            if line:
                name, _, value = line.partition(": ")
                fields[name] = value
            elif "event" in fields:
                yield Event(fields["event"], fields.get("id", ""), json.loads(fields["data"]))
                fields = {}
            else:
                fields = {}

    def next(self) -> Event:
        return next(self.events())

    def ended(self) -> bool:
        """Whether the server ends the stream without saying more."""
        return not list(self.events())


@contextmanager
def listening(
    server: AsgiServer,
    path: str,
    *,
    session: str = "",
    last_id: str = "",
    sent: Mapping[str, str] | None = None,
) -> Iterator[Listener]:
    """Follow a stream, with the cookie of a session or with headers of a program's."""
    connection = http.client.HTTPConnection(server.host, server.port, timeout=PATIENCE_SECONDS)
    headers = {**(sent or {}), **({"Cookie": f"sessionid={session}"} if session else {})}
    if last_id:
        headers["Last-Event-ID"] = last_id
    connection.request("GET", path, headers=headers)
    with closing(Listener(connection)) as listener:
        yield listener
