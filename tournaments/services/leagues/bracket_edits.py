"""Drafts of a bracket changed by hand: its first round may stand in any order, which seeds the
bracket anew; later on those meet who have won."""

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scoring.league import DraftPairing, LeagueBook
from scoring.messages import Who
from scoring.pairing import Bracket, Entrant
from scoring.pairing.common import reason
from tournaments.models import Fixture, League
from tournaments.services.leagues.draft_rows import pair_of, reasons_of

Pair = tuple[int, int]


def bracket_rearranged(
    *,
    league: League,
    book: LeagueBook,
    fixtures: Sequence[Fixture],
    pairings: Sequence[Pair],
    byes: Sequence[int],
) -> list[DraftPairing]:
    """The draft as it shall be; the league's seeds follow."""
    old = {pair_of(fixture): fixture for fixture in fixtures}
    if {frozenset(pair) for pair in pairings} == old.keys():
        return [_same(old[frozenset(pair)], pair) for pair in pairings]
    bracket = book.bracket()
    drawn = {m.bracket_match for m in book.meetings if m.bracket_match is not None}
    if bracket is None or drawn != {fixture.bracket_match for fixture in fixtures}:
        raise ValidationError(
            _("In a bracket those meet who have won: only who sits first can be changed."),
            code="bracket",
        )
    everybody = [*(one for pair in pairings for one in pair), *byes]
    if len(pairings) != len(fixtures) or set(everybody) != set(league.play_off_seeds):
        raise ValidationError(
            _("Everybody in the bracket needs exactly one place in its first round."),
            code="bracket_incomplete",
        )
    league.play_off_seeds = _seeded(bracket, league.play_off_seeds, fixtures, pairings, byes)
    league.save(update_fields=["play_off_seeds"])
    return [
        _same(old[frozenset(pair)], pair, fixture.bracket_match)
        if frozenset(pair) in old
        else DraftPairing(
            first=pair[0],
            second=pair[1],
            reasons=(reason("swiss.manual", a=Who(pair[0]), b=Who(pair[1])),),
            bracket_match=fixture.bracket_match,
        )
        for pair, fixture in zip(pairings, fixtures, strict=True)
    ]


def _same(fixture: Fixture, pair: Pair, bracket_match: int | None = None) -> DraftPairing:
    return DraftPairing(
        first=pair[0],
        second=pair[1],
        reasons=reasons_of(fixture),
        bracket_match=bracket_match or fixture.bracket_match,
    )


def _seeded(
    bracket: Bracket,
    seeds: Sequence[int],
    fixtures: Sequence[Fixture],
    pairings: Sequence[Pair],
    byes: Sequence[int],
) -> list[int]:
    """Everybody in the order that puts them where the draft has them. Who keeps having no opponent
    keeps the place; the others take the places left, in the order given."""
    of_match = {
        fixture.bracket_match: pair for fixture, pair in zip(fixtures, pairings, strict=True)
    }
    new: dict[int, int] = {}
    free: list[int] = []
    for match in bracket.matches:
        for side, slot in enumerate((match.a, match.b)):
            if not isinstance(slot, Entrant):
                continue
            if match.number in of_match:
                new[slot.seed] = of_match[match.number][side]
            elif slot.competitor in byes:
                new[slot.seed] = seeds[slot.seed - 1]
            else:
                free.append(slot.seed)
    placed = set(new.values())
    new |= dict(zip(sorted(free), (one for one in byes if one not in placed), strict=True))
    return [new[seed] for seed in range(1, len(seeds) + 1)]
