"""Which game of a match somebody asks for, and why there may be none to tell."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from arena.match_sides import Side, match_sides
from arena.models import Match
from arena.selectors.matches import ReplayDamagedError, match_participants
from arena.selectors.played_games import board_played
from arena.wire.frames import ReplayRefused
from arena.wire.one_board import OneBoard, PlayedGame

_SENTENCES: Final[dict[str, Promise]] = {
    "not_over": _("The match is not over yet: its cards are shown then."),
    "no_game": _("The match has no such game."),
    "no_replay": _("There is no replay of this match to read it from."),
    "unreadable": _("The replay of this match cannot be read."),
}


class GameMissingError(Exception):
    """There is nothing to tell; `code` and `sentence` say why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code

    @property
    def sentence(self) -> str:
        return str(_SENTENCES[self.code])


@dataclass(frozen=True)
class AskedGame:
    """A game of a board, with who plays."""

    board: OneBoard
    played: PlayedGame | None
    """None where the board was forfeited before its first card."""
    number: int
    """Which of the board's, from 0."""
    sides: Sequence[Side]


def game_asked(*, match: Match, board: int, rotation: int, number: int) -> AskedGame:
    """From the replay, once the match is over: before that, nobody may know the cards."""
    if not match.is_over:
        raise GameMissingError("not_over")
    try:
        read = board_played(match=match, board=board, rotation=rotation)
        asked = number if read.games else 0
        played = read.game(asked) if read.games else None
    except LookupError as error:
        raise GameMissingError("no_game") from error
    except ReplayDamagedError as error:
        raise GameMissingError("no_replay") from error
    except ReplayRefused as error:
        raise GameMissingError("unreadable") from error
    sides = match_sides(match_participants(match=match))
    if not _is_of(read, sides):
        raise GameMissingError("unreadable")
    return AskedGame(read, played, asked, sides)


def _is_of(read: OneBoard, sides: Sequence[Side]) -> bool:
    """Whether as many have played as the match has places."""
    return sorted(read.seating) == sorted(place for side in sides for place in side.places)
