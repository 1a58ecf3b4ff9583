"""Games to retell, as plain text, and readers who follow the story with nothing but its words."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from arena.games import rules
from arena.games.burako import told_hand
from arena.games.burako.game import Game as BurakoGame
from arena.games.durak import told_game
from arena.games.durak.actions import DEMAND, NO_DEMAND, PASS, Action
from arena.games.durak.game import Game as DurakGame
from arena.games.durak.worked_game import chosen
from arena.games.told import Holding, Passage
from scoring.messages import CompetitorId, Message, Who
from tests.arena.games.burako.table import keen_player

NAMES = ("Ana", "Boris", "Clara", "Dmitri", "Elena", "Fritz")


def durak_told(name: str, players: int | None, seed: int) -> tuple[DurakGame, list[Passage]]:
    """A game as sensible players play it, at its end, and what is told of it."""
    game = rules(name, players=players).deal(seed)
    assert isinstance(game, DurakGame)
    start, choices, actions = game.copy(), random.Random(seed), []
    while game.seat is not None:
        actions.append(_wishful(game, choices))
        game.apply(actions[-1])
    return game, list(told_game.passages(start, actions))


def _wishful(game: DurakGame, choices: random.Random) -> Action:
    """Now and then somebody wants a new deal, or does not swap."""
    if game.phase == "redeal" and game.redeals < 2:
        return DEMAND if choices.random() < 0.5 else NO_DEMAND
    if game.phase == "swap" and choices.random() < 0.5:
        return PASS
    return chosen(game, choices)


def burako_told(
    name: str,
    seed: int,
    **options: Any,  # noqa: ANN401
) -> tuple[BurakoGame, list[Passage]]:
    """A hand of keen players, at its end, and what is told of it."""
    game = rules(name, **options).deal(seed)
    assert isinstance(game, BurakoGame)
    start, choices, actions = game.copy(), random.Random(seed), []
    while game.seat is not None:
        actions.append(keen_player(game, choices))
        game.apply(actions[-1])
    return game, list(told_hand.passages(start, actions))


def as_text(passages: Sequence[Passage]) -> Iterator[str]:
    """Everything that is told, line by line."""
    names: dict[CompetitorId, str] = dict(enumerate(NAMES))
    for passage in passages:
        yield f"## {passage.title.text(names)}"
        yield " ".join(sentence.text(names) for sentence in passage.situation)
        for held in passage.held:
            yield f"   {NAMES[held.seat]}: {' '.join(held.pieces)}"
        for line in passage.lines:
            notation = f"   {line.notation}" if line.notation else ""
            yield f" - {line.sentence.text(names)}{notation}"
        yield ""


def messages(passages: Sequence[Passage]) -> Iterator[Message]:
    """Every sentence and every part of one."""
    for passage in passages:
        yield passage.title
        yield from passage.situation
        for line in passage.lines:
            yield line.sentence
            for _, value in line.sentence.params:
                if isinstance(value, tuple):
                    yield from value


def who(message: Message, name: str = "who") -> int:
    value = message.param(name)
    assert isinstance(value, Who)
    return int(value.competitor)


def pieces(message: Message, name: str) -> Counter[str]:
    """Cards or tiles of a sentence, as they are held: without what they stand for."""
    value = message.param(name)
    assert isinstance(value, str)
    return Counter(piece.partition("=")[0].strip("[]") for piece in value.split(" "))


class DurakReader:
    """Knows the hands before the first bout, and from then on only what is said."""

    def __init__(self, first: Passage) -> None:
        self.hands = {held.seat: Counter(held.pieces) for held in first.held}
        self._table: Counter[str] = Counter()
        self._last: tuple[int, Counter[str]] = (0, Counter())
        self.is_over = False

    def read(self, message: Message) -> None:
        match message.code:
            case "worked.attack" | "worked.throw" | "worked.transfer" | "worked.beat":
                self._play(who(message), pieces(message, "cards"))
            case "worked.show":
                self._last = (who(message), Counter())
            case "worked.swap":
                self._lose(who(message), pieces(message, "given"))
                self.hands[who(message)] += pieces(message, "taken")
            case "worked.call_right":
                seat, laid = self._last
                assert seat == who(message, "other")
                self.hands[seat] += laid
                self._table -= laid
            case "told.draws" | "told.penalty":
                self.hands[who(message)] += pieces(message, "cards")
            case "told.secret":
                assert not self.hands[who(message)]
                self.hands[who(message)] = pieces(message, "cards")
            case "worked.failure":
                self.hands[who(message)] += self._table
                self._table.clear()
            case "worked.success" | "worked.success_full":
                self._table.clear()
            case "worked.out":
                assert not self.hands.pop(who(message))
            case "worked.durak" | "worked.draw" | "worked.team_loses":
                self.is_over = True

    def _play(self, seat: int, cards: Counter[str]) -> None:
        self._lose(seat, cards)
        self._table += cards
        self._last = (seat, cards)

    def _lose(self, seat: int, cards: Counter[str]) -> None:
        assert cards <= self.hands[seat], (seat, cards, self.hands[seat])
        self.hands[seat] -= cards


class BurakoReader:
    """Knows the racks before the first turn, and from then on only what is said."""

    def __init__(self, first: Sequence[Holding]) -> None:
        self.racks = {held.seat: Counter(held.pieces) for held in first}
        self._pozo: Counter[str] = Counter()

    def read(self, message: Message) -> None:
        match message.code:
            case "told.draw":
                self.racks[who(message)] += pieces(message, "tiles")
            case "told.take_pozo":
                assert pieces(message, "tiles") == self._pozo
                self.racks[who(message)] += self._pozo
                self._pozo = Counter()
            case "told.meld":
                melds = message.param("melds")
                assert isinstance(melds, tuple)
                for meld in melds:
                    self._lose(who(message), pieces(meld, "tiles"))
            case "told.extend":
                self._lose(who(message), pieces(message, "tiles"))
            case "told.discard":
                self._lose(who(message), pieces(message, "tiles"))
                self._pozo += pieces(message, "tiles")
            case "told.muerto" | "told.muerto_later":
                assert not self.racks[who(message)]
                self.racks[who(message)] = pieces(message, "tiles")
            case "told.closed":
                assert not self.racks[who(message)]

    def _lose(self, seat: int, tiles: Counter[str]) -> None:
        assert tiles <= self.racks[seat], (seat, tiles, self.racks[seat])
        self.racks[seat] -= tiles
