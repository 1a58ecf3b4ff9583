"""One game of a match as its page tells it: who sat where, what each held, every move, the end."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arena.games.burako import told_hand
from arena.games.burako.game import Game as BurakoGame
from arena.games.durak import told_game
from arena.games.durak.game import Game as DurakGame
from arena.games.told import Holding, Line, Passage
from arena.views.matches.result import Side
from arena.views.matches.signs import pieces_html, told_html
from arena.views.matches.words import forfeit_text, names_text
from arena.wire.one_board import Decision, OneBoard, PlayedGame
from arena.wire.results import Fault
from tournaments.views.worked_hand import ShownSide, side_shown


@dataclass(frozen=True)
class ShownSeat:
    """A chair at the table."""

    number: int
    side: Side
    name: str
    """As the moves call it."""
    badges: Sequence[str]
    held: SafeString | None
    """At the start; nothing where no game began."""
    points: int | None
    """From this game."""


@dataclass(frozen=True)
class ShownLine:
    """One line of a bout or a turn."""

    text: SafeString
    notation: str
    notes: Sequence[str]
    """Where the server decided for the bot, and why."""


@dataclass(frozen=True)
class ShownPassage:
    """A bout or a turn."""

    title: SafeString
    situation: Sequence[SafeString]
    held: Sequence[tuple[str, SafeString]]
    lines: Sequence[ShownLine]


@dataclass(frozen=True)
class ShownHandSide:
    """What a side of Burako got for a hand."""

    name: str
    score: ShownSide
    before: int
    after: int


@dataclass(frozen=True)
class ShownGame:
    """All of it."""

    is_burako: bool
    seats: Sequence[ShownSeat]
    beginning: Sequence[SafeString]
    """Trump and the draw pile, or who begins."""
    muertos: Sequence[tuple[str, SafeString]]
    passages: Sequence[ShownPassage]
    hand_sides: Sequence[ShownHandSide]
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


def game_shown(board: OneBoard, played: PlayedGame | None, sides: Sequence[Side]) -> ShownGame:
    """`played` is None where the board was forfeited before its first card."""
    names = seat_names(board, sides)
    if played is None:
        return ShownGame(
            is_burako=False,
            seats=_seats(board, sides, names, None),
            beginning=(),
            muertos=(),
            passages=(),
            hand_sides=(),
            ending=_forfeited(board, names),
        )
    start, end = played.start, played.end
    actions = [decision.action for decision in played.decisions]
    told: Iterable[Passage]
    beginning: list[SafeString] = []
    muertos: list[tuple[str, SafeString]] = []
    if isinstance(start, BurakoGame):
        told = told_hand.passages(start.copy(), actions)
        muertos = _muertos(start, board, sides)
    else:
        durak = cast("DurakGame", start)
        told = told_game.passages(durak.copy(), actions)
        beginning = [told_html(sentence, names) for sentence in told_game.beginning(durak)]
    return ShownGame(
        is_burako=isinstance(start, BurakoGame),
        seats=_seats(board, sides, names, played),
        beginning=beginning,
        muertos=muertos,
        passages=[_passage(passage, played.decisions, names) for passage in told],
        hand_sides=_hand_sides(end, board, sides, played) if isinstance(end, BurakoGame) else (),
        ending=_forfeited(board, names) if played.forfeit is not None else (),
    )


def _seats(
    board: OneBoard, sides: Sequence[Side], names: dict[int, str], played: PlayedGame | None
) -> list[ShownSeat]:
    by_place = {place: side for side in sides for place in side.places}
    held: dict[int, Holding] = {}
    outcome = None
    if played is not None:
        start = played.start
        everybody = told_hand.held if isinstance(start, BurakoGame) else told_game.held
        held = {one.seat: one for one in cast("Any", everybody)(start)}
        outcome = played.end.outcome
    return [
        ShownSeat(
            number=seat,
            side=by_place[place],
            name=names[seat],
            badges=_badges(seat, played),
            held=pieces_html(held[seat].pieces) if seat in held else None,
            points=None if outcome is None else outcome.scores[seat],
        )
        for seat, place in enumerate(board.seating)
    ]


def _badges(seat: int, played: PlayedGame | None) -> list[str]:
    if played is None:
        return []
    start = played.start
    if isinstance(start, BurakoGame):
        return [_("begins")] if seat == start.starter else []
    durak = cast("DurakGame", start)
    roles = ((durak.dealer, _("deals")), (durak.main, _("attacks first")))
    return [text for who, text in roles if who == seat]


def _muertos(
    start: BurakoGame, board: OneBoard, sides: Sequence[Side]
) -> list[tuple[str, SafeString]]:
    return [
        (_side_name(board, sides, side), pieces_html(tiles))
        for side, tiles in enumerate(told_hand.muertos(start))
    ]


def _hand_sides(
    end: BurakoGame, board: OneBoard, sides: Sequence[Side], played: PlayedGame
) -> list[ShownHandSide]:
    outcome = end.outcome
    if outcome is None:
        return []
    before, after = played.totals
    counted = zip(outcome.tiles.sides, outcome.score.sides, strict=True)
    return [
        ShownHandSide(
            name=_side_name(board, sides, number),
            score=side_shown(tiles, score),
            before=before[number],
            after=after[number],
        )
        for number, (tiles, score) in enumerate(counted)
    ]


def _side_name(board: OneBoard, sides: Sequence[Side], side: int) -> str:
    """Who plays on a side of the table: one bot, if at two seats."""
    place = board.seating[board.rules.teams.index(side)]
    return next(one.name for one in sides if place in one.places)


def _passage(
    passage: Passage, decisions: Sequence[Decision], names: dict[int, str]
) -> ShownPassage:
    return ShownPassage(
        title=told_html(passage.title, names),
        situation=[told_html(sentence, names) for sentence in passage.situation],
        held=[(names[one.seat], pieces_html(one.pieces)) for one in passage.held],
        lines=[_line(line, decisions, names) for line in passage.lines],
    )


def _line(line: Line, decisions: Sequence[Decision], names: dict[int, str]) -> ShownLine:
    told = [decisions[number] for number in line.decisions]
    return ShownLine(
        text=told_html(line.sentence, names),
        notation=line.notation,
        notes=list(_notes(told, names)),
    )


def _notes(decisions: Sequence[Decision], names: dict[int, str]) -> Iterator[str]:
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


def _forfeited(board: OneBoard, names: dict[int, str]) -> list[str]:
    forfeit = board.forfeit
    if forfeit is None:
        return []
    who = names_text([names[seat] for seat in forfeit.seats])
    reason = forfeit_text(forfeit.reason.name)
    return [_("%(names)s forfeited the board: %(reason)s.") % {"names": who, "reason": reason}]
