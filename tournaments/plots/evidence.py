"""How the evidence of a sequential test grew between the bounds that decide it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from tournaments.plots.scale import Span, Tick, coordinate, path
from tournaments.plots.thinning import thinned

MOST_POINTS: Final = 200
_FEWEST_ACROSS: Final = 10
"""Deal sets from the left to the right at least."""
_PAD: Final = 0.12


class EvidencePoint(NamedTuple):
    """After so many deal sets, the log-likelihood ratio."""

    deal_sets: int
    evidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidencePlot:
    """All that is drawn."""

    line: str
    last_x: str
    last_y: str
    lower_y: str
    upper_y: str
    zero_y: str
    lower: float
    upper: float
    heights: tuple[Tick, ...]
    counts: tuple[Tick, ...]
    points: tuple[EvidencePoint, ...]

    @property
    def last(self) -> EvidencePoint:
        return self.points[-1]


def evidence_plot(points: Sequence[EvidencePoint], *, lower: float, upper: float) -> EvidencePlot:
    """From points in the order of the deal sets; every test begins with no evidence, at zero."""
    begin = EvidencePoint(0, 0.0)
    drawn = thinned(
        [begin, *(point for point in points if point.deal_sets > 0)],
        MOST_POINTS,
        lambda point: point.evidence,
    )
    most = max(_FEWEST_ACROSS, drawn[-1].deal_sets)
    across = Span(0, most)
    pad = (upper - lower) * _PAD
    reach = [lower - pad, upper + pad, *(point.evidence for point in drawn)]
    up = Span.of(reach, least=1e-3)
    places = [(across.share(point.deal_sets), up.from_top(point.evidence)) for point in drawn]
    last_x, last_y = places[-1]
    return EvidencePlot(
        line=path(places),
        last_x=coordinate(last_x),
        last_y=coordinate(last_y),
        lower_y=coordinate(up.from_top(lower)),
        upper_y=coordinate(up.from_top(upper)),
        zero_y=coordinate(up.from_top(0.0)),
        lower=lower,
        upper=upper,
        heights=tuple(Tick(up.from_top(mark), mark) for mark in up.marks()),
        counts=tuple(
            Tick(across.share(mark), mark) for mark in across.marks() if mark == int(mark)
        ),
        points=tuple(drawn),
    )
