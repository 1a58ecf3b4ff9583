"""Texts of the OpenAPI document, which mark code with backticks and weight with stars."""

import re

from django import template
from django.utils.html import escape, format_html_join
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

_CODE = re.compile(r"`([^`]+)`")
_STRONG = re.compile(r"\*\*([^*]+)\*\*")


@register.filter
def marked(text: str) -> SafeString:
    """One paragraph."""
    plain = _STRONG.sub(r"<strong>\1</strong>", _CODE.sub(r"<code>\1</code>", escape(text)))
    return mark_safe(plain)  # noqa: S308 - escaped above; only our own two marks are added


@register.filter
def marked_paragraphs(text: str) -> SafeString:
    """Several, with empty lines between them."""
    parts = [part.strip() for part in text.split("\n\n")]
    return format_html_join("\n", "<p>{}</p>", ((marked(part),) for part in parts if part))
