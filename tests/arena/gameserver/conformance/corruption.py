"""Client messages gone wrong: flipped bits, missing ends, random bytes, wild values.

Attackers sit at tables of their own and send them; at the same server others play as if nothing
were, and must come to the right result.
"""

import asyncio
import random
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import grpc
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from arena.games import rules
from arena.protocol.v1.match_pb2 import FaultPolicy
from arena.protocol.v1.play_pb2 import Answer, PlayRequest
from tests.arena.gameserver.conformance.kit import clocks, finished, first_of_everything
from tests.arena.gameserver.raw_client import (
    RawStream,
    StreamEndedError,
    asked_seat,
    by_action,
    connected,
    first,
    hello,
    listed,
)
from tests.arena.gameserver.raw_host import RawHost, RawTable

SEED = b"corruption" * 3 + b"12"
DUEL = rules("durak/duel24")
TABLES = (DUEL, rules("durak/german", players=2), rules("burako/duel", hand_limit=1))
A_STREAM = 25
"""Corrupted messages that a stream sends at most; the server ends most of them earlier."""
WILD = (0, 1, 2, 51, 63, 64, 105, 106, 255, 256, 2**31 - 1, 2**31, 2**32 - 1)
DEEPEST = 3
SENDERS = 8
"""Attackers at the same time."""
IMPATIENT = {"bank_ms": 2_000, "increment_ms": 2_000, "bank_limit_ms": 2_000, "grace_ms": 20}


@dataclass
class Tally:
    """What was sent, and how the streams ended."""

    messages: int = 0
    streams: int = 0
    tables: int = 0
    honest: int = 0
    codes: dict[str, int] | None = None

    def ended(self, code: grpc.StatusCode) -> None:
        self.codes = self.codes or {}
        self.codes[code.name] = self.codes.get(code.name, 0) + 1


def corrupted(sound: PlayRequest, rng: random.Random) -> bytes:
    """Bytes that somebody who meant this message might have sent by mistake or on purpose."""
    data = bytearray(sound.SerializeToString())
    match rng.randrange(14):
        case 0 if data:
            for _ in range(rng.choice((1, 1, 2, 8))):
                place = rng.randrange(len(data))
                data[place] ^= 1 << rng.randrange(8)
        case 1:
            data = data[: rng.randrange(len(data) + 1)]
        case 2:
            data = bytearray(rng.randbytes(rng.choice((1, 2, 5, 20, 200))))
        case 3:
            place = rng.randrange(len(data) + 1)
            data[place:place] = rng.randbytes(rng.randint(1, 4))
        case _:
            wild = PlayRequest()
            fill_wildly(wild, rng, DEEPEST)
            if rng.random() < 0.97:
                wild.ClearField("hello")
                for answer in wild.answers:
                    if sound.answers and rng.random() < 0.7:
                        answer.decision = sound.answers[0].decision
            data = bytearray(wild.SerializeToString())
    return bytes(data)


def fill_wildly(message: Message, rng: random.Random, depth: int) -> None:
    """Fields that exist with values that nobody would send."""
    for entry in message.DESCRIPTOR.fields:
        if rng.random() < 0.4:
            continue
        if entry.message_type is not None:
            if depth == 0:
                continue
            if entry.is_repeated:
                for _ in range(rng.choice((1, 1, 2, 5))):
                    fill_wildly(getattr(message, entry.name).add(), rng, depth - 1)
            else:
                getattr(message, entry.name).SetInParent()
                fill_wildly(getattr(message, entry.name), rng, depth - 1)
        elif entry.is_repeated:
            count = rng.choice((1, 2, 3, 40))
            getattr(message, entry.name).extend(_wild(entry, rng) for _ in range(count))
        else:
            setattr(message, entry.name, _wild(entry, rng))


def _wild(entry: Any, rng: random.Random) -> Any:  # noqa: ANN401 - any field
    if entry.enum_type is not None:
        return rng.choice((*entry.enum_type.values_by_number, 99))
    if entry.type == FieldDescriptor.TYPE_BOOL:
        return rng.random() < 0.5
    if entry.type == FieldDescriptor.TYPE_STRING:
        return "".join(chr(rng.choice((65, 0, 0x1F0A1, 0x202E))) for _ in range(rng.randrange(9)))
    return rng.choice(WILD)


async def attack(host: RawHost, messages: int, seed: int) -> Tally:
    """Send so many corrupted messages; every table must end, and every log must be sound."""
    tally = Tally()

    async def attacker(number: int) -> None:
        rng = random.Random(f"{seed} {number}")
        while tally.messages < messages:
            await attack_table(host, rng, tally)

    async def honest() -> None:
        while tally.messages < messages:
            await play_honestly(host)
            tally.honest += 1

    await asyncio.gather(*map(attacker, range(SENDERS)), honest())
    await play_honestly(host)  # the server is as well as before
    return tally


async def attack_table(host: RawHost, rng: random.Random, tally: Tally) -> None:
    """One table: first nonsense instead of a hello, then nonsense instead of answers."""
    played = rng.choice(TABLES)
    table = await host.open(
        played, boards=3, clocks=clocks(**IMPATIENT), policy=FaultPolicy(strikes=30)
    )
    tally.tables += 1
    victim = asyncio.create_task(play_on(table, 1))
    async with connected(*table.door(0)) as stream:
        tally.streams += 1
        await send_corrupted(stream, hello(played.name), rng, tally)
        tally.ended((await half_closed(stream))[0])
    async with connected(*table.door(0)) as stream:
        tally.streams += 1
        with suppress(StreamEndedError):
            await stream.hello(played.name)
            await answer_wildly(stream, rng, tally)
        tally.ended((await half_closed(stream))[0])
    await victim
    await finished(table)


async def half_closed(stream: RawStream) -> tuple[grpc.StatusCode, str]:
    """Stop sending and see how the server ends the stream."""
    await stream.half_close()
    return await stream.ended()


async def answer_wildly(stream: RawStream, rng: random.Random, tally: Tally) -> None:
    """Nonsense for answers, and now and then an answer, so that the game goes on."""
    sent = 0
    while sent < A_STREAM and (response := await stream.receive()) is not None:
        for decision in response.decisions:
            assert asked_seat(decision) == 0
            place = rng.randrange(listed(decision))
            sound = PlayRequest(answers=[by_action(decision, place)])
            while rng.random() < 0.8:
                await send_corrupted(stream, sound, rng, tally)
                sent += 1
            await stream.answer(Answer(decision=decision.decision, legal_index=place))


async def send_corrupted(
    stream: RawStream, sound: PlayRequest, rng: random.Random, tally: Tally
) -> None:
    tally.messages += 1
    with suppress(StreamEndedError):
        await stream.send(corrupted(sound, rng))


async def play_on(table: RawTable, seat: int) -> None:
    """The attacker's opponent, who only wants to play."""
    await table.play_seat(seat, first)


async def play_honestly(host: RawHost) -> None:
    """A table that has nothing to do with any of this comes to the right result."""
    table = await host.open(DUEL, boards=4, seed=SEED)
    await table.play_rotation(0, [first, first])
    over, _ = await finished(table)
    assert [list(result.points) for result in over.boards] == [
        first_of_everything(DUEL, SEED, number) for number in range(4)
    ]
