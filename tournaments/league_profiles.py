"""Which of the named rule sets fit a league, as they are offered."""

from functools import cache

from django.utils.translation import gettext

from arena.games.registry import profiles, rules
from tournaments.bot_directory import bot_directory
from tournaments.models import Competitor

_SEATS = {Competitor.Kind.PERSON: 2, Competitor.Kind.PAIR: 4}
_SIDES = 2


def profile_choices(*, game: str, competitors: str) -> list[tuple[str, str]]:
    """Names and titles: what the bots can play, or what two people or two pairs can."""
    if competitors == Competitor.Kind.BOT:
        offered = bot_directory().profiles()
        return [(name, title) for name, title in offered if name.startswith(f"{game}/")]
    seats = _SEATS.get(Competitor.Kind(competitors), 0)
    return [(name, gettext(profiles()[name].title)) for name in _for_people(game, seats)]


@cache
def _for_people(game: str, seats: int) -> tuple[str, ...]:
    return tuple(
        name
        for name, profile in profiles().items()
        if name.startswith(f"{game}/")
        and seats in profile.players
        and len(set(rules(name, seats).teams)) == _SIDES
    )
