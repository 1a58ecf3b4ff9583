"""What operators fill in."""

from django import forms
from django.utils.translation import gettext_lazy as _

from arena.models.matches import REASON_MAX_LENGTH


class ReasonForm(forms.Form):
    """Why something is done: without a reason nothing is."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_MAX_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("One sentence. The log keeps it."),
        error_messages={
            "required": _("Please say why: the log keeps it for everybody who runs this arena.")
        },
    )


class PublicReasonForm(ReasonForm):
    """Of a step that others see."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["reason"].help_text = _(
            "One sentence. The log keeps it, and those whom it concerns read it: the page of a "
            "void match shows it to everybody, and a bot's author is told why it sits out."
        )


class FindForm(forms.Form):
    """A match or a bot."""

    q = forms.CharField(
        label=_("Find a match or a bot"),
        max_length=200,
        help_text=_("Its address, the code at the end of its address, or a bot's whole name."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
