"""A practice table on a running server: for the authors of bots, while they write them.

One rotation, so that every seat has one token; the seats that nobody else plays can be played at
random.
"""

import asyncio
import random
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import grpc

from arena.games import profiles
from arena.games.interface import Rules
from arena.protocol.v1 import host_pb2, host_pb2_grpc, match_pb2, play_pb2, play_pb2_grpc
from arena.protocol.v1.hello_pb2 import ClientHello, ProtocolVersion
from arena.wire.match_spec import SEED_BYTES
from arena.wire.rules import rules_to_wire

AUTHORS_SEAT: Final = 0
STARTUP_MS: Final = 10 * 60 * 1000
"""Time to copy a token into another terminal."""
PATIENT_MS: Final = 60 * 60 * 1000
"""Time to look at every variable in a debugger."""

LAST_WORDS_SECONDS: Final = 20.0
"""Whoever leaves does not wait for ever for a server that is gone."""

Say = Callable[[str], object]

_FORFEITS: Final = {
    match_pb2.FORFEIT_REASON_STRIKES: "too many strikes.",
    match_pb2.FORFEIT_REASON_NO_START: "no hello came in time.",
    match_pb2.FORFEIT_REASON_DISCONNECTED: "the stream closed and did not come back in time.",
    match_pb2.FORFEIT_REASON_PROTOCOL: "it broke the protocol; its stream's status says how.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Practice:
    """What the author wants to practise."""

    rules: Rules[Any]
    boards: int = 1
    games_per_board: int = 1
    random_opponents: bool = False
    patient: bool = False
    replay: Path | None = None

    def request(self) -> host_pb2.OpenTableRequest:
        """The table, as the host's service wants to hear it."""
        players = self.rules.players
        clocks = match_pb2.TimeControl(startup_ms=STARTUP_MS)
        if self.patient:
            clocks = match_pb2.TimeControl(
                startup_ms=PATIENT_MS,
                bank_ms=PATIENT_MS,
                increment_ms=PATIENT_MS,
                bank_limit_ms=PATIENT_MS,
                grace_ms=PATIENT_MS,
            )
        return host_pb2.OpenTableRequest(
            match_id=f"practice {secrets.token_hex(8)}",
            rules=rules_to_wire(self.rules),
            participants=[self._name(seat) for seat in range(players)],
            rotations=[match_pb2.Seating(participants=range(players))],
            boards=self.boards,
            games_per_board=self.games_per_board,
            seed=secrets.token_bytes(SEED_BYTES),
            time_control=clocks,
            unveiled=True,
        )

    def plays_at_random(self, seat: int) -> bool:
        """Whether this command plays the seat itself."""
        return self.random_opponents and seat != AUTHORS_SEAT

    def _name(self, seat: int) -> str:
        return f"random player {seat}" if self.plays_at_random(seat) else f"practising {seat}"


async def practise(
    wish: Practice, *, control: str, host_token: str, players: str, say: Say
) -> bool:
    """Open the table, tell how to sit down, and wait for the end; whether it was played to it.

    `players` is the address of the door that all bots share; empty: each seat's own socket.  The
    random players always use their own, where the author's wrong tokens lock nobody out.
    """
    metadata = (("authorization", f"Bearer {host_token}"),)
    async with grpc.aio.insecure_channel(control) as channel:
        tables = host_pb2_grpc.HostServiceStub(channel)
        opened = await tables.OpenTable(wish.request(), metadata=metadata)
        _announce(wish, opened.tickets, players, say)
        opponents = [
            asyncio.create_task(play_at_random(ticket.address, ticket.token))
            for ticket in opened.tickets
            if wish.plays_at_random(ticket.seat)
        ]
        over = played = False
        try:
            watched = host_pb2.WatchTableRequest(table=opened.table)
            async for response in tables.WatchTable(watched, metadata=metadata):
                for event in response.events:
                    _tell(event, say)
                    if event.HasField("table_over"):
                        played = not event.table_over.aborted
            await asyncio.gather(*opponents)
            if wish.replay is not None:
                request = host_pb2.ReadReplayRequest(table=opened.table)
                pieces = tables.ReadReplay(request, metadata=metadata)
                wish.replay.write_bytes(b"".join([piece.data async for piece in pieces]))
                say(f"The replay is in {wish.replay}.")
            over = True
        finally:
            for opponent in opponents:
                opponent.cancel()
            if not over:  # Ctrl-C
                given_up = host_pb2.AbortTableRequest(
                    table=opened.table, reason="The author has left the practice table."
                )
                await tables.AbortTable(given_up, metadata=metadata, timeout=LAST_WORDS_SECONDS)
            closed = host_pb2.CloseTableRequest(table=opened.table)
            await tables.CloseTable(closed, metadata=metadata, timeout=LAST_WORDS_SECONDS)
    return played


def _announce(
    wish: Practice, tickets: Sequence[host_pb2.SeatTicket], players: str, say: Say
) -> None:
    minutes = (PATIENT_MS if wish.patient else STARTUP_MS) // 60_000
    say(f"A table of {wish.rules.name} for {wish.rules.players} waits {minutes} minutes for you.")
    for ticket in tickets:
        if wish.plays_at_random(ticket.seat):
            say(f"Seat {ticket.seat} is played at random by this command.")
        else:
            say(f"Seat {ticket.seat} is yours. Start your bot with this in its environment:")
            say(f"DURAKO_ADDRESS={players or ticket.address} DURAKO_TOKEN={ticket.token}")


def _tell(event: host_pb2.TableEvent, say: Say) -> None:
    match event.WhichOneof("event"):
        case "seat_changed":
            change = event.seat_changed
            verb = "is here" if change.connected else "has gone"
            say(f"Seat {change.seat} {verb}: {change.detail}")
        case "seat_fault":
            fault = event.seat_fault
            what = match_pb2.Fault.Name(fault.fault)
            say(f"Seat {fault.seat}, game {fault.game}: {what}: {fault.detail}")
        case "board_over":
            board = event.board_over
            say(f"Board {board.board} is over: {_result(board)}")
        case "table_over":
            say(event.table_over.aborted or "The match is over.")


def _result(board: match_pb2.BoardResult) -> str:
    points = ", ".join(f"seat {seat}: {scored}" for seat, scored in enumerate(board.points))
    if not board.HasField("forfeit"):
        return points
    guilty = ", ".join(f"seat {seat}" for seat in board.forfeit.seats)
    return f"{points}. Forfeited by {guilty}: {_FORFEITS[board.forfeit.reason]}"


async def play_at_random(address: str, token: str) -> None:
    """Play one seat to the end with any legal action.

    The match may end while an answer is under way, for which gRPC has errors; what happens to the
    seat is told by the table's events.
    """
    over = suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError)
    async with grpc.aio.insecure_channel(address) as channel:
        service = play_pb2_grpc.PlayServiceStub(channel)
        with over:
            await _answer(service.Play(metadata=(("durako-token", token),)))


async def _answer(call: Any) -> None:  # noqa: ANN401 - grpc.aio's types know no streams of ours
    await call.write(play_pb2.PlayRequest(hello=_hello()))
    async for message in call:
        if message.decisions:
            answers = [_any_legal(decision) for decision in message.decisions]
            await call.write(play_pb2.PlayRequest(answers=answers))
        if message.HasField("goodbye"):
            await call.done_writing()


def _hello() -> ClientHello:
    return ClientHello(
        version=ProtocolVersion(major=1), profiles=list(profiles()), client="random player"
    )


def _any_legal(decision: play_pb2.Decision) -> play_pb2.Answer:
    question = decision.durak if decision.HasField("durak") else decision.burako
    place = random.randrange(len(question.legal))  # noqa: S311 - no secret
    return play_pb2.Answer(decision=decision.decision, legal_index=place)
