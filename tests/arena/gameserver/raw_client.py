"""Raw gRPC clients: bytes out, bytes in; neither the SDK nor the server's codec is asked anything.

What comes is kept as it came, so that a test can look at every byte, and what goes may be anything.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

import grpc
from google.protobuf.message import Message
from grpc._cython import cygrpc  # type: ignore[attr-defined]

from arena.protocol.v1.hello_pb2 import ClientHello, ProtocolVersion
from arena.protocol.v1.match_pb2 import BoardResult
from arena.protocol.v1.play_pb2 import (
    Answer,
    Decision,
    GameOver,
    Goodbye,
    Notice,
    PlayRequest,
    PlayResponse,
    Welcome,
)

PLAY: Final = "/arena.protocol.v1.PlayService/Play"
TOKEN: Final = "durako-token"
PATIENCE: Final = 60.0
"""Seconds after which a test says that something did not happen; nothing is measured with it."""
VERSION: Final = ProtocolVersion(major=1, minor=0)
_OWN_CONNECTION: Final = (
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.enable_retries", 0),
    ("grpc.max_receive_message_length", 64 * 1024 * 1024),
    ("grpc.max_send_message_length", 64 * 1024 * 1024),
    ("grpc.max_metadata_size", 1024 * 1024),
)
T = TypeVar("T")
Status = tuple[grpc.StatusCode, str]
Choose = Callable[[Decision], Answer]


async def within(waiting: Awaitable[T]) -> T:
    """What somebody waits for, or a failure that says so."""
    return await asyncio.wait_for(waiting, PATIENCE)


class StreamEndedError(Exception):
    """The server has ended the stream; `RawStream.ended` says how."""


class RawStream:
    """One call of `Play` over a connection of its own."""

    def __init__(
        self,
        address: str,
        token: str | None,
        *,
        metadata: Sequence[tuple[str, str | bytes]] = (),
        options: Sequence[tuple[str, Any]] = (),
    ) -> None:
        self.received: list[bytes] = []
        self._channel = grpc.aio.insecure_channel(address, options=[*_OWN_CONNECTION, *options])
        entries = [*metadata] if token is None else [(TOKEN, token), *metadata]
        self._call: Any = self._channel.stream_stream(PLAY)(metadata=tuple(entries))

    async def send(self, message: PlayRequest | bytes) -> None:
        """Send a message, or whatever these bytes are.

        Not with `write`: if the server ends the stream meanwhile, that forgets how it did, and what
        it said last.
        """
        data = message if isinstance(message, bytes) else message.SerializeToString()
        await within(self._call._metadata_sent.wait())
        if self._call.done():
            raise StreamEndedError
        try:
            await within(self._call._cython_call.send_serialized_message(data))
        except cygrpc.InternalError as ended:
            raise StreamEndedError from ended

    async def answer(self, *answers: Answer) -> None:
        """Send these answers together."""
        await self.send(PlayRequest(answers=answers))

    async def hello(self, *profiles: str, version: ProtocolVersion = VERSION) -> None:
        """Introduce a bot that knows these profiles."""
        await self.send(hello(*profiles, version=version))

    async def receive(self) -> PlayResponse | None:
        """The next message; None when the stream has ended."""
        try:
            data = await within(self._call.read())
        except grpc.aio.AioRpcError:
            return None
        if data is grpc.aio.EOF:
            return None
        self.received.append(data)
        return PlayResponse.FromString(data)

    async def expect(self) -> PlayResponse:
        """The next message, which must come."""
        message = await self.receive()
        if message is None:
            code, details = await self.ended()
            raise AssertionError(f"The stream ended instead: {code.name}: {details}")
        return message

    async def ended(self) -> Status:
        """Read what is left; how the server ended the stream."""
        while await self.receive() is not None:
            pass
        return await within(self._call.code()), await within(self._call.details()) or ""

    async def half_close(self) -> None:
        """Say that nothing more will be sent."""
        await within(self._call.done_writing())

    async def close(self) -> None:
        """Go away, as a bot that died."""
        self._call.cancel()
        await self._channel.close()


@asynccontextmanager
async def connected(
    address: str,
    token: str | None,
    *,
    metadata: Sequence[tuple[str, str | bytes]] = (),
    options: Sequence[tuple[str, Any]] = (),
) -> AsyncIterator[RawStream]:
    """A stream that is gone afterwards, whatever happened."""
    stream = RawStream(address, token, metadata=metadata, options=options)
    try:
        yield stream
    finally:
        await stream.close()


def hello(*profiles: str, version: ProtocolVersion = VERSION) -> PlayRequest:
    """The first message of a bot."""
    said = ClientHello(version=version, profiles=profiles, client="raw client of the tests")
    return PlayRequest(hello=said)


# Simple players


def by_index(decision: Decision, index: int) -> Answer:
    """Answer with a place in the list."""
    return Answer(decision=decision.decision, legal_index=index)


def by_action(decision: Decision, index: int) -> Answer:
    """Answer with the action that stands at this place of the list."""
    answer = Answer(decision=decision.decision)
    if decision.HasField("durak"):
        answer.durak.CopyFrom(decision.durak.legal[index])
    else:
        answer.burako.CopyFrom(decision.burako.legal[index])
    return answer


def asked_seat(decision: Decision) -> int | None:
    """Who is asked, by the position that was sent; never anybody but its receiver."""
    question = decision.durak if decision.HasField("durak") else decision.burako
    return question.position.to_act if question.position.HasField("to_act") else None


def listed(decision: Decision) -> int:
    """How many actions are listed."""
    question = decision.durak if decision.HasField("durak") else decision.burako
    return len(question.legal)


def random_index(rng: random.Random) -> Choose:
    """Any listed action, by its place."""
    return lambda decision: by_index(decision, rng.randrange(listed(decision)))


def random_typed(rng: random.Random) -> Choose:
    """Any listed action, spelled out."""
    return lambda decision: by_action(decision, rng.randrange(listed(decision)))


def random_either(rng: random.Random) -> Choose:
    """Now this way, now that way."""
    ways = (random_index(rng), random_typed(rng))

    def choose(decision: Decision) -> Answer:
        return rng.choice(ways)(decision)

    return choose


def first(decision: Decision) -> Answer:
    """The first listed action."""
    return by_index(decision, 0)


def last(decision: Decision) -> Answer:
    """The last listed action, which in Burako is a discard: hands come to an end quickly."""
    return by_index(decision, listed(decision) - 1)


# A whole stream


@dataclass
class Story:
    """All that one stream was told."""

    responses: list[PlayResponse] = field(default_factory=list)

    @property
    def welcome(self) -> Welcome:
        return self.responses[0].welcome

    @property
    def decisions(self) -> list[Decision]:
        return [asked for response in self.responses for asked in response.decisions]

    @property
    def games_over(self) -> list[GameOver]:
        return [ended for response in self.responses for ended in response.games_over]

    @property
    def notices(self) -> list[Notice]:
        return [notice for response in self.responses for notice in response.notices]

    @property
    def goodbye(self) -> Goodbye:
        return self.responses[-1].goodbye

    @property
    def boards(self) -> list[BoardResult]:
        return list(self.goodbye.boards)

    def parts(self) -> list[bytes]:
        """Everything told, one part after the other, however it was grouped into messages."""
        found: list[bytes] = []
        for response in self.responses:
            if response.HasField("welcome"):
                found.append(_bytes(response.welcome))
            found += map(_bytes, response.notices)
            found += map(_bytes, response.games_over)
            found += map(_bytes, response.decisions)
            if response.HasField("goodbye"):
                found.append(_bytes(response.goodbye))
        return found


def _bytes(message: Message) -> bytes:
    return message.SerializeToString(deterministic=True)


Group = Callable[[list[Answer]], Iterable[list[Answer]]]


def together(answers: list[Answer]) -> Iterable[list[Answer]]:
    """All answers in one message."""
    return [answers]


def one_by_one(answers: list[Answer]) -> Iterable[list[Answer]]:
    """Each answer in a message of its own."""
    return [[answer] for answer in answers]


def shuffled_groups(rng: random.Random) -> Group:
    """Answers in any order, cut into messages anywhere."""

    def cut(answers: list[Answer]) -> Iterable[list[Answer]]:
        mixed = rng.sample(answers, len(answers))
        while mixed:
            size = rng.randint(1, len(mixed))
            yield mixed[:size]
            mixed = mixed[size:]

    return cut


async def play(stream: RawStream, choose: Choose, profile: str, group: Group = together) -> Story:
    """Say hello and answer everything until the stream ends with OK."""
    with suppress(StreamEndedError):  # `check_order` says that it was never welcomed
        await stream.hello(profile)
    story = Story()
    while (response := await stream.receive()) is not None:
        story.responses.append(response)
        if response.decisions:
            for answers in group([choose(decision) for decision in response.decisions]):
                with suppress(StreamEndedError):  # a goodbye may have overtaken us
                    await stream.answer(*answers)
    status = await stream.ended()
    assert status == (grpc.StatusCode.OK, ""), status
    check_order(story)
    return story


def check_order(story: Story) -> None:
    """The order of messages that play.proto promises, and that nothing is told twice or missing."""
    last_place = len(story.responses) - 1
    asked = 0
    told: dict[int, int] = {}
    over: set[int] = set()
    resumed = story.welcome.resumed
    for place, response in enumerate(story.responses):
        assert response.HasField("welcome") == (place == 0)
        assert response.HasField("goodbye") == (place == last_place)
        assert response.ByteSize() > 0, "an empty message was sent"
        for ended in response.games_over:
            assert ended.game not in over, "a game ended twice"
            over.add(ended.game)
            assert ended.first_event == told.get(ended.game, 0)
        for decision in response.decisions:
            assert decision.decision > asked or resumed
            asked = max(asked, decision.decision)
            assert decision.game not in over, "a decision of a game that is over"
            if not (resumed and decision.first_event == 0):
                assert decision.first_event == told.get(decision.game, 0)
            question = decision.durak if decision.HasField("durak") else decision.burako
            told[decision.game] = decision.first_event + len(question.events)
            assert asked_seat(decision) == story.welcome.seat, "somebody else's question"
            assert question.legal, "a question without an answer"
            assert decision.allowed_ms > 0
    assert last_place > 0, "no game was played"
    broken_off = any(ended.HasField("forfeit") for ended in story.games_over)
    if not resumed and not broken_off:
        everything = {decision.decision for decision in story.decisions}
        assert everything == set(range(1, len(story.decisions) + 1))
