"""The account pages' forms."""

from typing import TYPE_CHECKING

from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.models import User
from tournaments.names import (
    DISPLAY_NAME_MAX_LENGTH,
    clean_display_name,
    validate_display_name,
)

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_LABEL = _("Display name")
_HELP_TEXT = _("What everyone sees beside your results.")


class DisplayNameField(forms.CharField):
    """A public name, cleaned into the form in which it is stored."""

    default_validators = [validate_display_name]  # noqa: RUF012 - Django's way to say it

    def __init__(
        self,
        *,
        label: "StrOrPromise" = _LABEL,
        help_text: "StrOrPromise" = _HELP_TEXT,
        required: bool = True,
        autocomplete: str = "nickname",
    ) -> None:
        super().__init__(
            label=label,
            help_text=help_text,
            required=required,
            max_length=DISPLAY_NAME_MAX_LENGTH,
            widget=forms.TextInput(attrs={"autocomplete": autocomplete}),
        )

    def to_python(self, value: object) -> str:
        return clean_display_name(super().to_python(value) or "")


class SignupForm(forms.Form):
    """What we ask for beyond allauth's e-mail address and password."""

    display_name = DisplayNameField(
        help_text=_("What everyone sees beside your results. You can change it later.")
    )

    field_order = ["email", "display_name", "password1", "password2"]  # noqa: RUF012

    def signup(self, request: HttpRequest, user: User) -> None:
        """Called by allauth once the account is about to be saved."""
        user.display_name = self.cleaned_data["display_name"]
        user.language = request.LANGUAGE_CODE
        user.save(update_fields=["display_name", "language"])


class ProfileForm(forms.Form):
    """What an account says about itself."""

    display_name = DisplayNameField()
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=[("", _("As the browser asks")), *settings.LANGUAGES],
    )


class LanguageForm(forms.Form):
    """The language switch in the page's head."""

    language = forms.ChoiceField(choices=settings.LANGUAGES)


class AccountDeleteForm(forms.Form):
    """One tick between a person and an irrevocable step."""

    confirm = forms.BooleanField(
        label=_("Yes, erase my account for good."),
        error_messages={"required": _("Please tick this box if you really want to go.")},
    )
