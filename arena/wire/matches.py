"""Results of a match to and from the wire."""

from arena.protocol.v1 import match_pb2
from arena.wire.codec import Codec
from arena.wire.results import BoardResult, Forfeit, ForfeitReason


def board_result_to_wire(codec: Codec, result: BoardResult) -> match_pb2.BoardResult:
    """A board that is over, with the games by the codec's rules."""
    message = match_pb2.BoardResult(
        rotation=result.rotation,
        board=result.board,
        points=result.points,
        losers=result.losers,
        forfeit=None if result.forfeit is None else forfeit_to_wire(result.forfeit),
    )
    for game in result.games:
        entry = message.games.add(game=game.game)
        if game.outcome is not None:
            codec.fill_outcome(entry, game.outcome)
    return message


def forfeit_to_wire(forfeit: Forfeit) -> match_pb2.Forfeit:
    """Who forfeited, and why."""
    reason = f"FORFEIT_REASON_{forfeit.reason.name}"
    return match_pb2.Forfeit(seats=forfeit.seats, reason=reason)


def forfeit_from_wire(message: match_pb2.Forfeit) -> Forfeit:
    """Who forfeited, and why; `ValueError` if it does not say why."""
    return Forfeit(tuple(message.seats), ForfeitReason(message.reason))
