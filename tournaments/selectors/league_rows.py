"""The rows behind a league's public pages: each in a number of queries that does not grow with it.

Drafts of rounds are never among them: those are the organizers', who see them where they draw.
"""

from collections.abc import Collection

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet

from tournaments.bot_directory import bot_directory
from tournaments.models import (
    Fixture,
    FixtureResult,
    FixtureWord,
    League,
    LeagueAdjustment,
    LeagueBye,
    LeagueEntry,
    LeagueEvent,
    LeagueRound,
    User,
)

UNDECIDED = (
    Fixture.State.PLANNED,
    Fixture.State.PLAYING,
    Fixture.State.POSTPONED,
    Fixture.State.ENTERED,
    Fixture.State.DISPUTED,
)


def leagues_counted(*, leagues: QuerySet[League]) -> QuerySet[League]:
    """With `entries_count`, and whether a round `has_begun`: what a card in a list says."""
    published = LeagueRound.objects.filter(league=OuterRef("pk"), state=LeagueRound.State.PUBLISHED)
    return leagues.annotate(
        entries_count=Count("entries", distinct=True), has_begun=Exists(published)
    )


def league_entries(*, league: League) -> list[LeagueEntry]:
    """Everybody who is or was entered, with whom they are."""
    return list(
        league.entries.select_related(
            "competitor__player__account",
            "competitor__pair__first__account",
            "competitor__pair__second__account",
        ).order_by("seed", "pk")
    )


def own_entries(*, league: League, account: User | None) -> frozenset[int]:
    """The entries for which an account plays: its own, its pairs', its bots'."""
    if account is None:
        return frozenset()
    entries = LeagueEntry.objects.filter(league=league)
    if league.is_of_bots:
        mine = Q(competitor__in=bot_directory().competitors_of(account=account))
    else:
        mine = (
            Q(competitor__player__account=account)
            | Q(competitor__pair__first__account=account)
            | Q(competitor__pair__second__account=account)
        )
    return frozenset(entries.filter(mine).values_list("pk", flat=True))


def rounds_published(*, league: League) -> list[LeagueRound]:
    """The rounds that everybody may see, with `matches_count`, how many are `open_count`, and how
    many of those are `postponed_count`."""
    return list(
        league.rounds.filter(state=LeagueRound.State.PUBLISHED)
        .annotate(
            matches_count=Count("fixtures"),
            open_count=Count("fixtures", filter=Q(fixtures__state__in=UNDECIDED)),
            postponed_count=Count("fixtures", filter=Q(fixtures__state=Fixture.State.POSTPONED)),
        )
        .order_by("number")
    )


def fixtures_published(*, league: League) -> QuerySet[Fixture]:
    """Every match that everybody may see, in order, with what is said about it in a list."""
    return (
        Fixture.objects.filter(league=league, round__state=LeagueRound.State.PUBLISHED)
        .select_related("round", "result")
        .order_by("round__number", "place")
    )


def fixtures_of_entries(*, league: League, entries: Collection[int]) -> list[Fixture]:
    """What these still have to play, the next first."""
    if not entries:
        return []
    mine = Q(first__in=entries) | Q(second__in=entries)
    return list(fixtures_published(league=league).filter(mine, state__in=UNDECIDED))


def byes_published(*, league: League) -> QuerySet[LeagueBye]:
    """Who has no opponent in a published round."""
    return (
        LeagueBye.objects.filter(round__league=league, round__state=LeagueRound.State.PUBLISHED)
        .select_related("round")
        .order_by("round__number", "pk")
    )


def league_adjustments(*, league: League) -> QuerySet[LeagueAdjustment]:
    """All penalties and bonuses, the latest first; also those that were cancelled."""
    return league.adjustments.select_related("by", "cancelled_by").order_by("-pk")


def adjustments_in_force(*, league: League) -> list[LeagueAdjustment]:
    """Penalties and bonuses that count."""
    return list(league.adjustments.filter(cancelled_at=None).order_by("pk"))


def fixture_find(*, league: League, public_id: str) -> Fixture | None:
    """A match of a published round with everything its page shows."""
    words = Prefetch(
        "words", queryset=FixtureWord.objects.select_related("by").order_by("pk"), to_attr="said"
    )
    results = FixtureResult.objects.select_related("by").prefetch_related(words).order_by("number")
    return (
        Fixture.objects.filter(
            league=league, public_id=public_id, round__state=LeagueRound.State.PUBLISHED
        )
        .select_related("round", "result", "sheet", "downfloater")
        .prefetch_related(Prefetch("results", queryset=results, to_attr="told"))
        .first()
    )


def fixture_events(*, league: League, fixture: Fixture) -> list[LeagueEvent]:
    """What was done about a match, the latest first."""
    found = LeagueEvent.objects.filter(league=league, fixture=fixture.public_id)
    return list(found.select_related("by").order_by("-pk"))
