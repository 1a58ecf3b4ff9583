"""Forms about players."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.accounts import DisplayNameField


class PlayerForm(forms.Form):
    """The name of a guest."""

    name = DisplayNameField(
        label=_("Name"),
        help_text=_("As everybody at the table knows them. No account is needed."),
        autocomplete="off",
    )


class HistoryForm(forms.Form):
    """Who may read one's history."""

    public = forms.BooleanField(label=_("Anybody may read my history"), required=False)
