"""Following something live: server-sent events, and looking now and then where there are none."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from http.client import HTTPException
from typing import Final

from arena.sdk.online.client import Client, Json
from arena.sdk.online.errors import NotReachableError, RefusedError
from arena.sdk.online.transport import LineLostError

EVENTS: Final = "events/"
REVOKED: Final = "revoked"
LOOK_SECONDS: Final = 3.0
"""Between two looks, where nothing is told."""
STREAM_AGAIN_AFTER: Final = 10
"""Looks, before events are asked for once more."""
RETRY_SECONDS: Final = 2.0
GIVE_UP_AFTER: Final = 6
"""Looks in a row that nobody answered, each tried several times."""
_MOST_LINE: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that was told."""

    kind: str = "message"
    id: str = ""
    data: str = ""


class EventReader:
    """Takes a stream apart, as HTML's standard has it; remembers where it was."""

    def __init__(self) -> None:
        self.last_id = ""
        self.retry_seconds = RETRY_SECONDS

    def events(self, lines: Iterable[bytes]) -> Iterator[Event]:
        """Whole events only: what breaks off is told again."""
        kind, data, its_id = "", list[str](), self.last_id
        for raw in lines:
            line = raw.decode("utf-8", "replace").rstrip("\r\n")
            if line:
                name, _colon, value = line.partition(":")
                value = value.removeprefix(" ")
                if name == "event":
                    kind = value
                elif name == "data":
                    data.append(value)
                elif name == "id" and "\0" not in value:
                    its_id = value
                elif name == "retry" and value.isascii() and value.isdecimal():
                    self.retry_seconds = min(int(value) / 1000, 60.0)
                continue
            self.last_id = its_id
            if data:
                yield Event(kind or "message", self.last_id, "\n".join(data))
            kind, data = "", []


def followed(
    client: Client, path: str, is_over: Callable[[Json], bool], **query: object
) -> Iterator[Json]:
    """The thing as it is now, and again whenever it has changed, until it is over."""
    thing: Json | None = None
    unanswered = 0
    for _ in _occasions(client, f"{path}{EVENTS}"):
        try:
            now: Json = client.get(path, **query)
        except NotReachableError:
            unanswered += 1
            if unanswered >= GIVE_UP_AFTER or thing is None:
                raise
            continue
        unanswered = 0
        if now != thing:
            yield now
        thing = now
        if is_over(now):
            return


def _occasions(client: Client, path: str) -> Iterator[None]:
    """When to look: at once, at each event, and while there are no events now and then."""
    reader = EventReader()
    yield
    while True:
        rest: float | None = None
        looks = 1
        try:
            with client.stream(path, reader.last_id) as answer:
                for event in reader.events(_lines(answer.readline)):
                    if event.kind == REVOKED:
                        raise RefusedError(403, code=REVOKED, detail="You may not see it any more.")
                    yield
        except (LineLostError, HTTPException):
            pass  # it is opened again
        except RefusedError as refused:
            if refused.code == REVOKED or refused.status == 403:
                raise
            rest, looks = LOOK_SECONDS, STREAM_AGAIN_AFTER
        except NotReachableError:
            rest = LOOK_SECONDS
        for _ in range(looks):
            client.sleep(reader.retry_seconds if rest is None else rest)
            yield


def _lines(readline: Callable[[int], bytes]) -> Iterator[bytes]:
    while line := readline(_MOST_LINE):
        yield line
