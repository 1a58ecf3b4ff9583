"""Client messages gone wrong.

Nearly all of them can be read, so that they get as far as the table and its rules: wild values,
actions that are nearly right, another game's, deep ones, answers twice or to nothing.  Few are
broken bytes, since those end a stream, and nothing more can be sent on it.
"""

import random
from collections.abc import Callable
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from arena.protocol.v1.play_pb2 import Answer, Decision, PlayRequest
from tests.arena.gameserver.raw_client import by_action, hello, listed

WILD = (0, 1, 2, 3, 17, 33, 51, 52, 63, 64, 105, 106, 255, 256, 2**31 - 1, 2**31, 2**32 - 1)
DEEPEST = 3
DEEP = 90
"""Plans within plans; protobuf reads 100 levels."""
_UNKNOWN_FIELD = b"\xfa\x3f\x03abc"  # number 1023, three bytes

Make = Callable[[Decision, random.Random], Answer]


# Answers to a decision: each of them takes it


def wild_action(asked: Decision, rng: random.Random) -> Answer:
    """Fields that exist, with values that nobody would send."""
    answer = Answer(decision=asked.decision)
    game = "durak" if asked.HasField("durak") else "burako"
    action = getattr(answer, game)
    action.SetInParent()
    fill_wildly(action, rng, DEEPEST)
    return answer


def nearly_right(asked: Decision, rng: random.Random) -> Answer:
    """A legal action with one of its fields changed."""
    answer = by_action(asked, rng.randrange(listed(asked)))
    action = getattr(answer, str(answer.WhichOneof("action")))
    entry = rng.choice(action.DESCRIPTOR.fields)
    action.ClearField(entry.name)
    if rng.random() < 0.8:
        _fill_field(action, entry, rng, DEEPEST)
    return answer


def wild_index(asked: Decision, rng: random.Random) -> Answer:
    return Answer(decision=asked.decision, legal_index=rng.choice(WILD))


def nothing_chosen(asked: Decision, _rng: random.Random) -> Answer:
    return Answer(decision=asked.decision)


def other_game(asked: Decision, rng: random.Random) -> Answer:
    answer = Answer(decision=asked.decision)
    action = answer.burako if asked.HasField("durak") else answer.durak
    action.SetInParent()
    fill_wildly(action, rng, DEEPEST)
    return answer


def deep_action(asked: Decision, rng: random.Random) -> Answer:
    """A plan of a plan of a plan, as deep as can be read."""
    answer = Answer(decision=asked.decision)
    action = answer.burako
    for _ in range(rng.randint(2, DEEP)):
        action.kind = action.KIND_CONSULT
        action = action.plan.add()
    fill_wildly(action, rng, 1)
    return answer


_ANSWERS: dict[Make, int] = {
    wild_action: 40,
    nearly_right: 30,
    wild_index: 12,
    other_game: 8,
    deep_action: 4,
    nothing_chosen: 4,
}


def answer_to(asked: Decision, rng: random.Random) -> bytes:
    """A message that can be read and takes this decision, whatever else is in it."""
    answer = _any_answer(asked, rng)
    if rng.random() < 0.1:
        data = answer.SerializeToString() + _UNKNOWN_FIELD
        return b"\x12" + _length(data) + data + _UNKNOWN_FIELD
    return PlayRequest(answers=[answer]).SerializeToString()


def twice(asked: Decision, rng: random.Random) -> bytes:
    """Two answers to the same decision: the second is one to nothing."""
    answers = [_any_answer(asked, rng) for _ in range(2)]
    return PlayRequest(answers=answers).SerializeToString()


def _any_answer(asked: Decision, rng: random.Random) -> Answer:
    (make,) = rng.choices(list(_ANSWERS), list(_ANSWERS.values()))
    return make(asked, rng)


# Messages that answer nothing


def stray(asked: Decision, rng: random.Random) -> bytes:
    """One answer to nothing, which leaves the decision open: the table bears 64 of them."""
    if rng.random() < 0.2:
        return PlayRequest().SerializeToString()
    answer = _any_answer(asked, rng)
    answer.decision = rng.choice((0, asked.decision + 1000, *WILD[-4:]))
    return PlayRequest(answers=[answer]).SerializeToString()


# Messages that mostly end the stream


def broken(sound: PlayRequest, rng: random.Random) -> bytes:
    """Flipped bits, a missing end, noise, a second hello, a plan too deep to be read."""
    data = bytearray(sound.SerializeToString())
    match rng.randrange(6):
        case 0:
            for _ in range(rng.choice((1, 1, 2, 8))):
                data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        case 1:
            data = data[: rng.randrange(len(data))]
        case 2:
            data = bytearray(rng.randbytes(rng.choice((1, 2, 5, 20, 200))))
        case 3:
            place = rng.randrange(len(data) + 1)
            data[place:place] = rng.randbytes(rng.randint(1, 4))
        case 4:
            data += hello("durak/duel24").SerializeToString()
        case _:
            data = bytearray(_too_deep())
    return bytes(data)


def _too_deep() -> bytes:
    plan = b""
    for _ in range(200):
        plan = b"\x3a" + _length(plan) + plan
    answer = b"\x08\x01\x22" + _length(plan) + plan
    return b"\x12" + _length(answer) + answer


def _length(data: bytes) -> bytes:
    """As protobuf writes it before a field."""
    number, found = len(data), bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number])


# Values


def fill_wildly(message: Message, rng: random.Random, depth: int) -> None:
    """Fields that exist with values that nobody would send."""
    for entry in message.DESCRIPTOR.fields:
        if rng.random() < 0.6:
            _fill_field(message, entry, rng, depth)


def _fill_field(message: Message, entry: Any, rng: random.Random, depth: int) -> None:  # noqa: ANN401
    if entry.message_type is not None:
        if depth == 0:
            return
        if entry.is_repeated:
            for _ in range(rng.choice((1, 1, 2, 5))):
                fill_wildly(getattr(message, entry.name).add(), rng, depth - 1)
        else:
            getattr(message, entry.name).SetInParent()
            fill_wildly(getattr(message, entry.name), rng, depth - 1)
    elif entry.is_repeated:
        count = rng.choice((1, 1, 2, 3, 40))
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
