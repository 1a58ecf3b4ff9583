"""What a link of a league is for, in words."""

from django.utils.translation import gettext as _

from tournaments.league_shown import Field, match_title
from tournaments.models import LeagueLink


def link_words(link: LeagueLink, people: Field) -> tuple[str, str]:
    """What it is called, and what whoever has it can do."""
    if link.round is not None:
        return (
            _("Scores of round %(number)d") % {"number": link.round.number},
            _("Whoever has it enters the scores of this round, without an account."),
        )
    if link.fixture is not None:
        return (
            match_title(link.fixture, people),
            _("Whoever has it enters the score of this match, without an account."),
        )
    return (
        _("Asking to take part"),
        _("Whoever has it can ask for a place. You decide who is let in."),
    )
