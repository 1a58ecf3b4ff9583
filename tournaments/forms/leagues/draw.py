"""A round: when it is played, and who meets whom, by hand."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.leagues.fields import MomentField, NumberField
from tournaments.forms.refusable import RefusableForm
from tournaments.league_drawn import DraftPlaces
from tournaments.services.leagues.round_dates import (
    DAYS_MAX,
    YEARS,
    RoundDates,
    dates_in_turn,
    too_far,
)

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

LISTS_MAX: Final = 40
"""Entries up to which every place is a list to choose from; more are typed, with suggestions."""
_NAME_MAX: Final = 200


class DatesForm(RefusableForm):
    """When a round begins, and until when it should be played."""

    starts_at = MomentField(label=_("Begins"), help_text=_("In UTC. Empty if there is no date."))
    deadline = MomentField(
        label=_("To be played by"), help_text=_("Afterwards, open matches are overdue.")
    )

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        moments = [values.get(name) for name in ("starts_at", "deadline")]
        for name, moment in zip(("starts_at", "deadline"), moments, strict=True):
            if moment is not None and moment.year not in YEARS:
                self.add_error(name, too_far())
        starts, ends = moments
        if isinstance(starts, datetime) and isinstance(ends, datetime) and ends < starts:
            self.add_error("deadline", _("This is before the round begins."))
        return values


class AllDatesForm(RefusableForm):
    """One date, and the others follow."""

    first = MomentField(label=_("The first of these rounds begins"), help_text=_("In UTC."))
    every = NumberField(label=_("Then one every … days"), least=1, most=DAYS_MAX, initial=7)
    days = NumberField(
        label=_("Days to play each"),
        help_text=_("Empty if there is no deadline."),
        least=1,
        most=DAYS_MAX,
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self.fields["first"].required = True

    def dates(self, count: int) -> list[RoundDates]:
        """Of so many rounds."""
        return dates_in_turn(**self.cleaned_data, count=count)


class _NamedField(forms.CharField):
    """Somebody by name: where there are too many for a list under every table."""

    def __init__(self, *, names: Mapping[int, str], **kwargs: Any) -> None:  # noqa: ANN401
        self.keys = {name.casefold(): key for key, name in names.items()}
        self.names = names
        attrs = {"list": "entry-names", "autocomplete": "off"}
        super().__init__(max_length=_NAME_MAX, widget=forms.TextInput(attrs), **kwargs)

    def prepare_value(self, value: Any) -> Any:  # noqa: ANN401 - as Django has it
        return self.names.get(value, value)

    def clean(self, value: Any) -> int | None:  # noqa: ANN401 - as Django has it
        typed = super().clean(value)
        if not typed:
            return None
        if typed.casefold() not in self.keys:
            raise ValidationError(gettext("Nobody in this round is called so."))
        return self.keys[typed.casefold()]


class EditForm(forms.Form):
    """Two places at every table; whoever sits at none has no opponent.

    Nothing is forbidden but the impossible: a table with one side, and to be at two places.
    """

    def __init__(
        self,
        *args: Any,  # noqa: ANN401
        places: DraftPlaces,
        **kwargs: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(*args, **kwargs)
        pairings, self.names, self._places = places.pairings, places.names, places
        self.tables = max(len(pairings), len(self.names) // 2)
        self.has_lists = len(self.names) <= LISTS_MAX
        for table in range(self.tables):
            pair: Sequence[int | str] = pairings[table] if table < len(pairings) else ("", "")
            for side, label in enumerate((_("First side"), _("Second side"))):
                self.fields[f"table-{table}-{side}"] = self._place(label, pair[side])

    def _place(self, label: "StrOrPromise", who: int | str) -> forms.Field:
        if not self.has_lists:
            return _NamedField(names=self.names, label=label, required=False, initial=who)
        return forms.TypedChoiceField(
            label=label,
            choices=[("", "…"), *self.names.items()],
            coerce=int,
            empty_value=None,
            required=False,
            initial=who,
        )

    @property
    def rows(self) -> list[tuple[int, forms.BoundField, forms.BoundField]]:
        """The places as the page shows them."""
        return [
            (table + 1, self[f"table-{table}-0"], self[f"table-{table}-1"])
            for table in range(self.tables)
        ]

    @property
    def pairings(self) -> list[tuple[int, int]]:
        """Who meets whom; tables with nobody are left out."""
        return [
            (first, second)
            for first, second in self._pairs()
            if first is not None and second is not None
        ]

    @property
    def byes(self) -> list[int]:
        """Who was drawn for this round and sits nowhere."""
        return self._places.byes(self.pairings)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        for table, side, said in self._places.faults(self._pairs()):
            field = f"table-{table}-{side}"
            if field not in self.errors:
                self.add_error(field, said)
        return values

    def _pairs(self) -> list[tuple[int | None, int | None]]:
        values = self.cleaned_data
        return [
            (values.get(f"table-{table}-0"), values.get(f"table-{table}-1"))
            for table in range(self.tables)
        ]
