"""What a ladder of many bots looks like: numbers and addresses, without Django."""

from typing import Final

PROFILE: Final = "durak/duel24"
SLUG: Final = "durak-duel24-2"
BLOCK: Final = 20
"""Bots that meet each other, and nobody else."""
ROUNDS: Final = 105
"""In each, every bot has a result; with a step to a new version it comes to a hundred events for
each bot, since some bots are new."""
NEW_VERSION_AT: Final = 50
NEWCOMERS: Final = 20
"""One block in so many takes part in the last few rounds only."""
ROUNDS_OF_NEWCOMERS: Final = 5
ROUNDS_WITH_MATCHES: Final = 20
"""The last ones: of the others the ladder knows more than the arena."""
BOARDS: Final = 5
BOTS_OF_AN_AUTHOR: Final = 5
RETIRED: Final = 25
"""One bot in so many."""
_NAMES: Final = ("Mustard", "Carambola", "Truco", "Pampa", "Volga", "Walnut", "Ember", "Quill")


def bot_name(number: int) -> str:
    """One of a few words, and a number that no other name contains."""
    return f"{_NAMES[number % len(_NAMES)]} {number:06d}"


def bot_public_id(number: int) -> str:
    """The address of a bot, from 1."""
    return f"bot{number:09d}"


def match_public_id(number: int) -> str:
    """The address of a match, by its number on the ladder."""
    return f"match{number:09d}"


def version_id(bot: int, number: int = 2) -> int:
    """The key of a bot's version."""
    return 2 * bot + number - 1


def entries_count(bots: int) -> int:
    """How many results the ladder has."""
    blocks = bots // BLOCK
    new = len(range(0, blocks, NEWCOMERS))
    return ((blocks - new) * ROUNDS + new * ROUNDS_OF_NEWCOMERS) * (BLOCK // 2)
