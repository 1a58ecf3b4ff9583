"""What a table sends, played in this process: the bare echo sends the same once more."""

import asyncio
import hashlib

from arena.games.interface import AnyRules
from arena.gameserver.journal import Journal
from arena.gameserver.messages import letter_to_wire, read_answers, read_request
from arena.gameserver.table import Table
from arena.protocol.v1.play_pb2 import PlayResponse
from arena.wire.codec import codec_for
from arena.wire.match_spec import MatchSpec
from tests.bench.table_bot import answer

Sent = list[bytes]
"""The messages with decisions that one seat was sent, in order."""


async def play_here(
    rule_set: AnyRules, *, boards: int, at_once: int, seed: bytes = bytes(32)
) -> list[Sent]:
    """One table whose seats are answered at once by functions; what each seat was sent."""
    players = rule_set.players
    spec = MatchSpec(
        match_id="here",
        rules=rule_set,
        participants=("bot",) * players,
        rotations=(tuple(range(players)),),
        boards=boards,
        boards_at_once=at_once,
        seed=seed,
    )
    table = Table(spec, Journal(spec, 0))
    table.start()
    codec = codec_for(spec.rules)

    async def sit(seat: int) -> Sent:
        session, sent = table.seat(0, seat).attach("bot"), []
        while (letter := await session.outgoing()) is not None:
            data = letter_to_wire(letter, codec, seat)
            if letter.asks:
                sent.append(data)
                request = read_request(answer(PlayResponse.FromString(data)).SerializeToString())
                assert request is not None
                session.answers(read_answers(request, codec, len(request.answers)))
        return sent

    return await asyncio.gather(*(sit(seat) for seat in range(players)))


def recorded(rule_set: AnyRules, *, streams: int, boards: int, at_once: int = 1) -> list[Sent]:
    """What so many streams were sent by whole games, so many at a time at each table."""
    found: list[Sent] = []
    while len(found) < streams:
        seed = hashlib.sha256(f"recorded {len(found)}".encode()).digest()
        found += asyncio.run(play_here(rule_set, boards=boards, at_once=at_once, seed=seed))
    return found[:streams]
