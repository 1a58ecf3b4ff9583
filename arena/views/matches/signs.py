"""Cards and tiles in sentences: symbols to look at, words for those who listen.

What the engines write is split at its spaces; names of bots never come through here.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from django.utils.formats import number_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from arena.games.burako.tiles import BY_ID, TILE
from arena.told_text import rank_name
from scoring.messages import Message, Parameter, Who
from tournaments.templatetags.burako import tile

_FRENCH: Final = re.compile(r"([♠♥♦♣])(10|[2-9JQKA])(?:#(\d))?(?:=([♠♥♦♣]))?")
_SPANISH: Final = re.compile(r"(1[0-2]|[1-9])([ecob])(?:#(\d))?(?:=([ecob]))?")
_TILE: Final = re.compile(r"(\[?)(J|[bgry](?:1[0-3]|[1-9]))\]?")
_PLACEHOLDER: Final = re.compile(r"%\((\w+)\)s")
_RED: Final = frozenset("♥♦co")


class HtmlPen:
    """Writes a game down for its page; see `arena.match_retold`."""

    def sentence(self, message: Message, names: Mapping[int, str]) -> SafeString:
        return told_html(message, names)

    def pieces(self, pieces: Iterable[str]) -> SafeString:
        return pieces_html(pieces)


def told_html(message: Message, names: Mapping[int, str]) -> SafeString:
    """A sentence of an engine in the reader's language, with symbols and with names for seats."""
    parts = _PLACEHOLDER.split(_(message.template))
    params = dict(message.params)
    shown = [
        _parameter(part, params[part], names) if place % 2 else part.replace("%%", "%")
        for place, part in enumerate(parts)
    ]
    return format_html_join("", "{}", ((part,) for part in shown))


def pieces_html(pieces: Iterable[str]) -> SafeString:
    """Cards or tiles one after the other."""
    return format_html_join(" ", "{}", ((_piece(piece),) for piece in pieces))


def _parameter(name: str, value: Parameter, names: Mapping[int, str]) -> SafeString | str:
    match value:
        case Who(competitor):
            return format_html('<b class="told-who">{}</b>', names.get(int(competitor), competitor))
        case tuple():
            return format_html_join(", ", "{}", ((told_html(part, names),) for part in value))
        case str() if name == "rank":
            return rank_name(value)
        case str():
            return pieces_html(value.split(" "))
        case int():
            return str(number_format(value))
        case _:
            return str(value)


def _piece(piece: str) -> SafeString | str:
    if found := _FRENCH.fullmatch(piece):
        suit, rank, copy, named = found.groups()
        return _card(piece, rank_name(rank), suit, copy, named)
    if found := _SPANISH.fullmatch(piece):
        rank, suit, copy, named = found.groups()
        return _card(piece, rank, suit, copy, named)
    if found := _TILE.fullmatch(piece):
        shown = tile(TILE[BY_ID[f"{found[2]}#1"]])
        if not found[1]:
            return shown
        return format_html(
            '<span class="told-wild">{}<span class="visually-hidden"> {}</span></span>',
            shown,
            _("as a wildcard"),
        )
    return piece


def _card(piece: str, rank: str, suit: str, copy: str | None, named: str | None) -> SafeString:
    words = _("%(rank)s of %(suit)s") % {"rank": rank, "suit": _suit_name(suit)}
    if copy:
        words = _("%(card)s of pack %(number)s") % {"card": words, "number": copy}
    if named:
        words = _("%(card)s as %(suit)s") % {"card": words, "suit": _suit_name(named)}
    return format_html(
        '<span class="told-card{}"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span></span>',
        " told-card-red" if suit in _RED else "",
        piece,
        words,
    )


def _suit_name(suit: str) -> str:
    return {
        "♠": _("spades"),
        "♥": _("hearts"),
        "♦": _("diamonds"),
        "♣": _("clubs"),
        "e": _("espadas"),
        "c": _("copas"),
        "o": _("oros"),
        "b": _("bastos"),
    }[suit]
