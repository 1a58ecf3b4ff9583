"""The forms around a score sheet: who plays, and who may write."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import RuleSetVersion, Sheet, User
from tournaments.names import DISPLAY_NAME_MAX_LENGTH
from tournaments.selectors.people import names_known
from tournaments.selectors.rule_sets import rule_versions_in_force
from tournaments.services.sheets import SeatSpec, seat_by_name

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_MOST_SEATS = 4
_ON_THE_PAGE = ("seat_0", "seat_2", "seat_1", "seat_3", "rule_version", "first_starter")


class RuleVersionField(forms.ModelChoiceField):  # type: ignore[type-arg]  # of the stubs only
    """Rule sets by the name that their club gave them."""

    def label_from_instance(self, obj: Any) -> str:  # noqa: ANN401 - Django's signature
        return str(obj.rule_set.public_name)


def _seat_field(label: "StrOrPromise") -> forms.CharField:
    # The service judges the name, so that its reason is the same wherever one is typed in.
    attrs = {"list": "known-names", "autocomplete": "off", "autocapitalize": "words"}
    return forms.CharField(
        label=label,
        required=False,
        max_length=DISPLAY_NAME_MAX_LENGTH * 4,
        strip=False,
        widget=forms.TextInput(attrs={**attrs, "maxlength": DISPLAY_NAME_MAX_LENGTH}),
    )


class NewSheetForm(forms.Form):
    """Two taps: who plays, go. Everything else has an answer already."""

    seats = forms.TypedChoiceField(
        choices=[("4", _("Four, in pairs")), ("2", _("Two"))],
        coerce=int,
        initial="4",
        widget=forms.RadioSelect,
        error_messages={"required": _("Say whether two or four people play.")},
    )
    seat_0 = _seat_field(_("Player"))
    seat_1 = _seat_field(_("Player"))
    seat_2 = _seat_field(_("Partner"))
    seat_3 = _seat_field(_("Partner"))
    rule_version = RuleVersionField(
        label=_("Rules"),
        queryset=RuleSetVersion.objects.none(),
        empty_label=None,
        required=False,  # the house's own, then
    )
    first_starter = forms.TypedChoiceField(
        label=_("Who starts the first hand?"),
        choices=[
            ("0", _("First side: the player")),
            ("1", _("Second side: the player")),
            ("2", _("First side: the partner")),
            ("3", _("Second side: the partner")),
        ],
        coerce=int,
        initial="0",
        required=False,  # the first, then
    )

    def __init__(
        self,
        *args: Any,  # noqa: ANN401
        account: User | None,
        rules_page: str = "",
        **kwargs: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(*args, **kwargs)
        self.account = account
        versions = rule_versions_in_force(account=account, from_page=rules_page)
        rules = self.fields["rule_version"]
        assert isinstance(rules, forms.ModelChoiceField)
        rules.queryset = versions
        asked_for = versions.filter(rule_set__public_id=rules_page).first() if rules_page else None
        self._first_choice = asked_for or versions.first()
        rules.initial = self._first_choice
        self._known = {} if account is None else names_known(account=account)
        if account is not None:
            self.fields["seat_0"].initial = account.public_name

    @property
    def known_names(self) -> list[str]:
        """What the name fields suggest."""
        own = [] if self.account is None else [self.account.public_name]
        return [*own, *self._known]

    @property
    def sides(self) -> list[dict[str, object]]:
        """The name fields as they stand on the page: partners together."""
        titles = (gettext("First side"), gettext("Second side"))
        return [
            {"title": title, "fields": [self[f"seat_{side}"], self[f"seat_{side + 2}"]]}
            for side, title in enumerate(titles)
        ]

    @property
    def more(self) -> list[BoundField]:
        """What hardly anybody changes."""
        return [self["rule_version"], self["first_starter"]]

    @property
    def more_errors(self) -> bool:
        return any(field.errors for field in self.more)

    @property
    def chosen_rules(self) -> str:
        """The rules in the summary, while the rest is folded away."""
        return "" if self._first_choice is None else self._first_choice.rule_set.public_name

    def seat_specs(self) -> list[SeatSpec]:
        """The people, seat by seat; a name on one's list is that player."""
        names = [self.cleaned_data[f"seat_{seat}"] for seat in range(self.cleaned_data["seats"])]
        return [seat_by_name(typed=one, account=self.account, known=self._known) for one in names]

    def refuse(self, error: ValidationError) -> None:
        """The service's objections at their fields; what has no field here above them."""
        if not hasattr(error, "error_dict"):
            self.add_error(None, error)
            return
        for name, errors in error.error_dict.items():
            for each in errors:
                self.add_error(name if name in self.fields else None, each)

    def focus_first_error(self) -> None:
        """Let the page open at the first field that has to be mended."""
        wrong = next((name for name in _ON_THE_PAGE if name in self.errors), None)
        if wrong is not None:
            self.fields[wrong].widget.attrs["autofocus"] = True


class WritePolicyForm(forms.Form):
    """Who may write on a sheet."""

    write_policy = forms.ChoiceField(
        choices=[
            (Sheet.WritePolicy.LINK, _("Everybody who has the link")),
            (Sheet.WritePolicy.PLAYERS, _("The players who have an account, and you")),
            (Sheet.WritePolicy.CREATOR, _("Only you")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose who may write.")},
    )
