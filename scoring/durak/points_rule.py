"""What a game is worth: a league's own business, and therefore a value."""

from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Final, Self

from scoring.durak.codes import DURAK_TEMPLATES, DurakCode, DurakRefusedError
from scoring.reading import Reader

SCHEMA: Final = 1


class TeamEnd(StrEnum):
    """When a game between teams is over (1B O28, 1D TM4)."""

    LAST_TEAM_HOLDING = "last_team_holding"
    FIRST_OUT_WINS = "first_out_wins"


@dataclass(frozen=True, slots=True, kw_only=True)
class DurakPointsRule:
    """What one game is worth to each side; epaulettes may cost the side that wears them.

    The defaults let survivors and draws relate as 2 to 1 and treat epaulettes as what S0 calls
    them: an insult without points.
    """

    survived: int = 2
    draw: int = 1
    lost: int = 0
    one_epaulette_costs: int = 0
    two_epaulettes_cost: int = 0
    team_end: TeamEnd = TeamEnd.LAST_TEAM_HOLDING

    def __post_init__(self) -> None:
        reader = Reader(DURAK_TEMPLATES)
        for name in POINT_NAMES:
            reader.number(name, getattr(self, name), *POINT_RANGE)
        reader.choice("team_end", self.team_end, TeamEnd)
        if not reader.errors and not self.lost <= self.draw <= self.survived:
            reader.refuse("lost", DurakCode.LOSING_PAYS)
        if reader.errors:
            raise DurakRefusedError(reader.errors.result())
        object.__setattr__(self, "team_end", TeamEnd(self.team_end))  # a plain string is as good

    def as_dict(self) -> dict[str, object]:
        """Plain JSON-able data that `from_dict` reads back to an equal rule."""
        return {"schema": SCHEMA, **asdict(self), "team_end": self.team_end.value}

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Read what `as_dict` wrote; anything else is refused with all its errors."""
        reader = Reader(DURAK_TEMPLATES)
        values = reader.versioned(data, SCHEMA, [f.name for f in fields(cls)])
        points = {
            name: reader.number(name, values[name], *POINT_RANGE) or 0 for name in POINT_NAMES
        }
        team_end = reader.choice("team_end", values["team_end"], TeamEnd)
        if reader.errors or team_end is None:
            raise DurakRefusedError(reader.errors.result())
        return cls(team_end=team_end, **points)


POINT_RANGE: Final = (0, 1_000)
POINT_NAMES: Final = ("survived", "draw", "lost", "one_epaulette_costs", "two_epaulettes_cost")
