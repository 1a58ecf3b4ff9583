"""The account pages' forms."""

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.models import User
from tournaments.names import (
    DISPLAY_NAME_MAX_LENGTH,
    clean_display_name,
    validate_display_name,
)


class DisplayNameField(forms.CharField):
    """A public name, cleaned into the form in which it is stored."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(
            label=_("Display name"),
            max_length=DISPLAY_NAME_MAX_LENGTH,
            validators=[validate_display_name],
            help_text=_("What everyone sees beside your results. You can change it later."),
        )

    def to_python(self, value: object) -> str:
        return clean_display_name(super().to_python(value) or "")


class SignupForm(forms.Form):
    """What we ask for beyond allauth's e-mail address and password."""

    display_name = DisplayNameField()

    def signup(self, request: HttpRequest, user: User) -> None:
        """Called by allauth once the account is about to be saved."""
        user.display_name = self.cleaned_data["display_name"]
        user.language = request.LANGUAGE_CODE
        user.save()
