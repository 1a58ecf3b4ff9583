"""One of everything that an address of the interface can name: an account's own, and others'."""

from tests.tournaments.ladder_kit import ladder_made
from tournaments.models import User


def known_things(account: User) -> dict[str, dict[str, list[str]]]:
    """By how addresses begin, and by the names of their placeholders."""
    return {"/api/v1/ladders/": {"slug": [ladder_made().slug]}}
