"""Following something over streams that break, hang, end and are not there."""

import time

import pytest

from arena.sdk.online import events
from arena.sdk.online.client import Json
from arena.sdk.online.errors import NotReachableError, RefusedError
from arena.sdk.online.events import Event, EventReader, followed
from tests.arena.sdk.online.naughty import (
    Act,
    Naughty,
    breaks_off,
    hangs_up,
    refuses,
    says,
    says_bytes,
    streams,
)

STATE = b'id: %d\nevent: state\ndata: {"n": %d}\n\n'


def state(number: int) -> bytes:
    return STATE % (number, number)


def seen(site: Naughty) -> list[int]:
    return [thing["n"] for thing in followed(site.client(), "matches/x/", lambda it: it["n"] == 3)]


def counts(*numbers: int) -> list[Act]:
    return [says({"n": number}) for number in numbers]


def event_ids(site: Naughty) -> list[str]:
    """With which the stream was opened, each time."""
    opened = [asked for asked in site.asked if asked.path.endswith("events/")]
    return [asked.headers.get("last-event-id", "") for asked in opened]


def test_each_event_is_a_reason_to_look(site: Naughty) -> None:
    site.will(*counts(1, 1, 2, 3), at="matches/x/")
    site.will(streams(b"retry: 2000\n\n", state(1), b": here\n\n", state(2), state(3)),
              at="matches/x/events/")  # fmt: skip
    assert seen(site) == [1, 2, 3]
    assert site.waits == []


def test_what_is_over_is_not_followed(site: Naughty) -> None:
    site.will(*counts(3), at="matches/x/")
    assert seen(site) == [3]
    assert len(site.asked) == 1


@pytest.mark.parametrize("cut", [b"", b"id: 9\nevent: sta", b"data: {}\n"])
def test_a_stream_that_breaks_is_opened_again_where_it_was(site: Naughty, cut: bytes) -> None:
    """Half an event counts for nothing: it is told again."""
    site.will(*counts(1, 1, 2, 3), at="matches/x/")
    site.will(
        streams(b"retry: 500\n\n", state(1), cut, ends=False), streams(state(3)),
        at="matches/x/events/",
    )  # fmt: skip
    assert seen(site) == [1, 2, 3]
    assert site.waits == [0.5]
    assert event_ids(site) == ["", "1"]


@pytest.mark.parametrize(
    "trouble", [hangs_up, breaks_off, says_bytes(b"<html>"), refuses(503), refuses(404)]
)
def test_without_a_stream_it_is_looked_at_now_and_then(site: Naughty, trouble: Act) -> None:
    site.will(*counts(1, 1, 2, 2, 3), at="matches/x/")
    site.will(trouble, at="matches/x/events/")
    assert seen(site) == [1, 2, 3]
    assert len(site.waits) == 4


def test_where_streams_are_full_they_are_asked_for_again_later(site: Naughty) -> None:
    site.will(*counts(*[1] * 11, 3), at="matches/x/")
    site.will(refuses(503), streams(state(3)), at="matches/x/events/")
    assert seen(site) == [1, 3]
    assert len(event_ids(site)) == 2
    assert site.waits == [events.LOOK_SECONDS] * events.STREAM_AGAIN_AFTER


def test_a_silent_stream_is_opened_again(site: Naughty, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.sdk.online.client.STREAM_TIMEOUT_SECONDS", 0.2)

    def silent(handler: object) -> None:
        streams(state(1), ends=False)(handler)  # type: ignore[arg-type]
        time.sleep(0.6)

    site.will(*counts(1, 1, 2, 3), at="matches/x/")
    site.will(silent, streams(state(3)), at="matches/x/events/")
    assert seen(site) == [1, 2, 3]
    assert event_ids(site) == ["", "1"]


def test_who_may_not_see_it_any_more_is_told(site: Naughty) -> None:
    site.will(*counts(1), at="matches/x/")
    site.will(streams(state(1), b"event: revoked\ndata: {}\n\n"), at="matches/x/events/")
    with pytest.raises(RefusedError, match="not see it any more"):
        seen(site)


def test_a_site_that_is_away_for_a_while_is_waited_for(site: Naughty) -> None:
    away = [hangs_up] * 5  # one look, as patiently as any
    site.will(says({"n": 1}), *away, says({"n": 3}), at="matches/x/")
    site.will(hangs_up, at="matches/x/events/")
    assert seen(site) == [1, 3]


def test_but_not_for_ever(site: Naughty) -> None:
    site.will(says({"n": 1}), hangs_up, at="matches/x/")
    site.will(hangs_up, at="matches/x/events/")
    with pytest.raises(NotReachableError):
        seen(site)


def test_streams_are_taken_apart_as_the_standard_says() -> None:
    reader = EventReader()
    lines = (
        b"retry: 100\r\n", b"retry: soon\n", b": a comment\n", b"event:state\n", b"data: a\n",
        b"data:  b\n", b"id: 7\n", b"\n", b"data\n", b"\n", b"event: nothing\n", b"\n",
        b"id: bad\0\n", b"data: \xff\n", b"\n", b"data: never\n",
    )  # fmt: skip
    assert list(reader.events(lines)) == [
        Event("state", "7", "a\n b"),
        Event("message", "7", ""),
        Event("message", "7", "\ufffd"),
    ]
    assert (reader.last_id, reader.retry_seconds) == ("7", 0.1)


def test_the_thing_is_told_only_when_it_has_changed(site: Naughty) -> None:
    things: list[Json] = [{"n": 1, "text": "a"}, {"n": 1, "text": "a"}, {"n": 1, "text": "b"}]
    site.will(*map(says, things), says({"n": 3}), at="matches/x/")
    site.will(streams(state(1), state(2), state(3)), at="matches/x/events/")
    assert seen(site) == [1, 1, 3]
