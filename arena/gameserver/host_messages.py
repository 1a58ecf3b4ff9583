"""What the host is told, as messages."""

from typing import Final

from arena.gameserver.events import (
    RotationClosed,
    RotationOpened,
    SeatChanged,
    SeatFault,
    SeatUsage,
    TableEvent,
    TableOver,
)
from arena.gameserver.lobby import HeldTable
from arena.gameserver.tokens import TicketBook
from arena.protocol.v1 import host_pb2
from arena.wire.codec import Codec
from arena.wire.matches import board_result_to_wire
from arena.wire.results import BoardResult

_MILLISECONDS: Final = 1000


def open_table_to_wire(held: HeldTable, book: TicketBook) -> host_pb2.OpenTableResponse:
    """The table's name and its tickets."""
    return host_pb2.OpenTableResponse(
        table=held.table.name,
        tickets=[
            host_pb2.SeatTicket(
                rotation=ticket.rotation,
                seat=ticket.seat,
                participant=ticket.participant,
                address=ticket.address,
                token=book.token(held.table, ticket.rotation, ticket.seat),
            )
            for ticket in held.tickets
        ],
    )


def status_to_wire(held: HeldTable) -> host_pb2.TableStatus:
    """A table in a list."""
    table = held.table
    return host_pb2.TableStatus(
        table=table.name,
        match_id=table.spec.match_id,
        attempt=table.spec.attempt,
        rotation=table.rotation.number if table.rotation is not None else 0,
        over=held.is_over,
    )


def event_to_wire(
    number: int, event: TableEvent, codec: Codec, replay_bytes: int
) -> host_pb2.TableEvent:
    """Something that happened at a table."""
    message = host_pb2.TableEvent(number=number)
    match event:
        case RotationOpened():
            message.rotation_opened.rotation = event.rotation
            message.rotation_opened.SetInParent()
        case RotationClosed():
            message.rotation_closed.rotation = event.rotation
            message.rotation_closed.SetInParent()
        case SeatChanged():
            message.seat_changed.seat = event.seat
            message.seat_changed.connected = event.connected
            message.seat_changed.detail = event.detail
            message.seat_changed.SetInParent()
        case SeatFault():
            message.seat_fault.seat = event.seat
            message.seat_fault.game = event.game
            message.seat_fault.decision = event.decision
            message.seat_fault.fault = event.fault.value  # type: ignore[assignment]  # alike
            message.seat_fault.detail = event.detail
            _fill_exchange(message.seat_fault, event, codec)
        case BoardResult():
            message.board_over.CopyFrom(board_result_to_wire(codec, event))
        case TableOver():
            message.table_over.aborted = event.aborted
            message.table_over.replay_bytes = replay_bytes
            message.table_over.boards.extend(
                board_result_to_wire(codec, board) for board in event.boards
            )
            message.table_over.usage.extend(map(_usage_to_wire, event.usage))
    return message


def _fill_exchange(message: host_pb2.SeatFault, event: SeatFault, codec: Codec) -> None:
    """What was asked and what was answered, as it went over the wire."""
    message.asked.MergeFromString(event.question)
    message.asked.decision = event.decision
    message.asked.game = event.game
    message.asked.board = event.board
    message.asked.allowed_ms = int(event.allowed * _MILLISECONDS)
    message.asked.strikes = event.strikes - 1  # as it was when it was asked
    if isinstance(event.choice, int):
        message.answered.legal_index = event.choice
    elif event.choice is not None:
        codec.fill_move(message.answered, event.choice)
    if event.choice is not None:
        message.answered.decision = event.decision


def _usage_to_wire(usage: SeatUsage) -> host_pb2.SeatUsage:
    return host_pb2.SeatUsage(
        rotation=usage.rotation,
        seat=usage.seat,
        decisions=usage.decisions,
        think_ms=round(usage.think * _MILLISECONDS),
        longest_ms=round(usage.longest * _MILLISECONDS),
        strikes=usage.strikes,
        startup_ms=None if usage.startup is None else round(usage.startup * _MILLISECONDS),
    )
