"""Making a token."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.api_scopes import SCOPES
from tournaments.forms.accounts import DisplayNameField
from tournaments.forms.refusable import RefusableForm
from tournaments.services.api_tokens import DAYS_OFFERED

DAYS_USUAL = 90


class ApiTokenForm(RefusableForm):
    """What it is for, what it may do, and for how long."""

    name = DisplayNameField(
        label=_("What is it for?"),
        help_text=_("So that you recognise it later: the machine or the program."),
        autocomplete="off",
    )
    scopes = forms.MultipleChoiceField(
        label=_("What may it do?"),
        help_text=_("As little as it needs. Who may write may also read."),
        choices=[(scope, text) for scope, text in SCOPES.items()],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose what the token may do.")},
    )
    days = forms.TypedChoiceField(label=_("How long does it work?"), coerce=int)

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        days = self.fields["days"]
        assert isinstance(days, forms.TypedChoiceField)
        days.choices = [
            (count, ngettext("%(count)d day", "%(count)d days", count) % {"count": count})
            for count in DAYS_OFFERED
        ]
        self.initial.setdefault("days", DAYS_USUAL)
