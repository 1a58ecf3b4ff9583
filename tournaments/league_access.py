"""Who may do what in a league: the one permissions table.

A visitor is what a request brings along: an account, and the links that its browser has opened.
Rights are judged anew at every request: from what the visitor is to the league or to one of its
matches (roles; one can have several), what they want (an action), and how the league and the match
stand.
"""

from collections.abc import Set
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import (
    Fixture,
    League,
    LeagueLink,
    LeagueOfficial,
    User,
)
from tournaments.selectors.league_rows import own_entries

_LeagueState = League.State
_FixtureState = Fixture.State


class LeagueRole(StrEnum):
    """What a visitor is to a league, or to one of its matches."""

    OWNER = "owner"
    CO_ORGANIZER = "co_organizer"
    SCORER = "scorer"
    LINK_SCORER = "link_scorer"
    """Has a link for this match or its round."""
    MATCH_PLAYER = "match_player"
    """Plays this very match."""
    PLAYER = "player"
    """Is entered in the league."""
    APPLICANT = "applicant"
    """Has the link with which one asks to be entered."""
    VISITOR = "visitor"
    SERVICE = "service"
    """The house itself: results that arrive by themselves."""


class LeagueAction(StrEnum):
    """What one can want."""

    READ = "read"
    READ_DRAFTS = "read_drafts"
    """Rounds not yet published, applications, the log, what needs attention."""
    EDIT_SETTINGS = "edit_settings"
    MANAGE_OFFICIALS = "manage_officials"
    CALL_OFF = "call_off"
    MANAGE_ENTRIES = "manage_entries"
    MANAGE_LINKS = "manage_links"
    APPLY = "apply"
    START = "start"
    DRAW = "draw"
    """Draft rounds, edit, publish and un-publish them."""
    FINISH = "finish"
    REOPEN = "reopen"
    ADJUST = "adjust"
    """Penalties and bonuses."""
    # About one match
    ENTER_RESULT = "enter_result"
    WRITE_SHEET = "write_sheet"
    """On its score sheet; what both sides have confirmed there, both can reopen."""
    ANSWER_RESULT = "answer_result"
    """Confirm it for one's own side, or object."""
    DECIDE = "decide"
    """Decide a dispute, correct what is final, forfeits, postponing."""


_O, _C, _S = LeagueRole.OWNER, LeagueRole.CO_ORGANIZER, LeagueRole.SCORER
_ORGANIZERS: Final = frozenset({_O, _C})
_OFFICIALS: Final = _ORGANIZERS | {_S, LeagueRole.LINK_SCORER}
_INSIDERS: Final = _OFFICIALS | {LeagueRole.MATCH_PLAYER, LeagueRole.PLAYER}
_EVERYBODY: Final = frozenset(LeagueRole) - {LeagueRole.SERVICE}
_ORGANIZERS_OR_SERVICE: Final = _ORGANIZERS | {LeagueRole.SERVICE}
_OPEN: Final = frozenset({_LeagueState.DRAFT, _LeagueState.RUNNING})
_RUNNING: Final = frozenset({_LeagueState.RUNNING})
_ANY: Final = frozenset(_LeagueState)
_UNDECIDED: Final = frozenset(
    {_FixtureState.PLANNED, _FixtureState.PLAYING, _FixtureState.POSTPONED, _FixtureState.ENTERED}
)


@dataclass(frozen=True)
class Rule:
    """Who may, while the league stands so and, if it is about a match, the match stands so."""

    roles: Set[LeagueRole]
    leagues: Set[League.State]
    fixtures: Set[Fixture.State] = frozenset(Fixture.State)


TABLE: Final[dict[LeagueAction, Rule]] = {
    LeagueAction.READ: Rule(_EVERYBODY, _ANY),  # narrowed by the league's visibility
    LeagueAction.READ_DRAFTS: Rule(_ORGANIZERS, _ANY),
    LeagueAction.EDIT_SETTINGS: Rule(_ORGANIZERS, _OPEN),
    LeagueAction.MANAGE_OFFICIALS: Rule(frozenset({_O}), _ANY - {_LeagueState.CANCELLED}),
    LeagueAction.CALL_OFF: Rule(frozenset({_O}), _OPEN),
    LeagueAction.MANAGE_ENTRIES: Rule(_ORGANIZERS, _OPEN),
    LeagueAction.MANAGE_LINKS: Rule(_ORGANIZERS, _OPEN),
    LeagueAction.APPLY: Rule(_EVERYBODY - {LeagueRole.VISITOR}, _OPEN),
    LeagueAction.START: Rule(_ORGANIZERS, frozenset({_LeagueState.DRAFT})),
    # Leagues of bots go on by themselves; those of people are nobody's but their organizers'.
    LeagueAction.DRAW: Rule(_ORGANIZERS_OR_SERVICE, _RUNNING),
    LeagueAction.FINISH: Rule(_ORGANIZERS_OR_SERVICE, _RUNNING),
    LeagueAction.REOPEN: Rule(_ORGANIZERS_OR_SERVICE, frozenset({_LeagueState.FINISHED})),
    LeagueAction.ADJUST: Rule(_ORGANIZERS, _RUNNING),
    LeagueAction.ENTER_RESULT: Rule(
        _OFFICIALS | {LeagueRole.MATCH_PLAYER}, _RUNNING, _UNDECIDED
    ),  # narrowed by who may enter scores in this league
    LeagueAction.WRITE_SHEET: Rule(
        _OFFICIALS | {LeagueRole.MATCH_PLAYER}, _RUNNING, _UNDECIDED | {_FixtureState.CONFIRMED}
    ),  # narrowed in the same way, and to sheets that decide their match: `league_sheet_access`
    LeagueAction.ANSWER_RESULT: Rule(
        frozenset({LeagueRole.MATCH_PLAYER}),
        _RUNNING,
        frozenset({_FixtureState.ENTERED, _FixtureState.DISPUTED}),
    ),
    LeagueAction.DECIDE: Rule(_ORGANIZERS, _RUNNING),
}
"""Every action, and who may take it. Nothing else decides."""

READERS: Final = {
    League.Visibility.PUBLIC: _EVERYBODY,
    League.Visibility.LINK: _EVERYBODY,
    League.Visibility.PRIVATE: _INSIDERS | {LeagueRole.APPLICANT},
}
WRITERS: Final = {
    League.ScoreEntry.PLAYERS: _OFFICIALS | {LeagueRole.MATCH_PLAYER},
    League.ScoreEntry.OFFICIALS: _OFFICIALS,
    League.ScoreEntry.ORGANIZERS: _ORGANIZERS,
}


@dataclass(frozen=True)
class LeagueVisitor:
    """Whoever asks."""

    account: User | None = None
    link_ids: frozenset[int] = frozenset()
    is_service: bool = False
    """The house itself; no request ever is."""


@dataclass(frozen=True)
class LeagueAccess:
    """What a visitor is to a league or, if `fixture` is given, to that match of it."""

    league: League
    roles: frozenset[LeagueRole]
    fixture: Fixture | None = None
    sides: frozenset[int] = frozenset()
    """Of the match, for which the visitor speaks."""
    account: User | None = None
    link_was_revoked: bool = False
    has_link_elsewhere: bool = False
    """For another match of the league: enough to read it, on every page alike."""

    def may(self, action: LeagueAction) -> bool:
        """Whether the table says yes."""
        rule = TABLE[action]
        if not self.is_one_who_may(action) or League.State(self.league.state) not in rule.leagues:
            return False
        return self.fixture is None or Fixture.State(self.fixture.state) in rule.fixtures

    def is_one_who_may(self, action: LeagueAction) -> bool:
        """Whether the table names a role of the visitor, however the league and the match stand."""
        roles = self.roles & TABLE[action].roles
        if action is LeagueAction.READ and self.has_link_elsewhere:
            roles |= {LeagueRole.LINK_SCORER}
        if action is LeagueAction.READ and self.league.state == _LeagueState.DRAFT:
            roles &= READERS[League.Visibility.PRIVATE]
        if action in (LeagueAction.READ, LeagueAction.APPLY):
            roles &= READERS[League.Visibility(self.league.visibility)]
        if not self.league.is_of_bots:
            roles -= {LeagueRole.SERVICE}
        if action in (LeagueAction.ENTER_RESULT, LeagueAction.WRITE_SHEET):
            roles &= WRITERS[League.ScoreEntry(self.league.score_entry)]
        return bool(roles)

    @property
    def is_official(self) -> bool:
        """Whether what the visitor enters is final at once. A scorer who plays this very match is
        one of its sides: the other one, or somebody else, has to confirm."""
        writers = WRITERS[League.ScoreEntry(self.league.score_entry)]
        officials = _ORGANIZERS if self.sides else _OFFICIALS
        return bool(self.roles & officials & writers)

    @property
    def role(self) -> LeagueRole:
        """The first that fits, for the log."""
        return next(role for role in LeagueRole if role in self.roles)

    def require(self, action: LeagueAction) -> None:
        """Refuse with a sentence; strangers are not told whether a private league exists."""
        if not self.may(LeagueAction.READ) and not self.roles & {LeagueRole.SERVICE}:
            denial = Denial.REVOKED if self.link_was_revoked else Denial.NO_LEAGUE
            raise LeagueDeniedError(denial)
        if self.may(action):
            return
        raise LeagueDeniedError(self._denial(action))

    def _denial(self, action: LeagueAction) -> "Denial":
        rule = TABLE[action]
        if not self.roles & rule.roles:
            return Denial.REVOKED if self.link_was_revoked else Denial.NOT_YOURS
        if League.State(self.league.state) not in rule.leagues:
            return Denial.WRONG_TIME
        if self.fixture is not None and Fixture.State(self.fixture.state) not in rule.fixtures:
            return Denial.MATCH_DECIDED
        return Denial.NOT_YOURS


class Denial(StrEnum):
    """Why not."""

    NO_LEAGUE = "no_league"
    REVOKED = "revoked"
    NOT_YOURS = "not_yours"
    WRONG_TIME = "wrong_time"
    MATCH_DECIDED = "match_decided"


_SENTENCES: Final[dict[Denial, Promise]] = {
    Denial.NO_LEAGUE: _("There is no such league, or it is not open to you."),
    Denial.REVOKED: _("This link has been switched off. Ask the organizer for a new one."),
    Denial.NOT_YOURS: _("This is for the organizers of the league. Ask one of them to do it."),
    Denial.WRONG_TIME: _("The league has moved on: this cannot be done as it stands now."),
    Denial.MATCH_DECIDED: _("This match is decided. If the result is wrong, ask an organizer."),
}


class LeagueDeniedError(Exception):
    """The visitor may not do this."""

    def __init__(self, denial: Denial) -> None:
        super().__init__(denial.value)
        self.denial = denial

    @property
    def sentence(self) -> str:
        return str(_SENTENCES[self.denial])


def league_access(
    *, league: League, visitor: LeagueVisitor, fixture: Fixture | None = None
) -> LeagueAccess:
    """Judge a visitor: two or three queries, however large the league is."""
    if visitor.is_service:
        return service_access(league=league, fixture=fixture)
    roles = {LeagueRole.VISITOR}
    account = visitor.account if visitor.account is not None and visitor.account.is_active else None
    sides: set[int] = set()
    if account is not None:
        roles |= _offices(league, account)
        own = own_entries(league=league, account=account)
        if own:
            roles.add(LeagueRole.PLAYER)
        if fixture is not None:
            both = (fixture.first_id, fixture.second_id)
            sides = {side for side, entry in enumerate(both) if entry in own}
            if sides:
                roles.add(LeagueRole.MATCH_PLAYER)
    by_link, revoked, elsewhere = _links(league, visitor, fixture)
    roles |= by_link
    return LeagueAccess(
        league=league,
        roles=frozenset(roles),
        fixture=fixture,
        sides=frozenset(sides),
        account=account,
        link_was_revoked=revoked and roles == {LeagueRole.VISITOR},
        has_link_elsewhere=elsewhere,
    )


SERVICE: Final = LeagueVisitor(is_service=True)
"""Whoever calls a service for what nobody has asked for, such as the next round of bots."""


def service_access(*, league: League, fixture: Fixture | None = None) -> LeagueAccess:
    """The house itself, for what arrives without anybody's asking."""
    return LeagueAccess(league, frozenset({LeagueRole.SERVICE}), fixture)


def _offices(league: League, account: User) -> set[LeagueRole]:
    if league.owner_id == account.pk:
        return {LeagueRole.OWNER}
    held = LeagueOfficial.objects.filter(league=league, account=account)
    return {LeagueRole(role) for role in held.values_list("role", flat=True)}


def _links(
    league: League, visitor: LeagueVisitor, fixture: Fixture | None
) -> tuple[set[LeagueRole], bool, bool]:
    """What the visitor is by links, whether one was revoked, and whether one is for another match
    than this."""
    roles: set[LeagueRole] = set()
    revoked = elsewhere = False
    if not visitor.link_ids:
        return roles, revoked, elsewhere
    for link in LeagueLink.objects.filter(league=league, pk__in=visitor.link_ids):
        if link.revoked_at is not None:
            revoked = True
        elif link.kind == LeagueLink.Kind.JOIN:
            roles.add(LeagueRole.APPLICANT)
        elif fixture is None or link.fixture_id == fixture.pk or link.round_id == fixture.round_id:
            roles.add(LeagueRole.LINK_SCORER)
        else:
            elsewhere = True
    return roles, revoked, elsewhere
