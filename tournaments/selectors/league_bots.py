"""Which matches of bot leagues are to be played now, and which never."""

from datetime import datetime

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournaments.league_acts import LeagueAct
from tournaments.models import Competitor, Fixture, League, LeagueEntry, LeagueRound


def fixtures_due(*, now: datetime | None = None) -> QuerySet[Fixture]:
    """Matches of bots whose round is published and whose time has come, that nothing has become of
    yet, and whose sides are both still in the league. What was postponed without a time waits for
    its organizer."""
    begins = Coalesce("starts_at", "round__starts_at")
    active = LeagueEntry.Status.ACTIVE
    due = Fixture.objects.alias(begins=begins).filter(
        Q(begins=None) | Q(begins__lte=now or timezone.now()),
        Q(state=Fixture.State.PLANNED) | Q(state=Fixture.State.POSTPONED, starts_at__isnull=False),
        league__competitors=Competitor.Kind.BOT,
        league__state=League.State.RUNNING,
        round__state=LeagueRound.State.PUBLISHED,
        first__status=active,
        second__status=active,
    )
    return due.select_related("league", "round", "first", "second")


def fixture_due_since(fixture: Fixture) -> datetime:
    """Of one that is due: since when."""
    begins = fixture.starts_at or fixture.round.starts_at
    published = fixture.round.published_at
    return max((one for one in (begins, published) if one is not None), default=timezone.now())


def called_off(*, league: League) -> frozenset[frozenset[int]]:
    """The entries of each match that an organizer has called off by itself: not because somebody
    left, who may come back."""
    acts = league.events.filter(action=LeagueAct.FIXTURE_CALLED_OFF).values("fixture")
    found = league.fixtures.filter(state=Fixture.State.CANCELLED, public_id__in=acts)
    return frozenset(frozenset(both) for both in found.values_list("first", "second"))
