"""Bots that fail at a game server: their author is told the game, the decision and the cause."""

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from threading import Event
from typing import Any

import pytest

from arena.games import rules
from arena.games.burako.actions import Discard
from arena.protocol.v1.match_pb2 import TimeControl
from arena.sdk import Bot, Clock
from arena.sdk.client import Played, play
from arena.sdk.memory_use import MIB
from arena.sdk.output import LIMIT
from arena.sdk.trouble import Cause, Place, Printed, Trouble
from arena.wire.frames import read_frames
from arena.wire.results import ForfeitReason
from arena.wire.verify import Verified, verify
from tests.arena.sdk.serving import Served, served

HASTY = TimeControl(
    startup_ms=60_000, bank_ms=300, increment_ms=1, bank_limit_ms=300, grace_ms=60_000
)
WAIT = 120.0


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served() as running:
        yield running


class Reports(list[Trouble]):
    """What was told, and a sign that something was."""

    def __init__(self) -> None:
        super().__init__()
        self.came = Event()

    def __call__(self, trouble: Trouble) -> None:
        self.append(trouble)
        self.came.set()


class AtThird(Bot):
    """Does something else at the third decision of its game."""

    asked = 0

    def choose(self, view: Any, legal: Sequence[Any], clock: Clock) -> Any:
        self.asked += 1
        return self.strange(view, legal) if self.asked == 3 else 0

    def strange(self, view: Any, legal: Sequence[Any]) -> Any:
        raise NotImplementedError


def _play(
    server: Served, bot: type[Bot], reports: Reports | None = None, **order: Any
) -> tuple[Reports, Played, Verified]:
    told = Reports() if reports is None else reports
    options = {"memory_limit": order.pop("memory_limit")} if "memory_limit" in order else {}
    opened = server.open("durak/volga", **order)
    played = play(bot, **server.door(opened), report=told, **options)
    return told, played, verify(server.replay(opened))


def test_one_that_raises(server: Served) -> None:
    class Raising(AtThird):
        def strange(self, view: Any, legal: Sequence[Any]) -> Any:
            return legal[len(legal)]

    (trouble,), played, verified = _play(server, Raising)
    assert trouble.cause is Cause.RAISED
    assert str(trouble).startswith("Game 0, decision 3, board 0, seat 0: Raising: choose(): Index")
    assert "return legal[len(legal)]" in trouble.detail
    assert played.games == 1
    assert not verified.boards[0].forfeit


def test_one_that_always_raises_loses_its_boards_and_no_time(server: Served) -> None:
    class Raising(Bot):
        def choose(self, view: Any, legal: Sequence[Any], clock: Clock) -> Any:
            raise KeyError("always")

    troubles, played, verified = _play(server, Raising, boards=5)
    assert {trouble.cause for trouble in troubles} == {Cause.RAISED}
    assert len(troubles) == 15
    assert played.lost == 5
    forfeits = [result.forfeit for result in verified.boards]
    assert all(f and f.reason is ForfeitReason.STRIKES for f in forfeits)


def test_an_async_one_that_raises(server: Served) -> None:
    class Raising(Bot):
        async def choose(self, view: Any, legal: Sequence[Any], clock: Clock) -> Any:
            raise KeyError("always")

    troubles, played, _ = _play(server, Raising)
    assert [trouble.cause for trouble in troubles] == [Cause.RAISED] * 3
    assert played.lost == 1


@pytest.mark.parametrize("nonsense", [None, "pass", 10**6, -1, 1.5, object()])
def test_one_that_answers_nonsense(server: Served, nonsense: object) -> None:
    class Nonsense(AtThird):
        def strange(self, view: Any, legal: Sequence[Any]) -> Any:
            return nonsense

    (trouble,), _, _ = _play(server, Nonsense)
    assert trouble.cause is Cause.NONSENSE
    assert str(trouble).startswith("Game 0, decision 3, board 0, seat 0: Nonsense: choose() return")


def test_one_that_makes_an_action_of_anything(server: Served) -> None:
    class Inventive(AtThird):
        def strange(self, view: Any, legal: Sequence[Any]) -> Any:
            return Discard("the best one")  # type: ignore[arg-type]

    opened = server.open("burako/duel", rule_set=rules("burako/duel", hand_limit=1))
    told = Reports()
    play(Inventive, **server.door(opened), report=told)
    (trouble,) = told
    assert trouble.cause is Cause.NONSENSE
    assert str(trouble).startswith("Game 0, decision 3, board 0, seat 0: Inventive: choose() retur")
    assert "an action of type Discard that cannot be sent" in trouble.text


def test_one_that_plays_against_the_rules_hears_it_from_the_server(server: Served) -> None:
    class Illegal(AtThird):
        def strange(self, view: Any, legal: Sequence[Any]) -> Any:
            return self.rules.action({"a": "call"})

    (trouble,), _, _ = _play(server, Illegal)
    assert trouble.cause is Cause.ILLEGAL
    assert str(trouble).startswith("Game 0, decision 3, board 0, seat 0: Illegal: ")
    assert "The server played for you; strikes on this board: 1." in trouble.text


def test_one_that_blocks_when_it_starts_is_told_so_and_has_no_time_left(server: Served) -> None:
    reports = Reports()

    class Blocking(Bot):
        def start(self) -> None:
            assert reports.came.wait(WAIT)

        def choose(self, view: Any, legal: Sequence[Any], clock: Clock) -> Any:
            lefts.append(clock.left())
            return 0

    lefts: list[float] = []
    troubles, _, _ = _play(server, Blocking, reports, time_control=HASTY)
    assert troubles[0].cause is Cause.TOO_SLOW
    assert str(troubles[0]).startswith(
        "Game 0, decision 1, board 0, seat 0: Blocking: start() has been thinking for more than"
    )
    assert lefts[0] < 0 < lefts[1]


def test_one_that_blocks_is_told_where_while_it_does(server: Served) -> None:
    reports = Reports()

    class Blocking(AtThird):
        def strange(self, view: Any, legal: Sequence[Any]) -> Any:
            assert reports.came.wait(WAIT)  # it is told while it blocks, not afterwards
            return 0

    troubles, _, verified = _play(server, Blocking, reports, time_control=HASTY)
    assert troubles[0].cause is Cause.TOO_SLOW
    assert str(troubles[0]).startswith(
        "Game 0, decision 3, board 0, seat 0: Blocking: choose() has been thinking for more than"
    )
    assert "assert reports.came.wait(WAIT)" in troubles[0].detail
    assert verified.games == 1


def test_one_that_prints_megabytes(server: Served) -> None:
    class Printing(AtThird):
        def strange(self, view: Any, legal: Sequence[Any]) -> Any:
            for _ in range(20):
                print("x" * MIB)
            return 0

    out = io.StringIO()
    with redirect_stdout(out):
        (trouble,), played, _ = _play(server, Printing)
    assert trouble.cause is Cause.PRINTED
    assert str(trouble).startswith("Game 0, decision 3, board 0, seat 0: Printing: The bot has pri")
    assert len(out.getvalue()) == LIMIT
    assert played.boards == 1


def test_one_that_leaks_memory(server: Served) -> None:
    reports = Reports()
    kept = []

    class Leaking(AtThird):
        def strange(self, view: Any, legal: Sequence[Any]) -> Any:
            kept.append(bytearray(b"x") * (64 * MIB))
            assert reports.came.wait(WAIT)
            return 0

    (trouble,), _, _ = _play(server, Leaking, reports, memory_limit=32 * MIB)
    assert trouble.cause is Cause.MEMORY
    assert re.match(
        r"Game 0, decision 3, board 0, seat 0: Leaking: The bot has come to hold \d+ MiB since it "
        r"started. Hosted bots are stopped beyond 32 MiB",
        str(trouble),
    )


def test_one_that_cannot_start(server: Served) -> None:
    class Unready(Bot):
        def start(self) -> None:
            raise FileNotFoundError("weights.bin")

    (trouble,), played, _ = _play(server, Unready)
    assert "could not start the game: FileNotFoundError: weights.bin" in str(trouble)
    assert played.lost == 1


def test_answers_do_not_wait_for_a_slow_decision(server: Served) -> None:
    """The server would charge the slow one's time to the first of them."""
    opened = server.open("durak/volga", boards=8)
    journal = server.running.server.lobby.find(opened.table).table.journal

    class Slow(Bot):
        asked = 0
        patience = Event()

        def choose(self, view: Any, legal: Sequence[Any], clock: Clock) -> Any:
            before = Slow.asked
            Slow.asked += 1
            if before % 10 == 9:  # thinks until all that was answered before has arrived
                while clock.left() > 0 and self.arrived() < before:
                    self.patience.wait(0.01)
                assert clock.left() > 0
            return 0

        @staticmethod
        def arrived() -> int:
            records = read_frames(bytes(journal.data))
            return sum(record.HasField("move") and record.move.seat == 0 for record in records)

    reports = Reports()
    play(Slow, **server.door(opened), report=reports)
    assert Slow.asked > 50
    assert not reports


def test_many_troubles_are_told_whole_at_first_and_then_counted() -> None:
    out = io.StringIO()
    printed = Printed(out)
    for number in range(25):
        place = Place(game=number, decision=1)
        printed(Trouble(bot="Mine", cause=Cause.RAISED, place=place, text="choose(): KeyError: 1"))
    lines = out.getvalue().splitlines()
    assert lines[0] == "Game 0, decision 1: Mine: choose(): KeyError: 1"
    assert len(lines) == Printed.WHOLE + 1
    assert printed.summary() == "Troubles of the bot: raised an error: 25."
