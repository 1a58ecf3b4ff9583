"""Creating a league, and changing what its organizers decide."""

from decimal import Decimal
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.league_access import LeagueAction, LeagueVisitor, league_access
from tournaments.league_acts import LeagueAct
from tournaments.league_spec import POINTS, LeagueSpec, spec_check, spec_rules, spec_tidied
from tournaments.models import League, LeagueRound, RuleSetVersion, User
from tournaments.selectors.leagues import league_book
from tournaments.selectors.rule_sets import house_rule_version, rule_version_in_force
from tournaments.services.leagues.common import (
    league_lock,
    league_note,
    league_open,
    revision_check,
)
from tournaments.services.leagues.room import size_fault
from tournaments.services.leagues.settlements import league_follow
from tournaments.services.rule_sets import rule_set_own_create

OPEN_MAX: Final = 50
"""Leagues of one account that are being prepared or under way: a large club's, and yet nobody can
fill the list of leagues alone."""
_COPIED: Final = (
    "name",
    "description",
    "game",
    "competitors",
    "format",
    "profile",
    "match_length",
    "rounds_planned",
    "groups",
    "qualifiers",
    "third_place",
    "tables",
    *POINTS,
    "visibility",
    "score_entry",
    "rated",
)
_FREE: Final = frozenset(
    {
        "name",
        "description",
        "visibility",
        "score_entry",
        "tables",
        "rounds_planned",
        "tie_breaks",
        *POINTS,
    }
)
"""What may still change while matches are being played."""
_DECIDES_PLACES: Final = frozenset({"tie_breaks", *POINTS})


@transaction.atomic
def league_create(*, account: User, spec: LeagueSpec) -> League:
    """A league to be prepared. Every fault is named at its field."""
    open_leagues_check(account=account)
    tidy = spec_tidied(spec)
    league = League(owner=account, rule_version=_rules(tidy, account, None))
    _write(league, tidy)
    league.save()
    access = league_access(
        league=league_lock(public_id=league.public_id), visitor=LeagueVisitor(account)
    )
    league_note(access=access, action=LeagueAct.CREATED, after=league_settings(league))
    return access.league


@transaction.atomic
def league_update(
    *, public_id: str, visitor: LeagueVisitor, spec: LeagueSpec, revision: int
) -> League:
    """Decide otherwise. `revision` is the one that the page was made from. What did not change is
    not logged; what can change no longer is refused at its field."""
    access = league_open(public_id=public_id, visitor=visitor, action=LeagueAction.EDIT_SETTINGS)
    league = access.league
    revision_check(found=league.revision, expected=revision)
    assert access.account is not None  # only accounts organize
    tidy = spec_tidied(spec)
    before = league_settings(league)
    book = league_book(league=league) if league.state == League.State.RUNNING else None
    league.rule_version = _rules(tidy, access.account, league)
    _write(league, tidy)
    after = league_settings(league)
    changed = {field for field, value in after.items() if value != before[field]}
    if not changed:
        return league
    _check_changes(league, changed)
    league.save()
    decides = book is not None and bool(changed & _DECIDES_PLACES)
    league_note(
        access=access,
        action=LeagueAct.CHANGED,
        before={field: before[field] for field in sorted(changed)},
        after={field: after[field] for field in sorted(changed)},
        consequences=league_follow(league=league, before=book) if decides else (),
    )
    return league


def league_spec_of(league: League) -> LeagueSpec:
    """What was decided, to be changed."""
    return LeagueSpec(
        **{field: getattr(league, field) for field in _COPIED},
        rule_version=league.rule_version,
        durak_points=league.durak_rule if league.durak_points else None,
        tie_breaks=tuple(league.tie_breaks),
    )


def league_settings(league: League) -> dict[str, object]:
    """What was decided, as the log keeps it."""
    settings = {field: _plain(getattr(league, field)) for field in _COPIED}
    return settings | {
        "rule_version": league.rule_version_id,
        "durak_points": league.durak_points,
        "tie_breaks": list(league.tie_breaks),
    }


def open_leagues_check(*, account: User) -> None:
    """Refuse one more than an account may have. Its row is locked, so that two requests at once
    cannot pass the limit together."""
    User.objects.select_for_update(no_key=True).get(pk=account.pk)
    states = (League.State.DRAFT, League.State.RUNNING)
    if account.leagues_owned.filter(state__in=states).count() >= OPEN_MAX:
        raise ValidationError(
            _("There are %(max)d open leagues already: finish one of them, or call it off.")
            % {"max": OPEN_MAX},
            code="too_many_leagues",
        )


def _plain(value: object) -> object:
    return f"{value:.2f}" if isinstance(value, Decimal) else value


def _write(league: League, spec: LeagueSpec) -> None:
    for field in _COPIED:
        setattr(league, field, getattr(spec, field))
    league.durak_points = {} if spec.durak_points is None else spec.durak_points.as_dict()
    league.tie_breaks = list(spec.tie_breaks)


def _rules(spec: LeagueSpec, account: User, league: League | None) -> RuleSetVersion | None:
    """The rules that matches on sheets are played by, once all of the spec is found to fit. A match
    end that differs from the chosen rules' makes rules of the league's own."""
    chosen = _chosen(spec, league)
    spec_check(spec, chosen=chosen)
    if chosen is None:
        return None
    rules = spec_rules(spec, chosen=chosen)
    if rules == chosen.rules:
        return chosen
    present = league.rule_version if league is not None else None
    if present is not None and present.rules == rules:
        return present
    return rule_set_own_create(base=chosen, rules=rules, by=account)


def _chosen(spec: LeagueSpec, league: League | None) -> RuleSetVersion | None:
    """The house's rules if nobody chose, or a version in force; a league keeps the one it has."""
    if not spec.has_sheets:
        return None
    if spec.rule_version is None:
        return house_rule_version()
    if league is not None and league.rule_version_id == spec.rule_version.pk:
        return league.rule_version
    return rule_version_in_force(version=spec.rule_version)


def _check_changes(league: League, changed: set[str]) -> None:
    faults: dict[str, str] = {}
    if league.state == League.State.RUNNING:
        sentence = _("This cannot change any more: the league is under way.")
        faults |= dict.fromkeys(sorted(changed - _FREE), sentence)
        drawn = LeagueRound.objects.filter(league=league, stage=LeagueRound.Stage.MAIN).count()
        if league.format == League.Format.SWISS and league.rounds_planned < max(drawn, 1):
            faults["rounds_planned"] = _("%(drawn)d rounds are drawn already.") % {"drawn": drawn}
    elif league.entries.exists():
        unfit = {"competitors"} | ({"profile"} if league.is_of_bots else set())
        sentence = _("Take everybody off the list first: they are entered for something else.")
        faults |= dict.fromkeys(sorted(changed & unfit), sentence)
        fault = size_fault(league=league, size=league.entries.count())
        if fault is not None:
            faults["format" if "format" in changed else "groups"] = fault
    if faults:
        raise ValidationError(faults)
