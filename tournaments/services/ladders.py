"""Ladders are opened and closed by the staff; what was played on them stays."""

from collections.abc import Mapping
from typing import Final

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from arena.games.errors import RulesRefused
from arena.games.registry import rules as rules_named
from tournaments.models import Ladder, User

Hosting = Ladder.Hosting
BOARDS_MAX: Final = 200
DURAK_BOARDS: Final = 20
BURAKO_BOARDS: Final = 4
"""Each a whole match to its target."""
HOUSE_LADDERS: Final = (
    (Hosting.BOTS, "durak/volga", 2),
    (Hosting.BOTS, "durak/volga", 4),
    (Hosting.BOTS, "durak/duel24", 2),
    (Hosting.BOTS, "durak/german", 4),
    (Hosting.BOTS, "durak/concise", 4),
    (Hosting.BOTS, "burako/duel", 2),
    (Hosting.BOTS, "burako/pairs", 4),
    (Hosting.PEOPLE, "burako/duel", 2),
    (Hosting.PEOPLE, "burako/pairs", 4),
)
"""One for each of the written rule texts, and both Burakos, which people play, too."""


@transaction.atomic
def ladder_open(
    *,
    hosting: str,
    profile: str,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    boards: int | None = None,
    by: User | None = None,
) -> Ladder:
    """Open a ladder by these rules, or open it again; `by`: whoever of the staff does it."""
    _require_staff(by)
    try:
        rules = rules_named(profile, players, **(options or {}))
    except RulesRefused as refused:
        raise ValidationError({"profile": str(refused)}, code="rules") from refused
    if not rules.rated:
        raise ValidationError(
            {"profile": _("Games by these rules are never rated.")}, code="unrated"
        )
    boards = _boards_of(profile) if boards is None else boards
    if not 1 <= boards <= BOARDS_MAX:
        raise ValidationError(
            {"boards": _("Choose 1 to %(most)d boards.") % {"most": BOARDS_MAX}}, code="boards"
        )
    ladder, is_new = Ladder.objects.get_or_create(
        hosting=hosting,
        profile=profile,
        options=dict(options or {}),
        players=rules.players,
        defaults={
            "slug": _slug(hosting, profile, rules.players, options),
            "boards": boards,
            "opened_by": by,
        },
    )
    if not is_new and not ladder.is_open:
        ladder.is_open = True
        ladder.save(update_fields=["is_open"])
    return ladder


def ladder_close(*, ladder: Ladder, by: User) -> None:
    """Let nothing more be rated on it; its leaderboard stays."""
    _require_staff(by)
    Ladder.objects.filter(pk=ladder.pk).update(is_open=False)


def house_ladders_open() -> int:
    """Open the house's own ladders that are not there yet; returns how many. One that was closed
    stays closed."""
    made = 0
    for hosting, profile, players in HOUSE_LADDERS:
        here = Ladder.objects.filter(hosting=hosting, profile=profile, players=players, options={})
        if not here.exists():
            ladder_open(hosting=hosting, profile=profile, players=players)
            made += 1
    return made


def _require_staff(by: User | None) -> None:
    """Nobody is the house itself."""
    if by is not None and not (by.is_active and by.is_staff):
        raise PermissionDenied(_("Only staff may open and close ladders."))


def _boards_of(profile: str) -> int:
    return BURAKO_BOARDS if profile.startswith("burako/") else DURAK_BOARDS


def _slug(hosting: str, profile: str, players: int, options: Mapping[str, object] | None) -> str:
    """Such as durak-volga-4, burako-pairs-4-people; with options a number makes it another one."""
    slug = f"{profile.replace('/', '-')}-{players}"
    if hosting == Hosting.PEOPLE:
        slug += "-people"
    if options:
        slug += f"-{1 + Ladder.objects.filter(slug__startswith=slug).count()}"
    return slug
