"""One match of a league, for both the pages and programs: how it stands, and what whoever looks
at it may do about it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.bot_directory import bot_directory
from tournaments.league_access import LeagueAccess, LeagueAction, LeagueVisitor, league_access
from tournaments.league_shown import Field, ShownEntry, ShownFixture, field_of, fixture_shown
from tournaments.models import Fixture, FixtureResult, FixtureWord, League
from tournaments.selectors.league_ratings import league_rating_obstacle
from tournaments.selectors.league_rows import fixture_find
from tournaments.selectors.league_sides import competitor_players

_State = Fixture.State
_NOT_BEGUN: Final = (_State.PLANNED, _State.PLAYING, _State.POSTPONED)
_SENTENCES: Final[dict[Fixture.State, Promise]] = {
    _State.PLANNED: gettext_lazy("Not played yet."),
    _State.PLAYING: gettext_lazy("Being played."),
    _State.POSTPONED: gettext_lazy("Postponed. The next round does not wait for it."),
    _State.ENTERED: gettext_lazy(
        "A result was entered. It counts when the other side has confirmed it."
    ),
    _State.DISPUTED: gettext_lazy("A side objects to the result. An organizer decides."),
    _State.CANCELLED: gettext_lazy("It is not played."),
}


@dataclass(frozen=True)
class MatchAsked:
    """A match, and what whoever asks is to it."""

    access: LeagueAccess
    fixture: Fixture
    people: Field

    @property
    def league(self) -> League:
        return self.access.league

    @property
    def shown(self) -> ShownFixture:
        return fixture_shown(self.league, self.fixture, self.people)

    @property
    def names(self) -> list[str]:
        return [self.people[key].name for key in (self.fixture.first_id, self.fixture.second_id)]


def match_find(
    *, access: LeagueAccess, visitor: LeagueVisitor, fixture_id: str
) -> MatchAsked | None:
    """The match of this league; those of drafts are nobody's yet."""
    league = access.league
    fixture = fixture_find(league=league, public_id=fixture_id)
    if fixture is None:
        return None
    own = league_access(league=league, visitor=visitor, fixture=fixture)
    mine = {(fixture.first_id, fixture.second_id)[side] for side in own.sides}
    return MatchAsked(own, fixture, field_of(league, mine))


def how_it_stands(shown: ShownFixture) -> str:
    """The match in a sentence."""
    state = Fixture.State(shown.fixture.state)
    if state in _SENTENCES:
        return str(_SENTENCES[state])
    if shown.won is None:
        return shown.remark or _("It ended level.")
    winner = shown.first if shown.won == 0 else shown.second
    return _("%(name)s won.") % {"name": winner.name}


def unrated_sentence(league: League, fixture: Fixture, people: Field) -> str:
    """Why a match of a rated league does not count on a ladder, if it does not."""
    if not league.rated or league.is_of_bots:
        return ""
    fixture.league = league
    fixture.first = people[fixture.first_id].entry
    fixture.second = people[fixture.second_id].entry
    obstacle = league_rating_obstacle(fixture=fixture)
    return "" if obstacle is None else obstacle.sentence


def arena_matches(league: League, fixture: Fixture) -> list[str]:
    """The addresses of the arena's matches."""
    return list(bot_directory().match_urls(fixture=fixture.pk)) if league.is_of_bots else []


def side_players(shown: ShownEntry) -> list[tuple[str, str]]:
    """The people of a side: their public ids, and what they are called."""
    players = competitor_players(competitor=shown.entry.competitor)
    return [(player.public_id, player.public_name) for player in players]


class MatchRights:
    """What a visitor may do about a match: what to offer them. Services have the last word."""

    def __init__(self, access: LeagueAccess, fixture: Fixture) -> None:
        self.access = access
        self.fixture = fixture

    @property
    def is_durak(self) -> bool:
        """Told game by game; Burako is written on a sheet, or told by its total."""
        return self.access.league.game == League.Game.DURAK

    @property
    def may_enter(self) -> bool:
        return self.access.may(LeagueAction.ENTER_RESULT) and not self.access.league.is_of_bots

    @property
    def may_open_sheet(self) -> bool:
        return self.may_enter and not self.is_durak

    @cached_property
    def side_to_answer(self) -> int | None:
        """For which the visitor may confirm or object: not the one that entered the result."""
        result = self.fixture.result
        if result is None or not self.access.may(LeagueAction.ANSWER_RESULT):
            return None
        objected = FixtureWord.objects.filter(result=result, kind=FixtureWord.Kind.OBJECT)
        gone = set(objected.values_list("side", flat=True)) | {result.side}
        return min(self.access.sides - gone, default=None)

    @property
    def side_speaking(self) -> int | None:
        """For which the visitor speaks: the one that has to answer or else, for the service to
        refuse, any of theirs; the first if they have none."""
        if self.side_to_answer is not None:
            return self.side_to_answer
        return min(self.access.sides, default=0)

    @property
    def may_confirm(self) -> bool:
        """As an official, for a side that cannot."""
        return self.fixture.state == _State.ENTERED and self.may_enter and self.access.is_official

    @property
    def may_decide(self) -> bool:
        """About bots, too: in a knockout one of both has to go on, even if neither can play."""
        return self.access.may(LeagueAction.DECIDE)

    @property
    def can_postpone(self) -> bool:
        return self._may_move and self.fixture.state in _NOT_BEGUN

    @property
    def can_resume(self) -> bool:
        return self._may_move and self.fixture.state in (_State.POSTPONED, _State.CANCELLED)

    @property
    def can_call_off(self) -> bool:
        is_knockout = self.fixture.bracket_match is not None
        return self._may_move and not is_knockout and self.fixture.state != _State.CANCELLED

    @property
    def can_move(self) -> bool:
        return self.can_postpone or self.can_resume or self.can_call_off

    @property
    def _may_move(self) -> bool:
        return self.access.may(LeagueAction.DECIDE)

    @property
    def can_keep(self) -> bool:
        """Whether there is something that can be declared right."""
        if self.access.league.is_of_bots:
            return False
        result = self.fixture.result
        told = result is not None and result.kind != FixtureResult.Kind.WITHDRAWN
        return (told and self.fixture.state != _State.CONFIRMED) or (
            self.fixture.sheet_id is not None and self.fixture.state == _State.PLAYING
        )
