"""How a hand ended, as a value."""

from dataclasses import dataclass
from typing import Literal

from arena.games.burako.tiles import BY_ID, ids_of, mask_of
from scoring.burako import HandScore, HandTiles, score_hand, sheet_as_dict, sheet_from_tiles
from scoring.burako.hand import HandSheet
from scoring.burako.rule_set import BurakoRuleSet

Reason = Literal["closed", "mazo_empty", "stalled", "ended"]
"""A side closed (2C.20); the mazo was empty and the pozo could not be taken (2D.23) or was closed
(2D.24); a seat let the hand end (2D.23, `may_end_hand`)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Both sides get points (2E); the side with fewer has lost the hand, if one has."""

    losers: tuple[int, ...]
    order: tuple[int, ...]
    """The seats, those with more points first, else by number."""
    teams: tuple[int, ...]
    """The side of each seat."""
    scores: tuple[int, ...]
    """The points of each seat's side."""
    reason: Reason
    tags: tuple[str, ...]
    """ "closed-by-<seat>"."""
    totals: tuple[int, int]
    """The points of both sides, as a match adds them up."""
    tiles: HandTiles
    sheet: HandSheet
    score: HandScore
    """Where the points come from."""
    closer: int | None
    """The seat that closed."""

    @property
    def is_draw(self) -> bool:
        """Whether both sides got the same."""
        return not self.losers

    def to_json(self) -> dict[str, object]:
        """Plain data for the wire and for replays."""
        return {
            "losers": list(self.losers),
            "order": list(self.order),
            "teams": list(self.teams),
            "scores": list(self.scores),
            "reason": self.reason,
            "tags": list(self.tags),
            "totals": list(self.totals),
            "sheet": sheet_as_dict(self.sheet),
            "score": self.score.as_dict(),
            "racks": [
                [ids_of(mask_of(BY_ID[t.id] for t in rack)) for rack in side.racks]
                for side in self.tiles.sides
            ],
        }


def outcome(
    *,
    rules: BurakoRuleSet,
    seats: int,
    tiles: HandTiles,
    reason: Reason,
    closer: int | None,
) -> Outcome:
    """Fill in what follows from the tiles; every point is the kernel's."""
    sheet = sheet_from_tiles(rules, tiles)
    score = score_hand(rules, sheet)
    totals = score.totals
    teams = tuple(seat % len(totals) for seat in range(seats))
    scores = tuple(totals[team] for team in teams)
    return Outcome(
        losers=tuple(seat for seat in range(seats) if scores[seat] < max(totals)),
        order=tuple(sorted(range(seats), key=lambda seat: (-scores[seat], seat))),
        teams=teams,
        scores=scores,
        reason=reason,
        tags=() if closer is None else (f"closed-by-{closer}",),
        totals=totals,
        tiles=tiles,
        sheet=sheet,
        score=score,
        closer=closer,
    )
