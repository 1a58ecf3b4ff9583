"""Clients of the game server that die, hang, lie, flood, steal and come back; and honest ones.

They speak raw gRPC, in bytes, so that they can also send what is no message.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import grpc

from arena.games import profiles
from arena.protocol.v1 import burako_pb2, durak_pb2, play_pb2
from tests.arena.gameserver.cable import Cable
from tests.arena.gameserver.raw_client import (
    RawStream,
    StreamEndedError,
    asked_seat,
    connected,
    hello,
    random_either,
)

HELLO: Final = hello(*profiles())
OVERSIZED: Final = 80 * 1024
MOST_STREAMS: Final = 30
"""Enough for any seat; whoever needs more has lost its way."""
MOST_EARLY: Final = 20
"""Messages before anything was asked: few enough to play on."""
MOST_UNAVAILABLE: Final = 3
"""In a row: the socket is gone."""
REFUSED: Final = {
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.RESOURCE_EXHAUSTED,  # after several wrong tokens, or too many streams at once
    grpc.StatusCode.UNAVAILABLE,  # the rotation has just ended, and the socket is gone
}

# Statuses of `How a stream ends` in arena/protocol/README.md after which a seat has nothing more to
# hope for.
FINAL: Final = {
    grpc.StatusCode.OK,
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.DEADLINE_EXCEEDED,
}
EXPECTED: Final = FINAL | {
    grpc.StatusCode.ALREADY_EXISTS,
    grpc.StatusCode.CANCELLED,
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
    grpc.StatusCode.UNAVAILABLE,
}


@dataclass(frozen=True)
class Temper:
    """How often a seat does what, per message that it reads."""

    dies: float = 0.0
    hangs: float = 0.0
    lies: float = 0.0
    floods: float = 0.0
    garbles: float = 0.0
    doubles: float = 0.0
    steals: bool = False
    late: bool = False
    early: bool = False
    absent: bool = False


TEMPERS: Final = {
    "honest": Temper(),
    "dying": Temper(dies=0.06),
    "hanging": Temper(hangs=0.01),
    "lying": Temper(lies=0.05),
    "flooding": Temper(floods=0.02),
    "garbling": Temper(garbles=0.02),
    "doubling": Temper(doubles=0.05),
    "stealing": Temper(steals=True),
    "late": Temper(late=True),
    "early": Temper(early=True),
    "absent": Temper(absent=True),
    "wild": Temper(
        dies=0.01, hangs=0.003, lies=0.01, floods=0.005, garbles=0.005, doubles=0.01, steals=True
    ),
}


@dataclass
class Stay:
    """What a seat's clients saw of one rotation."""

    temper: str
    seat: int
    streams: int = 0
    welcomes: int = 0
    resumed: int = 0
    answered: int = 0
    goodbye: play_pb2.Goodbye | None = None
    statuses: list[grpc.StatusCode] = field(default_factory=list)
    notices: Counter[str] = field(default_factory=Counter)
    deeds: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    """What the server should not have done."""


class _Gone(Exception):  # noqa: N818 - not an error: what the client does
    """The client has left its stream, and comes back after so many seconds, or never."""

    def __init__(self, away: float | None) -> None:
        super().__init__(away)
        self.away = away


class SeatClient:
    """One seat of one rotation, played over as many streams as its temper needs."""

    def __init__(
        self,
        *,
        address: str,
        token: str,
        seat: int,
        temper: str,
        chance: random.Random,
        stolen: Sequence[str],
        startup: float,
        grace: float,
    ) -> None:
        self._address = address
        self._token = token
        self._temper = TEMPERS[temper]
        self._chance = chance
        self._choose = random_either(chance)
        self._stolen = stolen
        self._startup = startup
        self._grace = grace
        self._seen: list[int] = []
        self._unsent: list[play_pb2.Answer] = []
        """What it would have answered when it died."""
        self._unavailable = 0
        self.stay = Stay(temper, seat)

    async def play(self) -> Stay:
        """Until there is nothing more to do here."""
        if self._temper.absent:
            return self.stay
        if self._temper.late:
            await asyncio.sleep(self._chance.uniform(0.3, 1.2) * self._startup)
        if self._temper.steals:
            await self._steal()
        if self._temper.garbles:
            await self._throw_bytes()
        if self._temper.dies:
            async with Cable(self._address) as self._cable:
                self._address = self._cable.address
                await self._streams()
        else:
            await self._streams()
        return self.stay

    async def _streams(self) -> None:
        away: float | None = 0.0
        while away is not None and self.stay.streams < MOST_STREAMS:
            await asyncio.sleep(away)
            away = await self._stream()

    async def _steal(self) -> None:
        """Somebody else's token is refused here, and so is one that was made up."""
        for token in (*self._chance.sample(self._stolen, min(1, len(self._stolen))), "x" * 43):
            self.stay.deeds["stolen token"] += 1
            code, details = await self._knock(token)
            if code not in REFUSED:
                self.stay.wrong.append(f"a stolen token was answered with {code}: {details}")

    async def _throw_bytes(self) -> None:
        """What is not even HTTP, on the bare socket."""
        self.stay.deeds["bare bytes"] += 1
        with suppress(OSError):  # the rotation may be over already
            path = self._address.removeprefix("unix:")
            _, writer = await asyncio.open_unix_connection(path)
            writer.write(self._chance.randbytes(500))
            await writer.drain()
            writer.close()

    async def _double(self) -> None:
        """A second stream with the same token is refused while the first one is open."""
        self.stay.deeds["second stream"] += 1
        code, details = await self._knock(self._token)
        # The rotation may end, or the seat forfeit, in this moment.
        allowed = {
            *REFUSED,
            grpc.StatusCode.ALREADY_EXISTS,
            grpc.StatusCode.FAILED_PRECONDITION,
        }
        if code not in allowed:
            self.stay.wrong.append(f"a second stream was answered with {code}: {details}")

    async def _knock(self, token: str) -> tuple[grpc.StatusCode, str]:
        """How a stream ends that should not be let in."""
        async with connected(self._address, token) as stream:
            with suppress(StreamEndedError):
                await stream.send(HELLO)
            return await stream.ended()

    async def _stream(self) -> float | None:
        """One stream; how long the client then stays away, None for ever."""
        self.stay.streams += 1
        async with connected(self._address, self._token) as stream:
            try:
                with suppress(StreamEndedError):  # the status says it
                    await stream.send(self._hello())
                    if self._temper.early:
                        await self._be_early(stream)
                while (message := await stream.receive()) is not None:
                    with suppress(StreamEndedError):  # there may be a goodbye to read
                        await self._react(stream, message)
            except _Gone as gone:
                return gone.away
            return await self._after(stream)

    def _hello(self) -> play_pb2.PlayRequest:
        """Whoever comes back may bring its answers along."""
        answers, self._unsent = self._unsent, []
        if not answers or self._chance.random() < 0.5:
            return HELLO
        self.stay.deeds["answers in the hello"] += 1
        return play_pb2.PlayRequest(hello=HELLO.hello, answers=answers)

    async def _be_early(self, stream: RawStream) -> None:
        """Answer before anybody asked: nothing may begin by that, and nobody's clock run."""
        kind = self._chance.choice(["answers", "empty messages"])
        self.stay.deeds[f"early: {kind}"] += 1
        for number in range(self._chance.randint(1, MOST_EARLY)):
            # Far above what is asked: else it could be the answer to a question on its way.
            unasked = play_pb2.Answer(decision=1_000_000 + number, legal_index=0)
            await stream.answer(*([unasked] if kind == "answers" else []))

    async def _after(self, stream: RawStream) -> float | None:
        """The server ended the stream: whether another try makes sense."""
        code, details = await stream.ended()
        self.stay.statuses.append(code)
        if code not in EXPECTED:
            self.stay.wrong.append(f"a stream ended with {code}: {details}")
        if code is grpc.StatusCode.OK and self.stay.goodbye is None:
            self.stay.wrong.append("a stream ended well, but without a goodbye")
        if code is grpc.StatusCode.UNAVAILABLE:
            self._unavailable += 1
        else:
            self._unavailable = 0
        return None if code in FINAL or self._unavailable > MOST_UNAVAILABLE else 0.1

    async def _react(self, stream: RawStream, message: play_pb2.PlayResponse) -> None:
        stay, temper = self.stay, self._temper
        if message.HasField("welcome"):
            stay.welcomes += 1
            stay.resumed += message.welcome.resumed
            if message.welcome.seat != stay.seat:
                stay.wrong.append(f"seat {stay.seat} was welcomed as {message.welcome.seat}")
        for notice in message.notices:
            stay.notices[play_pb2.Notice.Code.Name(notice.code)] += 1
        for decision in message.decisions:
            if (asked := asked_seat(decision)) != stay.seat:
                stay.wrong.append(f"seat {stay.seat} was asked what seat {asked} has to decide")
        if message.HasField("goodbye"):
            stay.goodbye = message.goodbye
            return
        if self._happens(temper.dies):
            self._unsent = [self._choose(decision) for decision in message.decisions]
            await self._die(stream)
            return
        if self._happens(temper.doubles):
            await self._double()
        if self._happens(temper.garbles):
            await stream.send(self._garbage())
        answers = [
            answer for decision in message.decisions for answer in self._answers_to(decision)
        ]
        if answers:
            await stream.answer(*answers)
        if self._happens(temper.floods):
            await self._flood(stream, answers)

    async def _die(self, stream: RawStream) -> None:
        """Cancel the stream, cut the connection, or close one's own side."""
        how = self._chance.choice(["cancelled", "cut", "half closed"])
        self.stay.deeds[f"died: {how}"] += 1
        if how == "half closed":
            await stream.half_close()
            return
        if how == "cut":
            self._cable.cut()
        raise _Gone(self._away())

    def _happens(self, likelihood: float) -> bool:
        return likelihood > 0 and self._chance.random() < likelihood

    def _away(self) -> float | None:
        """Mostly short, sometimes beyond the grace, sometimes for ever."""
        kind = self._chance.choices(["back", "too late", "never"], [8, 1, 1])[0]
        self.stay.deeds[f"away: {kind}"] += 1
        if kind == "never":
            return None
        return self._grace * (self._chance.uniform(0, 0.5) if kind == "back" else 1.5)

    def _garbage(self) -> bytes:
        kind = self._chance.choice(["bytes", "oversized", "second hello"])
        self.stay.deeds[f"garbage: {kind}"] += 1
        if kind == "second hello":
            return HELLO.SerializeToString()
        return self._chance.randbytes(OVERSIZED if kind == "oversized" else 40)

    async def _flood(self, stream: RawStream, answers: list[play_pb2.Answer]) -> None:
        self.stay.deeds["flood"] += 1
        for _ in range(self._chance.randint(5, 40)):
            await stream.answer(*answers)

    def _answers_to(self, decision: play_pb2.Decision) -> list[play_pb2.Answer]:
        number = decision.decision
        honest = self._choose(decision)
        self.stay.answered += 1
        if self._happens(self._temper.hangs):
            self.stay.deeds["hung"] += 1
            return []
        answers = [honest]
        if self._happens(self._temper.lies):
            lie = self._lie(decision, honest)
            # A lie about a decision's number costs nothing, so the honest answer may follow.
            answers = [lie] if self._chance.random() < 0.5 else [lie, honest]
        self._seen.append(number)
        return answers

    def _lie(self, decision: play_pb2.Decision, honest: play_pb2.Answer) -> play_pb2.Answer:
        number = decision.decision
        lies = {
            "nothing": lambda: play_pb2.Answer(decision=number),
            "place": lambda: play_pb2.Answer(decision=number, legal_index=1_000_000),
            "illegal": lambda: self._against_the_rules(decision),
            "durak": lambda: play_pb2.Answer(decision=number, durak=self._durak_action()),
            "burako": lambda: play_pb2.Answer(decision=number, burako=self._burako_action()),
            "future": lambda: _numbered(honest, number + self._chance.randint(1, 1000)),
            "past": lambda: _numbered(honest, self._chance.choice([0, *self._seen[-5:]])),
        }
        kind = self._chance.choice(list(lies))
        self.stay.deeds[f"lie: {kind}"] += 1
        return lies[kind]()

    def _against_the_rules(self, decision: play_pb2.Decision) -> play_pb2.Answer:
        """A proper action with a card or tile that the seat hardly has, or at the wrong time."""
        answer = play_pb2.Answer(decision=decision.decision)
        if decision.HasField("durak"):
            answer.durak.kind = durak_pb2.DurakAction.KIND_ATTACK
            answer.durak.cards.append(self._chance.randrange(52))
        else:
            answer.burako.kind = burako_pb2.BurakoAction.KIND_DISCARD
            answer.burako.tiles.append(self._chance.randrange(106))
        return answer

    def _durak_action(self) -> durak_pb2.DurakAction:
        """Any numbers: mostly illegal, or not even an action."""
        action = durak_pb2.DurakAction(
            kind=self._chance.randrange(12),  # type: ignore[arg-type]  # unknown ones as well
            cards=[self._chance.randrange(300) for _ in range(self._chance.randrange(4))],
        )
        if self._chance.random() < 0.5:
            action.target = self._chance.randrange(10)
        return action

    def _burako_action(self) -> burako_pb2.BurakoAction:
        """As above; sometimes with a meld or an endless plan in it."""
        action = burako_pb2.BurakoAction(
            kind=self._chance.randrange(10),  # type: ignore[arg-type]
            tiles=[self._chance.randrange(120) for _ in range(self._chance.randrange(4))],
        )
        if self._chance.random() < 0.3:
            tiles = [self._chance.randrange(106) for _ in range(self._chance.randrange(6))]
            action.melds.add(at=self._chance.randrange(16), tiles=tiles)
        if self._chance.random() < 0.2:
            action.plan.add().CopyFrom(self._burako_action())
        return action


def _numbered(answer: play_pb2.Answer, number: int) -> play_pb2.Answer:
    copy = play_pb2.Answer()
    copy.CopyFrom(answer)
    copy.decision = number
    return copy
