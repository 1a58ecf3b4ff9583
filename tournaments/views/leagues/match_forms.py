"""Which forms the page of a match has for whoever looks at it."""

from functools import cached_property
from typing import Any

from django.http import QueryDict

from tournaments.forms.leagues.results import (
    AnswerForm,
    CallOffForm,
    DecideForm,
    GamesForm,
    PostponeForm,
    Sides,
    TotalForm,
)
from tournaments.league_access import LeagueAccess, LeagueAction
from tournaments.league_shown import Field
from tournaments.models import Fixture, FixtureResult, FixtureWord, League
from tournaments.selectors.league_sides import competitor_players

_State = Fixture.State
_NOT_BEGUN = (_State.PLANNED, _State.PLAYING, _State.POSTPONED)


class MatchForms:
    """The forms of a match; the one called `filled` holds what was sent."""

    def __init__(
        self,
        access: LeagueAccess,
        fixture: Fixture,
        people: Field,
        *,
        sent: QueryDict | None = None,
        filled: str = "",
    ) -> None:
        self.access = access
        self.fixture = fixture
        self.filled = filled
        self._sent = sent
        self._both = [people[key] for key in (fixture.first_id, fixture.second_id)]

    # --- what this visitor may do --------------------------------------------------------

    @property
    def is_durak(self) -> bool:
        """Told game by game; Burako is written on a sheet, or told by its total."""
        return self.access.league.game == League.Game.DURAK

    @property
    def may_enter(self) -> bool:
        return self.access.may(LeagueAction.ENTER_RESULT) and not self.access.league.is_of_bots

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

    # --- the forms -----------------------------------------------------------------------

    @cached_property
    def total(self) -> TotalForm:
        return TotalForm(**self._filled("total"))

    @cached_property
    def games(self) -> GamesForm:
        return self._games("games")

    @cached_property
    def answer(self) -> AnswerForm:
        return AnswerForm(**self._filled("answer"))

    @cached_property
    def decide(self) -> DecideForm:
        is_of_bots = self.access.league.is_of_bots
        games = self._games("decide") if self.is_durak and not is_of_bots else None
        return DecideForm(
            **self._filled("decide"),
            can_keep=self._can_keep and not is_of_bots,
            can_enter=not is_of_bots,
            games=games,
        )

    @cached_property
    def postpone(self) -> PostponeForm:
        return PostponeForm(**self._filled("postpone"))

    @cached_property
    def call_off(self) -> CallOffForm:
        return CallOffForm(**self._filled("call_off"))

    @property
    def _can_keep(self) -> bool:
        """Whether there is something that can be declared right."""
        result = self.fixture.result
        told = result is not None and result.kind != FixtureResult.Kind.WITHDRAWN
        return (told and self.fixture.state != _State.CONFIRMED) or (
            self.fixture.sheet_id is not None and self.fixture.state == _State.PLAYING
        )

    @property
    def _sides(self) -> Sides:
        return [
            [
                (player.public_id, player.public_name)
                for player in competitor_players(competitor=one.entry.competitor)
            ]
            for one in self._both
        ]

    def _games(self, name: str) -> GamesForm:
        return GamesForm(
            **self._filled(name),
            length=self.access.league.match_length,
            sides=self._sides,
            more=self._sent is not None and name == self.filled and "more" in self._sent,
        )

    def _filled(self, name: str) -> dict[str, Any]:
        return {
            "data": self._sent if name == self.filled else None,
            "names": [one.name for one in self._both],
            "initial": {"revision": self.fixture.revision},
            "auto_id": f"{name}_%s",
        }
