"""What decides between those who are level on points: an ordered list, changed by buttons that
work without a script."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _

from tournaments.league_spec import TIE_BREAKS
from tournaments.league_words import TieBreak, tie_break


def tie_breaks_moved(codes: Sequence[str], move: str) -> list[str]:
    """The list after one press of a button: `up:`, `down:`, `add:` or `drop:`, and which."""
    verb, _colon, code = move.partition(":")
    moved = [one for one in codes if one in TIE_BREAKS]
    if verb == "add" and code in TIE_BREAKS and code not in moved:
        return [*moved, code]
    if code not in moved:
        return moved
    place = moved.index(code)
    moved.remove(code)
    match verb:
        case "up":
            moved.insert(max(place - 1, 0), code)
        case "down":
            moved.insert(place + 1, code)
        case "drop":
            pass
        case _:
            moved.insert(place, code)
    return moved


class _OrderWidget(forms.Widget):
    """The page writes the list itself; this only reads it."""

    def value_from_datadict(self, data: Any, files: object, name: str) -> list[str]:  # noqa: ANN401, ARG002
        if isinstance(data, MultiValueDict):
            return [str(one) for one in data.getlist(name)]
        return list(data.get(name, []))


class TieBreaksField(forms.Field):
    """Codes in their order, each once."""

    widget = _OrderWidget

    def __init__(self) -> None:
        super().__init__(label=_("When several have the same points"), required=False)

    def to_python(self, value: object) -> list[str]:
        codes = [str(one) for one in value] if isinstance(value, list | tuple) else []
        if len(set(codes)) < len(codes) or not set(codes) <= set(TIE_BREAKS):
            raise ValidationError(_("Choose from the list, each only once."), code="unknown")
        return codes


class TieBreakOrder:
    """For forms with such a field: the list as the page shows it."""

    def tie_breaks_chosen(self) -> list[TieBreak]:
        return [tie_break(code) for code in self._tie_break_codes()]

    def tie_breaks_left(self) -> list[TieBreak]:
        chosen = self._tie_break_codes()
        return [tie_break(code) for code in TIE_BREAKS if code not in chosen]

    def _tie_break_codes(self) -> list[str]:
        value = self["tie_breaks"].value()  # type: ignore[index]  # the form that this is mixed into
        return [code for code in dict.fromkeys(value or []) if code in TIE_BREAKS]
