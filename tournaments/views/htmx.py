"""A request as our middleware leaves it."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """`htmx` is true when htmx asks for a part of a page instead of the browser for all of it."""

    htmx: HtmxDetails
