"""Before everybody is there nothing is dealt and no clock runs, whatever the first one sends."""

import asyncio

import grpc
import pytest

from arena.games import rules
from arena.gameserver.seat import STRAY_LIMIT
from arena.protocol.v1.match_pb2 import FORFEIT_REASON_NO_START, FORFEIT_REASON_PROTOCOL
from arena.protocol.v1.play_pb2 import Answer, Notice, PlayRequest
from tests.arena.gameserver.conformance.kit import (
    Client,
    clocks,
    finished,
    over_the_wire,
    playing,
    sitting,
)
from tests.arena.gameserver.raw_client import RawStream, connected, hello
from tests.arena.gameserver.raw_host import PLENTY, RawHost, RawTable

DUEL = rules("durak/duel24")
BOARDS = 8
"""So many that each of two seats is asked first on some of them."""
WAITING = 0.15
"""Seconds in which clocks that run too early would have run visibly."""


async def _in_the_hello(stream: RawStream) -> None:
    said = hello(DUEL.name).hello
    await stream.send(PlayRequest(hello=said, answers=[Answer(decision=1)]))


async def _after_the_hello(stream: RawStream) -> None:
    await stream.hello(DUEL.name)
    await stream.answer(Answer(decision=1, legal_index=0))


async def _an_empty_message_first(stream: RawStream) -> None:
    await stream.hello(DUEL.name)
    await stream.send(PlayRequest())
    await stream.answer(Answer(decision=1, legal_index=0))


EARLY = pytest.mark.parametrize(
    "be_early", [_in_the_hello, _after_the_hello, _an_empty_message_first]
)


async def _told(stream: RawStream) -> Client:
    """The server has looked at what came too early."""
    client = Client(stream, DUEL.name)
    assert (await client.notice()).code == Notice.CODE_UNKNOWN
    assert not client.story.decisions
    return client


@EARLY
@over_the_wire()
async def test_the_clocks_of_whoever_comes_later_have_not_run(
    host: RawHost, be_early: object
) -> None:
    assert callable(be_early)
    table = await host.open(DUEL, boards=BOARDS)
    async with connected(*table.door(0)) as stream:
        await be_early(stream)
        early = await _told(stream)
        await asyncio.sleep(WAITING)
        async with sitting(table, 1) as late:
            await late.asked()
            assert {asked.allowed_ms for asked in late.open.values()} == {PLENTY.bank_limit_ms}
            await asyncio.gather(early.play_on(), late.play_on())
    over, _ = await finished(table)
    assert not any(result.HasField("forfeit") for result in over.boards)
    assert [use.strikes for use in over.usage] == [0, 0]


@EARLY
@over_the_wire()
async def test_whoever_never_comes_has_not_started(host: RawHost, be_early: object) -> None:
    assert callable(be_early)
    hasty = clocks(startup_ms=600, bank_ms=20, increment_ms=20, bank_limit_ms=20)
    table = await host.open(DUEL, boards=2, clocks=hasty)
    async with connected(*table.door(0)) as stream:
        await be_early(stream)
        over, _ = await finished(table)
    assert {result.forfeit.reason for result in over.boards} == {FORFEIT_REASON_NO_START}
    assert [list(result.forfeit.seats) for result in over.boards] == [[1], [1]]


@over_the_wire()
async def test_a_flood_before_the_start_waits_for_the_others_and_then_forfeits(
    host: RawHost,
) -> None:
    table = await host.open(DUEL, boards=2)
    async with sitting(table, 0) as client:
        await client.stream.answer(*[Answer(decision=77)] * (STRAY_LIMIT + 1))
        assert (await client.stream.ended())[0] is grpc.StatusCode.RESOURCE_EXHAUSTED
    await asyncio.sleep(WAITING)
    assert not await _is_over(table)
    async with sitting(table, 1) as late:
        await late.until(lambda story: story.responses[-1].HasField("goodbye"))
    over, _ = await finished(table)
    assert {result.forfeit.reason for result in over.boards} == {FORFEIT_REASON_PROTOCOL}
    assert [list(result.losers) for result in over.boards] == [[0], [0]]
    assert not any(result.games for result in over.boards)


async def _is_over(table: RawTable) -> bool:
    held = await table.host.tables()
    return held[table.name]


@over_the_wire()
async def test_a_seat_that_was_early_and_went_away_is_waited_for(host: RawHost) -> None:
    table = await host.open(DUEL)
    async with connected(*table.door(0)) as stream:
        await _in_the_hello(stream)
        await _told(stream)
    await table.seat_gone(0)
    async with playing(table, 1), playing(table, 0):
        over, _ = await finished(table)
    assert not over.boards[0].HasField("forfeit")
