"""Who takes part: adding somebody, a list to import, leaving, resting, and the order of seeds."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.leagues.fields import choice_field, note_field
from tournaments.forms.refusable import RefusableForm
from tournaments.forms.searching import SearchField
from tournaments.league_csv import TEXT_MAX, text_of
from tournaments.models import Competitor
from tournaments.names import DISPLAY_NAME_MAX_LENGTH

ROUND_MAX: Final = 1_000
_SEPARATORS: Final = re.compile(r"[\s,;]+")


class NameField(forms.CharField):
    """A name, as it is typed; the service judges it, so that its reason is the same everywhere."""

    def __init__(self, **kwargs: Any) -> None:  # noqa: ANN401
        attrs = {
            "list": "known-names",
            "autocomplete": "off",
            "autocapitalize": "words",
            "maxlength": DISPLAY_NAME_MAX_LENGTH,
        }
        super().__init__(
            max_length=DISPLAY_NAME_MAX_LENGTH * 4, widget=forms.TextInput(attrs), **kwargs
        )


class AddForm(RefusableForm):
    """One person, or the two of a pair."""

    name = NameField(label=_("Name"), error_messages={"required": _("Type in a name.")})
    partner = NameField(label=_("Partner"), error_messages={"required": _("Type in both names.")})

    def __init__(self, *args: Any, competitors: str, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        if competitors != Competitor.Kind.PAIR:
            del self.fields["partner"]

    @property
    def names(self) -> list[str]:
        return [self.cleaned_data[field] for field in self.fields]

    def field_of(self, name: str) -> str:
        """The service speaks of the names together."""
        return "name" if name == "names" else name


class BotSearchForm(forms.Form):
    """Which bot?"""

    q = SearchField(label=_("Name of the bot, or the address of its page"))


class ImportForm(RefusableForm):
    """A list, typed or from a file."""

    text = forms.CharField(
        label=_("The list"),
        help_text=_("One line for each entry; copy it from a spreadsheet, or paste a CSV file."),
        required=False,
        max_length=TEXT_MAX,
        strip=False,
        widget=forms.Textarea({"rows": 8, "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=_("Or a file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput({"accept": ".csv,.txt,text/csv,text/plain"}),
    )

    def clean(self) -> dict[str, Any]:
        """The file, if there is one, else what was typed."""
        values = super().clean() or {}
        if self.errors:
            return values
        file = values.get("file")
        text = values.get("text", "")
        if isinstance(file, UploadedFile):
            if (file.size or 0) > TEXT_MAX:
                self.add_error("file", _("This file is too large for a list of names."))
                return values
            text = text_of(file.read())
        if not text.strip():
            self.add_error("text", _("Paste the list here, or choose a file."))
        values["list"] = text.replace("\0", "")
        return values


class LeaveForm(RefusableForm):
    """Somebody withdraws: what becomes of the matches that are drawn already?"""

    remaining = choice_field(
        [
            ("forfeit", _("They count as lost: the opponents get the points of a win.")),
            ("cancel", _("They are called off: nobody gets anything.")),
        ],
        label=_("Matches that are drawn, but not played"),
        initial="forfeit",
    )
    note = note_field()


class DisqualifyForm(RefusableForm):
    """Somebody is thrown out: do their results still count for the others?"""

    annul = forms.TypedChoiceField(
        label=_("What they have played"),
        choices=[
            ("no", _("Results stand; they only play no more.")),
            ("yes", _("Results are annulled: it is as if they had never played.")),
        ],
        coerce=lambda value: value == "yes",
        initial="no",
        widget=forms.RadioSelect,
    )
    note = note_field(required=True, label=_("Reason"))


class RestForm(RefusableForm):
    """Rounds that somebody sits out."""

    rounds = forms.CharField(
        label=_("Rounds to sit out"),
        help_text=_("Numbers with commas between, such as 2, 5. Empty for none."),
        required=False,
        max_length=200,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
    )

    def clean_rounds(self) -> list[int]:
        typed = [part for part in _SEPARATORS.split(self.cleaned_data["rounds"]) if part]
        if not all(part.isascii() and part.isdigit() and len(part) < 5 for part in typed):
            raise ValidationError(gettext("Write the rounds as numbers, such as 2, 5."))
        rounds = sorted({int(part) for part in typed})
        if rounds and not 1 <= rounds[0] <= rounds[-1] <= ROUND_MAX:
            raise ValidationError(gettext("There is no such round."))
        return rounds


def seeds_read(sent: Mapping[str, str], entries: Sequence[int]) -> list[int]:
    """The entries in the order of the numbers typed beside them; equal and unreadable ones keep
    the order they had."""

    def place(position: int) -> tuple[int, int]:
        typed = sent.get(f"seed-{entries[position]}", "").strip()
        number = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 7 else None
        return (position + 1 if number is None else number, position)

    return [entries[position] for position in sorted(range(len(entries)), key=place)]
