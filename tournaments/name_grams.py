"""Finding names by a part of them, by index: a name is known by all its runs of three letters.

PostgreSQL's own extension for that is not there everywhere, so the function that the indexes are
made with is ours: the migration of the ladders makes it. Two spaces stand before a name, so that
one or two letters are found, too, where a name begins.
"""

from typing import Final

from django.contrib.postgres.fields import ArrayField
from django.db.models import Func, Q, TextField

LENGTH: Final = 3
GRAMS_MAX: Final = 12
"""Of a searched word: more do not make it rarer."""


class NameGrams(Func):
    """The runs of letters of a name, as the database makes them."""

    function = "tournaments_name_grams"
    output_field = ArrayField(TextField())


def grams_of(part: str) -> list[str]:
    """What every name has that contains `part`; of less than three letters, every name with a word
    that begins with them."""
    whole = part if len(part) >= LENGTH else f"  {part}"[-LENGTH:]
    return [whole[at : at + LENGTH] for at in range(len(whole) - LENGTH + 1)][:GRAMS_MAX]


def grams_fit(part: str) -> Q:
    """Whether a name may contain `part`, by its `NameGrams` under the name of `grams`."""
    return Q(grams__contains=grams_of(part))


def upper(text: str) -> str:
    """In capitals, letter for letter, as the database writes them."""
    return "".join(one if len(one.upper()) > 1 else one.upper() for one in text)
