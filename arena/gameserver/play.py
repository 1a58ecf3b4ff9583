"""The players' service: from the token to the goodbye, one stream for each seat.

The RPC's own coroutine writes, a task beside it reads; both only carry between the stream and the
seat's session.  A bot that does not read holds up its own writing, which nobody waits for.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import grpc
from grpc import StatusCode

from arena.gameserver.limits import HELLO_SECONDS, LONGEST_CLIENT_NAME
from arena.gameserver.messages import (
    MAJOR,
    is_very_long,
    letter_to_wire,
    read_answers,
    read_request,
    split_letter,
    welcome_to_wire,
)
from arena.gameserver.refusal import CallRefusedError
from arena.gameserver.seat import STRAY_LIMIT, SeatBusyError, SeatRefusedError, Session
from arena.gameserver.statistics import Statistics
from arena.gameserver.table import BROKEN
from arena.gameserver.tokens import Ticket
from arena.protocol.v1 import play_pb2
from arena.protocol.v1.hello_pb2 import ClientHello
from arena.protocol.v1.play_pb2 import PlayRequest
from arena.wire.codec import Codec, codec_for

TOKEN: Final = "durako-token"  # noqa: S105 - the name of a metadata entry
_SERVICE: Final = play_pb2.DESCRIPTOR.services_by_name["PlayService"].full_name
_HALF_CLOSED: Final = (
    "You closed your side of the stream before the rotation was over; connect again to play on."
)
logger = logging.getLogger(__name__)

Context: TypeAlias = "grpc.aio.ServicerContext[PlayRequest, bytes]"
Admit = Callable[[str, str], Ticket]
"""From a token and the caller's address to a ticket, or a refusal."""


class Players:
    """Serves `Play` at one door."""

    def __init__(
        self, admit: Admit, statistics: Statistics, *, hello_seconds: float = HELLO_SECONDS
    ) -> None:
        self._admit = admit
        self._statistics = statistics
        self._hello_seconds = hello_seconds

    def handler(self) -> grpc.GenericRpcHandler:
        """What a gRPC server needs to serve it."""
        play: grpc.RpcMethodHandler[PlayRequest | None, bytes] = (
            grpc.stream_stream_rpc_method_handler(
                self.play,
                request_deserializer=read_request,
                response_serializer=None,  # what is written is encoded already
            )
        )
        return grpc.method_handlers_generic_handler(_SERVICE, {"Play": play})

    async def play(self, _requests: object, context: Context) -> None:
        """One stream, from its token to its end."""
        try:
            ticket = self._admit(_token(context), context.peer())
            first = await self._first_message(context)
            _check_hello(first.hello, ticket)
            session = _sit_down(ticket, first.hello)
        except CallRefusedError as refused:
            self._statistics.refusals[refused.code.name] += 1
            await context.abort(refused.code, refused.text)
        self._statistics.streams_opened += 1
        self._statistics.streams_open += 1
        try:
            await _Stream(context, ticket, session, self._statistics).run(first)
        finally:
            self._statistics.streams_open -= 1

    async def _first_message(self, context: Context) -> PlayRequest:
        try:
            async with asyncio.timeout(self._hello_seconds):
                first: Any = await context.read()
        except TimeoutError:
            raise CallRefusedError(
                StatusCode.DEADLINE_EXCEEDED,
                f"Say hello within {self._hello_seconds:g} seconds after connecting.",
            ) from None
        if first is grpc.aio.EOF or first is None or not first.HasField("hello"):
            raise CallRefusedError(
                StatusCode.INVALID_ARGUMENT, "Begin with a message that has a hello in it."
            )
        assert isinstance(first, PlayRequest)
        return first


def _token(context: Context) -> str:
    for name, value in context.invocation_metadata() or ():
        if name == TOKEN:
            return str(value)
    return ""


def _check_hello(hello: ClientHello, ticket: Ticket) -> None:
    if hello.version.major != MAJOR:
        raise CallRefusedError(
            StatusCode.FAILED_PRECONDITION,
            f"This server speaks version {MAJOR} of the protocol, "
            f"you speak {hello.version.major}; use a library of the same major version.",
        )
    profile = ticket.table.spec.rules.name
    if profile not in hello.profiles:
        raise CallRefusedError(
            StatusCode.FAILED_PRECONDITION,
            f"This table plays {profile}; name it among your profiles if you can play it.",
        )


def _sit_down(ticket: Ticket, hello: ClientHello) -> Session:
    client = "".join(letter for letter in hello.client if letter.isprintable())
    try:
        seat = ticket.table.seat(ticket.rotation, ticket.seat)
        return seat.attach(client[:LONGEST_CLIENT_NAME])
    except SeatBusyError as refused:
        raise CallRefusedError(StatusCode.ALREADY_EXISTS, str(refused)) from refused
    except SeatRefusedError as refused:
        raise CallRefusedError(StatusCode.FAILED_PRECONDITION, str(refused)) from refused


class _Stream:
    """A stream whose seat is taken."""

    __slots__ = ("_codec", "_context", "_most", "_refused", "_session", "_statistics", "_ticket")

    def __init__(
        self, context: Context, ticket: Ticket, session: Session, statistics: Statistics
    ) -> None:
        self._context = context
        self._ticket = ticket
        self._session = session
        self._statistics = statistics
        self._codec: Codec = codec_for(ticket.table.spec.rules)
        self._most = ticket.table.spec.boards_at_once + STRAY_LIMIT + 1
        """So many answers in a message are enough to answer everything and to be sent away."""
        self._refused: CallRefusedError | None = None

    async def run(self, first: PlayRequest) -> None:
        """Until the goodbye is sent, or the bot is gone or sent away."""
        session = self._session
        reading: asyncio.Task[None] | None = None
        said_goodbye = False
        try:
            spec = self._ticket.table.spec
            await self._context.write(
                welcome_to_wire(spec, self._ticket.seat, resumed=session.resumed)
            )
            if first.answers:
                session.answers(read_answers(first, self._codec, self._most))
            reading = asyncio.create_task(self._read())
            said_goodbye = await self._write()
        except grpc.aio.BaseError as error:  # the stream broke under our hands
            raise asyncio.CancelledError from error  # there is nobody to send a status to
        except Exception as error:  # noqa: BLE001 - the bot is told that it was us, and no more
            self._break(error)
            self._refused = CallRefusedError(StatusCode.INTERNAL, BROKEN)
        finally:
            session.close("The connection was lost.")
            if reading is not None:
                reading.cancel()
        if said_goodbye:
            return
        if self._refused is None:
            self._refused = CallRefusedError(StatusCode.RESOURCE_EXHAUSTED, session.expelled)
        self._statistics.refusals[self._refused.code.name] += 1
        await self._context.abort(self._refused.code, self._refused.text)

    async def _write(self) -> bool:
        """Until there is nothing more to send; whether the last thing sent was the goodbye."""
        outgoing, write = self._session.outgoing, self._context.write
        codec, seat, statistics = self._codec, self._ticket.seat, self._statistics
        while (letter := await outgoing()) is not None:
            statistics.messages_written += 1
            statistics.decisions_asked += len(letter.asks)
            if is_very_long(letter):
                parts = [letter_to_wire(part, codec, seat) for part in split_letter(letter)]
                for part in parts:
                    await write(part)
            else:
                await write(letter_to_wire(letter, codec, seat))
            if letter.goodbye is not None:
                return True
        return False

    async def _read(self) -> None:
        try:
            await self._read_on()
        except grpc.aio.BaseError:  # the stream broke under our hands
            self._session.close("The connection was lost.")
        except Exception as error:  # noqa: BLE001 - the goodbye tells the bot what to know
            self._break(error)

    async def _read_on(self) -> None:
        read, take = self._context.read, self._session.answers
        codec, most, statistics = self._codec, self._most, self._statistics
        while True:
            request: Any = await read()
            if request is grpc.aio.EOF:
                self._refused = CallRefusedError(StatusCode.CANCELLED, _HALF_CLOSED)
                self._session.close("The bot closed its stream.")
                return
            if request is None or request.HasField("hello"):
                self._refused = CallRefusedError(
                    StatusCode.INVALID_ARGUMENT,
                    "This is no message of the protocol."
                    if request is None
                    else "Say hello only once, in the first message.",
                )
                self._session.breach(self._refused.text)
                return
            answers = read_answers(request, codec, most)
            statistics.messages_read += 1
            statistics.answers_read += len(answers)
            take(answers)
            if self._session.is_over:  # else a bot that reads nothing could send for ever
                return

    def _break(self, error: Exception) -> None:
        """An error of ours ends this table, with a reason; the others play on."""
        table = self._ticket.table
        logger.error("Table %s broke (match %s)", table.name, table.spec.match_id, exc_info=error)
        table.abort(BROKEN)
