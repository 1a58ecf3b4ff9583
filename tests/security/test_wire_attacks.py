"""What a hostile bot can try on the wire of the game server, each attack by its name.

An attack has come to nothing when nobody but the attacker is worse off: the opponent's match ends
with a result, its log is sound, and another table at the same server is played as if nothing were.
"""

import asyncio
from contextlib import AsyncExitStack, suppress
from typing import Any

import grpc

from arena.games import rules
from arena.games.deal_set import board
from arena.protocol.v1.host_pb2 import TableOver
from arena.protocol.v1.match_pb2 import FORFEIT_REASON_PROTOCOL, FORFEIT_REASON_STRIKES
from arena.protocol.v1.play_pb2 import Answer, Notice, PlayRequest
from tests.arena.gameserver.conformance.kit import (
    clocks,
    finished,
    first_of_everything,
    over_the_wire,
    playing,
    sitting,
)
from tests.arena.gameserver.raw_client import (
    PLAY,
    TOKEN,
    RawStream,
    StreamEndedError,
    connected,
    first,
    hello,
    within,
)
from tests.arena.gameserver.raw_host import RawHost, RawTable

SEED = b"attacks" * 4 + b"1234"
DUEL = rules("durak/duel24")
Code = grpc.StatusCode
MAX_MESSAGE = 64 * 1024
CUT_OFF = (Code.RESOURCE_EXHAUSTED, Code.UNAVAILABLE, Code.INTERNAL, Code.CANCELLED)
"""How gRPC itself may end what goes beyond its limits, as the client's own library tells it."""


async def all_is_well(host: RawHost) -> None:
    """Another table of this server is played to the right result."""
    table = await host.open(DUEL, boards=2, seed=SEED)
    await table.play_rotation(0, [first, first])
    over, _ = await finished(table)
    assert [list(result.points) for result in over.boards] == [
        first_of_everything(DUEL, SEED, number) for number in range(2)
    ]


async def as_if_nothing_were(table: RawTable) -> TableOver:
    """The table itself was played to the right result."""
    over, _ = await finished(table)
    assert [list(result.points) for result in over.boards] == [
        first_of_everything(DUEL, SEED, number) for number in range(len(over.boards))
    ]
    return over


async def status_at(address: str, token: str) -> Code:
    async with connected(address, token) as stream:
        code = await _knock(stream)
        assert stream.received == [], "whoever is refused learns nothing"
        return code


@over_the_wire()
async def test_message_too_big(host: RawHost) -> None:
    table = await host.open(DUEL, seed=SEED)
    async with playing(table, 1):
        async with sitting(table, 0) as client:
            await client.asked()
            huge = PlayRequest(answers=[Answer(decision=1)] * (MAX_MESSAGE // 4 + 1))
            assert huge.ByteSize() > MAX_MESSAGE
            with suppress(StreamEndedError):
                await client.stream.send(huge)
            assert (await client.stream.ended())[0] in CUT_OFF
        await all_is_well(host)
        await table.seat_gone(0)
        await table.play_seat(0, first)  # nothing of it was read
    await as_if_nothing_were(table)


@over_the_wire()
async def test_metadata_too_big(host: RawHost) -> None:
    table = await host.open(DUEL, seed=SEED)
    address, token = table.door(0)
    for size in (20_000, 500_000):
        async with connected(address, token, metadata=[("x-more", "m" * size)]) as stream:
            with suppress(StreamEndedError):
                await stream.hello(DUEL.name)
            assert (await stream.ended())[0] in CUT_OFF
            assert stream.received == []
    async with playing(table, 0, 1):
        await all_is_well(host)
    await as_if_nothing_were(table)


@over_the_wire()
async def test_turn_timeout(host: RawHost) -> None:
    table = await host.open(
        DUEL, boards=3, clocks=clocks(bank_ms=100, increment_ms=100, bank_limit_ms=100)
    )
    async with sitting(table, 0) as client, sitting(table, 1) as other:
        silent = asyncio.create_task(
            client.until(lambda story: story.responses[-1].HasField("goodbye"))
        )
        await other.play_on()
        await silent
    over, _ = await finished(table)
    lost = [result for result in over.boards if 0 in result.forfeit.seats]
    assert lost, "whoever never answers has lost at least one board by it"
    assert {result.forfeit.reason for result in lost} == {FORFEIT_REASON_STRIKES}
    assert any(notice.code == Notice.CODE_TIMEOUT for notice in client.story.notices)
    await all_is_well(host)


@over_the_wire()
async def test_out_of_turn(host: RawHost) -> None:
    """Nobody can act for another seat, or before it is asked, or twice."""
    table = await host.open(DUEL, seed=SEED)
    begins = board(DUEL, SEED, 0).game.seat
    assert begins is not None
    async with sitting(table, begins) as asked, sitting(table, 1 - begins) as waiting:
        (decision,) = await asked.asked()
        for number in (decision.decision, decision.decision + 1, 0):
            await waiting.stream.answer(Answer(decision=number, legal_index=0))
        for place in range(3):
            assert (await waiting.notice(place)).code == Notice.CODE_UNKNOWN
        await asyncio.gather(asked.play_on(), waiting.play_on())
    over = await as_if_nothing_were(table)
    assert [use.strikes for use in over.usage] == [0, 0]


@over_the_wire()
async def test_stream_flood(host: RawHost) -> None:
    """Messages without end, and streams without end."""
    table = await host.open(DUEL, boards=2)
    async with playing(table, 1):
        async with sitting(table, 0) as client:
            with suppress(StreamEndedError):
                while True:
                    await client.stream.answer(*[Answer(decision=77)] * 20)
            await client.stream.ended()
        over, _ = await finished(table)
    assert {result.forfeit.reason for result in over.boards} == {FORFEIT_REASON_PROTOCOL}
    await all_is_well(host)


@over_the_wire()
async def test_stream_flood_of_connections(host: RawHost) -> None:
    table = await host.open(DUEL, seed=SEED)
    address, token = table.door(0)
    async with sitting(table, 0) as client, AsyncExitStack() as stack:
        streams = [await stack.enter_async_context(connected(address, token)) for _ in range(40)]
        ends = await asyncio.gather(*map(_knock, streams))
        assert set(ends) <= {Code.ALREADY_EXISTS, *CUT_OFF}
        async with playing(table, 1):
            await all_is_well(host)
            await client.play_on()
    await as_if_nothing_were(table)


async def _knock(stream: RawStream) -> Code:
    with suppress(StreamEndedError):
        await stream.hello(DUEL.name)
    return (await stream.ended())[0]


@over_the_wire()
async def test_token_guess_lockout(host: RawHost) -> None:
    table = await host.open(DUEL)
    address, token = table.door(0)
    channel: Any = grpc.aio.insecure_channel(address)
    codes = []
    for guess in (*(f"guess {number}" for number in range(8)), token):
        call = channel.stream_stream(PLAY)(metadata=((TOKEN, guess),))
        codes.append(await within(call.code()))
    await channel.close()
    assert codes[0] is Code.UNAUTHENTICATED
    assert codes[-2] is Code.RESOURCE_EXHAUSTED
    assert codes[-1] is Code.RESOURCE_EXHAUSTED, "even the right one now"
    async with sitting(table, 1) as client:
        assert client.story.welcome.seat == 1, "the other doors are open"
    await all_is_well(host)


@over_the_wire()
async def test_token_replay_other_match(host: RawHost) -> None:
    table = await host.open(DUEL, seed=SEED)
    other = await host.open(DUEL, seed=SEED)
    assert await status_at(other.door(0)[0], table.door(0)[1]) is Code.UNAUTHENTICATED
    async with sitting(table, 0):  # at the shared door a token leads to its own table, and once
        assert await status_at(host.players, table.door(0)[1]) is Code.ALREADY_EXISTS
    await table.seat_gone(0)
    async with playing(table, 0, 1), playing(other, 0, 1):
        pass
    await as_if_nothing_were(table)
    await as_if_nothing_were(other)


@over_the_wire()
async def test_token_after_match_end(host: RawHost) -> None:
    table = await host.open(DUEL, seed=SEED)
    async with playing(table, 0, 1):
        pass
    await as_if_nothing_were(table)
    for seat in (0, 1):
        address, token = table.door(seat)
        assert await status_at(address, token) in (Code.UNAUTHENTICATED, Code.UNAVAILABLE)
        assert await status_at(host.players, token) is Code.UNAUTHENTICATED
    await all_is_well(host)


@over_the_wire(hello_seconds=0.2)
async def test_silent_connection_closed(host: RawHost) -> None:
    """A stream without a hello, and a connection without a word."""
    table = await host.open(DUEL, seed=SEED)
    address, token = table.door(0)
    async with connected(address, token) as stream:
        assert (await stream.ended())[0] is Code.DEADLINE_EXCEEDED
    reader, writer = await asyncio.open_unix_connection(address.removeprefix("unix:"))
    with suppress(ConnectionResetError):
        while await within(reader.read(1024)):  # the server's first words, then the end
            pass
    writer.close()
    async with playing(table, 0, 1):
        await all_is_well(host)
    await as_if_nothing_were(table)


@over_the_wire()
async def test_sibling_socket(host: RawHost) -> None:
    """Another seat's token at this seat's door, and this one's at the other's."""
    table = await host.open(DUEL, seed=SEED)
    (one, token_one), (two, token_two) = table.door(0), table.door(1)
    assert await status_at(one, token_two) is Code.UNAUTHENTICATED
    assert await status_at(two, token_one) is Code.UNAUTHENTICATED
    async with playing(table, 0, 1):
        await all_is_well(host)
    await as_if_nothing_were(table)


@over_the_wire()
async def test_client_that_never_reads(host: RawHost) -> None:
    """Whoever does not read what it is sent holds up nobody."""
    table = await host.open(
        DUEL, boards=100, clocks=clocks(bank_ms=200, increment_ms=0, bank_limit_ms=200)
    )
    async with connected(*table.door(0)) as stream:
        await stream.send(hello(DUEL.name))
        async with playing(table, 1):
            await all_is_well(host)
    over, _ = await finished(table)
    assert len(over.boards) == 100
