"""Asking for a place in a league."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.bot_directory import bot_directory
from tournaments.forms.leagues.fields import TextField
from tournaments.forms.refusable import RefusableForm
from tournaments.models import League, User
from tournaments.names import DISPLAY_NAME_MAX_LENGTH
from tournaments.services.leagues.applications import NOTE_MAX, application_fields


class ApplyForm(RefusableForm):
    """Who asks; with an account that is known, and of bots only one's own can be sent."""

    name = TextField(
        label=_("Your name"),
        most=DISPLAY_NAME_MAX_LENGTH,
        error_messages={"required": _("Write the name under which you want to play.")},
    )
    partner = TextField(
        label=_("Your partner's name"),
        most=DISPLAY_NAME_MAX_LENGTH,
        error_messages={"required": _("Write your partner's name.")},
    )
    bot = forms.TypedChoiceField(
        label=_("Your bot"),
        coerce=int,
        error_messages={"required": _("Choose one of your bots.")},
    )
    note = TextField(
        label=_("Anything the organizers should know?"), most=NOTE_MAX, lines=3, required=False
    )

    def __init__(self, *args: Any, league: League, account: User | None, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        asked = application_fields(league=league, account=account)
        for name in {"name", "partner", "bot"} - {*asked}:
            del self.fields[name]
        if "bot" in asked:
            self._offer(league, account)

    def asked(self) -> dict[str, Any]:
        """As `application_send` wants to know it."""
        return {name: value for name, value in self.cleaned_data.items() if value is not None}

    @property
    def has_bots(self) -> bool:
        """Whether a league of bots has one to choose."""
        field = self.fields.get("bot")
        return field is None or bool(list(getattr(field, "choices", ())))

    def _offer(self, league: League, account: User | None) -> None:
        directory = bot_directory()
        own = directory.competitors_of(account=account) if account is not None else ()
        labels = directory.labels(competitors=own)
        hindered = directory.hindrances(competitors=own, profile=league.profile)
        field = self.fields["bot"]
        assert isinstance(field, forms.TypedChoiceField)
        offered = sorted((label.name, key) for key, label in labels.items() if key not in hindered)
        field.choices = [(key, name) for name, key in offered]
