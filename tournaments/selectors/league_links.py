"""What is read about the links of leagues, and about those who asked to take part."""

from collections.abc import Iterable

from django.db.models import QuerySet

from tournaments.bot_directory import BotLabel, bot_directory
from tournaments.models import Fixture, League, LeagueApplication, LeagueLink, LeagueRound
from tournaments.sealing import unseal
from tournaments.selectors.league_rows import UNDECIDED, fixtures_published, rounds_published
from tournaments.sheet_visitors import token_hash


def league_link_find(*, token: str) -> LeagueLink | None:
    """The link of a token, switched off or not."""
    links = LeagueLink.objects.select_related("league", "round", "fixture")
    return links.filter(token_hash=token_hash(token)).first()


def league_link_token(*, link: LeagueLink) -> str:
    """The token itself, to show it to the organizers."""
    return unseal(link.token_sealed)


def league_links_active(*, league: League) -> QuerySet[LeagueLink]:
    """The links that work now, in the order in which they were made."""
    links = league.links.filter(revoked_at=None).order_by("pk")
    return links.select_related("round", "fixture__round", "created_by")


def league_applications_waiting(*, league: League) -> QuerySet[LeagueApplication]:
    """Those who wait for an answer, in the order in which they asked."""
    waiting = league.applications.filter(state=LeagueApplication.State.WAITING)
    return waiting.select_related("account", "bot").order_by("pk")


def applications_with_bots(
    applications: Iterable[LeagueApplication],
) -> list[tuple[LeagueApplication, BotLabel | None]]:
    """Each with the bot that it is about, if it is about one: one query more, however many."""
    found = list(applications)
    bots = [one.bot_id for one in found if one.bot_id is not None]
    labels = bot_directory().labels(competitors=bots) if bots else {}
    return [(one, labels[one.bot_id] if one.bot_id is not None else None) for one in found]


def rounds_for_links(*, league: League) -> list[LeagueRound]:
    """Rounds for whose scores there can be links: those still to be played by people."""
    if league.is_of_bots:
        return []
    return [one for one in rounds_published(league=league) if one.open_count]  # type: ignore[attr-defined]


def fixtures_for_links(*, league: League) -> QuerySet[Fixture]:
    """Matches for whose scores there can be links, likewise."""
    published = fixtures_published(league=league)
    return published.none() if league.is_of_bots else published.filter(state__in=UNDECIDED)
