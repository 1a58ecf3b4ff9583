"""What the site's shell needs beyond Django's own tags."""

from typing import Any

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def nav_link(
    context: template.Context, route: str, text: str, section: str = ""
) -> SafeString | str:
    """A link of a navigation, marked as the current one on its own page.

    A route that does not exist gives no link at all: a navigation never leads nowhere.
    """
    try:
        address = reverse(route)
    except NoReverseMatch:
        return ""
    if section:
        return format_html('<a href="{}#{}">{}</a>', address, section, text)
    request: Any = context.get("request")
    if request is not None and request.path == address:
        return format_html('<a href="{}" aria-current="page">{}</a>', address, text)
    return format_html('<a href="{}">{}</a>', address, text)
