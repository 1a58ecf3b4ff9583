"""What operators fill in."""

from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext_lazy as _

from arena.models.matches import REASON_MAX_LENGTH

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


def _reason(help_text: "StrOrPromise") -> forms.CharField:
    return forms.CharField(
        label=_("Reason"),
        max_length=REASON_MAX_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=help_text,
        error_messages={
            "required": _("Please say why: the log keeps it for everybody who runs this arena.")
        },
    )


class ReasonForm(forms.Form):
    """Why something is done: without a reason nothing is."""

    reason = _reason(_("One sentence. The log keeps it."))


class VoidForm(ReasonForm):
    """Why a match does not count."""

    reason = _reason(_("One sentence. The match's page shows it to everybody."))


class BenchForm(ReasonForm):
    """Why a bot sits out."""

    reason = _reason(_("One sentence. The bot's author is told."))


class FindForm(forms.Form):
    """A match or a bot."""

    q = forms.CharField(
        label=_("Find a match or a bot"),
        max_length=200,
        help_text=_("Its address, the code at the end of its address, or a bot's whole name."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
