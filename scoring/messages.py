"""Sentences as values, and errors with codes.

The kernel explains itself in English, but the site speaks three languages.  So an explanation
is a code, a template and named parameters: English falls out by itself, and a translator needs
only the template.  Templates are written as in ``scoring.refusal``: ``%(who)s``, ``%%`` for a
percent sign.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

CompetitorId = int | str
"""How a caller names a competitor: a primary key or a slug.  Never interpreted here."""


@dataclass(frozen=True, slots=True)
class Who:
    """A competitor inside a sentence, so that whoever renders it can put the name there."""

    competitor: CompetitorId


Parameter = str | int | Fraction | Who | tuple["Message", ...]
Translate = Callable[[str, str], str]
"""(code, English template) to the template in the reader's language."""
Numeral = Callable[[Fraction | int], str]
"""A number as the reader writes it."""


def number_in_words(value: Fraction | int) -> str:
    """A short exact numeral: ``7``, ``2.5``, or ``10/3`` when decimals would lie."""
    exact = Fraction(value)
    if exact.denominator == 1:
        return str(exact.numerator)
    for decimals in (1, 2, 3):
        scaled = exact * 10**decimals
        if scaled.denominator == 1:
            digits = f"{abs(scaled.numerator):0{decimals + 1}d}"
            sign = "-" if exact < 0 else ""
            return f"{sign}{digits[:-decimals]}.{digits[-decimals:]}"
    return f"{exact.numerator}/{exact.denominator}"


@dataclass(frozen=True, slots=True)
class Message:
    """One sentence, or a part of one: a stable code, an English template, its parameters."""

    code: str
    template: str
    params: tuple[tuple[str, Parameter], ...] = ()

    def param(self, name: str) -> Parameter:
        """The value of one parameter, for callers that build their own sentence."""
        return dict(self.params)[name]

    def text(
        self,
        names: Mapping[CompetitorId, str] | None = None,
        translate: Translate | None = None,
        numeral: Numeral = number_in_words,
    ) -> str:
        """The sentence, with competitors' names if given and in another language if wanted."""
        template = translate(self.code, self.template) if translate else self.template
        shown = {key: _shown(value, names, translate, numeral) for key, value in self.params}
        return template % shown

    def __str__(self) -> str:
        return self.text()


def _shown(
    value: Parameter,
    names: Mapping[CompetitorId, str] | None,
    translate: Translate | None,
    numeral: Numeral,
) -> str:
    match value:
        case Who(competitor):
            return (names or {}).get(competitor, str(competitor))
        case tuple():
            return ", ".join(part.text(names, translate, numeral) for part in value)
        case str():
            return value
        case _:
            return numeral(value)


def message(templates: Mapping[str, str], code: str, /, **params: Parameter) -> Message:
    """Build a message from a module's table of templates, the one home of its wording."""
    return Message(code, templates[code], tuple(params.items()))


Json = dict[str, Any]


def message_to_json(said: Message) -> Json:
    """A sentence as JSON, to be kept; ``message_from_json`` gives back the very same."""
    return {
        "code": said.code,
        "template": said.template,
        "params": [[name, _value_to_json(value)] for name, value in said.params],
    }


def message_from_json(kept: Json) -> Message:
    """What ``message_to_json`` wrote."""
    params = tuple((name, _value_from_json(value)) for name, value in kept["params"])
    return Message(kept["code"], kept["template"], params)


def _value_to_json(value: Parameter) -> str | int | Json:
    match value:
        case Who(competitor):
            return {"who": competitor}
        case Fraction():
            return {"fraction": str(value)}
        case tuple():
            return {"parts": [message_to_json(part) for part in value]}
        case _:
            return value


def _value_from_json(value: object) -> Parameter:
    match value:
        case {"who": int() | str() as competitor}:
            return Who(competitor)
        case {"fraction": str() as exact}:
            return Fraction(exact)
        case {"parts": list() as parts}:
            return tuple(message_from_json(part) for part in parts)
        case str() | int():
            return value
        case _:
            raise CodedError("not_a_parameter", f"no parameter of a sentence: {value!r}")


class CodedError(ValueError):
    """Input that cannot be true; ``code`` is stable, the text is for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
