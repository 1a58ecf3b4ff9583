"""How far a rating may be from the strength behind it.

Sources: M. E. Glickman, "Parameter estimation in large dynamic paired comparison experiments",
Applied Statistics 48 (1999), for the error of an unrated newcomer and for g below; McCullagh &
Nelder, *Generalized Linear Models* (1989), 4.5 and 9.2, for the dispersion.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

from scoring.elo.expected import EloError
from scoring.elo.update import Change

_SLOPE = math.log(10) / 400
"""d(expected)/d(rating) is this times E(1-E)."""


@dataclass(frozen=True, slots=True)
class ErrorBar:
    """The standard error of one member's rating, learnt from the results themselves.

    The Elo update ``r += gain (S - E)`` is a stochastic approximation.  E comes from the side's
    mean rating, in which the member has weight w (1, or 1/2 in a pair), so to first order
    ``error' = (1 - gain s w) error + gain (noise + s others)``, where ``others`` is the error that
    partners and opponents brought to the table and ``s = q g E(1-E)`` with ``q = ln 10 / 400``.
    Hence ``V' = (1 - gain s w)^2 V + gain^2 (phi E(1-E) + s^2 V_others)``.
    ``g = 1 / sqrt(1 + 3 q^2 V_all / pi^2)`` is Glickman's: the curve is flatter, and a result
    teaches less, where the true difference may lie far from the rated one.

    It starts at Glickman's 350 for an unrated newcomer, falls with results, and settles
    where a constant K keeps it, which a naive 1/sqrt(n) would deny.  A league that knows how
    widely its newcomers spread starts them at ``ErrorBar(variance=spread**2)``.

    ``phi`` is the dispersion of the results, squared residuals over the variance of coins with the
    same expectations: deal sets are steadier than single games, and say so.  It is a ratio of
    sums, so that one upset counts as one result however unlikely it was.  ``PRIOR_RESULTS``
    imagined results draw it towards 1, or towards what is known beforehand (a deal set of n boards
    varies at most as n coins do), and it never falls below ``LEAST_DISPERSION``, so that a
    run of draws does not promise certainty.  Residuals hold the ratings' errors too, which makes
    the bars of steady deal sets a little too wide.

    Two limits.  Errors of different members are taken to be independent, which changing
    partners make nearly true; of two who only ever play together the results tell nothing but
    their mean, so rate such a pair as one member.  And in a field so wide that K takes
    hundreds of results to tell it apart (newcomers 350 from the mean, K 20) the bar is
    too narrow while the ratings still travel; a larger provisional K shortens that.
    """

    NEWCOMER = 350.0
    PRIOR_RESULTS = 10
    LEAST_DISPERSION = 0.05

    variance: float = NEWCOMER**2
    results: int = 0
    squared_residuals: float = 0.0
    spreads: float = 0.0
    """The sum of E(1-E) over the results."""

    @property
    def standard_error(self) -> float:
        """In Elo points."""
        return math.sqrt(self.variance)

    @property
    def dispersion(self) -> float:
        """The results' variance as a multiple of a coin's with the same expectation."""
        return self.dispersion_from(1.0)

    def dispersion_from(self, prior: float) -> float:
        """The same where results were expected to have this much of it."""
        imagined = self.PRIOR_RESULTS / 4
        pooled = (imagined * prior + self.squared_residuals) / (imagined + self.spreads)
        return max(self.LEAST_DISPERSION, pooled)

    def margin(self, confidence: float = 0.95) -> float:
        """The half-width to print after the ±, in Elo points."""
        level = (1 + confidence) / 2
        if not 0.5 < level < 1:  # also where confidence is so near 0 or 1 that it rounds away
            raise EloError("confidence_out_of_range", f"confidence lies in (0, 1): {confidence!r}")
        return NormalDist().inv_cdf(level) * self.standard_error

    def after(
        self,
        change: Change,
        *,
        opponents_error: float = 0.0,
        partners_error: float = 0.0,
        prior_dispersion: float = 1.0,
    ) -> ErrorBar:
        """The error bar after one rated result.

        Say, if known, the standard error of the opponents' mean rating and that of the
        partners' mean rating; `error_bars_after` works both out for a whole table.
        """
        weight, gain, spread = float(change.weight), float(change.gain), float(change.spread)
        others = _squared(opponents_error) + _squared(partners_error) * (1 - weight) ** 2
        learnt = replace(
            self,
            results=self.results + 1,
            squared_residuals=self.squared_residuals + float(change.score - change.expected) ** 2,
            spreads=self.spreads + spread,
        )
        everyone = weight**2 * self.variance + others
        slope = _SLOPE * spread / math.sqrt(1 + 3 * _SLOPE**2 * everyone / math.pi**2)
        kept = (1 - gain * slope * weight) ** 2 * self.variance
        noise = learnt.dispersion_from(prior_dispersion) * spread + slope**2 * others
        return replace(learnt, variance=self._capped(kept + gain**2 * noise))

    def widened(self, by: float) -> ErrorBar:
        """After a change of unknown effect (a bot's new version): add this standard error."""
        return replace(self, variance=self._capped(self.variance + _squared(by)))

    def _capped(self, variance: float) -> float:
        """Nobody knows less of someone than of a newcomer."""
        return min(variance, max(self.variance, self.NEWCOMER**2))


def error_bars_after(
    bars: Sequence[Sequence[ErrorBar]],
    changes: Sequence[Sequence[Change]],
    *,
    prior_dispersion: float = 1.0,
) -> tuple[tuple[ErrorBar, ...], ...]:
    """The error bars of everyone at a table after a result, in the shape of `rate_sides`."""
    if [len(side) for side in bars] != [len(side) for side in changes]:
        raise EloError("lengths_differ", "give one error bar for each change")
    if len(bars) < 2:
        raise EloError("too_few_sides", "a rated result needs at least two sides")
    sums = [sum(bar.variance for bar in side) for side in bars]
    means = [total / len(side) ** 2 for total, side in zip(sums, bars, strict=True)]
    return tuple(
        tuple(
            bar.after(
                change,
                opponents_error=math.sqrt(max(0.0, sum(means) - mean)) / (len(bars) - 1),
                partners_error=math.sqrt(max(0.0, total - bar.variance)) / max(1, len(side) - 1),
                prior_dispersion=prior_dispersion,
            )
            for bar, change in zip(side, moved, strict=True)
        )
        for side, moved, total, mean in zip(bars, changes, sums, means, strict=True)
    )


def _squared(error: float) -> float:
    if not error >= 0 or math.isinf(error):
        raise EloError("error_negative", f"not a standard error: {error!r}")
    return error**2
