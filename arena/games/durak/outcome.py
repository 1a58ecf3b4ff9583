"""How a game ended, as a value."""

from dataclasses import dataclass
from typing import Final, Literal

Reason = Literal["durak", "draw", "stalled", "last_card", "team_holding", "first_out"]
SURVIVED: Final = 2  # as `scoring.durak` counts: survivors and draws relate as 2 to 1
DRAWN: Final = 1
LOST: Final = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """Durak has only losers.

    `reason`: one seat was left (rule 19: durak), none was (rule 19, TM5: draw), nothing went
    on (1J: stalled), the last card was played (O26: last_card), one team was left (TM4:
    team_holding) or a seat went out and won for its team (TM4: first_out).
    """

    losers: tuple[int, ...]
    order: tuple[int, ...]
    """The seats that got rid of their cards, first out first (rule 20)."""
    teams: tuple[int, ...]
    """The team of each seat; without teams every seat is its own."""
    scores: tuple[int, ...]
    """Per seat: 2 for a survivor, 1 for everybody in a draw, 0 for a loser."""
    reason: Reason
    tags: tuple[str, ...] = ()
    """ "stalled", "epaulettes-1", "epaulettes-2"."""
    epaulettes: int = 0
    wearer: int | None = None
    """The seat that wears the epaulettes (1E)."""

    def to_json(self) -> dict[str, object]:
        """Plain data for the wire and for replays."""
        return {
            "losers": list(self.losers),
            "order": list(self.order),
            "teams": list(self.teams),
            "scores": list(self.scores),
            "reason": self.reason,
            "tags": list(self.tags),
            "epaulettes": self.epaulettes,
            "wearer": self.wearer,
        }


def outcome(
    *,
    losers: tuple[int, ...],
    order: tuple[int, ...],
    teams: tuple[int, ...],
    reason: Reason,
    epaulettes: int = 0,
    wearer: int | None = None,
) -> Outcome:
    """Fill in what follows from the rest."""
    if len(losers) in {0, len(teams)}:  # a loss that all share parts nobody
        scores = (DRAWN,) * len(teams)
    else:
        scores = tuple(LOST if seat in losers else SURVIVED for seat in range(len(teams)))
    tags = ("stalled",) if reason == "stalled" else ()
    if epaulettes:
        tags = (f"epaulettes-{epaulettes}",)
    return Outcome(losers, order, teams, scores, reason, tags, epaulettes, wearer)
