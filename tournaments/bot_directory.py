"""What leagues need to know about bots; tournaments does not know them, the arena tells.

The arena joins when its app is ready.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from tournaments.models import Competitor, User


@dataclass(frozen=True)
class BotLabel:
    """How a bot is shown."""

    name: str
    url: str
    author: str = ""
    public_id: str = ""


class BotDirectory(Protocol):
    """The arena's answers."""

    def labels(self, *, competitors: Collection[int]) -> Mapping[int, BotLabel]:
        """Names and pages, by the competitor's key; one query or two, however many."""

    def search(self, *, text: str, profile: str, limit: int) -> list[Competitor]:
        """Bots that can play by these rules now, found by name or by the address of their page."""

    def competitors_of(self, *, account: User) -> Collection[int]:
        """The competitors that are this account's own bots."""

    def profiles(self) -> list[tuple[str, str]]:
        """Rules by which two sides of bots can meet: the profile's name, and what to call it."""

    def lengths(self, *, profile: str) -> tuple[int, ...]:
        """How many boards a match of bots may have by these rules; the second is usual."""

    def hindrances(self, *, competitors: Collection[int], profile: str) -> Mapping[int, str]:
        """Those of these bots that cannot play by these rules now, and why, in a sentence."""

    def match_urls(self, *, fixture: int) -> Sequence[str]:
        """The pages of the matches that were or are played for this match of a league."""


_directories: list[BotDirectory] = []


def bot_directory_join(directory: BotDirectory) -> None:
    """Have this one answer from now on."""
    _directories[:] = [directory]


def bot_directory() -> BotDirectory:
    """Whoever knows the bots; nobody before all apps are ready."""
    return _directories[0]
