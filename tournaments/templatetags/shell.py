"""What the site's shell needs beyond Django's own tags."""

from django import template
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def nav_link(
    context: template.Context, route: str, text: str, section: str = "", also: str = ""
) -> SafeString | str:
    """A link of a navigation, marked on its own page and on those below it; `also` names another
    route whose pages belong to it.

    A route that does not exist gives no link at all: a navigation never leads nowhere.
    """
    try:
        address = reverse(route)
    except NoReverseMatch:
        return ""
    if section:
        return format_html('<a href="{}#{}">{}</a>', address, section, text)
    request: HttpRequest | None = context.get("request")
    here = "" if request is None else request.path
    if here == address:
        return format_html('<a href="{}" aria-current="page">{}</a>', address, text)
    below = [address, *([reverse(also)] if also else [])]
    if any(one != "/" and here.startswith(one) for one in below):
        return format_html('<a href="{}" aria-current="true">{}</a>', address, text)
    return format_html('<a href="{}">{}</a>', address, text)
