"""A penalty or a bonus."""

from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.leagues.fields import PointsField, note_field
from tournaments.forms.refusable import RefusableForm
from tournaments.league_spec import POINTS_MAX


class AdjustmentForm(RefusableForm):
    """For whom, how much, and why."""

    entry = forms.TypedChoiceField(
        label=_("For whom?"), coerce=int, error_messages={"required": _("Choose somebody.")}
    )
    points = PointsField(
        label=_("Points"),
        help_text=_("Less than 0 for a penalty, such as -1; more for a bonus."),
        least=-int(POINTS_MAX),
    )
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

    def field_of(self, name: str) -> str:
        return "entry" if name == "entry_id" else name
