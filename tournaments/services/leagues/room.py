"""How many can take part in a league."""

from typing import Final

from django.utils.translation import gettext as _

from tournaments.models import League

ENTRIES_MAX: Final = 512
"""Of a league: so many were measured, and drawing a round and reading the table stay interactive.
Whoever has more plays in two leagues."""
ALL_MEET_MAX: Final = 64
"""Of those who all meet each other, in a round robin or in one group: 2,016 matches, or twice as
many. Matches grow with the square. Twice the entries took seconds to draw, and their cross-table
had megabytes, which no telephone shows and nobody plays to the end."""
_ROUND_ROBINS: Final = (League.Format.ROUND_ROBIN, League.Format.DOUBLE_ROUND_ROBIN)


def entries_max(league: League) -> int:
    """Of this league, by its format."""
    if league.format in _ROUND_ROBINS:
        return ALL_MEET_MAX
    if league.format == League.Format.GROUPS:
        return min(ENTRIES_MAX, league.groups * ALL_MEET_MAX)
    return ENTRIES_MAX


def size_fault(*, league: League, size: int) -> str | None:
    """Why so many cannot take part, and what can be done about it, if so."""
    most = entries_max(league)
    if size <= most:
        return None
    if most == ENTRIES_MAX:
        return _("A league can have at most %(max)d entries.") % {"max": most}
    if league.format in _ROUND_ROBINS:
        sentence = _(
            "Where everybody meets everybody, at most %(max)d can take part. "
            "For more, choose the Swiss system or groups."
        )
    else:
        sentence = _(
            "A group can have at most %(max)d entries. For more, add groups or choose the "
            "Swiss system."
        )
    return sentence % {"max": ALL_MEET_MAX}
