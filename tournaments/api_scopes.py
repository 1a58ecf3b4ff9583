"""What a token may be made for: an area of the site, to read in it or to write, too.

Everybody's own account, its e-mail address, password, second factor and tokens are in no area: they
are looked after on the site's own pages only, and so is everything that staff do.
"""

from enum import StrEnum
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Area(StrEnum):
    """A part of the site with scopes of its own."""

    BOTS = "bots"
    MATCHES = "matches"
    SHEETS = "sheets"
    LEAGUES = "leagues"
    PEOPLE = "people"


READ: Final = "read"
WRITE: Final = "write"

SCOPES: Final[dict[str, Promise]] = {
    "bots:read": _("Read your bots: their versions, files and logs"),
    "bots:write": _("Send in bots and versions, edit, activate and retire them"),
    "matches:read": _("Read your matches with their logs, and your A/B tests"),
    "matches:write": _("Ask for challenges and A/B tests, and take them back"),
    "sheets:read": _("Read your score sheets"),
    "sheets:write": _("Open score sheets, write on them and share them"),
    "leagues:read": _("Read your leagues, also private ones and drafts"),
    "leagues:write": _("Run leagues: entries, rounds, results, helpers"),
    "people:read": _("Read your list of people, your rules and your profile"),
    "people:write": _("Change your list of people, your rules and your profile"),
}
"""Every scope, in the order in which pages list them, and what it allows."""


def scope_of(area: Area, *, writes: bool) -> str:
    """The scope that a call needs."""
    return f"{area}:{WRITE if writes else READ}"


def scope_is_covered(scope: str, held: frozenset[str]) -> bool:
    """Whether a token with these scopes may do that: whoever may write may read."""
    area, _colon, kind = scope.partition(":")
    return scope in held or (kind == READ and f"{area}:{WRITE}" in held)
