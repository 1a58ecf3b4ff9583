"""Ladders are opened and closed by the staff; what was played on them stays.

A closed ladder gets no new matches and takes no new sheets. What was made for it while it was open
is played to its end and counts, so nobody's result is lost by the moment at which somebody closes.
"""

from collections.abc import Mapping
from typing import Final

from django.core.exceptions import NON_FIELD_ERRORS, PermissionDenied, ValidationError
from django.db import connection, transaction
from django.utils.translation import gettext as _

from arena.games.errors import RulesRefused
from arena.games.interface import AnyRules
from arena.games.registry import rules as rules_named
from tournaments.kernel_texts import error_text
from tournaments.models import Ladder, LadderDecision, User

Action = LadderDecision.Action
Hosting = Ladder.Hosting
BOARDS_MAX: Final = 200
DURAK_GAMES: Final = 40
"""Of a deal set; every board is played once for each rotation of the seats."""
BURAKO_BOARDS: Final = 4
"""Each a whole match to its target."""
PEOPLES_PROFILES: Final = ("burako/duel", "burako/pairs")
"""What people write sheets of, by the house's rules."""
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
_LOCK: Final = 0x6C616464_6F70656E
_NOT_OPTIONS: Final = {"name", "players"}
"""Fields of their own."""


@transaction.atomic
def ladder_open(
    *,
    hosting: str,
    profile: str,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    boards: int | None = None,
    by: User | None = None,
    reason: str = "",
) -> Ladder:
    """Open a ladder by these rules. Refused if there is one by the same rules, open or closed.
    `by`: whoever of the staff does it; nobody is the house itself."""
    _require_staff(by)
    if hosting not in Hosting.values:
        raise _refused("hosting", _("Choose who plays: bots or people."), "hosting")
    rules = _rules(profile, players, options or {})
    changed = _changes(rules)
    if hosting == Hosting.PEOPLE:
        _check_peoples(profile, changed)
        boards = 1
    boards = _boards_of(profile, rules.players) if boards is None else boards
    if not 1 <= boards <= BOARDS_MAX:
        raise _refused("boards", _("Choose 1 to %(most)d boards.") % {"most": BOARDS_MAX}, "boards")
    _lock()
    same = Ladder.objects.filter(
        hosting=hosting, profile=profile, options=changed, players=rules.players
    ).first()
    if same is not None:
        raise _refused(
            NON_FIELD_ERRORS,
            _("There is a ladder by these rules already: %(slug)s.") % {"slug": same.slug}
            if same.is_open
            else _("There was a ladder by these rules: open %(slug)s again.") % {"slug": same.slug},
            "exists",
        )
    ladder = Ladder.objects.create(
        hosting=hosting,
        profile=profile,
        options=changed,
        players=rules.players,
        slug=_slug(hosting, profile, rules.players, changed),
        boards=boards,
        opened_by=by,
    )
    _decided(ladder, Action.OPEN, by, reason)
    return ladder


def ladder_close(*, ladder: Ladder, by: User, reason: str) -> None:
    """Let nothing new be played on it; its leaderboard stays."""
    _switch(ladder, Action.CLOSE, by, reason)


def ladder_reopen(*, ladder: Ladder, by: User, reason: str) -> None:
    """Go on where it was closed."""
    _switch(ladder, Action.REOPEN, by, reason)


@transaction.atomic
def house_ladders_open() -> int:
    """Open the house's own ladders that are not there yet; returns how many. One that was closed
    stays closed. Two who do so at once open each ladder once."""
    _lock()
    made = 0
    for hosting, profile, players in HOUSE_LADDERS:
        here = Ladder.objects.filter(hosting=hosting, profile=profile, players=players, options={})
        if not here.exists():
            ladder_open(hosting=hosting, profile=profile, players=players)
            made += 1
    return made


@transaction.atomic
def _switch(ladder: Ladder, action: Action, by: User, reason: str) -> None:
    _require_staff(by)
    if not reason.strip():
        raise _refused("reason", _("Please say why: the other staff read it."), "reason")
    locked = Ladder.objects.select_for_update(no_key=True).get(pk=ladder.pk)
    opens = action == Action.REOPEN
    if locked.is_open == opens:
        already = (
            _("This ladder is open already.") if opens else _("This ladder is closed already.")
        )
        raise _refused(NON_FIELD_ERRORS, already, "already")
    locked.is_open = ladder.is_open = opens
    locked.save(update_fields=["is_open"])
    _decided(locked, action, by, reason)


def _decided(ladder: Ladder, action: Action, by: User | None, reason: str) -> None:
    decision = LadderDecision(ladder=ladder, action=action, by=by, reason=reason.strip())
    decision.full_clean()
    decision.save()


def _require_staff(by: User | None) -> None:
    if by is not None and not (by.is_active and by.is_staff):
        raise PermissionDenied(_("Only staff may open and close ladders."))


def _rules(profile: str, players: int | None, options: Mapping[str, object]) -> AnyRules:
    if named := sorted(_NOT_OPTIONS & options.keys()):
        raise _refused(
            "options", _("Remove “%(name)s”: it is no option.") % {"name": named[0]}, "rules"
        )
    try:
        rules = rules_named(profile, players, **options)
    except RulesRefused as refused:
        raise _rules_refused(refused) from refused
    if not rules.rated:
        raise _refused("profile", _("Games by these rules are never rated."), "unrated")
    return rules


def _rules_refused(refused: RulesRefused) -> ValidationError:
    """Each reason at the field where it can be mended."""
    found: dict[str, list[ValidationError]] = {}
    for error in refused.errors:
        said = error_text(error)
        if error.field in ("profile", "players"):
            found.setdefault(error.field, []).append(ValidationError(said, code="rules"))
        else:
            at = f"{error.field}: {said}" if error.field else said
            found.setdefault("options", []).append(ValidationError(at, code="rules"))
    return ValidationError(found)


def _changes(rules: AnyRules) -> dict[str, object]:
    """What of the profile is otherwise, whatever was written down as an option: the same rules are
    the same ladder."""
    mine = rules.to_json()["options"]
    usual = rules_named(rules.name, rules.players).to_json()["options"]
    return {name: value for name, value in mine.items() if value != usual[name]}


def _check_peoples(profile: str, changed: Mapping[str, object]) -> None:
    if profile not in PEOPLES_PROFILES:
        raise _refused(
            "profile", _("People write sheets of Burako: choose one of its rules."), "peoples"
        )
    if changed:
        raise _refused(
            "options", _("People's ladders are by the house's rules: leave this empty."), "peoples"
        )


def _boards_of(profile: str, players: int) -> int:
    """So that a deal set takes about as long at a small table as at a large one."""
    return BURAKO_BOARDS if profile.startswith("burako/") else max(1, DURAK_GAMES // players)


def _slug(hosting: str, profile: str, players: int, changed: Mapping[str, object]) -> str:
    """Such as durak-volga-4, burako-pairs-4-people; other options make a numbered one of it."""
    slug = f"{profile.replace('/', '-')}-{players}"
    if hosting == Hosting.PEOPLE:
        slug += "-people"
    if changed:
        same = Ladder.objects.filter(hosting=hosting, profile=profile, players=players)
        slug += f"-{1 + same.exclude(options={}).count()}"
    return slug


def _refused(field: str, sentence: str, code: str) -> ValidationError:
    return ValidationError({field: ValidationError(sentence, code=code)})


def _lock() -> None:
    """Nobody else opens a ladder at this moment."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
