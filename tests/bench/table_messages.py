"""What the bare echo sends: decisions as the table would have sent them."""

from arena.games import rules
from arena.protocol.v1.play_pb2 import Decision, PlayResponse
from arena.wire.codec import codec_for
from arena.wire.told import Told
from tests.bench.table_bot import STRIDE

GAMES = 8
LISTED = 256


def recorded(profile: str, players: int, packed: int) -> PlayResponse:
    """So many decisions of real games, spread evenly by size; a single one is the median."""
    decisions = sorted(_decisions(profile, players), key=Decision.ByteSize)
    places = ((2 * number + 1) * len(decisions) // (2 * packed) for number in range(packed))
    return PlayResponse(decisions=[decisions[place] for place in places])


def _decisions(profile: str, players: int) -> list[Decision]:
    rule_set = rules(profile, players=players)
    codec = codec_for(rule_set)
    found: list[Decision] = []
    for number in range(GAMES):
        game = rule_set.deal(number)
        told = [Told() for _ in range(players)]
        while game.seat is not None:
            decision = Decision(
                decision=len(found) + 1, game=number, board=number, allowed_ms=10_000
            )
            codec.fill_decision(decision, game, game.seat, told[game.seat], LISTED, ())
            found.append(decision)
            legal = game.legal()
            game.apply(legal[len(found) * STRIDE % len(legal)])
    return found
