"""The page of one game: every move in words, from the replay."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from arena.match_games import GameMissingError, game_asked
from arena.match_retold import HandSide, game_told
from arena.match_sides import Side
from arena.models import Match
from arena.profile_choices import profile_shown
from arena.views.matches.access import match_asked
from arena.views.matches.result import board_rows
from arena.views.matches.signs import HtmlPen
from tournaments.views.worked_hand import ShownSide, side_shown


@dataclass(frozen=True)
class HandSideShown:
    """What a side of Burako got for a hand, with its tiles."""

    name: str
    score: ShownSide
    before: int
    after: int

    @classmethod
    def of(cls, side: HandSide) -> "HandSideShown":
        return cls(side.name, side_shown(side.tiles, side.score), side.before, side.after)


@dataclass(frozen=True)
class Elsewhere:
    """Another game to go to."""

    board: int
    rotation: int
    address: str
    points: str = ""
    is_here: bool = False


@require_safe
def game(request: HttpRequest, public_id: str, board: int, rotation: int) -> HttpResponse:
    """One game of a board in one rotation; `?game=` is which one of the board, from 1."""
    found = match_asked(request, public_id)
    try:
        asked = game_asked(
            match=found, board=board, rotation=rotation, number=_number_asked(request)
        )
    except GameMissingError as missing:
        return _missing(request, found, missing.sentence)
    games = len(asked.board.games)
    told = game_told(asked.board, asked.played, asked.sides, HtmlPen())
    return render(
        request,
        "arena/matches/game.html",
        {
            "match": found,
            "sides": asked.sides,
            "profile": profile_shown(found.profile),
            "board": board,
            "rotation": rotation,
            "shown": told,
            "hand_sides": [HandSideShown.of(side) for side in told.hand_sides],
            "number": asked.number + 1,
            "games": games,
            "game_numbers": range(1, games + 1),
            **_elsewhere(found, asked.sides, board, rotation),
        },
    )


def _number_asked(request: HttpRequest) -> int:
    """Which game of the board, from 0; nonsense is one that there is not."""
    text = request.GET.get("game", "1")
    return int(text) - 1 if text.isascii() and text.isdecimal() and len(text) < 6 else -1


def _elsewhere(found: Match, sides: Sequence[Side], board: int, rotation: int) -> dict[str, object]:
    """The games before and after it, in the order of the table on the match's page, and the same
    cards in all rotations, with what came of them."""
    place = board * found.rotations + rotation

    def at(there: int) -> Elsewhere | None:
        if not 0 <= there < found.boards_in_all:
            return None
        other, turned = divmod(there, found.rotations)
        return Elsewhere(other, turned, game_address(found, other, turned))

    cells = board_rows(found, sides)[board].cells if found.results else ()
    points = {turned: cell.points for turned, cell in enumerate(cells) if cell is not None}
    rotations = [
        Elsewhere(
            board,
            turned,
            game_address(found, board, turned),
            points.get(turned, ""),
            turned == rotation,
        )
        for turned in range(found.rotations)
    ]
    return {"before": at(place - 1), "after": at(place + 1), "rotations": rotations}


def game_address(found: Match, board: int, rotation: int) -> str:
    """Where a game is told."""
    return reverse("matches:game", args=[found.public_id, board, rotation])


def _missing(request: HttpRequest, found: Match, why: str) -> HttpResponse:
    context = {"match": found, "profile": profile_shown(found.profile), "why": why}
    return render(request, "arena/matches/game_missing.html", context, status=404)
