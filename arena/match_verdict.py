"""What a replay says of a match, once it is known to be that match's: plain values, no database."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arena.games.deal_set import usual_rotations
from arena.games.registry import rules_from_json
from arena.protocol.v1.match_pb2 import TimeControl as TimeControlMessage
from arena.wire.match_spec import FaultPolicy, TimeControl
from arena.wire.match_spec_messages import fault_policy_to_wire, time_control_to_wire
from arena.wire.results import BoardResult
from arena.wire.verify import ParticipantUsage, ReplayRefused, Verified, verify


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordered:
    """What was ordered, as far as the log must agree with it."""

    match: str
    rules: Mapping[str, Any]
    participants: tuple[str, ...]
    boards: int
    games_per_board: int
    commitment: str
    clocks: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceVerdict:
    """How one participant did, over all rotations."""

    points: int
    boards_forfeited: int
    usage: ParticipantUsage


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchVerdict:
    """How the deal set ended."""

    places: tuple[PlaceVerdict, ...]
    boards: tuple[dict[str, Any], ...]
    """Board by board, by places instead of seats; JSON."""
    games: int
    decisions: int


def match_verdict(
    replay: bytes, ordered: Ordered, meanwhile: Callable[[], None] = lambda: None
) -> MatchVerdict:
    """`ReplayRefused` says why this is not the log of that match, played to its end. `meanwhile` is
    called now and then while it is played again."""
    verified = verify(replay, meanwhile)
    _require_same(verified, ordered)
    seatings = [tuple(seating.participants) for seating in verified.header.rotations]
    boards = tuple(_by_place(result, seatings[result.rotation]) for result in verified.boards)
    places = tuple(
        PlaceVerdict(
            points=sum(board["points"][place] for board in boards),
            boards_forfeited=sum(place in _forfeited(board) for board in boards),
            usage=usage,
        )
        for place, usage in enumerate(verified.usage)
    )
    return MatchVerdict(
        places=places,
        boards=tuple(sorted(boards, key=lambda board: (board["board"], board["rotation"]))),
        games=verified.games,
        decisions=verified.decisions,
    )


def _require_same(verified: Verified, ordered: Ordered) -> None:
    header = verified.header
    rules = rules_from_json(ordered.rules)
    clocks: TimeControlMessage = time_control_to_wire(TimeControl(**ordered.clocks))
    compared = {
        "match": (header.match_id, ordered.match),
        "rules": (verified.rules.to_json(), rules.to_json()),
        "participants": (tuple(header.participants), ordered.participants),
        "rotations": (
            tuple(tuple(seating.participants) for seating in header.rotations),
            usual_rotations(rules),
        ),
        "number of boards": (header.boards, ordered.boards),
        "number of games": (header.games_per_board, ordered.games_per_board),
        "commitment": (header.commitment, ordered.commitment),
        "clock": (header.time_control, clocks),
        "policy": (header.fault_policy, fault_policy_to_wire(FaultPolicy())),
    }
    for name, (found, wanted) in compared.items():
        if found != wanted:
            raise ReplayRefused(f"This is another match: its {name} is not the one ordered.")
    if verified.aborted:
        raise ReplayRefused(f"The match was broken off: {verified.aborted}")


def _by_place(result: BoardResult, seating: Sequence[int]) -> dict[str, Any]:
    points = [0] * len(seating)
    for seat, place in enumerate(seating):
        points[place] = result.points[seat]
    forfeit = result.forfeit
    return {
        "rotation": result.rotation,
        "board": result.board,
        "games": len(result.games),
        "points": points,
        "losers": sorted(seating[seat] for seat in result.losers),
        "forfeit": forfeit
        and {
            "places": sorted(seating[seat] for seat in forfeit.seats),
            "reason": forfeit.reason.name.lower(),
        },
    }


def _forfeited(board: Mapping[str, Any]) -> Sequence[int]:
    forfeit = board["forfeit"]
    return forfeit["places"] if forfeit else ()
