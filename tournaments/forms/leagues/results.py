"""What came of a match: totals, games of Durak, who did not come; and what is said about it."""

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.leagues.fields import MomentField, NumberField, TextField
from tournaments.forms.refusable import RefusableForm
from tournaments.league_results import (
    GAMES_MOST,
    POINTS_LEAST,
    POINTS_MOST,
    Absent,
    Entered,
    Games,
    Total,
    game_at_fault,
    game_told,
)
from tournaments.models.accounts import REASON_MAX_LENGTH

_DRAW: Final = "draw"
_NOTHING: Final = "\N{EN DASH}"

Sides = Sequence[Sequence[tuple[str, str]]]
"""The players of both sides: their public ids, and what they are called."""


def _note(*, required: bool) -> TextField:
    return TextField(
        label=_("Note"),
        most=REASON_MAX_LENGTH,
        required=required,
        help_text=_("Everybody who may read the league can read it."),
        error_messages={"required": _("Say why: both sides will read it.")},
    )


def _points_field() -> NumberField:
    return NumberField(label="", least=POINTS_LEAST, most=POINTS_MOST)


class MatchForm(RefusableForm):
    """About one match, as it stood when the page was made."""

    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)

    def __init__(self, *args: Any, names: Sequence[str], **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self.names = list(names)


class _PointsForm(MatchForm):
    """Has a field for the points of each side."""

    points_first = _points_field()
    points_second = _points_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        for name, who in zip(("points_first", "points_second"), self.names, strict=True):
            self.fields[name].label = who

    def _total(self) -> Total:
        return Total(self.cleaned_data["points_first"], self.cleaned_data["points_second"])


class TotalForm(_PointsForm):
    """The points of both sides."""

    note = _note(required=False)

    def entered(self) -> Entered:
        return self._total()


class GamesForm(MatchForm):
    """A series of Durak, game by game. Rows that say nothing are not games."""

    note = _note(required=False)

    def __init__(
        self,
        *args: Any,  # noqa: ANN401
        length: int,
        sides: Sides,
        more: bool = False,
        **kwargs: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(*args, **kwargs)
        self.sides = sides
        self.count = min(self._count(length) + (1 if more else 0), GAMES_MOST)
        for number in range(self.count):
            self.fields[f"durak_{number}"] = self._durak()
            self.fields[f"epaulettes_{number}"] = self._epaulettes()
            if self.has_wearers:
                self.fields[f"wearer_{number}"] = self._wearer()

    @property
    def has_wearers(self) -> bool:
        """Of two partners one wears the epaulettes."""
        return any(len(side) > 1 for side in self.sides)

    @property
    def games(self) -> list[list[BoundField]]:
        """The rows of the page."""
        names = ("durak", "epaulettes", "wearer")[: 3 if self.has_wearers else 2]
        return [[self[f"{name}_{number}"] for name in names] for number in range(self.count)]

    def entered(self) -> Entered:
        return Games([self._game(number) for number in self._told()])

    def field_of(self, name: str) -> str:
        """What the service says about the n-th game stands at the row of that game."""
        fault, told = game_at_fault(name), self._told()
        if fault is None or fault[0] >= len(told):
            return name
        return f"{fault[1]}_{told[fault[0]]}"

    def _told(self) -> list[int]:
        """The rows that say something."""
        return [n for n in range(self.count) if self.cleaned_data.get(f"durak_{n}")]

    def _game(self, number: int) -> dict[str, object]:
        durak: str = self.cleaned_data[f"durak_{number}"]
        return game_told(
            durak=None if durak == _DRAW else int(durak),
            epaulettes=int(self.cleaned_data.get(f"epaulettes_{number}") or 0),
            wearer=self.cleaned_data.get(f"wearer_{number}") or "",
        )

    def _count(self, length: int) -> int:
        """As many rows as the page had; at first as many as a match has."""
        sent = str(self.data.get("rows", "")) if self.is_bound else ""
        asked = int(sent) if sent.isdecimal() and len(sent) < 6 else length
        return max(1, min(asked, GAMES_MOST))

    def _durak(self) -> forms.ChoiceField:
        sides = [(str(side), name) for side, name in enumerate(self.names)]
        choices = [("", _NOTHING), *sides, (_DRAW, gettext("nobody, a draw"))]
        return forms.ChoiceField(label=_("Who was the durak?"), required=False, choices=choices)

    def _epaulettes(self) -> forms.ChoiceField:
        choices = [("0", gettext("none")), ("1", gettext("one")), ("2", gettext("two"))]
        return forms.ChoiceField(label=_("Epaulettes"), required=False, choices=choices)

    def _wearer(self) -> forms.ChoiceField:
        players = [("", _NOTHING), *(player for side in self.sides for player in side)]
        return forms.ChoiceField(label=_("Who wears them?"), required=False, choices=players)


class AnswerForm(MatchForm):
    """What a side says to a result; whoever objects says what is wrong."""

    text = TextField(
        label=_("What is wrong with it?"), most=REASON_MAX_LENGTH, lines=3, required=False
    )

    def field_of(self, name: str) -> str:
        return "text" if name == "note" else name


class DecideForm(_PointsForm):
    """An organizer's word: the result stands, another counts, or somebody did not come."""

    way = forms.ChoiceField(
        widget=forms.RadioSelect,
        choices=[],
        error_messages={"required": _("Choose what counts.")},
    )
    absent = forms.ChoiceField(label=_("Who did not come?"), required=False)
    note = _note(required=True)

    def __init__(
        self,
        *args: Any,  # noqa: ANN401
        can_keep: bool,
        can_enter: bool = True,
        games: GamesForm | None,
        **kwargs: Any,  # noqa: ANN401
    ) -> None:
        """Without `can_enter`, as of bots, the only word is who did not come."""
        super().__init__(*args, **kwargs)
        self.games = games
        if games is not None:
            del self.fields["points_first"], self.fields["points_second"]
        else:
            is_total = self.is_bound and self.data.get("way") == "total"
            for name in ("points_first", "points_second"):
                self.fields[name].required = is_total
        self._choices("way", self._ways(can_keep=can_keep, can_enter=can_enter))
        self._choices(
            "absent",
            [
                ("first", self.names[0]),
                ("second", self.names[1]),
                ("both", gettext("Neither side came")),
            ],
        )

    def is_valid(self) -> bool:
        own = super().is_valid()
        if self.games is None or self.data.get("way") != "games":
            return own
        return self.games.is_valid() and own

    def entered(self) -> Entered | None:
        """None keeps what is there."""
        match self.cleaned_data["way"]:
            case "total":
                return self._total()
            case "games" if self.games is not None:
                return self.games.entered()
            case "absent":
                return Absent.told(self.cleaned_data["absent"] or "first")
        return None

    def _ways(self, *, can_keep: bool, can_enter: bool) -> list[tuple[str, str]]:
        ways = [("keep", gettext("The result as it was entered"))] if can_keep else []
        if can_enter and self.games is None:
            ways.append(("total", gettext("This total")))
        elif can_enter:
            ways.append(("games", gettext("These games")))
        return [*ways, ("absent", gettext("Somebody did not come"))]

    def _choices(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices


class PostponeForm(MatchForm):
    """Until when, if that is known already."""

    until = MomentField(
        label=_("It will be played on"), help_text=_("In UTC. Leave it open if nobody knows yet.")
    )
    note = _note(required=False)


class CallOffForm(MatchForm):
    """Why it is not played."""

    note = _note(required=True)
