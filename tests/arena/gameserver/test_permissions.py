"""Who may call what: every method of every service, tried by everybody else.

The permission register (tests/permissions/register.py) points here.
"""

from typing import Any

import grpc
import pytest
from grpc import StatusCode

from arena.protocol.v1 import host_pb2, play_pb2, spectate_pb2
from arena.protocol.v1.play_pb2_grpc import PlayServiceStub
from tests.arena.gameserver.running import (
    Metadata,
    hello,
    in_a_loop,
    running_server,
    ticket,
    token_of,
)

PROFILE = "durak/duel24"
CONTROL_METHODS = [
    f"/{service.full_name}/{method.name}"
    for file in (host_pb2, spectate_pb2)
    for service in file.DESCRIPTOR.services_by_name.values()
    for method in service.methods
]
PLAY = "/{}/Play".format(play_pb2.DESCRIPTOR.services_by_name["PlayService"].full_name)


async def _status(channel: grpc.aio.Channel, method: str, metadata: Metadata) -> StatusCode:
    """What a call with an empty message ends with."""
    ask: Any = channel.unary_stream(method)
    call = ask(b"", metadata=metadata)
    try:
        while await call.read() is not grpc.aio.EOF:
            pass
    except grpc.aio.AioRpcError as error:
        return error.code()
    return StatusCode.OK


@pytest.mark.parametrize("method", CONTROL_METHODS)
@in_a_loop
async def test_the_hosts_and_the_spectators_methods_need_the_hosts_token(method: str) -> None:
    async with running_server() as running:
        opened = await running.open_table()
        player = ticket(opened, 0).token
        for metadata in (
            (),
            (("authorization", ""),),
            (("authorization", f"Bearer {running.host_token[:-1]}"),),
            (("authorization", f"Bearer {player}"),),
            (("authorization", f"Basic {running.host_token}"),),
            (*running.as_host, ("authorization", f"Bearer {player}")),
            token_of(opened, 0),
            (("durako-token", running.host_token),),
        ):
            code = await _status(running.control, method, metadata)
            assert code in {StatusCode.UNAUTHENTICATED, StatusCode.RESOURCE_EXHAUSTED}
        allowed = await _status(running.control, method, running.as_host)
        assert allowed not in {StatusCode.UNAUTHENTICATED, StatusCode.UNIMPLEMENTED}


@pytest.mark.parametrize("tcp", [False, True], ids=["socket", "tcp"])
@pytest.mark.parametrize("method", [*CONTROL_METHODS, "/grpc.health.v1.Health/Check"])
@in_a_loop
async def test_a_players_door_serves_the_players_service_only(method: str, tcp: bool) -> None:
    async with running_server() as running:
        opened = await running.open_table()
        door = running.door(opened, 0, tcp=tcp)
        for metadata in ((), running.as_host, token_of(opened, 0)):
            assert await _status(door, method, metadata) is StatusCode.UNIMPLEMENTED


@in_a_loop
async def test_the_control_server_serves_no_players() -> None:
    async with running_server() as running:
        opened = await running.open_table()
        for metadata in (token_of(opened, 0), running.as_host):
            assert await _status(running.control, PLAY, metadata) in {
                StatusCode.UNIMPLEMENTED,
                StatusCode.UNAUTHENTICATED,
            }


@in_a_loop
async def test_a_seat_opens_to_its_own_token_only() -> None:
    async with running_server() as running:
        one, other = await running.open_table(), await running.open_table()
        foreign: list[Metadata] = [
            (),
            (("durako-token", ""),),
            token_of(one, 1),
            token_of(other, 0),
        ]
        stub: Any = PlayServiceStub(running.door(one, 0))
        for metadata in foreign:
            stream = stub.Play(metadata=metadata)
            assert await stream.code() is StatusCode.UNAUTHENTICATED
        good = stub.Play(metadata=token_of(one, 0))
        await good.write(hello(PROFILE))
        assert (await good.read()).welcome.seat == 0


@in_a_loop
async def test_the_shared_door_opens_to_tokens_of_rotations_that_are_open() -> None:
    async with running_server() as running:
        opened = await running.open_table()
        stub: Any = PlayServiceStub(running.channel(running.server.players_address))
        for metadata in ((), (("durako-token", running.host_token),), running.as_host):
            assert await stub.Play(metadata=metadata).code() is StatusCode.UNAUTHENTICATED
        early = stub.Play(metadata=token_of(opened, 0, rotation=1))
        await early.write(hello(PROFILE))
        assert await early.code() is StatusCode.FAILED_PRECONDITION
        assert "not open yet" in await early.details()
        good = stub.Play(metadata=token_of(opened, 0))
        await good.write(hello(PROFILE))
        assert (await good.read()).HasField("welcome")
