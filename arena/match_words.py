"""How matches are put into words: states, places in the queue, times, and why boards were lost."""

from datetime import timedelta
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arena.models import Match
from arena.selectors.match_queue import QueuePlace

NOTHING: Final = "\N{EN DASH}"
_MINUTE = timedelta(minutes=1).total_seconds()
_HOUR = timedelta(hours=1).total_seconds()


def points_text(points: int) -> str:
    """As the reader writes numbers, with a true minus."""
    text = number_format(points, 0, force_grouping=True)
    return str(text).replace("-", "\N{MINUS SIGN}")


def points_against(*points: int | None) -> str:
    """The points of several, in their order."""
    return " : ".join(NOTHING if one is None else points_text(one) for one in points)


def board_is_a_game(match: Match) -> bool:
    """A board of Durak is one game, of a series several; one of Burako is a whole match."""
    return match.profile.startswith("durak/") and match.games_per_board == 1


def kind_text(match: Match) -> str:
    """What it is played for."""
    return {
        Match.Kind.CHALLENGE: _("Challenge"),
        Match.Kind.DEMO: _("Demonstration"),
        Match.Kind.LADDER: _("Ladder"),
        Match.Kind.LEAGUE: _("League"),
        Match.Kind.AB_TEST: _("A/B test"),
    }[Match.Kind(match.kind)]


def wait_text(seconds: float) -> str:
    """How long somebody has to wait, no more exactly than anybody can know."""
    if seconds < _MINUTE:
        return _("less than a minute")
    if seconds < 1.5 * _HOUR:
        minutes = round(seconds / _MINUTE)
        text = ngettext("about %(count)d minute", "about %(count)d minutes", minutes)
        return text % {"count": minutes}
    hours = round(seconds / _HOUR)
    return ngettext("about %(count)d hour", "about %(count)d hours", hours) % {"count": hours}


def place_text(place: QueuePlace | None) -> str:
    """Where a match stands in the queue, and when its turn comes."""
    if place is None:
        return ""
    if place.is_paused:
        return _(
            "Number %(place)d in the queue. The arena is paused: it begins when the staff let it "
            "go on."
        ) % {"place": place.position}
    if place.wait is None:
        return _("Number %(place)d in the queue. It begins when a worker is there.") % {
            "place": place.position
        }
    return _("Number %(place)d in the queue; it begins in %(wait)s.") % {
        "place": place.position,
        "wait": wait_text(place.wait),
    }


def thought_text(milliseconds: float) -> str:
    """How long a decision took."""
    if milliseconds < 1:
        return _("less than 1 ms")
    if milliseconds < 1000:
        return _("%(number)d ms") % {"number": round(milliseconds)}
    return _("%(number).1f s") % {"number": milliseconds / 1000}


def forfeit_text(reason: str) -> str:
    """Why a board was forfeited, by the name of a `ForfeitReason`."""
    return {
        "strikes": _("too many strikes"),
        "no_start": _("it did not start in time"),
        "disconnected": _("it left the table and did not come back"),
        "protocol": _("it broke the protocol"),
    }.get(reason.lower(), reason)


def names_text(names: list[str]) -> str:
    """Two or more, as one says them."""
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}
