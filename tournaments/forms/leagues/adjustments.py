"""A penalty or a bonus."""

from decimal import Decimal
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.leagues.fields import PointsField, choice_field, note_field
from tournaments.forms.refusable import RefusableForm

_PENALTY: Final = "penalty"


class AdjustmentForm(RefusableForm):
    """For whom, which of the two, how much, and why. Nobody has to type a minus: the numbers of a
    phone have none."""

    entry = forms.TypedChoiceField(
        label=_("For whom?"), coerce=int, error_messages={"required": _("Choose somebody.")}
    )
    kind = choice_field(
        [(_PENALTY, _("Penalty: points are taken away")), ("bonus", _("Bonus: points are given"))],
        label=_("Penalty or bonus?"),
        initial=_PENALTY,
    )
    points = PointsField(label=_("Points"))
    reason = note_field(required=True, label=_("Reason"))

    def __init__(self, *args: Any, entries: list[tuple[int, str]], **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        field = self.fields["entry"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", "…"), *entries]

    def clean_points(self) -> Decimal:
        points: Decimal = self.cleaned_data["points"]
        if not points:
            raise ValidationError(gettext("0 points change nothing."))
        return points

    @property
    def change(self) -> Decimal:
        """The points as they count."""
        points: Decimal = self.cleaned_data["points"]
        return -points if self.cleaned_data["kind"] == _PENALTY else points

    def field_of(self, name: str) -> str:
        return "entry" if name == "entry_id" else name
