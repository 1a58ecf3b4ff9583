"""Who competes and what the kernel says, in the form in which all calls about rounds, matches and
standings tell it."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Final

from rest_framework import serializers

from scoring.messages import Message, Parameter, Who
from tournaments.api.fields import Shown
from tournaments.kernel_texts import message_text, number_text
from tournaments.league_shown import Field, ShownEntry
from tournaments.models import LeagueEntry

REVISION_MAX: Final = 2**31 - 1
_ID_MAX_LENGTH: Final = 18

Told = dict[str, object]


class EntryIdField(serializers.RegexField):
    """An entry of the league; its number is kept as such."""

    def __init__(self, **kwargs: Any) -> None:  # noqa: ANN401 - as the library has it
        kwargs.setdefault("help_text", "An id of `/entries/`.")
        super().__init__(r"^[0-9]+$", max_length=_ID_MAX_LENGTH, **kwargs)

    def run_validation(self, *args: Any) -> Any:  # noqa: ANN401 - as the library has it
        return int(super().run_validation(*args))


class SentenceValueShown(Shown):
    """Something that a sentence speaks of."""

    name = serializers.CharField()
    text = serializers.CharField(help_text="As the sentence has it.")
    number = serializers.FloatField(allow_null=True, help_text="If it is one.")
    entry = serializers.CharField(allow_null=True, help_text="If it is somebody in the league.")


class SentenceShown(Shown):
    """A reason or a consequence: in words, and as what the words are made from."""

    code = serializers.CharField(help_text="Stable; branch on it.")
    text = serializers.CharField(help_text="In the language of `Accept-Language`.")
    values = SentenceValueShown(many=True)


class LeagueSideShown(Shown):
    """Somebody in the league."""

    entry = serializers.CharField(help_text="An id of `/entries/`.")
    name = serializers.CharField()
    status = serializers.ChoiceField(choices=LeagueEntry.Status.choices)
    is_mine = serializers.BooleanField()
    page = serializers.CharField(help_text="Empty where there is none that everybody may read.")


def side_told(shown: ShownEntry) -> Told:
    """Somebody, with a page if they let everybody read it."""
    return {
        "entry": str(shown.entry.pk),
        "name": shown.name,
        "status": shown.entry.status,
        "is_mine": shown.is_own,
        "page": shown.url,
    }


def sentence_told(said: Message, people: Field) -> Told:
    """A sentence of the kernel, with names."""
    return {
        "code": said.code,
        "text": message_text(said, people.names),
        "values": [_value(name, value, people) for name, value in said.params],
    }


def sentences_told(said: Iterable[Message], people: Field) -> list[Told]:
    """All of them."""
    return [sentence_told(one, people) for one in said]


def _value(name: str, value: Parameter, people: Field) -> Told:
    told: Told = {"name": name, "number": None, "entry": None}
    match value:
        case Who(competitor):
            text = people.names.get(competitor, str(competitor))
            return {**told, "text": text, "entry": str(competitor)}
        case int() | Fraction():
            return {**told, "text": number_text(value), "number": float(value)}
        case tuple():
            return {**told, "text": ", ".join(message_text(one, people.names) for one in value)}
        case _:
            return {**told, "text": value}
