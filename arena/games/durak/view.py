"""What a seat may know, and nothing more.

Three things are hidden besides cards (1I): who is being asked in a throw round and who has
just passed there, because a seat without a match is passed over and the question itself would
tell who holds one; and that anybody was asked about a redeal or a swap.  While such a question
is open, the others see what they would see without it: the attacker about to open.

What no view can hide is that such a question takes time: nobody is asked where nobody could
say anything but no.  A server that wants to hide this too shows the others a new view only when
the question has been answered, and waits where there was none; `silence` tells it where.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import and_
from typing import TYPE_CHECKING, Final, NamedTuple

from arena.games.durak.actions import PASS
from arena.games.durak.bout import could_throw
from arena.games.durak.cards import RANKS, SUITS, ids
from arena.games.durak.outcome import Outcome
from arena.games.durak.plays import NO_CAP
from arena.games.durak.state import LogEntry
from arena.games.durak.trumps import Trump

if TYPE_CHECKING:
    from arena.games.durak.game import Game

THROW_PHASES: Final = frozenset(("pre", "add", "after"))
SILENT_PHASES: Final = frozenset(("redeal", "swap"))


@dataclass(frozen=True, slots=True)
class TableCard:
    """One attack card, who played it, and what beat it."""

    card: str
    seat: int
    beaten_by: str | None

    def to_json(self) -> dict[str, object]:
        """Plain data."""
        return {"card": self.card, "seat": self.seat, "beaten_by": self.beaten_by}


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A game as seen from `seat`, or by everybody if that is None."""

    seat: int | None
    phase: str
    to_act: int | None
    """Who is asked, if the viewer may know."""
    hand: tuple[str, ...] | None
    hand_counts: tuple[int, ...]
    secret_counts: tuple[int, ...]
    known: tuple[tuple[str, ...], ...]
    """Per seat, cards in its hand that everybody has seen go there."""
    table: tuple[TableCard, ...]
    trump_suit: str | None
    trump_rank: str | None
    """With number trumps, the rank that is trump."""
    trump_card: str | None
    """The card that fixed trump."""
    face_up: str | None
    """The card lying open under the talon, while it lies there."""
    talon: int
    discard: int
    dealer: int
    opener: int
    main: int
    defender: int
    direction: str
    cap: int | None
    """How many attack cards the bout may have; None: no limit."""
    active: tuple[int, ...]
    out: tuple[int, ...]
    teams: tuple[int, ...]
    shown: tuple[str, ...]
    """Cards shown in this bout instead of played (T5)."""
    tickets: tuple[int, ...]
    """Per seat, how often it has shown a card in this bout or game (O19)."""
    barred: tuple[int, ...]
    """Seats that may not throw in for this bout, after a call (CH3)."""
    idle_bouts: int
    """Bouts without progress so far (1J)."""
    redeals: int
    outcome: Outcome | None
    log: tuple[LogEntry, ...]

    def to_json(self) -> dict[str, object]:
        """Plain data for the wire."""
        plain: dict[str, object] = {
            name: _plain(getattr(self, name))
            for name in View.__slots__
            if name not in {"table", "outcome", "log"}
        }
        plain["table"] = [lying.to_json() for lying in self.table]
        plain["outcome"] = self.outcome.to_json() if self.outcome else None
        plain["log"] = log_to_json(self.log)
        return plain

    def line(self) -> str:
        """The position in one line, for error messages."""
        table = " ".join(f"{c.card}/{c.beaten_by or '?'}" for c in self.table) or "empty"
        asked = "" if self.to_act is None else f", seat {self.to_act} to act"
        return (
            f"phase {self.phase}{asked}; attacker {self.main}, defender {self.defender}; "
            f"table {table}; trump {self.trump_suit or 'none'}; "
            f"hands {' '.join(map(str, self.hand_counts))}; talon {self.talon}"
        )


def log_to_json(log: Sequence[LogEntry]) -> list[list[object]]:
    """The log's text form: ``[seat, action]`` pairs."""
    return [[seat, action.to_json()] for seat, action in log]


class Seen(NamedTuple):
    """The same in the engine's own numbers: cards and seats as masks, nothing spelled out.

    Whatever anybody is shown of a position is made of this, a `View` and what goes over the wire.
    """

    phase: str
    to_act: int | None
    hand: int
    """Empty for everybody's view."""
    hand_counts: list[int]
    secret_counts: list[int]
    known: list[int]
    attacks: tuple[int, ...]
    owners: tuple[int, ...]
    defences: Mapping[int, int]
    trump: Trump
    trump_card: int | None
    turned: int
    talon: int
    discard: int
    dealer: int
    opener: int
    main: int
    defender: int
    dir: int
    cap: int | None
    active: tuple[int, ...]
    out: Sequence[int]
    shown: int
    tickets: Sequence[int]
    barred: int
    idle_bouts: int
    redeals: int


def seen(game: "Game", seat: int | None) -> Seen:
    """What a seat may know of the position; None: what everybody may.

    Valid until the game goes on.
    """
    phase, to_act = _question(game, seat)
    hands = game.hands
    return Seen(
        phase,
        to_act,
        0 if seat is None else hands[seat],
        list(map(int.bit_count, hands)),
        list(map(int.bit_count, game.secrets)),
        list(map(and_, hands, game.known)),
        game.attacks,
        game.owners,
        game.defences,
        game.trump,
        game.trump_card,
        game.turned,
        len(game.talon),
        game.discard.bit_count(),
        game.dealer,
        game.opener,
        game.main,
        game.defender,
        game.dir,
        None if game.cap >= NO_CAP else game.cap,
        game.ring.seats,
        game.out,
        game.shown,
        game.tickets,
        game.barred,
        game.idle_bouts,
        game.redeals,
    )


def view(game: "Game", seat: int | None) -> View:
    """Everything here is public or the seat's own."""
    rules = game.rules
    if seat is not None and (type(seat) is not int or not 0 <= seat < rules.players):
        raise ValueError(f"There are seats 0 to {rules.players - 1}.")
    packs = rules.options.packs
    pack = rules.pack
    now = seen(game, seat)
    return View(
        seat=seat,
        phase=now.phase,
        to_act=now.to_act,
        hand=None if seat is None else tuple(ids(now.hand, packs)),
        hand_counts=tuple(now.hand_counts),
        secret_counts=tuple(now.secret_counts),
        known=tuple(tuple(ids(known, packs)) for known in now.known),
        table=tuple(
            TableCard(
                pack.id(attack),
                owner,
                pack.id(now.defences[number]) if number in now.defences else None,
            )
            for number, (attack, owner) in enumerate(zip(now.attacks, now.owners, strict=True))
        ),
        trump_suit=None if now.trump.suit is None else SUITS[now.trump.suit],
        trump_rank=None if now.trump.rank is None else RANKS[now.trump.rank],
        trump_card=None if now.trump_card is None else pack.id(now.trump_card),
        face_up=pack.id(now.turned.bit_length() - 1) if now.turned else None,
        talon=now.talon,
        discard=now.discard,
        dealer=now.dealer,
        opener=now.opener,
        main=now.main,
        defender=now.defender,
        direction="LR"[now.dir],
        cap=now.cap,
        active=now.active,
        out=tuple(now.out),
        teams=rules.seating.team_of,
        shown=tuple(ids(now.shown, packs)),
        tickets=tuple(now.tickets),
        barred=tuple(s for s in range(rules.players) if now.barred >> s & 1),
        idle_bouts=now.idle_bouts,
        redeals=now.redeals,
        outcome=game.outcome,
        log=tuple(visible_since(game, seat, 0)[0]),
    )


def _question(game: "Game", seat: int | None) -> tuple[str, int | None]:
    if game.seat is None or game.seat == seat:
        return game.phase, game.seat
    if game.phase in SILENT_PHASES:
        return "open", None if seat == game.main else game.main
    return game.phase, None if game.phase in THROW_PHASES else game.seat


def visible_since(game: "Game", seat: int | None, place: int) -> tuple[Sequence[LogEntry], int]:
    """What the viewer may know of the log from `place` on, and the place to go on from later.

    Told bit by bit, from each time's place to the next, it is the same as told at once.
    """
    log = game.log
    end = len(log)
    if game.phase in THROW_PHASES and game.seat != seat:
        while end > place and log[end - 1][1] is PASS and not _passed_himself(game, end - 1, seat):
            end -= 1
    private = game.private
    if not private:
        return log[place:end], end
    return [
        entry
        for number, entry in enumerate(log[place:end], place)
        if number not in private or entry[0] == seat
    ], end


def _passed_himself(game: "Game", place: int, seat: int | None) -> bool:
    """Whether the viewer gave this pass himself and so knows that the round has passed him.

    No card has moved since, so he was asked if he can throw now; else the server passed him.
    """
    return seat is not None and game.log[place][0] == seat and could_throw(game, seat)


def _plain(value: object) -> object:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value
