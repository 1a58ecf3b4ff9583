"""Bots that fail in every way: their author is told the game, the decision and the cause."""

import re
from pathlib import Path

import pytest

from arena.sdk.local import Limits, replay_of
from arena.sdk.local.seat import MOST_TROUBLES
from arena.sdk.memory_use import MIB
from arena.sdk.trouble import Cause, Trouble
from arena.wire.match_spec import FaultPolicy, OnFault, TimeControl
from arena.wire.results import ForfeitReason
from arena.wire.verify import verify
from tests.arena.sdk.kit import PATIENT, bot_file, play_locally, spec_of

GOOD = """
def choose(self, view, legal, clock):
    return 0
"""
ONE_ROTATION = ((0, 1),)
HASTY = TimeControl(bank=0.2, increment=0.1, bank_limit=0.3)


def _trouble_of(
    folder: Path,
    body: str,
    *,
    before: str = "",
    clocks: TimeControl = PATIENT,
    limits: Limits = Limits(),  # noqa: B008
    boards: int = 1,
) -> tuple[list[Trouble], list[int], str]:
    """What is told about a bot at seat 0, its strikes on each board, why boards were forfeited."""
    spec = spec_of("durak/volga", boards=boards, rotations=ONE_ROTATION, time_control=clocks)
    mine = bot_file(folder, body, before=before)
    match, played, troubles = play_locally(
        spec, mine, bot_file(folder, GOOD, name="good"), limits=limits, output=folder / "output"
    )
    assert len(played) == boards
    verify(replay_of(spec, match.played, 0))
    forfeits = {one.result.forfeit for one in played}
    reasons = {f.reason.name if f else "" for f in forfeits}
    assert all(f is None or f.seats == (0,) for f in forfeits)
    return troubles, [one.strikes[0] for one in played], " ".join(sorted(reasons))


def _at_third(statement: str) -> str:
    """A bot that does this at its third decision of a game, and is good otherwise."""
    return f"""
    asked = 0
    def choose(self, view, legal, clock):
        self.asked += 1
        if self.asked == 3:
            {statement}
        return 0
    """


THIRD = "Game 0, decision 3, board 0, rotation 0, seat 0: mybot: "


def test_one_that_raises(tmp_path: Path) -> None:
    troubles, strikes, forfeit = _trouble_of(tmp_path, _at_third("return 1 // (view.talon * 0)"))
    (trouble,) = troubles
    assert trouble.cause is Cause.RAISED
    assert str(trouble).startswith(f"{THIRD}choose(): ZeroDivisionError: integer division")
    assert "mybot.py" in trouble.detail
    assert "return 1 // (view.talon * 0)" in trouble.detail
    assert "arena/sdk" not in trouble.detail
    assert (strikes, forfeit) == ([1], "")


def test_one_that_raises_what_cannot_even_be_shown(tmp_path: Path) -> None:
    before = "class Shy(Exception):\n    def __str__(self):\n        raise KeyError('no')"
    (trouble,), strikes, _ = _trouble_of(tmp_path, _at_third("raise Shy"), before=before)
    assert trouble.cause is Cause.RAISED
    assert str(trouble).startswith(f"{THIRD}choose(): Shy: <exception str() failed>")
    assert strikes == [1]


def test_one_that_always_raises_forfeits_after_three_strikes(tmp_path: Path) -> None:
    body = "def choose(self, view, legal, clock):\n    raise KeyError('always')"
    troubles, strikes, forfeit = _trouble_of(tmp_path, body, boards=2)
    assert len(troubles) == 6
    assert (strikes, forfeit) == ([3, 3], "STRIKES")


def test_not_all_of_many_troubles_are_told(tmp_path: Path) -> None:
    body = "def choose(self, view, legal, clock):\n    raise KeyError('always')"
    patient = FaultPolicy(strikes=MOST_TROUBLES + 5)
    spec = spec_of(fault_policy=patient, rotations=ONE_ROTATION, games_per_board=9)
    mine, good = bot_file(tmp_path, body), bot_file(tmp_path, GOOD, name="good")
    _, (played,), troubles = play_locally(spec, mine, good)
    assert played.strikes[0] == MOST_TROUBLES + 5
    assert len(troubles) == MOST_TROUBLES


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("return None", "returned nothing"),
        ("return 'pass'", "returned 'pass' (a str), which is no action"),
        ("return len(legal)", "the places in `legal` go from 0 to"),
        ("return -1", "returned -1, but"),
        ("return True", "returned True (a bool)"),
        ("return ['x'] * 10**6", "an object of type list"),
        ("return 'x' * 10**6", "... (a str)"),
    ],
)
def test_one_that_answers_nonsense(tmp_path: Path, statement: str, said: str) -> None:
    (trouble,), strikes, _ = _trouble_of(tmp_path, _at_third(statement))
    assert trouble.cause is Cause.NONSENSE
    assert str(trouble).startswith(f"{THIRD}choose() returned")
    assert said in trouble.text
    assert len(str(trouble)) < 1000
    assert strikes == [1]


def test_one_that_answers_against_the_rules(tmp_path: Path) -> None:
    statement = "return self.rules.action({'a': 'call'})"
    (trouble,), strikes, _ = _trouble_of(tmp_path, _at_third(statement))
    assert trouble.cause is Cause.ILLEGAL
    assert str(trouble).startswith(THIRD)
    assert strikes == [1]


def test_one_that_ends_the_program(tmp_path: Path) -> None:
    (trouble,), strikes, _ = _trouble_of(tmp_path, _at_third("raise SystemExit"))
    assert trouble.cause is Cause.RAISED
    assert "choose(): SystemExit: a bot must not end the program" in trouble.text
    assert strikes == [1]


def test_one_that_sleeps_is_interrupted(tmp_path: Path) -> None:
    (trouble,), strikes, _ = _trouble_of(
        tmp_path, _at_third("time.sleep(600)"), before="import time", clocks=HASTY
    )
    assert trouble.cause is Cause.TOO_SLOW
    assert str(trouble).startswith(f"{THIRD}choose() took longer than the 0.3")
    assert "time.sleep(600)" in trouble.detail
    assert strikes == [1]


def test_a_coroutine_that_never_comes_back_is_interrupted(tmp_path: Path) -> None:
    body = _at_third("await asyncio.sleep(600)").replace("def choose", "async def choose")
    troubles, strikes, _ = _trouble_of(
        tmp_path, body, before="import asyncio", clocks=HASTY, boards=2
    )
    assert [trouble.cause for trouble in troubles] == [Cause.TOO_SLOW] * 2
    assert strikes == [1, 1]


def test_one_that_cannot_be_interrupted_is_stopped(tmp_path: Path) -> None:
    """Two boards are lost with its process: the one being played and the one after it."""
    troubles, _, forfeit = _trouble_of(
        tmp_path,
        _at_third("signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM}); time.sleep(600)"),
        before="import signal, time",
        clocks=HASTY,
        limits=Limits(stuck=0.5),
        boards=2,
    )
    (trouble,) = troubles
    assert trouble.cause is Cause.TOO_SLOW
    assert str(trouble).startswith(f"{THIRD}choose() was still at work 0.5 s after")
    assert "Boards 0 to 1 of this rotation are forfeited" in trouble.text
    assert forfeit == ForfeitReason.DISCONNECTED.name


def test_one_whose_process_ends(tmp_path: Path) -> None:
    (trouble,), _, forfeit = _trouble_of(
        tmp_path, _at_third("os._exit(7)"), before="import os", boards=2
    )
    assert trouble.cause is Cause.CRASHED
    assert str(trouble).startswith(f"{THIRD}Its process ended by itself with exit code 7.")
    assert forfeit == "DISCONNECTED"


def test_one_whose_process_is_killed(tmp_path: Path) -> None:
    (trouble,), _, _ = _trouble_of(
        tmp_path, _at_third("os.kill(os.getpid(), 11)"), before="import os"
    )
    assert trouble.cause is Cause.CRASHED
    assert "Its process was ended by SIGSEGV." in trouble.text


def test_one_that_prints_megabytes(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (trouble,), strikes, _ = _trouble_of(
        tmp_path, _at_third("print('x' * 10**7); os.write(1, b'past python')"), before="import os"
    )
    assert trouble.cause is Cause.PRINTED
    assert str(trouble).startswith(f"{THIRD}The bot has printed more than 65536 characters")
    assert strikes == [0]
    files = {f.name: f.stat().st_size for f in (tmp_path / "output").iterdir()}
    assert files == {
        "mybot-boards-0-0-rotation-0-seat-0.txt": 65536,
        "good-boards-0-0-rotation-0-seat-1.txt": 0,
    }
    assert capfd.readouterr() == ("", "")


def test_one_that_leaks_memory(tmp_path: Path) -> None:
    """It is the leaking seat that is named, not the one that thinks longest."""
    troubles, _, forfeit = _trouble_of(
        tmp_path,
        """
        def choose(self, view, legal, clock):
            KEPT.append(bytearray(os.urandom(4 * 2**20)))
            return 0
        """,
        before="import os\nKEPT = []",
        limits=Limits(memory=32 * MIB),
        boards=5,
    )
    (trouble,) = troubles
    assert trouble.cause is Cause.MEMORY
    assert re.match(
        r"Game 0, decision \d+, board \d, rotation 0, seat 0: mybot: The bot has come to hold "
        r"3\d MiB; the limit is 32 MiB",
        str(trouble),
    )
    assert "DISCONNECTED" in forfeit


def test_one_that_asks_for_more_memory_than_there_is(tmp_path: Path) -> None:
    (trouble,), strikes, _ = _trouble_of(tmp_path, _at_third("return bytearray(10**13)"))
    assert trouble.cause is Cause.RAISED
    assert "MemoryError: there was no memory left within the limit" in trouble.text
    assert strikes == [1]


def test_one_that_cannot_start(tmp_path: Path) -> None:
    body = "def start(self):\n    self.plan = PLANS[self.seat]\n" + GOOD
    troubles, strikes, forfeit = _trouble_of(tmp_path, body, before="PLANS = {}")
    (trouble,) = troubles
    assert "The bot could not start the game: KeyError: 0" in str(trouble)
    assert (strikes, forfeit) == ([3], "STRIKES")


def test_one_that_fails_when_it_is_over(tmp_path: Path) -> None:
    body = "def over(self, end):\n    print(end.loser)\n" + GOOD
    (trouble,), strikes, _ = _trouble_of(tmp_path, body)
    assert "over(): AttributeError: 'End' object has no attribute 'loser'" in trouble.text
    assert strikes == [0]


def test_a_strict_match_is_forfeited_at_the_first_mistake(tmp_path: Path) -> None:
    spec = spec_of(fault_policy=FaultPolicy(on_fault=OnFault.FORFEIT), rotations=ONE_ROTATION)
    mine = bot_file(tmp_path, _at_third("return None"))
    match, (played,), troubles = play_locally(spec, mine, bot_file(tmp_path, GOOD, name="good"))
    assert len(troubles) == 1
    assert played.result.losers == (0,)
    assert played.result.forfeit is not None
    assert played.result.forfeit.reason is ForfeitReason.STRIKES
    verify(replay_of(spec, match.played, 0))


@pytest.mark.parametrize("method", ["start(self)", "over(self, end)"])
def test_one_whose_process_ends_outside_of_its_decisions(tmp_path: Path, method: str) -> None:
    body = f"def {method}:\n    os._exit(7)\n" + GOOD
    (trouble,), _, forfeit = _trouble_of(tmp_path, body, before="import os", boards=2)
    assert trouble.cause is Cause.CRASHED
    assert str(trouble).startswith("Game 0, board 0, rotation 0, seat 0: mybot: Its process ended")
    assert forfeit == "DISCONNECTED"


@pytest.mark.parametrize("method", ["start(self)", "over(self, end)"])
def test_one_that_blocks_outside_of_its_decisions_is_stopped(tmp_path: Path, method: str) -> None:
    body = f"def {method}:\n    time.sleep(600)\n" + GOOD
    before = "import time\nimport arena.sdk.local.seat as seat\nseat.START = 0.1"
    (trouble,), _, forfeit = _trouble_of(tmp_path, body, before=before, limits=Limits(stuck=0.5))
    assert trouble.cause is Cause.TOO_SLOW
    assert "seat 0: mybot: start() or over() was still at work 0.5 s after" in str(trouble)
    assert forfeit == "DISCONNECTED"
