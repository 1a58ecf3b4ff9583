"""Every refusal has its status code and a sentence that says what to do."""

from typing import Any

import grpc
import pytest

from arena.games import rules
from arena.protocol.v1 import host_pb2, spectate_pb2
from arena.protocol.v1.hello_pb2 import ProtocolVersion
from arena.protocol.v1.match_pb2 import FORFEIT_REASON_NO_START, FORFEIT_REASON_PROTOCOL
from arena.protocol.v1.play_pb2 import Answer, PlayRequest
from tests.arena.gameserver.conformance.kit import (
    Client,
    clocks,
    finished,
    over_the_wire,
    playing,
    sitting,
)
from tests.arena.gameserver.raw_client import (
    PLAY,
    RawStream,
    Status,
    connected,
    hello,
    within,
)
from tests.arena.gameserver.raw_host import RawHost, RawTable

DUEL = rules("durak/duel24")
Code = grpc.StatusCode


async def refused(stream: RawStream, *messages: PlayRequest | bytes) -> Status:
    """How the stream ends after these messages; the text is a sentence."""
    for message in messages:
        await stream.send(message)
    code, text = await stream.ended()
    assert stream.received == []
    assert text.endswith("."), text
    assert text[0].isupper(), text
    return code, text


async def code_of(table: RawTable, token: str | None, *messages: PlayRequest | bytes) -> Code:
    async with connected(table.door(0)[0], token) as stream:
        return (await refused(stream, *messages))[0]


@over_the_wire()
async def test_a_stream_without_a_token_is_refused(host: RawHost) -> None:
    table = await host.open(DUEL)
    assert await code_of(table, None) is Code.UNAUTHENTICATED


@over_the_wire()
async def test_a_stream_with_a_wrong_or_an_empty_token_is_refused(host: RawHost) -> None:
    table = await host.open(DUEL)
    right = table.door(0)[1]
    for wrong in ("", "no", right[:-1], right + "A", right.swapcase()):
        if wrong != right:
            assert await code_of(table, wrong) is Code.UNAUTHENTICATED
            table = await host.open(DUEL)  # too many wrong ones lock a door
            right = table.door(0)[1]


@over_the_wire()
async def test_the_token_of_another_seat_is_refused_at_this_seats_door(host: RawHost) -> None:
    table = await host.open(DUEL)
    assert await code_of(table, table.door(1)[1]) is Code.UNAUTHENTICATED


@over_the_wire()
async def test_the_token_of_another_rotation_is_refused_at_this_rotations_door(
    host: RawHost,
) -> None:
    table = await host.open(DUEL, rotations=None)
    assert await code_of(table, table.door(0, rotation=1)[1]) is Code.UNAUTHENTICATED


@over_the_wire()
async def test_another_major_version_is_refused(host: RawHost) -> None:
    table = await host.open(DUEL)
    for major in (0, 2, 2**32 - 1):
        said = hello(DUEL.name, version=ProtocolVersion(major=major))
        assert await code_of(table, table.door(0)[1], said) is Code.FAILED_PRECONDITION


@over_the_wire()
async def test_a_higher_minor_version_is_welcome(host: RawHost) -> None:
    table = await host.open(DUEL)
    async with connected(*table.door(0)) as stream:
        await stream.hello(DUEL.name, version=ProtocolVersion(major=1, minor=99))
        assert (await stream.expect()).welcome.version.major == 1


@over_the_wire()
async def test_a_bot_that_does_not_know_the_profile_is_refused(host: RawHost) -> None:
    table = await host.open(DUEL)
    for profiles in ((), ("durak/volga",), ("durak/duel2", "duel24", "durak/duel24 ")):
        said = hello(*profiles)
        assert await code_of(table, table.door(0)[1], said) is Code.FAILED_PRECONDITION


@pytest.mark.parametrize(
    "message",
    [
        pytest.param(b"", id="empty"),
        pytest.param(PlayRequest(answers=[Answer(decision=1)]).SerializeToString(), id="answer"),
        pytest.param(b"\xff\xff\xff\xff", id="no message"),
        pytest.param(hello(DUEL.name).SerializeToString()[:-1], id="cut off"),
    ],
)
@over_the_wire()
async def test_a_stream_must_begin_with_a_hello(host: RawHost, message: bytes) -> None:
    table = await host.open(DUEL)
    assert await code_of(table, table.door(0)[1], message) is Code.INVALID_ARGUMENT


@over_the_wire()
async def test_a_stream_closed_before_its_hello_is_refused(host: RawHost) -> None:
    table = await host.open(DUEL)
    async with connected(*table.door(0)) as stream:
        await stream.half_close()
        assert (await refused(stream))[0] is Code.INVALID_ARGUMENT


@over_the_wire(hello_seconds=0.1)
async def test_a_stream_that_says_no_hello_is_closed(host: RawHost) -> None:
    table = await host.open(DUEL)
    assert await code_of(table, table.door(0)[1]) is Code.DEADLINE_EXCEEDED


@over_the_wire(hello_seconds=0.1)
async def test_a_seat_whose_stream_was_refused_can_still_be_taken(host: RawHost) -> None:
    table = await host.open(DUEL)
    token = table.door(0)[1]
    assert await code_of(table, token) is Code.DEADLINE_EXCEEDED
    assert await code_of(table, token, b"") is Code.INVALID_ARGUMENT
    assert await code_of(table, token, hello("durak/volga")) is Code.FAILED_PRECONDITION
    async with playing(table, 0, 1):
        over, _ = await finished(table)
    assert not over.boards[0].HasField("forfeit")


@over_the_wire()
async def test_a_second_stream_with_the_same_token_is_refused_and_the_first_plays_on(
    host: RawHost,
) -> None:
    table = await host.open(DUEL)
    async with sitting(table, 0) as client:
        said = hello(DUEL.name)
        assert await code_of(table, table.door(0)[1], said) is Code.ALREADY_EXISTS
        async with playing(table, 1):
            await client.asked()
            assert await code_of(table, table.door(0)[1], said) is Code.ALREADY_EXISTS
            await client.play_on()
    over, _ = await finished(table)
    assert not over.boards[0].HasField("forfeit")


@pytest.mark.parametrize(
    "message",
    [
        pytest.param(hello(DUEL.name).SerializeToString(), id="second hello"),
        pytest.param(b"\xff\xff\xff\xff", id="no message"),
        pytest.param(b"\x12\x7f\x00", id="cut off"),
    ],
)
@over_the_wire()
async def test_whoever_breaks_the_protocol_is_sent_away_and_forfeits(
    host: RawHost, message: bytes
) -> None:
    table = await host.open(DUEL, boards=2)
    async with playing(table, 1), sitting(table, 0) as client:
        await client.asked()
        await client.stream.send(message)
        code, text = await client.stream.ended()
        assert code is Code.INVALID_ARGUMENT
        assert text.endswith(".")
    over, _ = await finished(table)
    assert [list(result.forfeit.seats) for result in over.boards] == [[0], [0]]
    assert {result.forfeit.reason for result in over.boards} == {FORFEIT_REASON_PROTOCOL}
    assert [list(result.losers) for result in over.boards] == [[0], [0]]


@over_the_wire()
async def test_the_players_doors_serve_nothing_but_play(host: RawHost) -> None:
    table = await host.open(DUEL)
    address, token = table.door(0)
    channel: Any = grpc.aio.insecure_channel(address)
    requests = {
        "/arena.protocol.v1.HostService/ListTables": host_pb2.ListTablesRequest(),
        "/arena.protocol.v1.HostService/Drain": host_pb2.DrainRequest(),
        "/arena.protocol.v1.SpectatorService/ListOpenTables": spectate_pb2.ListOpenTablesRequest(),
        f"{PLAY}Elsewhere": host_pb2.DrainRequest(),
    }
    for method, request in requests.items():
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await within(
                channel.unary_unary(method)(
                    request.SerializeToString(),
                    metadata=(("durako-token", token), *host.metadata),
                )
            )
        assert caught.value.code() is Code.UNIMPLEMENTED
    await channel.close()


@over_the_wire()
async def test_the_control_address_serves_nobody_without_the_hosts_token(host: RawHost) -> None:
    table = await host.open(DUEL)
    seat_token = table.door(0)[1]
    for metadata in (
        (),
        (("authorization", f"Bearer {seat_token}"),),
        (("durako-token", seat_token),),
    ):
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await within(host.stub.ListTables(host_pb2.ListTablesRequest(), metadata=metadata))
        assert caught.value.code() is Code.UNAUTHENTICATED


@over_the_wire()
async def test_an_order_that_cannot_be_played_is_refused_with_reasons(host: RawHost) -> None:
    request = host_pb2.OpenTableRequest(match_id="m")
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await within(host.stub.OpenTable(request, metadata=host.metadata))
    assert caught.value.code() is Code.INVALID_ARGUMENT
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await host.open(DUEL, seed=b"short", boards=0)
    assert caught.value.code() is Code.INVALID_ARGUMENT
    details = caught.value.details() or ""
    assert "seed" in details
    assert "boards" in details


@over_the_wire()
async def test_a_table_that_is_not_there_is_not_found(host: RawHost) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await within(
            host.stub.AbortTable(host_pb2.AbortTableRequest(table="x"), metadata=host.metadata)
        )
    assert caught.value.code() is Code.NOT_FOUND


@over_the_wire()
async def test_no_table_is_opened_while_the_server_is_being_drained(host: RawHost) -> None:
    table = await host.open(DUEL)
    drained = await within(host.stub.Drain(host_pb2.DrainRequest(), metadata=host.metadata))
    assert drained.playing == 1
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await host.open(DUEL)
    assert caught.value.code() is Code.UNAVAILABLE
    async with playing(table, 0, 1):
        over, _ = await finished(table)
    assert not over.aborted


@over_the_wire()
async def test_a_seat_that_never_comes_forfeits_everything_and_nobody_waits_longer(
    host: RawHost,
) -> None:
    table = await host.open(DUEL, boards=2, clocks=clocks(startup_ms=300))
    async with sitting(table, 1) as client:
        story = await client.play_on()
        assert {result.forfeit.reason for result in story.boards} == {FORFEIT_REASON_NO_START}
    over, _ = await finished(table)
    assert [list(result.forfeit.seats) for result in over.boards] == [[0], [0]]
    assert [list(result.points) for result in over.boards] == [[0, 2], [0, 2]]


@over_the_wire()
async def test_two_seats_that_never_come_lose_to_nobody(host: RawHost) -> None:
    table = await host.open(DUEL, clocks=clocks(startup_ms=100))
    over, _ = await finished(table)
    assert list(over.boards[0].forfeit.seats) == [0, 1]
    assert list(over.boards[0].losers) == []
    assert not any(use.HasField("startup_ms") for use in over.usage)


@over_the_wire()
async def test_a_seat_that_left_before_the_start_may_come_back_in_time(host: RawHost) -> None:
    table = await host.open(DUEL)
    async with connected(*table.door(0)) as stream:
        await Client(stream, DUEL.name).arrive()
    await table.seat_gone(0)
    async with playing(table, 0, 1):
        over, _ = await finished(table)
    assert not over.boards[0].HasField("forfeit")
