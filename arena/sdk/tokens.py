"""Two kinds of tokens share a variable of the environment: a site's, and a seat's at a game server.

They are told apart here, so that neither is handed to the other.
"""

from typing import Final

TOKEN: Final = "DURAKO_TOKEN"  # noqa: S105 - the name of a variable
SITE_PREFIX: Final = "durako_"
"""With which a site's tokens begin."""


def is_of_a_site(token: str) -> bool:
    """Whether it opens an account, and not just a seat."""
    return token.startswith(SITE_PREFIX)
