"""What a ladder is called."""

from django.utils.translation import gettext as _
from django.utils.translation import npgettext

from arena.games.registry import profiles
from tournaments.models import Ladder


def ladder_name(ladder: Ladder) -> str:
    """In the reader's language: its rules, how many play where that may differ, and whether it is
    people's. Such as "Volga Durak, 4 players" and "Burako in pairs (people)". Changed rules have
    the number of their address, which tells them apart: "Volga Durak, 2 players, changed rules
    (2)"."""
    profile = profiles().get(ladder.profile)
    name = ladder.profile if profile is None else _(profile.title)
    if profile is None or len(profile.players) > 1:
        players = npgettext("ladder", "%(count)d player", "%(count)d players", ladder.players)
        name = f"{name}, {players % {'count': ladder.players}}"
    if ladder.options:
        number = ladder.slug.rpartition("-")[2]
        name = _("%(name)s, changed rules (%(number)s)") % {"name": name, "number": number}
    if ladder.hosting == Ladder.Hosting.PEOPLE:
        name = _("%(name)s (people)") % {"name": name}
    return name
