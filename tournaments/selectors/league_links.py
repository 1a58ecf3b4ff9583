"""What is read about the links of leagues, and about those who asked to take part."""

from django.db.models import QuerySet

from tournaments.models import League, LeagueApplication, LeagueLink
from tournaments.second_factor import unseal
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
