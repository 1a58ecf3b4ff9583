"""Rounds as their organizers see them, drafts among them."""

from django.db.models import Count, Prefetch, Q

from tournaments.models import Fixture, League, LeagueBye, LeagueRound

_UNDECIDED = ~Q(fixtures__state__in=[Fixture.State.CONFIRMED, Fixture.State.CANCELLED])


def rounds_listed(*, league: League) -> list[LeagueRound]:
    """All, the latest first, with `matches_count` and how many are `open_count`."""
    return list(
        league.rounds.annotate(
            matches_count=Count("fixtures"),
            open_count=Count("fixtures", filter=_UNDECIDED & Q(fixtures__isnull=False)),
        ).order_by("-number")
    )


def round_find(*, league: League, number: int) -> LeagueRound | None:
    """One, with its matches and byes."""
    fixtures = Fixture.objects.select_related("round", "result").order_by("place")
    byes = LeagueBye.objects.order_by("asked_for", "pk")
    return (
        league.rounds.filter(number=number)
        .prefetch_related(Prefetch("fixtures", fixtures), Prefetch("byes", byes))
        .first()
    )
