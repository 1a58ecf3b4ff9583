"""One game of a match retold: who sat where, what each held, every move, the end.

A `Pen` writes the engines' sentences: pages with signs to look at, programs get plain text.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arena.games.burako import told_hand
from arena.games.burako.game import Game as BurakoGame
from arena.games.durak import told_game
from arena.games.durak.game import Game as DurakGame
from arena.games.told import Holding, Line, Passage
from arena.match_sides import Side
from arena.match_words import forfeit_text, names_text
from arena.wire.one_board import Decision, OneBoard, PlayedGame
from arena.wire.results import Fault
from scoring.burako import SideScore, SideTiles
from scoring.messages import Message

Text = TypeVar("Text", bound=str)
Written_co = TypeVar("Written_co", bound=str, covariant=True)


class Pen(Protocol[Written_co]):
    """How a reader gets what the engines say."""

    def sentence(self, message: Message, names: Mapping[int, str]) -> Written_co:
        """In the reader's language, with names for seats."""

    def pieces(self, pieces: Iterable[str]) -> Written_co:
        """Cards or tiles one after the other."""


@dataclass(frozen=True)
class ToldSeat(Generic[Text]):
    """A chair at the table."""

    number: int
    side: Side
    name: str
    """As the moves call it."""
    badges: Sequence[str]
    held: Text | None
    """At the start; nothing where no game began."""
    points: int | None
    """From this game."""


@dataclass(frozen=True)
class ToldLine(Generic[Text]):
    """One line of a bout or a turn."""

    text: Text
    notation: str
    notes: Sequence[str]
    """Where the server decided for the bot, and why."""


@dataclass(frozen=True)
class ToldPassage(Generic[Text]):
    """A bout or a turn."""

    title: Text
    situation: Sequence[Text]
    held: Sequence[tuple[str, Text]]
    lines: Sequence[ToldLine[Text]]


@dataclass(frozen=True)
class HandSide:
    """What a side of Burako got for a hand."""

    name: str
    tiles: SideTiles
    score: SideScore
    before: int
    after: int


@dataclass(frozen=True)
class ToldGame(Generic[Text]):
    """All of it."""

    is_burako: bool
    seats: Sequence[ToldSeat[Text]]
    beginning: Sequence[Text]
    """Trump and the draw pile, or who begins."""
    muertos: Sequence[tuple[str, Text]]
    passages: Sequence[ToldPassage[Text]]
    hand_sides: Sequence[HandSide]
    ending: Sequence[str]
    """Forfeits, which the game itself does not know."""

    @property
    def is_scored(self) -> bool:
        """Whether it was played to its end."""
        return any(seat.points is not None for seat in self.seats)


def seat_names(board: OneBoard, sides: Sequence[Side]) -> dict[int, str]:
    """What everybody at the table is called; seats are told apart by their numbers where one name
    sits twice."""
    by_place = {place: side for side in sides for place in side.places}
    names = {seat: by_place[place].name for seat, place in enumerate(board.seating)}
    taken = list(names.values())
    return {
        seat: name if taken.count(name) == 1 else f"{name} ({seat})" for seat, name in names.items()
    }


def game_told(
    board: OneBoard, played: PlayedGame | None, sides: Sequence[Side], pen: Pen[Text]
) -> ToldGame[Text]:
    """`played` is None where the board was forfeited before its first card."""
    return _Telling(board, played, sides, pen).game()


class _Telling(Generic[Text]):
    """One game, and with what it is written down."""

    def __init__(
        self, board: OneBoard, played: PlayedGame | None, sides: Sequence[Side], pen: Pen[Text]
    ) -> None:
        self._board = board
        self._played = played
        self._sides = sides
        self._pen = pen
        self._names = seat_names(board, sides)

    def game(self) -> ToldGame[Text]:
        played = self._played
        if played is None:
            return ToldGame(
                is_burako=False,
                seats=self._seats(),
                beginning=(),
                muertos=(),
                passages=(),
                hand_sides=(),
                ending=self._forfeited(),
            )
        start, end = played.start, played.end
        actions = [decision.action for decision in played.decisions]
        told: Iterable[Passage]
        beginning: list[Text] = []
        muertos: list[tuple[str, Text]] = []
        if isinstance(start, BurakoGame):
            told = told_hand.passages(start.copy(), actions)
            muertos = self._muertos(start)
        else:
            durak = cast("DurakGame", start)
            told = told_game.passages(durak.copy(), actions)
            beginning = [self._said(sentence) for sentence in told_game.beginning(durak)]
        return ToldGame(
            is_burako=isinstance(start, BurakoGame),
            seats=self._seats(),
            beginning=beginning,
            muertos=muertos,
            passages=[self._passage(passage, played.decisions) for passage in told],
            hand_sides=self._hand_sides(end, played) if isinstance(end, BurakoGame) else (),
            ending=self._forfeited() if played.forfeit is not None else (),
        )

    def _said(self, message: Message) -> Text:
        return self._pen.sentence(message, self._names)

    def _seats(self) -> list[ToldSeat[Text]]:
        by_place = {place: side for side in self._sides for place in side.places}
        held: dict[int, Holding] = {}
        outcome = None
        if self._played is not None:
            start = self._played.start
            everybody = told_hand.held if isinstance(start, BurakoGame) else told_game.held
            held = {one.seat: one for one in cast("Any", everybody)(start)}
            outcome = self._played.end.outcome
        return [
            ToldSeat(
                number=seat,
                side=by_place[place],
                name=self._names[seat],
                badges=_badges(seat, self._played),
                held=self._pen.pieces(held[seat].pieces) if seat in held else None,
                points=None if outcome is None else outcome.scores[seat],
            )
            for seat, place in enumerate(self._board.seating)
        ]

    def _muertos(self, start: BurakoGame) -> list[tuple[str, Text]]:
        return [
            (self._side_name(side), self._pen.pieces(tiles))
            for side, tiles in enumerate(told_hand.muertos(start))
        ]

    def _hand_sides(self, end: BurakoGame, played: PlayedGame) -> list[HandSide]:
        outcome = end.outcome
        if outcome is None:
            return []
        before, after = played.totals
        counted = zip(outcome.tiles.sides, outcome.score.sides, strict=True)
        return [
            HandSide(self._side_name(number), tiles, score, before[number], after[number])
            for number, (tiles, score) in enumerate(counted)
        ]

    def _side_name(self, side: int) -> str:
        """Who plays on a side of the table: one bot, if at two seats."""
        place = self._board.seating[self._board.rules.teams.index(side)]
        return next(one.name for one in self._sides if place in one.places)

    def _passage(self, passage: Passage, decisions: Sequence[Decision]) -> ToldPassage[Text]:
        return ToldPassage(
            title=self._said(passage.title),
            situation=[self._said(sentence) for sentence in passage.situation],
            held=[(self._names[one.seat], self._pen.pieces(one.pieces)) for one in passage.held],
            lines=[self._line(line, decisions) for line in passage.lines],
        )

    def _line(self, line: Line, decisions: Sequence[Decision]) -> ToldLine[Text]:
        told = [decisions[number] for number in line.decisions]
        return ToldLine(
            text=self._said(line.sentence),
            notation=line.notation,
            notes=list(_notes(told, self._names)),
        )

    def _forfeited(self) -> list[str]:
        forfeit = self._board.forfeit
        if forfeit is None:
            return []
        who = names_text([self._names[seat] for seat in forfeit.seats])
        reason = forfeit_text(forfeit.reason.name)
        return [_("%(names)s forfeited the board: %(reason)s.") % {"names": who, "reason": reason}]


def _badges(seat: int, played: PlayedGame | None) -> list[str]:
    if played is None:
        return []
    start = played.start
    if isinstance(start, BurakoGame):
        return [_("begins")] if seat == start.starter else []
    durak = cast("DurakGame", start)
    roles = ((durak.dealer, _("deals")), (durak.main, _("attacks first")))
    return [text for who, text in roles if who == seat]


def _notes(decisions: Sequence[Decision], names: Mapping[int, str]) -> Iterator[str]:
    for decision in decisions:
        if decision.fault is None:
            continue
        why = {
            Fault.TIMEOUT: _("%(name)s did not answer in time, so the server decided."),
            Fault.ILLEGAL: _("%(name)s wanted something illegal, so the server decided."),
            Fault.MALFORMED: _("%(name)s gave no answer that can be read: the server decided."),
        }[decision.fault]
        count = decision.strikes
        strikes = ngettext("That is %(count)d strike.", "That makes %(count)d strikes.", count)
        yield f"{why % {'name': names[decision.seat]}} {strikes % {'count': count}}"
