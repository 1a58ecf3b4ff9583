"""Fields that several of a league's forms share."""

from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.core.validators import ProhibitNullCharactersValidator
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from tournaments.league_spec import POINTS_MAX, ROUNDS_MAX, TABLES_MAX
from tournaments.models import League
from tournaments.models.accounts import REASON_MAX_LENGTH
from tournaments.models.leagues import DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

FULL_STEPS: Final = "any"


class TextField(forms.CharField):
    """Text that people write; it is refused politely where the database would refuse it rudely."""

    def __init__(self, *, lines: int = 1, most: int, **kwargs: Any) -> None:  # noqa: ANN401
        attrs: dict[str, object] = {"maxlength": most, "autocomplete": "off"}
        kwargs.setdefault(
            "widget",
            forms.TextInput(attrs) if lines == 1 else forms.Textarea({**attrs, "rows": lines}),
        )
        super().__init__(max_length=most, validators=[ProhibitNullCharactersValidator()], **kwargs)


class NumberField(forms.IntegerField):
    """A whole number between bounds, typed with a phone's digits; they have no minus, so a number
    that may be negative gets the whole keyboard."""

    def __init__(self, *, least: int, most: int, **kwargs: Any) -> None:  # noqa: ANN401
        widget = forms.NumberInput(attrs={"inputmode": "numeric"} if least >= 0 else {})
        super().__init__(min_value=least, max_value=most, widget=widget, **kwargs)


class PointsField(forms.DecimalField):
    """Points, none or more, with at most two decimals."""

    def __init__(self, **kwargs: Any) -> None:  # noqa: ANN401
        widget = forms.NumberInput(attrs={"inputmode": "decimal", "step": FULL_STEPS})
        super().__init__(
            min_value=Decimal(0),
            max_value=POINTS_MAX,
            decimal_places=2,
            widget=widget,
            **kwargs,
        )

    def prepare_value(self, value: Any) -> Any:  # noqa: ANN401 - as Django has it
        """Without zeros that say nothing."""
        return f"{value.normalize():f}" if isinstance(value, Decimal) else value


class MomentField(forms.DateTimeField):
    """A day and a time, in UTC, as the browser's own picker writes them."""

    def __init__(self, **kwargs: Any) -> None:  # noqa: ANN401
        shape = "%Y-%m-%dT%H:%M"
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=shape)
        super().__init__(
            required=False, input_formats=[shape, "%Y-%m-%dT%H:%M:%S"], widget=widget, **kwargs
        )


def name_field() -> TextField:
    return TextField(
        label=_("Name of the league"),
        most=NAME_MAX_LENGTH,
        error_messages={"required": _("Give the league a name.")},
    )


def description_field() -> TextField:
    return TextField(
        label=_("What people should know"),
        help_text=_("Where and when you play, prizes, house rules."),
        most=DESCRIPTION_MAX_LENGTH,
        lines=4,
        required=False,
    )


def note_field(*, required: bool = False, label: "StrOrPromise" = "") -> TextField:
    return TextField(
        label=label or _("Note"),
        help_text=_("Everybody who reads the log sees it."),
        most=REASON_MAX_LENGTH,
        required=required,
        error_messages={"required": _("Say why, in a few words.")},
    )


def choice_field(choices: Any, **kwargs: Any) -> forms.ChoiceField:  # noqa: ANN401 - as Django's
    """One of a few, all of them in sight."""
    shown = [(value, capfirst(text)) for value, text in choices]
    return forms.ChoiceField(choices=shown, widget=forms.RadioSelect, **kwargs)


def visibility_field() -> forms.ChoiceField:
    return choice_field(
        League.Visibility.choices,
        label=_("Who may read the league's pages?"),
        initial=League.Visibility.PUBLIC,
    )


def score_entry_field() -> forms.ChoiceField:
    return choice_field(
        League.ScoreEntry.choices,
        label=_("Who may enter scores?"),
        help_text=_(
            "What a player enters counts once the other side has confirmed it; "
            "what a scorer or an organizer enters counts at once."
        ),
        initial=League.ScoreEntry.PLAYERS,
    )


def tables_field() -> NumberField:
    return NumberField(
        label=_("Tables"),
        help_text=_("0 if you have as many as you need."),
        least=0,
        most=TABLES_MAX,
        initial=0,
    )


def rounds_field() -> NumberField:
    return NumberField(
        label=_("Rounds"),
        help_text=_(
            "Leave it empty for as many as are usual: 3 for up to 8 competitors, 4 for up to 16, "
            "5 for up to 32."
        ),
        least=0,
        most=ROUNDS_MAX,
        required=False,
    )
