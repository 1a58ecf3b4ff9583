"""The page of one game: every move in words, from the replay."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arena.models import Match
from arena.profile_choices import profile_shown
from arena.selectors.matches import ReplayDamagedError, match_participants
from arena.selectors.played_games import board_played
from arena.views.matches.access import match_asked
from arena.views.matches.result import Side, board_rows, match_sides
from arena.views.matches.retold import game_shown
from arena.wire.frames import ReplayRefused
from arena.wire.one_board import OneBoard


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
    if not found.is_over:
        # Before that, nobody may know the cards.
        return _missing(request, found, _("The match is not over yet: its cards are shown then."))
    asked = _asked(request)
    try:
        read = board_played(match=found, board=board, rotation=rotation)
        number = asked if read.games else 0
        played = read.game(number) if read.games else None
    except LookupError:
        return _missing(request, found, _("The match has no such game."))
    except ReplayDamagedError:
        return _missing(request, found, _("There is no replay of this match to read it from."))
    except ReplayRefused:
        return _missing(request, found, _("The replay of this match cannot be read."))
    sides = match_sides(match_participants(match=found))
    if not _is_of(read, sides):
        return _missing(request, found, _("The replay of this match cannot be read."))
    return render(
        request,
        "arena/matches/game.html",
        {
            "match": found,
            "sides": sides,
            "profile": profile_shown(found.profile),
            "board": board,
            "rotation": rotation,
            "shown": game_shown(read, played, sides),
            "number": number + 1,
            "games": len(read.games),
            "game_numbers": range(1, len(read.games) + 1),
            **_elsewhere(found, sides, board, rotation),
        },
    )


def _asked(request: HttpRequest) -> int:
    """Which game of the board, from 0; nonsense is one that there is not."""
    text = request.GET.get("game", "1")
    return int(text) - 1 if text.isascii() and text.isdecimal() and len(text) < 6 else -1


def _is_of(read: OneBoard, sides: Sequence[Side]) -> bool:
    """Whether as many have played as the match has places."""
    return sorted(read.seating) == sorted(place for side in sides for place in side.places)


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
