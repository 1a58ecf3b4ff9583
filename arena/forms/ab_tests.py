"""The form that begins an A/B test."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from arena.ab_terms import (
    ELO_OFFERED,
    ELO_USUAL,
    ERROR_RATE_USUAL,
    ERROR_RATES,
    GAIN,
    KEEP,
    boards_offered,
    sets_offered,
    tables_offered,
    usual_terms,
)
from arena.ab_texts import percent_text, version_key, version_named
from arena.models import BotVersion
from arena.profile_choices import profiles_shown
from tournaments.forms.refusable import RefusableForm


class AbTestForm(RefusableForm):
    """Which versions, by which rules, and how sure one wants to be.

    What is offered depends on what was chosen before: the rules on the versions, and tables and
    sizes on the rules.
    """

    new = forms.ChoiceField(
        label=_("The new version"),
        error_messages={"invalid_choice": _("Choose one of your versions that can play now.")},
    )
    old = forms.ChoiceField(
        label=_("The version to compare it with"),
        error_messages={"invalid_choice": _("Choose one of your versions that can play now.")},
    )
    profile = forms.ChoiceField(
        label=_("Rules"),
        error_messages={"invalid_choice": _("Choose rules that both of them play.")},
    )
    players = forms.TypedChoiceField(
        label=_("Table"),
        help_text=_(
            "At a table of four both versions have every other seat. Tables where one would have "
            "more seats than the other are not offered."
        ),
        coerce=int,
        widget=forms.RadioSelect,
    )
    question = forms.ChoiceField(
        label=_("What do you want to know?"), widget=forms.RadioSelect, initial=GAIN
    )
    elo = forms.TypedChoiceField(
        label=_("How large a difference matters to you?"),
        help_text=_(
            "In Elo: 20 are 53 of 100 points, 100 are 64. Half the difference takes four times as "
            "many deal sets."
        ),
        coerce=int,
        initial=ELO_USUAL,
        widget=forms.RadioSelect,
    )
    error_rate = forms.TypedChoiceField(
        label=_("How often may the answer be wrong?"), coerce=float, initial=ERROR_RATE_USUAL
    )
    boards = forms.TypedChoiceField(
        label=_("Boards in a deal set"),
        help_text=_("Every board is played once from every seat, so that nobody has better cards."),
        coerce=int,
    )
    sets_most = forms.TypedChoiceField(
        label=_("Deal sets at most"),
        help_text=_("It stops earlier, as soon as the answer is known."),
        coerce=int,
    )

    def __init__(
        self,
        *args: Any,  # noqa: ANN401
        versions: Sequence[BotVersion],
        profiles: Sequence[str],
        profile: str,
        **kwargs: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        self._versions = {version_key(version): version for version in versions}
        named = [(key, version_named(version)) for key, version in self._versions.items()]
        self._offer("new", named)
        self._offer("old", named)
        self._offer("profile", [(shown.name, shown.title) for shown in profiles_shown(profiles)])
        self._offer("players", [(seats, _table(seats)) for seats in tables_offered(profile)])
        self._offer("boards", [(count, count) for count in boards_offered(profile)])
        self._offer("sets_most", [(count, count) for count in sets_offered(profile)])
        self._offer("elo", [(elo, f"{elo} Elo") for elo in ELO_OFFERED])
        self._offer("error_rate", [(rate, _wrong(rate)) for rate in ERROR_RATES])
        self._offer("question", _questions())
        for name, value in usual_terms(profile).items():
            self._usual(name, value)
        self._usual("elo", ELO_USUAL)
        self._usual("error_rate", ERROR_RATE_USUAL)
        self._usual("question", GAIN)

    def _offer(self, name: str, choices: Sequence[tuple[object, object]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(str(value), str(label)) for value, label in choices]

    def _usual(self, name: str, value: object) -> None:
        """What is chosen unless something that is offered was asked for."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        offered = {str(choice) for choice, _label in field.choices}  # type: ignore[misc, union-attr]
        if str(self.initial.get(name)) not in offered:
            self.initial[name] = str(value)

    @property
    def chosen_new(self) -> BotVersion:
        return self._versions[self.cleaned_data["new"]]

    @property
    def chosen_old(self) -> BotVersion:
        return self._versions[self.cleaned_data["old"]]


def _table(seats: int) -> str:
    return ngettext("%(count)d player", "%(count)d players", seats) % {"count": seats}


def _wrong(rate: float) -> str:
    return gettext("in at most %(rate)s of all tests") % {"rate": percent_text(rate)}


def _questions() -> list[tuple[str, str]]:
    return [
        (GAIN, gettext("Is the new version stronger?")),
        (KEEP, gettext("Is it no weaker? (for a version that is simpler or faster)")),
    ]
