"""The clocks as a bot sees them: what is allowed, what is used, what a missed deadline costs.

Nothing here measures how fast the machine is: times are compared with the server's own log.
"""

import asyncio
import time
from collections import defaultdict

from arena.games import rules
from arena.protocol.v1.match_pb2 import (
    FAULT_TIMEOUT,
    FORFEIT_REASON_STRIKES,
    FaultPolicy,
    TimeControl,
)
from arena.protocol.v1.play_pb2 import Decision, Notice
from arena.protocol.v1.replay_pb2 import Move
from tests.arena.gameserver.conformance.kit import (
    Client,
    clocks,
    finished,
    first_of_everything,
    moves,
    over_the_wire,
    playing,
    sitting,
)
from tests.arena.gameserver.raw_client import Story, first
from tests.arena.gameserver.raw_host import RawHost

SEED = b"clocks" * 5 + b"12"
DUEL = rules("durak/duel24")
ROUNDING_MS = 2
THINKING = 0.15
"""Seconds that a bot takes where its time is what is tested."""


def allowed_by(control: TimeControl, asked: list[Decision], made: list[Move]) -> list[int]:
    """What each decision of a seat on a board must allow, from how long it took before."""
    bank, allowed = control.bank_ms, []
    for _, move in zip(asked, made, strict=True):
        now = min(bank + control.increment_ms, control.bank_limit_ms)
        allowed.append(now)
        bank = now - move.think_ms
    return allowed


@over_the_wire()
async def test_the_bank_grows_with_every_decision_and_shrinks_with_every_thought(
    host: RawHost,
) -> None:
    control = clocks(bank_ms=20_000, increment_ms=3_000, bank_limit_ms=40_000)
    table = await host.open(DUEL, boards=3, seed=SEED, clocks=control)
    one, two = await table.play_rotation(0, [first, first])
    _, log = await finished(table)
    for seat, story in enumerate((one, two)):
        for game in range(3):
            asked = [decision for decision in story.decisions if decision.game == game]
            made = [move for move in moves(log) if (move.game, move.seat) == (game, seat)]
            for decision, expected in zip(asked, allowed_by(control, asked, made), strict=True):
                assert abs(decision.allowed_ms - expected) <= ROUNDING_MS * len(asked)
            assert asked[0].allowed_ms == 23_000
            assert max(decision.allowed_ms for decision in asked) <= 40_000


@over_the_wire()
async def test_the_bank_never_holds_more_than_its_limit(host: RawHost) -> None:
    control = clocks(bank_ms=9_000, increment_ms=9_000, bank_limit_ms=10_000)
    table = await host.open(DUEL, clocks=control)
    stories = await table.play_rotation(0, [first, first])
    for story in stories:
        assert max(decision.allowed_ms for decision in story.decisions) == 10_000


@over_the_wire()
async def test_each_board_has_a_bank_of_its_own(host: RawHost) -> None:
    control = clocks(bank_ms=30_000, increment_ms=0, bank_limit_ms=30_000)
    table = await host.open(DUEL, boards=4, boards_at_once=1, clocks=control)
    stories = await table.play_rotation(0, [first, first])
    for story in stories:
        firsts: dict[int, int] = {}
        for decision in story.decisions:
            firsts.setdefault(decision.board, decision.allowed_ms)
        assert set(firsts.values()) == {30_000}


@over_the_wire()
async def test_without_an_increment_the_bank_only_shrinks(host: RawHost) -> None:
    control = clocks(bank_ms=30_000, increment_ms=0, bank_limit_ms=60_000, grace_ms=0)
    table = await host.open(DUEL, clocks=control)
    for story in await table.play_rotation(0, [first, first]):
        told = story.welcome.time_control
        assert (told.increment_ms, told.grace_ms) == (0, 0)
        allowed = [decision.allowed_ms for decision in story.decisions]
        assert allowed == sorted(allowed, reverse=True)
        assert allowed[0] == 30_000


@over_the_wire()
async def test_a_missed_deadline_gives_the_default_action_a_strike_and_a_notice(
    host: RawHost,
) -> None:
    control = clocks(bank_ms=0, increment_ms=60, bank_limit_ms=60)
    table = await host.open(DUEL, clocks=control, policy=FaultPolicy(strikes=1000))
    async with sitting(table, 0) as client, sitting(table, 1) as other:
        stories = await asyncio.gather(silent(client), silent(other))
        assert client.story.goodbye.boards
    over, log = await finished(table)  # which checks that the default actions were played
    assert {move.fault for move in moves(log)} == {FAULT_TIMEOUT}
    assert all(move.think_ms >= 60 for move in moves(log))
    for seat, story in enumerate(stories):
        late = [notice for notice in story.notices if notice.code == Notice.CODE_TIMEOUT]
        assert [notice.strikes for notice in late] == list(range(1, len(late) + 1))
        assert len(late) == over.usage[seat].strikes == over.usage[seat].decisions
        assert over.usage[seat].think_ms >= 60 * len(late)


@over_the_wire()
async def test_three_missed_deadlines_forfeit_the_board_and_the_others_go_on(
    host: RawHost,
) -> None:
    control = clocks(bank_ms=300, increment_ms=300, bank_limit_ms=300)
    table = await host.open(DUEL, boards=3, seed=SEED, clocks=control)
    async with sitting(table, 0) as client, playing(table, 1):
        while not client.story.responses[-1].HasField("goodbye"):
            answers = [first(asked) for asked in client.open.values() if asked.board != 1]
            if answers:
                await client.answer(*answers)
            await client.read()
    over, _ = await finished(table)
    for result in over.boards:
        if result.board == 1:
            assert list(result.forfeit.seats) == [0]
            assert result.forfeit.reason == FORFEIT_REASON_STRIKES
        elif not result.HasField("forfeit"):  # a busy machine may be late on these, too
            assert list(result.points) == first_of_everything(DUEL, SEED, result.board)


@over_the_wire()
async def test_by_the_strict_policy_a_missed_deadline_forfeits_the_board(host: RawHost) -> None:
    control = clocks(bank_ms=50, increment_ms=0, bank_limit_ms=50)
    policy = FaultPolicy(on_fault=FaultPolicy.ON_FAULT_FORFEIT)
    table = await host.open(DUEL, clocks=control, policy=policy)
    async with sitting(table, 0) as client, sitting(table, 1) as other:
        await asyncio.gather(silent(client), silent(other))
    over, log = await finished(table)
    assert over.boards[0].forfeit.reason == FORFEIT_REASON_STRIKES
    assert len(over.boards[0].forfeit.seats) == 1
    assert moves(log) == []


@over_the_wire()
async def test_clocks_of_several_decisions_never_run_at_the_same_time(host: RawHost) -> None:
    """The later ones start when the one before was answered: together they never say more time
    than has passed."""
    table = await host.open(DUEL, boards=8, seed=SEED)
    async with sitting(table, 0) as client:
        started = time.monotonic()
        thoughts = 0
        async with playing(table, 1):
            while not client.story.responses[-1].HasField("goodbye"):
                if len(client.open) > 1 and thoughts < 3:
                    thoughts += 1
                    await thinking()
                for decision in list(client.open.values()):
                    await client.answer(first(decision))
                await client.read()
        passed = time.monotonic() - started
    over, log = await finished(table)
    thought: dict[int, int] = defaultdict(int)
    for move in moves(log):
        thought[move.seat] += move.think_ms
    assert thought[0] >= 1000 * THINKING
    assert thought[0] <= 1000 * passed
    assert over.usage[0].think_ms <= 1000 * passed
    assert over.usage[0].longest_ms >= 1000 * THINKING


@over_the_wire()
async def test_the_time_to_start_is_counted_apart_from_thinking(host: RawHost) -> None:
    control = clocks(bank_ms=5_000, increment_ms=0, bank_limit_ms=5_000)
    table = await host.open(DUEL, clocks=control)
    async with sitting(table, 0) as client:
        await thinking()
        started = time.monotonic()
        async with playing(table, 1):
            story: Story = await client.play_on()
        passed = time.monotonic() - started
    over, _ = await finished(table)
    assert over.usage[1].startup_ms >= 1000 * THINKING
    assert over.usage[0].startup_ms <= over.usage[1].startup_ms
    assert story.decisions[0].allowed_ms == 5_000
    assert over.usage[0].think_ms <= 1000 * passed


@over_the_wire()
async def test_a_decision_that_comes_again_shows_what_is_left_of_its_time(host: RawHost) -> None:
    table = await host.open(DUEL)
    async with playing(table, 1):
        async with sitting(table, 0) as client:
            (before,) = await client.asked()
            await thinking()
        await table.seat_gone(0)
        async with sitting(table, 0) as again:
            (after,) = await again.asked()
            assert after.decision == before.decision
            assert after.allowed_ms <= before.allowed_ms - 1000 * THINKING
            await again.play_on()
    _, log = await finished(table)
    mine = [move for move in moves(log) if move.seat == 0]
    assert mine[0].think_ms >= 1000 * THINKING


async def silent(client: Client) -> Story:
    """Answer nothing until the goodbye."""
    await client.until(lambda story: story.responses[-1].HasField("goodbye"))
    return client.story


async def thinking() -> None:
    """A bot thinks; how long is what the clocks must have seen."""
    await asyncio.sleep(THINKING)
