"""Tables are opened once, found by name, and forgotten in the end."""

import asyncio
import socket
import stat
from collections.abc import Awaitable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import grpc
import pytest
from grpc import StatusCode

from arena.games.durak.conflicts import MOST_PLAYERS
from arena.gameserver.doors import SeatDoor
from arena.gameserver.sockets import SocketsFolderError, socket_name, sockets_folder
from arena.protocol.v1 import host_pb2, match_pb2
from arena.wire.match_spec import MOST_ROTATIONS
from tests.arena.gameserver.running import (
    Running,
    hello,
    in_a_loop,
    order_of,
    play_first_legal,
    play_match,
    running_server,
    ticket,
)

PROFILE = "durak/duel24"


async def refused(call: Awaitable[object]) -> tuple[StatusCode, str]:
    """The status that a call was refused with."""
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await call
    return error.value.code(), error.value.details() or ""


def _path(opened: host_pb2.OpenTableResponse, seat: int, rotation: int = 0) -> Path:
    return Path(ticket(opened, seat, rotation).address.removeprefix("unix:"))


async def _abort(running: Running, table: str, reason: str = "enough") -> None:
    await running.host.AbortTable(
        host_pb2.AbortTableRequest(table=table, reason=reason), metadata=running.as_host
    )


@in_a_loop
async def test_asking_again_gives_the_same_table_and_the_same_tokens() -> None:
    async with running_server() as running:
        first = await running.open_table(match_id="m", attempt=1)
        assert first == await running.open_table(match_id="m", attempt=1)
        later = await running.open_table(match_id="m", attempt=2)
        assert later.table != first.table
        listed = await running.host.ListTables(
            host_pb2.ListTablesRequest(), metadata=running.as_host
        )
        assert [(table.table, table.attempt) for table in listed.tables] == [
            (first.table, 1),
            (later.table, 2),
        ]


@in_a_loop
async def test_asking_again_at_the_same_time_opens_one_table() -> None:
    async with running_server() as running:
        answers = await asyncio.gather(*(running.open_table(match_id="m") for _ in range(5)))
        assert len({opened.table for opened in answers}) == 1
        assert len(running.server.lobby.tables) == 1


@in_a_loop
async def test_another_order_under_the_same_name_is_refused() -> None:
    async with running_server() as running:
        await running.open_table(match_id="m", boards=1)
        code, text = await refused(running.open_table(match_id="m", boards=2))
        assert code is StatusCode.ALREADY_EXISTS
        assert "another order" in text


@in_a_loop
async def test_two_hosts_never_get_one_table() -> None:
    """One of them may have died there, and its bots with it."""
    async with running_server() as running:
        first = await running.open_table(match_id="m", opener="one")
        assert first == await running.open_table(match_id="m", opener="one")
        code, _ = await refused(running.open_table(match_id="m", opener="another"))
        assert code is StatusCode.ALREADY_EXISTS
        code, text = await refused(running.open_table(match_id="n", opener="x" * 101))
        assert code is StatusCode.INVALID_ARGUMENT
        assert "opener" in text


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"boards": 0}, "Ask for 1 to 1000 boards."),
        ({"boards": 11, "games_per_board": 1000}, "Ask for at most 10000 games in a rotation"),
        (
            {"boards": 251, "profile": "burako/duel"},
            "on all boards together; each of these can have 40.",
        ),
        ({"seed": b"short"}, "Give a seed of 32 bytes."),
        ({"rotations": [[0, 0]]}, "Seat each of the participants 0 to 1 once"),
        ({"fault_policy": match_pb2.FaultPolicy(on_fault=9)}, "ways to treat mistakes"),  # type: ignore[arg-type]
        ({"match_id": ""}, "Name the match"),
    ],
)
@in_a_loop
async def test_what_cannot_be_played_is_refused_with_sentences(
    changes: dict[str, object], words: str
) -> None:
    async with running_server() as running:
        code, text = await refused(running.open_table(**changes))
        assert code is StatusCode.INVALID_ARGUMENT
        assert words in text


@in_a_loop
async def test_rules_that_cannot_be_played_are_refused() -> None:
    async with running_server() as running:
        order = order_of(match_id="m")
        order.rules.durak.deck = 17
        order.rules.players = 40
        code, text = await refused(running.host.OpenTable(order, metadata=running.as_host))
        assert code is StatusCode.INVALID_ARGUMENT
        assert text
        order.rules.Clear()
        code, text = await refused(running.host.OpenTable(order, metadata=running.as_host))
        assert code is StatusCode.INVALID_ARGUMENT
        assert text
        assert not running.server.lobby.tables


@in_a_loop
async def test_the_number_of_tables_is_limited() -> None:
    async with running_server(max_tables=2) as running:
        first, _ = await running.open_table(), await running.open_table()
        code, text = await refused(running.open_table())
        assert code is StatusCode.RESOURCE_EXHAUSTED
        assert "2 tables are open" in text
        await _abort(running, first.table)
        await running.events(first.table)
        await running.open_table()


@in_a_loop
async def test_a_finished_table_can_be_read_again_and_then_forgotten() -> None:
    async with running_server() as running:
        opened = await running.open_table(boards=2)
        events = await play_match(running, opened, PROFILE)
        assert await running.events(opened.table) == events
        assert await running.events(opened.table, 3) == events[3:]
        assert await running.events(opened.table, 1000) == []
        replay = await running.replay(opened.table)
        assert len(replay) == events[-1].table_over.replay_bytes
        await running.host.CloseTable(
            host_pb2.CloseTableRequest(table=opened.table), metadata=running.as_host
        )
        code, text = await refused(running.events(opened.table))
        assert code is StatusCode.NOT_FOUND
        assert "forgotten" in text
        assert not len(running.server.lobby.book)


@in_a_loop
async def test_finished_tables_are_forgotten_by_themselves() -> None:
    async with running_server(keep_seconds=0.05) as running:
        opened = await running.open_table()
        await _abort(running, opened.table)
        lobby = running.server.lobby
        async with asyncio.timeout(30):
            while lobby.tables:
                await lobby.changed.wait(lobby.changed.version)


@in_a_loop
async def test_of_more_finished_tables_than_the_server_holds_the_oldest_are_forgotten() -> None:
    """Hosts that never close theirs cannot fill its memory; what is being played stays."""
    async with running_server(max_tables=2) as running:
        in_play = await running.open_table()
        finished = []
        for _ in range(4):
            opened = await running.open_table()
            await _abort(running, opened.table)
            await running.events(opened.table)
            finished.append(opened)
        kept = [in_play, *finished[-2:]]
        lobby = running.server.lobby
        assert [held.table.name for held in lobby.tables] == [opened.table for opened in kept]
        assert len(lobby.book) == sum(len(opened.tickets) for opened in kept)
        for opened in finished[:2]:
            assert (await refused(running.replay(opened.table)))[0] is StatusCode.NOT_FOUND
        for opened in finished[2:]:
            assert await running.replay(opened.table)


@in_a_loop
async def test_a_long_match_that_ends_last_is_not_the_first_to_be_forgotten() -> None:
    async with running_server(max_tables=2) as running:
        long = await running.open_table()
        others = [await running.open_table()]
        await _abort(running, others[0].table)
        others.append(await running.open_table())
        for ending in (others[1], long):
            await _abort(running, ending.table)
            await running.events(ending.table)
        kept = [held.table.name for held in running.server.lobby.tables]
        assert kept == [long.table, others[1].table]


@in_a_loop
async def test_a_table_in_play_is_neither_read_nor_closed() -> None:
    async with running_server() as running:
        opened = await running.open_table()
        close = host_pb2.CloseTableRequest(table=opened.table)
        for call in (
            running.replay(opened.table),
            running.host.CloseTable(close, metadata=running.as_host),
        ):
            code, text = await refused(call)
            assert code is StatusCode.FAILED_PRECONDITION
            assert "still being played" in text


@in_a_loop
async def test_an_unknown_table_is_not_found() -> None:
    async with running_server() as running:
        calls = [
            running.events("nowhere"),
            running.replay("nowhere"),
            running.host.AbortTable(
                host_pb2.AbortTableRequest(table="nowhere"), metadata=running.as_host
            ),
            running.host.CloseTable(
                host_pb2.CloseTableRequest(table="nowhere"), metadata=running.as_host
            ),
        ]
        assert [(await refused(call))[0] for call in calls] == [StatusCode.NOT_FOUND] * 4


@in_a_loop
async def test_a_match_is_broken_off_with_a_reason() -> None:
    async with running_server() as running:
        opened = await running.open_table()
        stream = running.play(opened, 0)
        await stream.write(hello(PROFILE))
        assert (await stream.read()).HasField("welcome")
        await _abort(running, opened.table, "the other bot's archive is damaged")
        assert (await stream.read()).goodbye.aborted == "the other bot's archive is damaged"
        assert await stream.read() is grpc.aio.EOF
        assert await stream.code() is StatusCode.OK
        events = await running.events(opened.table)
        assert events[-1].table_over.aborted == "the other bot's archive is damaged"
        assert await running.replay(opened.table)


@in_a_loop
async def test_sockets_live_as_long_as_their_rotation() -> None:
    """And the host is told of a rotation only when its sockets are there."""
    async with running_server() as running:
        opened = await running.open_table()
        assert [_path(opened, 0, rotation).is_socket() for rotation in (0, 1)] == [True, False]
        watched = running.host.WatchTable(
            host_pb2.WatchTableRequest(table=opened.table), metadata=running.as_host
        )
        playing = asyncio.create_task(play_match(running, opened, PROFILE))
        async for message in watched:
            for event in message.events:
                if event.WhichOneof("event") == "rotation_opened":
                    rotation = event.rotation_opened.rotation
                    assert all(_path(opened, seat, rotation).is_socket() for seat in (0, 1))
        await playing
        await running.server.lobby.wait_for_goodbyes()
        assert not _path(opened, 0).parent.exists()


@in_a_loop
async def test_the_host_hears_of_a_rotation_only_when_all_its_doors_are_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However long that takes: it starts bots then, and they connect at once."""
    open_door = SeatDoor.open
    at_the_last_door, may_open = asyncio.Event(), asyncio.Event()

    async def open_late(door: SeatDoor) -> None:
        if door._ticket.seat == 1:
            at_the_last_door.set()
            await may_open.wait()
        await open_door(door)

    async with running_server() as running:
        opened = await running.open_table()
        monkeypatch.setattr(SeatDoor, "open", open_late)
        await asyncio.gather(
            *(play_first_legal(running.play(opened, seat), PROFILE) for seat in (0, 1))
        )
        await at_the_last_door.wait()
        told = await running.wait_for(opened.table, "rotation_closed")
        may_open.set()
        assert [event.WhichOneof("event") for event in told].count("rotation_opened") == 1
        (*_, last) = await running.wait_for(opened.table, "rotation_opened", 2)
        assert last.rotation_opened.rotation == 1
        assert all(_path(opened, seat, rotation=1).is_socket() for seat in (0, 1))


@in_a_loop
async def test_a_socket_can_be_connected_to_but_not_found() -> None:
    async with running_server() as running:
        one, other = await running.open_table(), await running.open_table()
        socket = _path(one, 0)
        assert stat.S_IMODE(socket.stat().st_mode) == 0o666
        for folder in (socket.parent, socket.parent.parent):
            assert stat.S_IMODE(folder.stat().st_mode) == 0o711
        assert len(socket.parent.name) == 32
        assert _path(other, 0).parent != socket.parent
        assert one.table not in str(socket), "spectators know the table's name"


@pytest.fixture
def short_path() -> Iterator[Path]:
    """A folder whose name is short enough for sockets below it; pytest's may not be."""
    with TemporaryDirectory(prefix="durako-") as folder:
        yield Path(folder)


def test_what_a_killed_server_left_is_cleared_away(short_path: Path) -> None:
    left = short_path / ("ab" * 16)
    left.mkdir()
    (left / "0-0.sock").touch()
    (short_path / "something of somebody's").touch()
    with sockets_folder(short_path) as folder:
        assert sorted(entry.name for entry in folder.iterdir()) == [
            "lock",
            "something of somebody's",
        ]


def test_two_servers_do_not_share_a_folder(short_path: Path) -> None:
    with (
        sockets_folder(short_path),
        pytest.raises(SocketsFolderError, match="Another game server"),
        sockets_folder(short_path),
    ):
        pass


def test_a_folder_too_long_for_sockets_is_a_sentence(tmp_path: Path) -> None:
    with (
        pytest.raises(SocketsFolderError, match="too long a name"),
        sockets_folder(tmp_path / ("x" * 100)),
    ):
        pass


def test_the_longest_folder_that_is_taken_has_room_for_the_last_of_twelve_seats() -> None:
    with TemporaryDirectory(prefix="durako-") as short:
        longest = Path(short) / ("x" * (63 - len(short) - 1))
        below = Path("f" * 32) / socket_name(MOST_ROTATIONS - 1, MOST_PLAYERS - 1)
        with sockets_folder(longest) as folder, socket.socket(socket.AF_UNIX) as listening:
            (folder / below).parent.mkdir()
            listening.bind(str(folder / below))
        with pytest.raises(SocketsFolderError), sockets_folder(Path(f"{longest}x")):
            pass


def test_without_a_folder_a_fresh_one_is_made_and_removed() -> None:
    with sockets_folder(None) as folder:
        assert stat.S_IMODE(folder.stat().st_mode) == 0o711
    assert not folder.exists()
