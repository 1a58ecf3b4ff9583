"""What came of a match: how each side did, and what happened on every board.

Rotations, boards and seats are numbered from 0, as in the replay and by the kit's commands.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arena.match_sides import Side
from arena.match_words import board_is_a_game, forfeit_text, points_against
from arena.models import Match


@dataclass(frozen=True)
class SideRecord:
    """How a side did on the boards."""

    side: Side
    won: int
    lost: int
    level: int
    forfeited: int
    is_best: bool


@dataclass(frozen=True)
class SideScore:
    """The points of one side, and whether nobody has more and somebody fewer."""

    points: int
    is_best: bool


@dataclass(frozen=True)
class Cell:
    """A board in one rotation: points in the order of the sides."""

    scores: Sequence[SideScore]
    is_forfeit: bool
    address: str = ""
    """Where its game is told."""

    @property
    def points(self) -> str:
        return _in_order(self.scores)


@dataclass(frozen=True)
class BoardRow:
    """A board in every rotation; the last numbers add them up."""

    number: int
    cells: Sequence[Cell | None]
    totals: Sequence[SideScore]
    winner: str
    """Who made most of these cards; empty if several did."""

    @property
    def sums(self) -> str:
        return _in_order(self.totals)


@dataclass(frozen=True)
class ForfeitNote:
    """The boards that a side gave away for one reason."""

    side: Side
    count: int
    rotation: int
    """Where the first of them was."""
    board: int
    reason: str

    @property
    def text(self) -> str:
        """How many, where it began, and why."""
        text = ngettext(
            "%(count)d board was forfeited, in rotation %(rotation)d, board %(board)d: %(reason)s.",
            "%(count)d boards were forfeited, the first in rotation %(rotation)d, board "
            "%(board)d: %(reason)s.",
            self.count,
        )
        return text % {
            "count": self.count,
            "rotation": self.rotation,
            "board": self.board,
            "reason": forfeit_text(self.reason),
        }


def side_records(match: Match, sides: Sequence[Side]) -> list[SideRecord]:
    """Won is a board that somebody else lost."""
    best = max((side.points for side in sides if side.points is not None), default=None)
    is_level = all(side.points == best for side in sides)
    return [
        SideRecord(
            side=side,
            won=sum(
                bool(board["losers"]) and not _has_lost(side, board) for board in match.results
            ),
            lost=sum(_has_lost(side, board) for board in match.results),
            level=sum(not board["losers"] for board in match.results),
            forfeited=sum(_has_forfeited(side, board) for board in match.results),
            is_best=side.points == best and not is_level,
        )
        for side in sides
    ]


def board_rows(match: Match, sides: Sequence[Side]) -> list[BoardRow]:
    """The deal set as a table."""
    found = {(board["board"], board["rotation"]): board for board in match.results}
    rows = []
    for number in range(match.boards):
        boards = [found.get((number, rotation)) for rotation in range(match.rotations)]
        totals = _scores(
            [sum(_points(side, board) for board in boards if board is not None) for side in sides]
        )
        best = [side.name for side, score in zip(sides, totals, strict=True) if score.is_best]
        rows.append(
            BoardRow(
                number=number,
                cells=[None if board is None else _cell(match, board, sides) for board in boards],
                totals=totals,
                winner=best[0] if len(best) == 1 else "",
            )
        )
    return rows


def forfeit_notes(match: Match, sides: Sequence[Side]) -> list[ForfeitNote]:
    """What was given away, by sides and reasons."""
    found: dict[tuple[int, str], list[Mapping[str, Any]]] = {}
    boards = sorted(match.results, key=lambda board: (board["rotation"], board["board"]))
    for board in boards:
        for side in sides:
            if _has_forfeited(side, board):
                reason = str(board["forfeit"]["reason"])
                found.setdefault((side.number, reason), []).append(board)
    by_number = {side.number: side for side in sides}
    return [
        ForfeitNote(
            side=by_number[number],
            count=len(given),
            rotation=given[0]["rotation"],
            board=given[0]["board"],
            reason=reason,
        )
        for (number, reason), given in sorted(found.items())
    ]


RecordLine = tuple[str, list[tuple[object, bool, str]]]
"""What is compared, and of each side its value, whether it did best, and its name."""


def record_lines(match: Match, records: Sequence[SideRecord]) -> list[RecordLine]:
    """What is compared, line by line."""
    by_boards = (_("Boards won"), _("Boards lost"), _("Boards level"), _("Boards forfeited"))
    by_games = (_("Games won"), _("Games lost"), _("Games level"), _("Games forfeited"))
    won, lost, level, forfeited = by_games if board_is_a_game(match) else by_boards
    lines: list[tuple[str, Callable[[SideRecord], object]]] = [
        (_("Points"), lambda record: points_against(record.side.points)),
        (won, lambda record: record.won),
        (lost, lambda record: record.lost),
        (level, lambda record: record.level),
        (forfeited, lambda record: record.forfeited),
        (_("Strikes"), lambda record: record.side.strikes),
        (_("Decisions"), lambda record: record.side.decisions),
        (_("Time per decision"), lambda record: record.side.mean_text),
        (_("Longest decision"), lambda record: record.side.longest_text),
    ]
    return [
        (title, [(value(record), record.is_best, record.side.name) for record in records])
        for title, value in lines
    ]


def _cell(match: Match, board: Mapping[str, Any], sides: Sequence[Side]) -> Cell:
    place = [match.public_id, board["board"], board["rotation"]]
    return Cell(
        scores=_scores([_points(side, board) for side in sides]),
        is_forfeit=bool(board["forfeit"]),
        address=reverse("matches:game", args=place) if match.replay_digest else "",
    )


def _scores(points: Sequence[int]) -> list[SideScore]:
    best, worst = max(points), min(points)
    return [SideScore(one, one == best > worst) for one in points]


def _in_order(scores: Sequence[SideScore]) -> str:
    return " : ".join(str(score.points) for score in scores)


def _points(side: Side, board: Mapping[str, Any]) -> int:
    return int(board["points"][side.places[0]])


def _has_lost(side: Side, board: Mapping[str, Any]) -> bool:
    return any(place in board["losers"] for place in side.places)


def _has_forfeited(side: Side, board: Mapping[str, Any]) -> bool:
    guilty = (board["forfeit"] or {"places": ()})["places"]
    return any(place in guilty for place in side.places)
