"""Rotations without a server, in fake time: who is asked, what mistakes cost, who comes back."""

import asyncio
from typing import Any

import pytest

from arena.games.errors import MalformedAction
from arena.gameserver.events import SeatChanged, SeatFault
from arena.gameserver.outgoing import Ask, NoticeCode, Outgoing
from arena.gameserver.seat import FLOODED, STRAY_LIMIT, SeatBusyError, SeatClosedError
from arena.wire.match_spec import FaultPolicy, OnFault
from arena.wire.results import Fault, Forfeit, ForfeitReason
from tests.arena.gameserver.fake_time import run_in_fake_time
from tests.arena.gameserver.rotation_kit import Chair, Desk, a_spec


async def _play_out(desk: Desk, chairs: list[Chair]) -> None:
    await asyncio.gather(*(chair.play() for chair in chairs))
    await desk.over.wait()


@pytest.mark.parametrize(
    ("profile", "players", "changes"),
    [
        ("durak/concise", 2, {"boards": 3}),
        ("durak/volga", 5, {"boards": 2}),
        ("durak/german-team", 4, {"boards": 2}),
        ("durak/german-quicky-series", 3, {"boards": 2, "games_per_board": 3}),
        ("burako/pairs", 4, {"boards": 1}),
        ("burako/duel", 2, {"boards": 2}),
        ("durak/concise", 2, {"boards": 5, "boards_at_once": 2}),
    ],
)
def test_every_board_ends_with_a_result(
    profile: str, players: int, changes: dict[str, Any]
) -> None:
    async def main() -> None:
        spec = a_spec(profile, players, **changes)
        desk = Desk(spec, gather=0.002)
        await _play_out(desk, desk.sit_everybody())
        results = desk.rotation.results
        assert [result.board for result in results] == list(range(spec.boards))
        assert all(result.forfeit is None for result in results)
        assert [game for game, _ in desk.log.games] == list(range(len(desk.log.games)))
        if profile.startswith("durak/"):
            assert len(desk.log.games) == spec.boards * spec.games_per_board
        else:
            assert all(len(result.games) > 1 for result in results)

    run_in_fake_time(main())


def test_no_more_boards_run_at_the_same_time_than_were_ordered() -> None:
    async def main() -> None:
        desk = Desk(a_spec(boards=5, boards_at_once=2))
        chairs = desk.sit_everybody()
        await asyncio.sleep(1)
        assert len(desk.log.games) == 2
        await _play_out(desk, chairs)
        assert len(desk.log.games) == 5

    run_in_fake_time(main())


def test_play_begins_when_everybody_is_there() -> None:
    async def main() -> None:
        desk = Desk(a_spec())
        first = desk.sit(0)
        await asyncio.sleep(3)
        assert not desk.log.games
        second = desk.sit(1)
        await _play_out(desk, [first, second])
        assert [seat.startup for seat in desk.rotation.seats] == [0, 3]

    run_in_fake_time(main())


def test_a_seat_that_does_not_start_forfeits_every_board() -> None:
    async def main() -> None:
        desk = Desk(a_spec(boards=2))
        chair = desk.sit(1)
        await chair.play()
        assert not desk.log.games
        forfeit = Forfeit((0,), ForfeitReason.NO_START)
        assert desk.log.forfeits == [(0, forfeit), (1, forfeit)]
        assert [(r.points, r.losers) for r in desk.rotation.results] == [((0, 2), (0,))] * 2
        with pytest.raises(SeatClosedError, match="did not start in time"):
            desk.sit(0)

    run_in_fake_time(main())


def test_nobody_loses_to_anybody_if_nobody_starts() -> None:
    async def main() -> None:
        desk = Desk(a_spec())
        await desk.over.wait()
        (result,) = desk.rotation.results
        assert result.losers == ()
        assert result.forfeit == Forfeit((0, 1), ForfeitReason.NO_START)

    run_in_fake_time(main())


def test_who_leaves_before_the_start_is_waited_for() -> None:
    async def main() -> None:
        desk = Desk(a_spec())
        early = desk.sit(0)
        early.session.close("gone")
        second = desk.sit(1)
        await asyncio.sleep(1)
        assert not desk.log.games
        await _play_out(desk, [desk.sit(0), second])

    run_in_fake_time(main())


@pytest.mark.parametrize(
    ("choice", "fault", "code"),
    [
        (999, Fault.MALFORMED, NoticeCode.MALFORMED),
        (-1, Fault.MALFORMED, NoticeCode.MALFORMED),
        (MalformedAction("That is no action."), Fault.MALFORMED, NoticeCode.MALFORMED),
    ],
)
def test_what_cannot_be_read_costs_a_strike_and_the_default_is_played(
    choice: object, fault: Fault, code: NoticeCode
) -> None:
    async def main() -> None:
        desk = Desk(a_spec())
        chairs = desk.sit_everybody()
        ask = await _first_ask(chairs)
        expected = str(ask.game.default_action())
        chairs[ask.seat].answer(ask, choice)
        assert desk.log.moves == [(0, ask.seat, expected, 0.0, fault)]
        await _play_out(desk, chairs)
        (notice,) = chairs[ask.seat].notices
        assert (notice.decision, notice.code, notice.strikes) == (ask.decision, code, 1)
        assert [e.fault for e in desk.events if isinstance(e, SeatFault)] == [fault]

    run_in_fake_time(main())


async def _first_ask(chairs: list[Chair]) -> Ask:
    tasks = [asyncio.create_task(chair.next_ask()) for chair in chairs]
    done, waiting = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    return done.pop().result()


def test_what_is_illegal_costs_a_strike_and_says_why() -> None:
    async def main() -> None:
        desk = Desk(a_spec())
        chairs = desk.sit_everybody()
        ask = await _first_ask(chairs)
        chairs[ask.seat].answer(ask, ask.game.rules.action({"a": "take"}))
        assert desk.log.moves[0][4] is Fault.ILLEGAL
        await _play_out(desk, chairs)
        (notice,) = chairs[ask.seat].notices
        assert notice.code is NoticeCode.ILLEGAL
        assert "phase open" in notice.text

    run_in_fake_time(main())


def test_three_strikes_forfeit_the_board_and_the_others_go_on() -> None:
    async def main() -> None:
        desk = Desk(a_spec(boards=3))
        chairs = desk.sit_everybody()
        bad = 1

        async def play_badly_on_board_1(chair: Chair) -> None:
            while True:
                for ask in list(chair.asks.values()):
                    chair.answer(ask, 999 if ask.running.number == bad else None)
                if await chair.next() is None:
                    return

        await asyncio.gather(play_badly_on_board_1(chairs[0]), chairs[1].play())
        forfeits = {result.board: result.forfeit for result in desk.rotation.results}
        assert forfeits == {0: None, bad: Forfeit((0,), ForfeitReason.STRIKES), 2: None}
        assert desk.rotation.results[bad].losers == (0,)
        assert sum(move[4] is not None for move in desk.log.moves) == 3
        ended = [end for end in chairs[1].games_over if end.board == bad]
        assert [(end.board_over, end.forfeit) for end in ended] == [(True, forfeits[bad])]

    run_in_fake_time(main())


def test_a_strict_policy_forfeits_at_once_without_a_move() -> None:
    async def main() -> None:
        desk = Desk(a_spec(fault_policy=FaultPolicy(on_fault=OnFault.FORFEIT)))
        chairs = desk.sit_everybody()
        ask = await _first_ask(chairs)
        chairs[ask.seat].answer(ask, 999)
        await _play_out(desk, chairs)
        assert desk.log.moves == []
        assert desk.log.forfeits == [(0, Forfeit((ask.seat,), ForfeitReason.STRIKES))]

    run_in_fake_time(main())


def test_a_second_stream_is_refused_while_the_first_is_open() -> None:
    async def main() -> None:
        desk = Desk(a_spec())
        chairs = desk.sit_everybody()
        with pytest.raises(SeatBusyError):
            desk.sit(0)
        await _play_out(desk, chairs)
        with pytest.raises(SeatClosedError, match="over"):
            desk.sit(0)

    run_in_fake_time(main())


def test_who_comes_back_in_time_is_asked_again_and_told_everything() -> None:
    async def main() -> None:
        desk = Desk(a_spec())
        chairs = desk.sit_everybody()
        ask = await _first_ask(chairs)
        running = desk.rotation.seats[ask.seat].asks[ask.decision].running
        running.told[ask.seat].place = running.told[ask.seat].count = 5
        chairs[ask.seat].session.close("the connection broke")
        await asyncio.sleep(3)  # of 4
        again = desk.sit(ask.seat)
        assert again.session.resumed
        same = await again.next_ask()
        assert same.decision == ask.decision
        assert same.left == 15  # of 16 + 2, the clock went on
        told = same.running.told[same.seat]
        assert (told.place, told.count) == (0, 0)
        chairs[ask.seat] = again
        await _play_out(desk, chairs)
        assert desk.rotation.results[0].forfeit is None
        changes = [e.connected for e in desk.events if isinstance(e, SeatChanged)]
        assert changes == [True, True, False, True]

    run_in_fake_time(main())


def test_who_comes_back_with_an_answer_is_not_asked_again() -> None:
    """The game has gone on by then: the decision would list what the next seat may play."""

    async def main() -> None:
        desk = Desk(a_spec())
        chairs = desk.sit_everybody()
        ask = await _first_ask(chairs)
        chairs[ask.seat].session.close("the connection broke")
        chairs[ask.seat] = desk.sit(ask.seat)
        chairs[ask.seat].answer(ask)
        assert ask.game.seat != ask.seat
        await _play_out(desk, chairs)
        asked = [again.decision for letter in chairs[ask.seat].letters for again in letter.asks]
        assert ask.decision not in asked
        assert desk.rotation.results[0].forfeit is None

    run_in_fake_time(main())


def test_a_decision_answered_before_it_was_sent_is_not_sent() -> None:
    """Numbers can be guessed, but nothing is learned from that."""

    async def main() -> None:
        desk = Desk(a_spec())
        chairs = desk.sit_everybody()
        await asyncio.sleep(1)  # nobody reads
        (ask,) = [ask for seat in desk.rotation.seats for ask in seat.asks.values()]
        guessing = chairs[ask.seat]
        guessing.session.answers([(ask.decision, 0)])
        assert len(desk.log.moves) == 1
        await _play_out(desk, chairs)
        asked = [sent.decision for letter in guessing.letters for sent in letter.asks]
        assert asked
        assert ask.decision not in asked

    run_in_fake_time(main())


def test_games_that_ended_meanwhile_are_told_from_their_beginning() -> None:
    """Whoever comes back may be another process, which has noted nothing."""

    async def main() -> None:
        spec = a_spec(boards=2, fault_policy=FaultPolicy(on_fault=OnFault.FORFEIT))
        desk = Desk(spec)
        chairs = desk.sit_everybody()
        ask = await _first_ask(chairs)
        away = 1 - ask.seat
        told = ask.running.told[away]
        told.place = told.count = 5
        chairs[away].session.close("the connection broke")
        chairs[ask.seat].answer(ask, 999)
        chairs[away] = desk.sit(away)
        await _play_out(desk, chairs)
        (ended,) = [end for end in chairs[away].games_over if end.number == ask.number]
        assert ended.told is told
        assert (told.place, told.count) == (0, 0)

    run_in_fake_time(main())


def test_who_stays_away_forfeits_what_is_not_finished() -> None:
    async def main() -> None:
        desk = Desk(a_spec(boards=4, boards_at_once=2))
        chairs = desk.sit_everybody()
        await _first_ask(chairs)
        chairs[0].session.close("the connection broke")
        await chairs[1].play()
        forfeit = Forfeit((0,), ForfeitReason.DISCONNECTED)
        assert [result.forfeit for result in desk.rotation.results] == [forfeit] * 4
        with pytest.raises(SeatClosedError, match="forfeited"):
            desk.sit(0)

    run_in_fake_time(main())


def test_answers_to_nothing_are_ignored_until_there_are_too_many() -> None:
    async def main() -> None:
        desk = Desk(a_spec())
        chairs = desk.sit_everybody()
        ask = await _first_ask(chairs)
        flooding = chairs[ask.seat]
        for number in range(STRAY_LIMIT):
            flooding.session.answers([(1000 + number, 0)])
        assert not flooding.session.expelled
        assert desk.log.moves == []
        flooding.session.answers([])
        assert "answer each decision once" in flooding.session.expelled
        assert await flooding.next() is None
        await chairs[1 - ask.seat].play()
        (result,) = desk.rotation.results
        assert result.forfeit == Forfeit((ask.seat,), ForfeitReason.PROTOCOL)

    run_in_fake_time(main())


def test_answering_the_same_decision_again_and_again_forfeits() -> None:
    async def main() -> None:
        desk = Desk(a_spec())
        chairs = desk.sit_everybody()
        ask = await _first_ask(chairs)
        stuck = chairs[ask.seat]
        stuck.answer(ask)
        for _ in range(STRAY_LIMIT):
            stuck.session.answers([(ask.decision, 0)])
        assert not stuck.session.expelled
        stuck.session.answers([(ask.decision, 0)])
        assert stuck.session.expelled == FLOODED
        await chairs[1 - ask.seat].play()
        (result,) = desk.rotation.results
        assert result.forfeit == Forfeit((ask.seat,), ForfeitReason.PROTOCOL)

    run_in_fake_time(main())


def test_a_slow_bot_is_never_thrown_out_for_its_late_answers() -> None:
    """Each of them answers a decision that the server took away when its time was up."""

    async def main() -> None:
        desk = Desk(a_spec(boards=STRAY_LIMIT))
        slow, other = desk.sit_everybody()
        playing = asyncio.create_task(other.play())
        while await slow.next() is not None:
            for notice in slow.letters[-1].notices:
                if notice.code is NoticeCode.TIMEOUT:
                    slow.session.answers([(notice.decision, 0)])
        await playing
        assert not slow.session.expelled
        codes = [notice.code for notice in slow.notices]
        assert codes.count(NoticeCode.STALE) > STRAY_LIMIT
        assert {result.forfeit for result in desk.rotation.results} == {
            Forfeit((0,), ForfeitReason.STRIKES)
        }

    run_in_fake_time(main())


def test_a_late_answer_is_forgiven_once() -> None:
    """Sent again and again it is a flood like any other."""

    async def main() -> None:
        desk = Desk(a_spec())
        chairs = desk.sit_everybody()
        ask = await _first_ask(chairs)
        late = chairs[ask.seat]
        while not late.notices:
            await late.next()
        for _ in range(1 + STRAY_LIMIT):
            late.session.answers([(ask.decision, 0)])
        assert not late.session.expelled
        late.session.answers([(ask.decision, 0)])
        assert late.session.expelled == FLOODED

    run_in_fake_time(main())


def test_a_second_answer_is_stale_and_changes_nothing() -> None:
    async def main() -> None:
        desk = Desk(a_spec())
        chairs = desk.sit_everybody()
        ask = await _first_ask(chairs)
        chairs[ask.seat].answer(ask)
        moves = list(desk.log.moves)
        chairs[ask.seat].session.answers([(ask.decision, 0), (ask.decision + 1000, 0)])
        assert desk.log.moves == moves
        await _play_out(desk, chairs)
        codes = [notice.code for notice in chairs[ask.seat].notices]
        assert codes == [NoticeCode.STALE, NoticeCode.UNKNOWN]

    run_in_fake_time(main())


def test_decisions_travel_together_while_somebody_owes_an_answer() -> None:
    async def main() -> None:
        desk = Desk(a_spec(boards=16), gather=0.002)
        chairs = desk.sit_everybody()
        await _play_out(desk, chairs)
        decisions = len(desk.log.moves)
        letters = sum(bool(letter.asks) for chair in chairs for letter in chair.letters)
        assert decisions / letters > 4

    run_in_fake_time(main())


def test_nothing_waits_when_nobody_owes_an_answer() -> None:
    async def main() -> None:
        desk = Desk(a_spec(boards=3, boards_at_once=1), gather=0.5)
        await _play_out(desk, desk.sit_everybody())
        assert asyncio.get_running_loop().time() == 0

    run_in_fake_time(main())


def test_a_notice_does_not_wait_for_the_answers_of_the_seat_that_is_asked_first() -> None:
    async def main() -> None:
        desk = Desk(a_spec(), gather=0.5)
        chairs = desk.sit_everybody()
        ask = await _first_ask(chairs)
        chairs[ask.seat].answer(ask, 999)
        (notice,) = (await _letter(chairs[ask.seat])).notices
        assert notice.code is NoticeCode.MALFORMED
        assert (await _letter(chairs[1 - ask.seat])).asks
        assert asyncio.get_running_loop().time() == 0

    run_in_fake_time(main())


async def _letter(chair: Chair) -> Outgoing:
    letter = await chair.next()
    assert letter is not None
    return letter


def test_a_seat_that_never_answers_holds_nobody_up_for_longer_than_the_gathering() -> None:
    async def main() -> None:
        desk = Desk(a_spec(boards=2), gather=0.5)
        chairs = desk.sit_everybody()
        silent = next(seat.number for seat in desk.rotation.seats)
        other = asyncio.create_task(chairs[1 - silent].play())
        await desk.over.wait()
        await other
        assert [result.board for result in desk.rotation.results if result.forfeit] == [0, 1]

    run_in_fake_time(main())


def test_breaking_off_leaves_what_is_over_and_says_why() -> None:
    async def main() -> None:
        desk = Desk(a_spec(boards=2))
        chairs = desk.sit_everybody()
        await _first_ask(chairs)
        desk.rotation.abort("The operator asked for it.")
        letters = [await chair.next() for chair in chairs]
        goodbyes = [letter.goodbye for letter in letters if letter is not None]
        assert [g.aborted for g in goodbyes if g] == ["The operator asked for it."] * 2
        assert desk.rotation.results == []
        assert [await chair.next() for chair in chairs] == [None, None]

    run_in_fake_time(main())


# Before the start


EARLY: list[tuple[str, list[list[tuple[int, Any]]]]] = [
    ("an answer", [[(1, 0)]]),
    ("an empty message", [[]]),
    ("as many as are ignored", [[(number, 0)] for number in range(STRAY_LIMIT)]),
]


@pytest.mark.parametrize(("what", "messages"), EARLY, ids=[what for what, _ in EARLY])
def test_whoever_is_early_does_not_begin_the_match(
    what: str, messages: list[list[tuple[int, Any]]]
) -> None:
    async def main() -> None:
        desk = Desk(a_spec(boards=3))
        early = desk.sit(0)
        for message in messages:
            early.session.answers(message)
        await asyncio.sleep(7)  # of 8
        assert not desk.log.games, what
        assert not any(seat.asks or seat.held for seat in desk.rotation.seats)
        late = desk.sit(1)
        await _play_out(desk, [early, late])
        assert [result.forfeit for result in desk.rotation.results] == [None] * 3
        assert [seat.strikes for seat in desk.rotation.seats] == [0, 0]

    run_in_fake_time(main())


def test_whoever_never_comes_has_not_started_however_early_the_other_answered() -> None:
    async def main() -> None:
        desk = Desk(a_spec(boards=2))
        early = desk.sit(0)
        early.session.answers([(1, 0)])
        await early.play()
        assert asyncio.get_running_loop().time() == 8
        assert not desk.log.games
        forfeit = Forfeit((1,), ForfeitReason.NO_START)
        assert [result.forfeit for result in desk.rotation.results] == [forfeit] * 2
        assert early.notices[0].code is NoticeCode.UNKNOWN

    run_in_fake_time(main())


def test_a_breach_before_the_start_forfeits_when_the_others_are_there() -> None:
    async def main() -> None:
        desk = Desk(a_spec("durak/concise", 3, boards=2))
        broken = desk.sit(0).session
        broken.breach("That is no message.")
        broken.close("sent away")
        with pytest.raises(SeatClosedError, match="forfeited"):
            desk.sit(0)
        second = desk.sit(1)
        await asyncio.sleep(5)
        assert not desk.rotation.is_over
        third = desk.sit(2)
        await _play_out(desk, [second, third])
        assert asyncio.get_running_loop().time() == 5
        assert not desk.log.games
        forfeit = Forfeit((0,), ForfeitReason.PROTOCOL)
        assert [result.forfeit for result in desk.rotation.results] == [forfeit] * 2

    run_in_fake_time(main())


def test_whoever_does_not_come_has_not_won_against_a_breach_before_the_start() -> None:
    async def main() -> None:
        desk = Desk(a_spec(boards=2))
        early = desk.sit(0)
        for number in range(STRAY_LIMIT + 1):
            early.session.answers([(number, 0)])
        assert early.session.expelled
        await desk.over.wait()
        assert asyncio.get_running_loop().time() == 8
        forfeit = Forfeit((0, 1), ForfeitReason.NO_START)
        assert [(r.forfeit, r.losers) for r in desk.rotation.results] == [(forfeit, ())] * 2

    run_in_fake_time(main())


def test_nobody_is_waited_for_when_everybody_has_broken_the_protocol() -> None:
    async def main() -> None:
        desk = Desk(a_spec())
        desk.sit(0).session.breach("That is no message.")
        desk.sit(1).session.breach("That is no message.")
        await desk.over.wait()
        assert asyncio.get_running_loop().time() == 0
        assert desk.rotation.results[0].forfeit == Forfeit((0, 1), ForfeitReason.PROTOCOL)

    run_in_fake_time(main())
