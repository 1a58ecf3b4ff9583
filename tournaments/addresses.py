"""Addresses of our pages for who reads them elsewhere: in a mail that no request has caused."""

from django.conf import settings
from django.urls import reverse


def page_address(route: str, *args: object) -> str:
    """The whole address of a page."""
    return settings.SITE_URL.rstrip("/") + reverse(route, args=args)
