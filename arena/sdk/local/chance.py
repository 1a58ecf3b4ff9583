"""The chance that a bot gets in offline games: the same again for the same game."""

from random import Random


def chance(seed: bytes, *, rotation: int, board: int, game: int, seat: int) -> Random:
    """For one seat in one game; `game` counts on its board, from 0."""
    return Random(f"{seed.hex()}/{rotation}/{board}/{game}/{seat}")  # noqa: S311 - for play
