"""The forms about bots: a new one, its words, another version, and finding one."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.forms.fields import ProfilesField, ProgramField, too_large_text
from arena.models.bots import DESCRIPTION_MAX_LENGTH, NOTE_MAX_LENGTH
from arena.profile_choices import profile_groups
from tournaments.forms.accounts import DisplayNameField
from tournaments.forms.refusable import RefusableForm
from tournaments.forms.searching import SearchField


class BotForm(RefusableForm):
    """What everybody reads about a bot."""

    name = DisplayNameField(
        label=_("Name"),
        help_text=_("What everybody sees on tables and leaderboards. No two bots share one."),
        autocomplete="off",
    )
    description = forms.CharField(
        label=_("Description"),
        help_text=_("How it thinks, in a few words; everybody can read it."),
        required=False,
        max_length=DESCRIPTION_MAX_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class _ProgramForm(RefusableForm):
    """A file and the rules that it plays; `too_large` names a file that was not even read."""

    file = ProgramField()
    profiles = ProfilesField()

    def __init__(self, *args: Any, too_large: Mapping[str, str], **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self._too_large = too_large.get("file", "")

    @property
    def profile_groups(self) -> list[dict[str, object]]:
        field = self.fields["profiles"]
        assert isinstance(field, ProfilesField)
        chosen = self["profiles"].value() or []
        return field.grouped(chosen if isinstance(chosen, Sequence) else [])

    @property
    def lost_its_file(self) -> bool:
        """Whether the file was fine, but has to be chosen again: browsers do not keep it."""
        return bool(self.errors) and "file" not in self.errors and bool(self.files.get("file"))

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        if self._too_large:
            self.errors.pop("file", None)
            self.add_error("file", ValidationError(too_large_text(self._too_large), "too_large"))
        return cleaned


class NewBotForm(_ProgramForm, BotForm):
    """A bot with its first version at once."""

    field_order = ["name", "description", "file", "profiles"]  # noqa: RUF012


class VersionForm(_ProgramForm):
    """Another version of a bot.

    `after` is the version that was the latest when the page was drawn: a form that is sent twice
    is recognised by it.
    """

    note = forms.CharField(
        label=_("What is new?"),
        help_text=_("A note for yourself."),
        required=False,
        max_length=NOTE_MAX_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    activate = forms.BooleanField(
        label=_("Let it play as soon as it has passed the checks"), required=False, initial=True
    )
    same_again = forms.BooleanField(label=_("Send it in anyway"), required=False)
    after = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0)

    field_order = ["file", "same_again", "profiles", "note", "activate"]  # noqa: RUF012

    def refuse_same_file(self, number: int) -> None:
        """Say that this was sent in before; the box below is then on the page."""
        text = gettext(
            "This is the same file as version %(number)d. Choose another file, or tick the box "
            "below it."
        )
        self.add_error("file", ValidationError(text % {"number": number}, code="same_file"))

    @property
    def offers_same_again(self) -> bool:
        """Whether the box is on the page: after such a refusal, and while it is ticked."""
        return self.has_error("file", "same_file") or bool(self["same_again"].value())


class BotSearchForm(forms.Form):
    """Which bots are listed. Whatever cannot be understood is not asked for."""

    q = SearchField(label=_("Name"))
    rules = forms.ChoiceField(label=_("Rules"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        rules = self.fields["rules"]
        assert isinstance(rules, forms.ChoiceField)
        rules.choices = [
            ("", gettext("All rules")),
            *(
                (title, [(profile.name, profile.title) for profile in members])
                for title, members in profile_groups()
            ),
        ]

    def asked(self) -> dict[str, str]:
        """What to look for; nothing where the address holds nonsense."""
        self.is_valid()
        return {name: self.cleaned_data.get(name) or "" for name in ("q", "rules")}
