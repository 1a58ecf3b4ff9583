"""Coming back with the same token, in every phase of a rotation."""

import asyncio

import grpc
import pytest

from arena.games import rules
from arena.protocol.v1.match_pb2 import FORFEIT_REASON_DISCONNECTED, FaultPolicy
from arena.protocol.v1.play_pb2 import Notice, PlayRequest
from tests.arena.gameserver.conformance.kit import (
    Client,
    clocks,
    finished,
    first_of_everything,
    over_the_wire,
    playing,
    sitting,
)
from tests.arena.gameserver.raw_client import by_index, connected, first, hello
from tests.arena.gameserver.raw_host import RawHost, RawTable

SEED = b"reconnect" * 3 + b"12345"
DUEL = rules("durak/duel24")
Code = grpc.StatusCode


async def points(table: RawTable, boards: int = 1) -> None:
    """The table was played to its end as if nothing had happened."""
    over, _ = await finished(table)
    assert [list(result.points) for result in over.boards] == [
        first_of_everything(DUEL, SEED, number) for number in range(boards)
    ]


@over_the_wire()
async def test_before_the_first_decision(host: RawHost) -> None:
    table = await host.open(DUEL, seed=SEED)
    async with sitting(table, 0) as client:
        assert not client.story.welcome.resumed
    await table.seat_gone(0)
    async with sitting(table, 0) as client, playing(table, 1):
        assert client.story.welcome.resumed
        await client.play_on()
    await points(table)


@over_the_wire()
async def test_with_open_decisions_they_come_again_with_everything_seen(host: RawHost) -> None:
    table = await host.open(DUEL, boards=5, seed=SEED)
    async with playing(table, 1):
        async with sitting(table, 0) as client:
            for _ in range(4):
                decisions = await client.asked()
                await client.answer(*map(first, decisions))
            before = await client.asked()
        await table.seat_gone(0)
        async with sitting(table, 0) as again:
            assert again.story.welcome.resumed
            came_again = await again.asked(len(before))
            known = {decision.decision: decision for decision in before}
            for decision in came_again:
                assert decision.first_event == 0
                if decision.decision in known:
                    old = known[decision.decision]
                    assert decision.durak.position == old.durak.position
                    assert decision.durak.legal == old.durak.legal
                    told = old.durak.events
                    assert decision.durak.events[old.first_event :] == told
                    assert decision.allowed_ms <= old.allowed_ms
            assert known.keys() <= {decision.decision for decision in came_again}
            await again.play_on()
    await points(table, 5)


@over_the_wire()
async def test_with_the_answer_in_the_hello_it_is_not_asked_again(host: RawHost) -> None:
    """It would be asked in the position afterwards, with what the other seat may play."""
    table = await host.open(DUEL, seed=SEED)
    async with playing(table, 1):
        async with sitting(table, 0) as client:
            (decision,) = await client.asked()
        await table.seat_gone(0)
        async with connected(*table.door(0)) as stream:
            again = Client(stream, DUEL.name)
            await stream.send(PlayRequest(hello=hello(DUEL.name).hello, answers=[first(decision)]))
            await again.play_on()
    assert decision.decision not in {asked.decision for asked in again.story.decisions}
    assert not again.story.notices
    await points(table)


@over_the_wire()
async def test_after_every_single_message(host: RawHost) -> None:
    """A bot that dies whenever it has answered loses nothing but its time."""
    table = await host.open(DUEL, seed=SEED)
    gone = 0
    async with playing(table, 1):
        over = False
        while not over:
            async with sitting(table, 0) as client:
                assert client.story.welcome.resumed == (gone > 0)
                while not client.open and not over:
                    over = (await client.read()).HasField("goodbye")
                await client.answer(*map(first, client.open.values()))
                if not over:
                    over = gone > 5 and bool(await client.play_on())
            gone += 1
            if not over:
                await table.seat_gone(0, gone)
    await points(table)


@over_the_wire()
async def test_between_two_games_of_a_board(host: RawHost) -> None:
    table = await host.open(DUEL, seed=SEED, games_per_board=2)
    async with playing(table, 1):
        async with sitting(table, 0) as client:
            while not client.story.games_over:
                await client.answer(*map(first, client.open.values()))
                await client.read()
        await table.seat_gone(0)
        async with sitting(table, 0) as again:
            await again.play_on()
            assert {decision.game for decision in again.story.decisions} == {1}
    over, _ = await finished(table)
    assert list(over.boards[0].points) == first_of_everything(DUEL, SEED, 0, games=2)


@over_the_wire()
async def test_after_a_deadline_was_missed_meanwhile(host: RawHost) -> None:
    control = clocks(bank_ms=100, increment_ms=0, bank_limit_ms=100)
    table = await host.open(DUEL, clocks=control, policy=FaultPolicy(strikes=1000))
    async with playing(table, 1):
        async with sitting(table, 0) as client:
            (decision,) = await client.asked()
        await table.told(lambda event: event.HasField("seat_fault"))
        async with sitting(table, 0) as again:
            notice = await again.notice()
            assert (notice.decision, notice.code) == (decision.decision, Notice.CODE_TIMEOUT)
            assert notice.strikes == 1
            assert decision.decision not in {asked.decision for asked in again.story.decisions}
            await table.abort()
    await finished(table)


@over_the_wire()
async def test_after_one_of_its_boards_was_forfeited(host: RawHost) -> None:
    table = await host.open(DUEL, boards=2, seed=SEED)
    async with playing(table, 1):
        async with sitting(table, 0) as client:
            while len(client.story.notices) < 3:
                wrong = [asked for asked in client.open.values() if asked.board == 0]
                if wrong:
                    await client.answer(*(by_index(asked, 10_000) for asked in wrong))
                await client.read()
            await client.until(lambda story: any(g.board == 0 for g in story.games_over))
        await table.seat_gone(0)
        async with sitting(table, 0) as again:
            await again.play_on()
            assert {decision.board for decision in again.story.decisions} == {1}
    over, _ = await finished(table)
    assert list(over.boards[0].forfeit.seats) == [0]
    assert list(over.boards[1].points) == first_of_everything(DUEL, SEED, 1)


@over_the_wire()
async def test_after_the_grace_period_everything_is_forfeited_and_the_token_is_dead(
    host: RawHost,
) -> None:
    table = await host.open(DUEL, boards=2, clocks=clocks(grace_ms=100))
    async with playing(table, 1):
        async with sitting(table, 0) as client:
            await client.asked()
        over, _ = await finished(table)
    assert {result.forfeit.reason for result in over.boards} == {FORFEIT_REASON_DISCONNECTED}
    assert [list(result.losers) for result in over.boards] == [[0], [0]]
    await token_is_dead(host, table)


@over_the_wire()
async def test_in_a_longer_rotation_whoever_has_forfeited_everything_cannot_come_back(
    host: RawHost,
) -> None:
    """With three seats and two rotations the match goes on, but not with the old token."""
    three = rules("durak/concise", players=3)
    table = await host.open(three, rotations=((0, 1, 2), (1, 2, 0)), clocks=clocks(grace_ms=100))
    async with playing(table, 1, 2):
        async with sitting(table, 0):
            await table.told(lambda event: event.HasField("seat_changed"), 3)
        await table.open_for(1)
    await token_is_dead(host, table)
    stories = await table.play_rotation(1, [first] * 3)
    assert not stories[0].boards[0].HasField("forfeit")
    over, _ = await finished(table)
    assert [result.HasField("forfeit") for result in over.boards] == [True, False]


@over_the_wire()
async def test_after_the_rotation_is_over_the_token_is_dead(host: RawHost) -> None:
    table = await host.open(DUEL, seed=SEED)
    async with playing(table, 0, 1):
        pass
    await points(table)
    await token_is_dead(host, table)


async def token_is_dead(host: RawHost, table: RawTable) -> None:
    """An old token is no better than an unknown one, at the shared door too."""
    async with connected(host.players, table.door(0)[1]) as stream:
        assert (await stream.ended())[0] is Code.UNAUTHENTICATED
        assert stream.received == []


@pytest.mark.parametrize("answered", [0, 3])
@over_the_wire()
async def test_a_half_closed_stream_is_a_closed_one_and_can_be_followed_by_another(
    host: RawHost, answered: int
) -> None:
    table = await host.open(DUEL, seed=SEED)
    async with playing(table, 1):
        async with sitting(table, 0) as client:
            for _ in range(answered):
                await client.answer(*map(first, await client.asked()))
            await client.stream.half_close()
            code, text = await client.stream.ended()
            assert code is not Code.OK
            assert text.endswith(".")
        await table.seat_gone(0)
        async with sitting(table, 0) as again:
            assert again.story.welcome.resumed
            await again.play_on()
    await points(table)


@over_the_wire()
async def test_both_seats_may_be_away_at_the_same_time(host: RawHost) -> None:
    table = await host.open(DUEL, boards=3, seed=SEED)
    async with sitting(table, 0) as one, sitting(table, 1) as two:
        await asyncio.gather(one.read(), two.read())
    await asyncio.gather(table.seat_gone(0), table.seat_gone(1))
    async with playing(table, 0, 1):
        pass
    await points(table, 3)


@over_the_wire()
async def test_a_seat_that_waits_for_others_may_come_and_go(host: RawHost) -> None:
    table = await host.open(DUEL, seed=SEED)
    async with connected(*table.door(1)) as stream:
        await Client(stream, DUEL.name).arrive()
        async with playing(table, 0):
            async with connected(*table.door(1)) as second:
                await second.hello(DUEL.name)
                assert (await second.ended())[0] is Code.ALREADY_EXISTS
            await stream.close()
            await table.seat_gone(1)
            await table.play_seat(1, first)
    await points(table)
