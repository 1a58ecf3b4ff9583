"""In which order a league's entries start: by hand, or by their ratings."""

from collections.abc import Mapping, Sequence
from random import SystemRandom
from statistics import fmean
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.league_access import LeagueAccess, LeagueAction, LeagueVisitor
from tournaments.league_acts import LeagueAct
from tournaments.models import Competitor, Ladder, League, LeagueEntry, Rating
from tournaments.services.leagues.common import league_note, league_open
from tournaments.services.leagues.competing import players_of
from tournaments.services.leagues.freshness import plans_check_fresh

_SHEETS_PROFILES: Final = {
    Competitor.Kind.PERSON: "burako/duel",
    Competitor.Kind.PAIR: "burako/pairs",
}


@transaction.atomic
def entries_seed(
    *, public_id: str, visitor: LeagueVisitor, order: Sequence[int], revision: int
) -> None:
    """Put everybody in a new order, before anything is drawn. All of them must be named: a page
    from before somebody joined cannot push them off the list."""
    access = _open(public_id, visitor, revision)
    entries = _entries(access.league)
    if sorted(order) != sorted(entry.pk for entry in entries):
        raise ValidationError(
            _("The list has changed meanwhile: look at it again, then order it."), code="stale"
        )
    by_pk = {entry.pk: entry for entry in entries}
    _seed(access, entries, [by_pk[pk] for pk in order])


@transaction.atomic
def entries_seed_by_rating(*, public_id: str, visitor: LeagueVisitor, revision: int) -> None:
    """The best on the ladder first; a pair is as good as its two are on average. Those without a
    rating keep their order, behind the others."""
    access = _open(public_id, visitor, revision)
    entries = _entries(access.league)
    ratings = _ratings(access.league, entries)
    order = sorted(entries, key=lambda entry: (-ratings.get(entry.pk, float("-inf")), entry.seed))
    _seed(access, entries, order)


@transaction.atomic
def entries_seed_at_random(*, public_id: str, visitor: LeagueVisitor, revision: int) -> None:
    """Drawn by lot."""
    access = _open(public_id, visitor, revision)
    entries = _entries(access.league)
    _seed(access, entries, SystemRandom().sample(entries, len(entries)))


def _open(public_id: str, visitor: LeagueVisitor, revision: int) -> LeagueAccess:
    access = league_open(public_id=public_id, visitor=visitor, action=LeagueAction.MANAGE_ENTRIES)
    league = access.league
    is_dealt = league.state == League.State.RUNNING and league.format == League.Format.GROUPS
    if is_dealt or league.rounds.exists():
        raise ValidationError(_("Seeds cannot change once something is drawn."), code="drawn")
    plans_check_fresh(league=league, revision=revision)
    return access


def _entries(league: League) -> list[LeagueEntry]:
    competitors = ("competitor__player", "competitor__pair__first", "competitor__pair__second")
    return list(league.entries.select_related(*competitors).order_by("seed", "pk"))


def _seed(
    access: LeagueAccess, before: Sequence[LeagueEntry], after: Sequence[LeagueEntry]
) -> None:
    if list(before) == list(after):
        return
    for seed, entry in enumerate(after, start=1):
        entry.seed = seed
    LeagueEntry.objects.bulk_update(after, ["seed"])
    league_note(
        access=access,
        action=LeagueAct.ENTRIES_SEEDED,
        before={"order": [entry.pk for entry in before]},
        after={"order": [entry.pk for entry in after]},
    )


def _ratings(league: League, entries: Sequence[LeagueEntry]) -> Mapping[int, float]:
    """By entry. On ladders of people each person is rated, in pairs too."""
    hosting = Ladder.Hosting.BOTS if league.is_of_bots else Ladder.Hosting.PEOPLE
    profile = league.profile or _SHEETS_PROFILES[Competitor.Kind(league.competitors)]
    rows = Rating.objects.filter(ladder__hosting=hosting, ladder__profile=profile)
    rows = rows.filter(ladder__options={})
    if league.is_of_bots:
        of_bots = dict(rows.values_list("competitor", "value"))
        return {
            one.pk: of_bots[one.competitor_id] for one in entries if one.competitor_id in of_bots
        }
    people = [player.pk for entry in entries for player in players_of(entry.competitor)]
    of_people = dict(
        rows.filter(competitor__player__in=people).values_list("competitor__player", "value")
    )
    found: dict[int, float] = {}
    for entry in entries:
        values = [of_people.get(player.pk) for player in players_of(entry.competitor)]
        known = [value for value in values if value is not None]
        if known and len(known) == len(values):
            found[entry.pk] = fmean(known)
    return found
