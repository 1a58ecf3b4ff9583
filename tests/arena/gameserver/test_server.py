"""The whole server: matches, spectators, crashes that stay where they happen, addresses."""

import asyncio
import gc
import stat
import weakref
from typing import Any

import grpc
import pytest
from grpc import StatusCode

from arena.gameserver import limits
from arena.gameserver.messages import is_very_long, split_letter
from arena.gameserver.outgoing import Notice, NoticeCode, Outgoing
from arena.gameserver.server import GameServer, ListenError, ServerOptions
from arena.gameserver.sockets import socket_path
from arena.gameserver.table import BROKEN
from arena.protocol.v1 import host_pb2, match_pb2, spectate_pb2
from arena.protocol.v1.play_pb2 import Answer, PlayRequest
from arena.wire.verify import verify
from tests.arena.gameserver.running import (
    HOST_TOKEN,
    Running,
    hello,
    in_a_loop,
    play_first_legal,
    play_match,
    running_server,
    wait_until,
)

DUEL = "durak/duel24"
HASTY = match_pb2.TimeControl(startup_ms=300, bank_ms=60_000, increment_ms=1, grace_ms=300)


@pytest.mark.parametrize("tcp", [False, True], ids=["sockets", "tcp"])
@pytest.mark.parametrize(
    ("profile", "boards", "games"),
    [(DUEL, 5, 3), ("durak/volga", 3, 1), ("durak/german-team", 2, 1), ("burako/duel", 1, 1)],
)
@in_a_loop
async def test_a_match_is_played_to_its_end_and_its_replay_is_sound(
    profile: str, boards: int, games: int, tcp: bool
) -> None:
    async with running_server() as running:
        opened = await running.open_table(
            profile=profile, boards=boards, games_per_board=games, unveiled=True
        )
        events = await play_match(running, opened, profile, tcp=tcp)
        over = events[-1].table_over
        rotations = 1 + max(ticket.rotation for ticket in opened.tickets)
        assert not over.aborted
        assert len(over.boards) == boards * rotations
        assert {usage.startup_ms is not None for usage in over.usage} == {True}
        verified = verify(await running.replay(opened.table))
        assert verified.decisions == sum(usage.decisions for usage in over.usage)
        assert [event.number for event in events] == list(range(len(events)))


@in_a_loop
async def test_a_very_long_letter_travels_in_several_messages() -> None:
    """A hundred and fifty boards at once begin with as many decisions."""
    async with running_server() as running:
        opened = await running.open_table(boards=150, rotations=[[0, 1]], unveiled=True)
        streams = [running.play(opened, seat) for seat in (0, 1)]
        sizes = await asyncio.gather(*map(_play_and_measure, streams))
        assert max(sizes) == limits.DECISIONS_PER_MESSAGE
        assert len((await running.events(opened.table))[-1].table_over.boards) == 150


def test_very_many_notices_travel_in_several_messages() -> None:
    """A seat that was away for long has missed deadline after deadline."""
    notices = [Notice(number, NoticeCode.TIMEOUT, "Your time was up.", 1) for number in range(150)]
    letter = Outgoing(notices=notices)
    assert is_very_long(letter)
    parts = list(split_letter(letter))
    assert max(len(part.notices) for part in parts) == limits.DECISIONS_PER_MESSAGE
    assert [notice for part in parts for notice in part.notices] == notices


async def _play_and_measure(stream: Any) -> int:  # noqa: ANN401
    """Play to the end; the most decisions that came in one message."""
    await stream.write(hello(DUEL))
    most = 0
    while (response := await stream.read()) is not grpc.aio.EOF:
        most = max(most, len(response.decisions), len(response.games_over))
        if response.decisions:
            await stream.write(
                PlayRequest(
                    answers=[
                        Answer(decision=decision.decision, legal_index=0)
                        for decision in response.decisions
                    ]
                )
            )
    return most


async def _watch(running: Running, table: str, start: int = 0) -> list[spectate_pb2.PublicEvent]:
    """Everything from a number on, to the end."""
    call = running.spectators.Spectate(
        spectate_pb2.SpectateRequest(table=table, from_event=start), metadata=running.as_host
    )
    return [event async for message in call for event in message.events]


@in_a_loop
async def test_spectators_see_the_same_story_whenever_they_come() -> None:
    async with running_server() as running:
        opened = await running.open_table(boards=4)
        live = [asyncio.create_task(_watch(running, opened.table)) for _ in range(3)]
        await play_match(running, opened, DUEL)
        seen = await asyncio.gather(*live)
        late = await _watch(running, opened.table)
        assert seen == [late] * 3
        assert [event.number for event in late] == list(range(len(late)))
        assert late[0].HasField("match_began")
        assert late[-1].HasField("match_ended")
        assert await _watch(running, opened.table, 17) == late[17:]
        assert await _watch(running, opened.table, len(late) + 5) == []


@in_a_loop
async def test_the_story_is_carried_on_only_while_somebody_watches() -> None:
    async with running_server() as running:
        opened = await running.open_table(boards=20)
        story = running.server.lobby.find(opened.table).story
        call = running.spectators.Spectate(
            spectate_pb2.SpectateRequest(table=opened.table), metadata=running.as_host
        )
        first = await call.read()
        assert first.events[0].HasField("match_began")
        assert running.server.statistics.spectators == 1
        call.cancel()
        await wait_until(lambda: not running.server.statistics.spectators)
        told = len(story)
        await play_match(running, opened, DUEL)
        assert len(story) == told
        assert len(await _watch(running, opened.table)) == len(story) > told


@in_a_loop
async def test_a_hidden_table_is_shown_when_it_is_over() -> None:
    async with running_server() as running:
        opened = await running.open_table(spectating=host_pb2.SPECTATING_AFTER_END)
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await _watch(running, opened.table)
        assert refused.value.code() is StatusCode.FAILED_PRECONDITION
        assert await _listed(running) == []
        await play_match(running, opened, DUEL)
        assert (await _watch(running, opened.table))[-1].HasField("match_ended")
        assert await _listed(running) == [opened.table]


@in_a_loop
async def test_a_hidden_table_that_was_broken_off_stays_hidden() -> None:
    async with running_server() as running:
        opened = await running.open_table(spectating=host_pb2.SPECTATING_AFTER_END)
        await running.host.AbortTable(
            host_pb2.AbortTableRequest(table=opened.table, reason="tried"), metadata=running.as_host
        )
        await running.events(opened.table)
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await _watch(running, opened.table)
        assert refused.value.code() is StatusCode.FAILED_PRECONDITION
        assert await _listed(running) == []


@in_a_loop
async def test_tables_that_can_be_watched_are_listed() -> None:
    async with running_server() as running:
        opened = await running.open_table(match_id="the final")
        answer = await running.spectators.ListOpenTables(
            spectate_pb2.ListOpenTablesRequest(), metadata=running.as_host
        )
        (listed,) = answer.tables
        assert (listed.table, listed.match_id, listed.profile) == (opened.table, "the final", DUEL)
        assert list(listed.participants) == ["bot 0", "bot 1"]
        assert not listed.over


async def _listed(running: Running) -> list[str]:
    answer = await running.spectators.ListOpenTables(
        spectate_pb2.ListOpenTablesRequest(), metadata=running.as_host
    )
    return [table.table for table in answer.tables]


@pytest.mark.parametrize(
    "broken",
    [
        "arena.gameserver.play.letter_to_wire",
        "arena.gameserver.play.read_answers",
        "arena.gameserver.rotation.Rotation._decide",
        "arena.gameserver.journal.Journal.move",
    ],
)
@in_a_loop
async def test_a_crash_at_one_table_ends_that_table_and_no_other(
    broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mistake of ours, wherever it is made, is nobody's loss: the match is broken off."""
    async with running_server() as running:
        good = await running.open_table(boards=30)
        playing = asyncio.create_task(play_match(running, good, DUEL))
        await playing
        bad = await running.open_table(boards=2)
        streams = [running.play(bad, seat) for seat in (0, 1)]
        with monkeypatch.context() as patched:
            patched.setattr(broken, _raise)
            ends = await asyncio.gather(
                *(play_first_legal(stream, DUEL) for stream in streams), return_exceptions=True
            )
            events = await running.events(bad.table)
        assert events[-1].table_over.aborted == BROKEN
        end: Any
        for end in ends:
            said = end.details() if isinstance(end, grpc.aio.AioRpcError) else end.aborted
            assert said == BROKEN
        other = await running.open_table(boards=2)
        events = await play_match(running, other, DUEL)
        assert not events[-1].table_over.aborted


def _raise(*_args: object, **_kwargs: object) -> Any:  # noqa: ANN401
    raise ZeroDivisionError("a mistake of ours")


@in_a_loop
async def test_a_crash_in_the_story_costs_spectators_only(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running_server() as running:
        opened = await running.open_table(boards=2)
        monkeypatch.setattr("arena.wire.public.PublicStory.feed", _raise)
        with pytest.raises(grpc.aio.AioRpcError) as broken:
            await _watch(running, opened.table)
        assert broken.value.code() is StatusCode.INTERNAL
        events = await play_match(running, opened, DUEL)
        assert not events[-1].table_over.aborted


@pytest.mark.parametrize("tcp", [False, True], ids=["sockets", "tcp"])
@in_a_loop
async def test_nothing_is_left_of_a_table_that_is_forgotten(tcp: bool) -> None:
    async with running_server() as running:
        opened = await running.open_table(boards=2)
        table = weakref.ref(running.server.lobby.find(opened.table).table)
        watching = asyncio.create_task(_watch(running, opened.table))
        await play_match(running, opened, DUEL, tcp=tcp)
        await watching
        await running.host.CloseTable(
            host_pb2.CloseTableRequest(table=opened.table), metadata=running.as_host
        )
        await running.server.lobby.wait_for_goodbyes()
        gc.collect()
        assert table() is None


@in_a_loop
async def test_a_spectator_who_does_not_read_holds_up_nobody() -> None:
    async with running_server() as running:
        opened = await running.open_table(boards=200, unveiled=True)
        lazy = running.spectators.Spectate(
            spectate_pb2.SpectateRequest(table=opened.table), metadata=running.as_host
        )
        await play_match(running, opened, DUEL)
        assert (await _watch(running, opened.table))[-1].HasField("match_ended")
        lazy.cancel()


@pytest.mark.parametrize(
    ("addresses", "words"),
    [
        ({"control": "0.0.0.0:0"}, "not on this machine"),
        ({"players": "192.0.2.1:0"}, "not on this machine"),
        ({"players": "example.org:0"}, "not on this machine"),
        ({"control": "unix:/nowhere/at/all.sock"}, "cannot be used"),
    ],
)
@in_a_loop
async def test_addresses_that_cannot_be_used_are_sentences(
    addresses: dict[str, str], words: str
) -> None:
    options = {"control": "127.0.0.1:0", "host_token": HOST_TOKEN, **addresses}
    server = GameServer(ServerOptions(**options))  # type: ignore[arg-type]
    with pytest.raises(ListenError, match=words):
        await server.start()


@in_a_loop
async def test_a_port_in_use_is_a_sentence() -> None:
    async with running_server() as running:
        taken = running.server.players_address
        options = ServerOptions(control="127.0.0.1:0", host_token=HOST_TOKEN, players=taken)
        with pytest.raises(ListenError, match="cannot be used"):
            await GameServer(options).start()


@in_a_loop
async def test_the_control_address_may_be_a_port() -> None:
    async with running_server(control="127.0.0.1:0", players="") as running:
        assert running.server.players_address == ""
        assert not running.server.control_address.endswith(":0")
        opened = await running.open_table()
        assert all(ticket.address.startswith("unix:/") for ticket in opened.tickets)


@in_a_loop
async def test_nobody_but_the_servers_own_user_can_connect_to_the_control_socket() -> None:
    async with running_server() as running:
        control = socket_path(running.server.control_address)
        assert control.is_socket()
        assert stat.S_IMODE(control.stat().st_mode) == 0o600


@in_a_loop
async def test_a_bot_that_stays_away_for_good_forfeits_and_the_match_ends() -> None:
    async with running_server() as running:
        opened = await running.open_table(boards=2, rotations=[[0, 1]], time_control=HASTY)
        stream = running.play(opened, 0)
        await stream.write(hello(DUEL))
        goodbye = None
        while (response := await stream.read()) is not grpc.aio.EOF:
            goodbye = response.goodbye if response.HasField("goodbye") else goodbye
        assert goodbye is not None
        assert [list(board.forfeit.seats) for board in goodbye.boards] == [[1], [1]]
        assert verify(await running.replay(opened.table)).decisions == 0
