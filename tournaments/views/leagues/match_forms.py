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
from tournaments.league_access import LeagueAccess
from tournaments.league_match import MatchRights, side_players
from tournaments.league_shown import Field
from tournaments.models import Fixture


class MatchForms(MatchRights):
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
        super().__init__(access, fixture)
        self.filled = filled
        self._sent = sent
        self._both = [people[key] for key in (fixture.first_id, fixture.second_id)]

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
            can_keep=self.can_keep,
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
    def _sides(self) -> Sides:
        return [side_players(one) for one in self._both]

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
