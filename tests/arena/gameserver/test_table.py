"""Tables without a server, in fake time: rotation after rotation, to the end of the log."""

import asyncio
from collections.abc import Callable

import pytest

from arena.games.durak.game import Game
from arena.gameserver.events import RotationClosed, RotationOpened, TableOver
from arena.gameserver.journal import Journal
from arena.gameserver.seat import SeatClosedError
from arena.gameserver.table import BROKEN, Table
from tests.arena.gameserver.fake_time import run_in_fake_time
from tests.arena.gameserver.rotation_kit import Chair, a_spec


def _a_table(profile: str = "durak/concise", players: int = 2, **changes: object) -> Table:
    spec = a_spec(profile, players, **changes)
    table = Table(spec, Journal(spec, opened_at_ms=0))
    table.start()
    return table


def _sit_everybody(table: Table) -> list[Chair]:
    rotation = table.rotation
    assert rotation is not None
    seats = range(table.spec.rules.players)
    return [Chair(table.seat(rotation.number, seat).attach("a test")) for seat in seats]


async def _play_rotation(table: Table) -> None:
    await asyncio.gather(*(chair.play() for chair in _sit_everybody(table)))


def _last(table: Table) -> TableOver:
    assert table.over
    last = table.events[-1]
    assert isinstance(last, TableOver)
    return last


def test_every_rotation_is_played_and_the_host_is_told_in_order() -> None:
    async def main() -> None:
        table = _a_table("durak/volga", 3, boards=2)
        for _ in range(3):
            await _play_rotation(table)
        last = _last(table)
        assert (last.aborted, table.aborted) == ("", "")
        assert [(r.rotation, r.board) for r in last.boards] == [
            (rotation, board) for rotation in range(3) for board in range(2)
        ]
        assert [(u.rotation, u.seat) for u in last.usage] == [
            (rotation, seat) for rotation in range(3) for seat in range(3)
        ]
        turns = [e for e in table.events if isinstance(e, RotationOpened | RotationClosed)]
        assert turns == [
            kind(rotation) for rotation in range(3) for kind in (RotationOpened, RotationClosed)
        ]

    run_in_fake_time(main())


def test_the_same_board_is_dealt_in_every_rotation() -> None:
    async def main() -> None:
        table = _a_table(boards=2)
        starts = []
        for _ in range(2):
            chairs = _sit_everybody(table)
            await asyncio.sleep(1)
            assert table.rotation is not None
            boards = sorted(table.rotation._running, key=lambda running: running.number)
            starts.append([running.game.reveal() for running in boards])
            await asyncio.gather(*(chair.play() for chair in chairs))
        assert starts[0] == starts[1]
        assert starts[0][0] != starts[0][1]

    run_in_fake_time(main())


def test_a_seat_is_open_in_its_own_rotation_only() -> None:
    async def main() -> None:
        table = _a_table()
        with pytest.raises(SeatClosedError, match="Rotation 1 is not open yet; 0 is being played"):
            table.seat(1, 0)
        await _play_rotation(table)
        table.seat(1, 0)
        with pytest.raises(SeatClosedError, match="This rotation is over"):
            table.seat(0, 0)
        await _play_rotation(table)
        with pytest.raises(SeatClosedError, match="This rotation is over"):
            table.seat(1, 0)

    run_in_fake_time(main())


def test_breaking_off_keeps_finished_rotations_and_says_why() -> None:
    async def main() -> None:
        table = _a_table()
        await _play_rotation(table)
        chairs = _sit_everybody(table)
        table.abort("The worker went away.")
        table.abort("A second reason changes nothing.")
        last = _last(table)
        assert last.aborted == "The worker went away."
        assert [result.rotation for result in last.boards] == [0]
        letter = await chairs[0].next()
        assert letter is not None
        assert letter.goodbye is not None
        assert letter.goodbye.aborted == "The worker went away."

    run_in_fake_time(main())


def test_a_mistake_of_ours_ends_this_table_and_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        broken, sound = _a_table(), _a_table("durak/volga")
        chairs = _sit_everybody(broken)
        monkeypatch.setattr(Game, "apply", _failing_for(broken, Game.apply))
        await asyncio.gather(*(chair.play() for chair in chairs))
        assert _last(broken).aborted == BROKEN
        for _ in range(2):
            await _play_rotation(sound)
        assert _last(sound).aborted == ""
        assert "broke" in caplog.text

    run_in_fake_time(main())


def _failing_for(table: Table, apply: Callable[..., None]) -> Callable[..., None]:
    def apply_or_fail(game: Game, *arguments: object) -> None:
        if game.rules == table.spec.rules:
            raise ZeroDivisionError
        apply(game, *arguments)

    return apply_or_fail


def test_unequal_numbers_of_hands_are_played_in_the_two_rotations_of_burako() -> None:
    async def main() -> None:
        table = _a_table("burako/duel", 2, boards=1)
        await _play_rotation(table)
        silent, playing = _sit_everybody(table)
        silent.session.close("gone")
        await playing.play()
        first, second = _last(table).boards
        assert len(first.games) > len(second.games)
        assert second.losers == (0,)

    run_in_fake_time(main())
