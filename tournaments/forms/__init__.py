"""The forms, one module for each kind of thing they are about."""

from tournaments.forms.accounts import (
    AccountDeleteForm,
    DisplayNameField,
    LanguageForm,
    ProfileForm,
    SignupForm,
)
from tournaments.forms.people import HistoryForm, PlayerForm
from tournaments.forms.rule_sets import RuleSetForm

__all__ = [
    "AccountDeleteForm",
    "DisplayNameField",
    "HistoryForm",
    "LanguageForm",
    "PlayerForm",
    "ProfileForm",
    "RuleSetForm",
    "SignupForm",
]
