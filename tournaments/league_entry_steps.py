"""What an organizer can decide about somebody who is entered, and what one has to know for it."""

from tournaments.bot_directory import bot_directory
from tournaments.models import League, LeagueEntry


def entry_steps(league: League, found: LeagueEntry) -> tuple[str, ...]:
    """What can be decided as things stand."""
    if league.state == League.State.DRAFT:
        return ("rest", "remove")
    if league.state != League.State.RUNNING:
        return ()
    if found.status == LeagueEntry.Status.ACTIVE:
        return ("rest", "withdraw", "disqualify")
    if found.status == LeagueEntry.Status.WITHDRAWN:
        return ("return", "disqualify")
    return ("return",)


def entry_hindrance(league: League, found: LeagueEntry) -> str:
    """Why a bot cannot play now, if it cannot."""
    if not league.is_of_bots:
        return ""
    bots = bot_directory().hindrances(competitors=[found.competitor_id], profile=league.profile)
    return bots.get(found.competitor_id, "")
