"""The forms, one module for each kind of thing they are about."""

from tournaments.forms.accounts import (
    AccountDeleteForm,
    DisplayNameField,
    LanguageForm,
    ProfileForm,
    SignupForm,
)

__all__ = [
    "AccountDeleteForm",
    "DisplayNameField",
    "LanguageForm",
    "ProfileForm",
    "SignupForm",
]
