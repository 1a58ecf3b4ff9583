"""What engines tell of a game as plain text, with cards and tiles in the notation of replays."""

from collections.abc import Iterable, Mapping

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from scoring.messages import Message, Parameter, Who


class PlainPen:
    """Writes a game down for programs; see `arena.match_retold`."""

    def sentence(self, message: Message, names: Mapping[int, str]) -> str:
        """A sentence of an engine in the reader's language, with names for seats."""
        shown = {name: _parameter(name, value, names, self) for name, value in message.params}
        return str(_(message.template) % shown)

    def pieces(self, pieces: Iterable[str]) -> str:
        return " ".join(pieces)


def rank_name(rank: str) -> str:
    """A rank as it stands in sentences."""
    return {"J": _("jack"), "Q": _("queen"), "K": _("king"), "A": _("ace")}.get(rank, rank)


def _parameter(name: str, value: Parameter, names: Mapping[int, str], pen: PlainPen) -> str:
    match value:
        case Who(competitor):
            return names.get(int(competitor), str(competitor))
        case tuple():
            return ", ".join(pen.sentence(part, names) for part in value)
        case str() if name == "rank":
            return rank_name(value)
        case int():
            return str(number_format(value))
        case _:
            return str(value)
