"""The clocks of a seat, in fake time: start-up 8, bank 16, increment 2, limit 32, grace 4."""

import asyncio

import pytest

from arena.games.durak.game import Game
from arena.games.durak.view import SILENT_PHASES
from arena.gameserver.outgoing import Ask, NoticeCode
from arena.wire.match_spec import TimeControl
from arena.wire.results import Fault, Forfeit, ForfeitReason
from tests.arena.games.durak.silent import might_be_asked
from tests.arena.gameserver.fake_time import run_in_fake_time
from tests.arena.gameserver.rotation_kit import Chair, Desk, a_spec


def _one_board(**changes: object) -> tuple[Desk, list[Chair]]:
    desk = Desk(a_spec("durak/concise", 2, **changes))
    return desk, desk.sit_everybody()


async def _asked_of(chair: Chair, board: int) -> Ask:
    while True:
        for ask in chair.asks.values():
            if ask.running.number == board:
                return ask
        assert await chair.next() is not None


def test_a_decision_adds_to_the_bank_and_thinking_takes_from_it() -> None:
    async def main() -> None:
        desk, chairs = _one_board()
        other = asyncio.create_task(_play_but(chairs, 0))
        ask = await chairs[0].next_ask()
        assert ask.allowed == 16 + 2
        await asyncio.sleep(10)
        chairs[0].answer(ask)
        ask = await chairs[0].next_ask()
        assert ask.allowed == 18 - 10 + 2
        chairs[0].answer(ask)
        ask = await chairs[0].next_ask()
        assert ask.allowed == 10 + 2
        thought = [move[3] for move in desk.log.moves if move[1] == 0]
        assert thought == [10, 0]
        desk.rotation.abort("enough")
        await other

    run_in_fake_time(main())


async def _play_but(chairs: list[Chair], seat: int) -> None:
    await asyncio.gather(*(c.play() for c in chairs if c.session.seat.number != seat))


def test_the_bank_never_holds_more_than_its_limit() -> None:
    async def main() -> None:
        limit = TimeControl(startup=8, bank=16, increment=2, bank_limit=19, grace=4)
        desk, chairs = _one_board(time_control=limit)
        other = asyncio.create_task(_play_but(chairs, 0))
        allowed = []
        for _ in range(4):
            ask = await chairs[0].next_ask()
            allowed.append(ask.allowed)
            chairs[0].answer(ask)
        assert allowed == [18, 19, 19, 19]
        desk.rotation.abort("enough")
        await other

    run_in_fake_time(main())


def test_a_missed_deadline_is_a_strike_and_the_next_decision_has_the_increment_only() -> None:
    async def main() -> None:
        desk, chairs = _one_board()
        other = asyncio.create_task(_play_but(chairs, 0))
        ask = await chairs[0].next_ask()
        chairs[0].asks.clear()
        began = asyncio.get_running_loop().time()
        following = await chairs[0].next_ask()
        assert asyncio.get_running_loop().time() - began >= 18
        assert (following.allowed, following.running.strikes[0]) == (2, 1)
        (notice,) = chairs[0].notices
        assert (notice.decision, notice.code) == (ask.decision, NoticeCode.TIMEOUT)
        assert [move[4] for move in desk.log.moves if move[1] == 0] == [Fault.TIMEOUT]
        # The late answer is nobody's fault, a second one is a stray.
        chairs[0].session.answers([(ask.decision, 0)])
        assert desk.rotation.seats[0].strays == 0
        chairs[0].session.answers([(ask.decision, 0)])
        assert desk.rotation.seats[0].strays == 1
        desk.rotation.abort("enough")
        await other

    run_in_fake_time(main())


def test_the_clocks_of_later_decisions_start_when_the_previous_answer_arrived() -> None:
    async def main() -> None:
        desk, chairs = _one_board(boards=8)
        await asyncio.gather(*(chair.next() for chair in chairs))
        chair = max(chairs, key=lambda chair: len(chair.asks))
        asks = list(chair.asks.values())
        assert len(asks) >= 3
        for ask in asks[:3]:
            await asyncio.sleep(17)  # of 18: the three together take far longer than one may
            chair.answer(ask)
        mine = [move for move in desk.log.moves if move[1] == ask.seat and move[4] is None]
        assert [move[3] for move in mine] == [17] * 3
        desk.rotation.abort("enough")

    run_in_fake_time(main())


def test_answers_that_come_together_charge_the_first_one() -> None:
    async def main() -> None:
        desk, chairs = _one_board(boards=8)
        await asyncio.gather(*(chair.next() for chair in chairs))
        chair = max(chairs, key=lambda chair: len(chair.asks))
        await asyncio.sleep(6)
        chair.answer_all()
        times = [move[3] for move in desk.log.moves]
        assert times == [6] + [0] * (len(times) - 1)
        assert len(times) >= 3
        desk.rotation.abort("enough")

    run_in_fake_time(main())


def test_decisions_that_nobody_answers_run_out_together() -> None:
    async def main() -> None:
        desk, chairs = _one_board(boards=8)
        await asyncio.gather(*(chair.play() for chair in chairs[1:]))
        assert [result.forfeit for result in desk.rotation.results] == [
            Forfeit((0,), ForfeitReason.STRIKES)
        ] * 8
        # Three strikes each: 18 seconds, and twice the increment.
        assert asyncio.get_running_loop().time() == 18 + 2 + 2

    run_in_fake_time(main())


def test_the_clock_of_a_seat_that_is_away_goes_on() -> None:
    async def main() -> None:
        patient = TimeControl(startup=8, bank=1, increment=1, bank_limit=32, grace=60)
        desk, chairs = _one_board(time_control=patient)
        other = asyncio.create_task(_play_but(chairs, 0))
        await chairs[0].next_ask()
        chairs[0].session.close("gone")
        await desk.over.wait()
        await other
        (result,) = desk.rotation.results
        assert result.forfeit == Forfeit((0,), ForfeitReason.STRIKES)
        assert asyncio.get_running_loop().time() == 2 + 1 + 1

    run_in_fake_time(main())


def test_an_answer_after_its_deadline_is_too_late_even_if_the_timer_has_not_gone_off() -> None:
    async def main() -> None:
        desk, chairs = _one_board()
        other = asyncio.create_task(_play_but(chairs, 0))
        ask = await chairs[0].next_ask()
        seat = desk.rotation.seats[0]
        assert seat.timer is not None
        seat.timer.cancel()  # a busy loop comes to its timers late
        await asyncio.sleep(19)
        chairs[0].answer(ask)
        assert [move[4] for move in desk.log.moves if move[1] == 0] == [Fault.TIMEOUT]
        desk.rotation.abort("enough")
        await other

    run_in_fake_time(main())


def test_the_time_until_the_next_decision_does_not_tell_who_could_have_thrown_in() -> None:
    async def main(*, veiled: bool) -> list[float]:
        patient = TimeControl(startup=8, bank=600, increment=2, bank_limit=600, grace=4)
        desk, chairs = _one_board(boards=3, boards_at_once=1, time_control=patient, veiled=veiled)
        await asyncio.gather(*(chair.play(thinks=1) for chair in chairs))
        assert all(result.forfeit is None for result in desk.rotation.results)
        return [asyncio.get_running_loop().time(), len(desk.log.moves)]

    open_time, open_moves = run_in_fake_time(main(veiled=False))
    assert open_time == open_moves  # one second for each decision, none for what nobody decides
    veiled_time, veiled_moves = run_in_fake_time(main(veiled=True))
    assert veiled_moves == open_moves
    assert veiled_time > open_time


@pytest.mark.parametrize("seed", range(4))
def test_passing_for_a_seat_takes_as_long_as_the_others_think_if_it_never_did(seed: int) -> None:
    """Else the first throw rounds would tell by their time who had nothing to throw in."""

    async def play(chair: Chair) -> None:
        while await chair.next() is not None:
            for ask in chair.asks.values():
                assert asyncio.get_running_loop().time() == len(ask.game.log)
            if chair.asks:
                await asyncio.sleep(1)
                chair.answer_all()

    async def main() -> None:
        patient = TimeControl(startup=8, bank=600, increment=2, bank_limit=600, grace=4)
        desk = Desk(a_spec("durak/concise", 4, seed=bytes([seed]) * 32, time_control=patient))
        await asyncio.gather(*map(play, desk.sit_everybody()))
        await desk.over.wait()
        assert desk.rotation.results[0].forfeit is None

    run_in_fake_time(main())


class _Delays:
    """A table where everybody thinks for a second; how long each opening was waited for."""

    def __init__(self) -> None:
        self.seen: dict[bool, list[tuple[float, int]]] = {True: [], False: []}
        """By whether a silent question was asked: the delay, and what everybody expects."""
        self._last = 0.0
        self._place: tuple[int, int] = (0, 0)
        self._asked = False

    def note(self, ask: Ask) -> None:
        """A question has come."""
        game = ask.game
        assert isinstance(game, Game)
        if game.phase in SILENT_PHASES:
            self._asked = True
            return
        now = asyncio.get_running_loop().time()
        before, place = self._place
        if game.phase == "open" and self._last:
            dealt = ask.number > before
            passes = 0 if dealt else len(game.log) - place - 1 - self._declined(game, place)
            expected = 1 + passes + len(might_be_asked(game, dealt=dealt))
            self.seen[self._asked].append((now - self._last, expected))
        self._last, self._place, self._asked = now, (ask.number, len(game.log)), False

    @staticmethod
    def _declined(game: Game, place: int) -> int:
        return sum(number >= place for number in game.private)


async def _second_by_second(chair: Chair, delays: _Delays) -> None:
    while await chair.next() is not None:
        for ask in list(chair.asks.values()):
            delays.note(ask)
            await asyncio.sleep(1)
            chair.answer(ask)


def _played_slowly(seed: int, *, players: int, veiled: bool) -> _Delays:
    async def main() -> _Delays:
        patient = TimeControl(startup=8, bank=5000, increment=100, bank_limit=10_000, grace=4)
        spec = a_spec(
            "durak/german-swap",
            players,
            seed=bytes([seed]) * 32,
            games_per_board=2,
            time_control=patient,
            veiled=veiled,
        )
        desk = Desk(spec)
        delays = _Delays()
        await asyncio.gather(*(_second_by_second(c, delays) for c in desk.sit_everybody()))
        return delays

    return run_in_fake_time(main())


@pytest.mark.parametrize("players", [2, 3])
def test_the_time_until_the_next_bout_does_not_tell_whether_somebody_could_swap(
    players: int,
) -> None:
    played = [_played_slowly(seed, players=players, veiled=True) for seed in range(12)]
    for asked in (True, False):
        seen = [pair for delays in played for pair in delays.seen[asked]]
        assert len(seen) > 10
        assert all(delay == pytest.approx(expected) for delay, expected in seen)


def test_nothing_waits_for_silent_questions_where_time_may_tell() -> None:
    delays = _played_slowly(1, players=3, veiled=False)
    assert {round(delay) for delay, _ in delays.seen[False]} == {1}
