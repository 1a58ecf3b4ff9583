"""What pages about Burako show: the kernel's sentences, tiles, and points with their sign."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.burako import Colour, Tile
from scoring.messages import Message
from tournaments.kernel_texts import message_text

register = template.Library()

_CLASSES = {
    Colour.BLUE: "tile-blue",
    Colour.GREEN: "tile-green",
    Colour.RED: "tile-red",
    Colour.YELLOW: "tile-amber",
}


@register.filter
def said(message: Message) -> str:
    """A sentence of the kernel in the reader's language."""
    return message_text(message)


@register.filter
def points(value: int | str) -> str:
    """A number of points; below zero with a real minus sign."""
    return str(value).replace("-", "\N{MINUS SIGN}")


@register.filter
def signed(value: int) -> str:
    """The same with a plus above zero: what a line adds."""
    return points(f"{value:+d}") if value else "0"


@register.simple_tag
def tile(one: Tile) -> SafeString:
    """A tile; its colour is also said, for those who cannot see it."""
    if one.colour is None:
        return format_html(
            '<span class="tile tile-joker"><span aria-hidden="true">★</span>'
            '<span class="visually-hidden">{}</span></span>',
            _("joker"),
        )
    return format_html(
        '<span class="tile {}">{} <span class="visually-hidden">{}</span></span>',
        _CLASSES[one.colour],
        one.number,
        _colour_name(one.colour),
    )


def _colour_name(colour: Colour) -> str:
    return {
        Colour.BLUE: _("blue"),
        Colour.GREEN: _("green"),
        Colour.RED: _("red"),
        Colour.YELLOW: _("yellow"),
    }[colour]
