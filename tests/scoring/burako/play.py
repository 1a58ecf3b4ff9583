"""A small table that plays random Burako hands by RULES 2A to 2D, for tests only.

It shares nothing with `scoring.burako` but the tiles' ids: melds are grown by its own rules on
(colour, number) pairs, so that a hand it ends with is evidence, not an echo.
"""

import random
from dataclasses import dataclass, field
from typing import Any

Deck = list[str]

COLOURS = "bgry"
FACE = {0: 50, 1: 15, 2: 20} | dict.fromkeys(range(3, 8), 5) | dict.fromkeys(range(8, 14), 10)


def fresh_deck() -> Deck:
    """All 106 tile ids in a fixed order."""
    numbered = [f"{c}{n}#{k}" for c in COLOURS for n in range(1, 14) for k in (1, 2)]
    return [*numbered, "J#1", "J#2"]


def number_of(tile_id: str) -> int:
    return 0 if tile_id[0] == "J" else int(tile_id[1:].split("#", maxsplit=1)[0])


def face(tile_ids: list[str]) -> int:
    return sum(FACE[number_of(t)] for t in tile_ids)


@dataclass
class PlayedMeld:
    """A run (colour, start) or a set (number), its tiles, and how many of them are wild."""

    colour: str
    start: int
    number: int
    tiles: list[str]
    wild: int

    def as_dict(self) -> dict[str, object]:
        if self.colour:
            return {"t": "run", "c": self.colour, "start": self.start, "tiles": list(self.tiles)}
        return {"t": "set", "n": self.number, "tiles": list(self.tiles)}


@dataclass
class PlayedSide:
    melds: list[PlayedMeld] = field(default_factory=list)
    muerto: list[str] | None = None  # still on the table
    unplayed_by: int | None = None  # rack that holds the muerto, nothing done since
    closed: bool = False

    @property
    def has_canasta(self) -> bool:
        return any(len(m.tiles) >= 7 for m in self.melds)


@dataclass
class PlayedHand:
    """The end of a hand in the plain form that `read_tile_hand` takes."""

    seats: int
    sides: list[PlayedSide]
    racks: list[list[str]]

    def as_dict(self) -> dict[str, list[dict[str, Any]]]:
        sides = []
        for number, side in enumerate(self.sides):
            if side.muerto is not None:
                state = "untouched"
            else:
                state = "played" if side.unplayed_by is None else "taken_unplayed"
            sides.append(
                {
                    "closed": side.closed,
                    "muerto": state,
                    "muerto_rack": side.unplayed_by,
                    "melds": [meld.as_dict() for meld in side.melds],
                    "racks": [list(r) for r in self.racks[number :: len(self.sides)]],
                }
            )
        return {"sides": sides}


class Table:
    """One hand in progress; `keen` is the chance to lay what can be laid."""

    def __init__(self, rng: random.Random, seats: int, deck: Deck, keen: float) -> None:
        self.rng, self.seats, self.keen = rng, seats, keen
        columns = [deck[i * 11 : i * 11 + 11] for i in range(9)]
        self.racks = columns[:seats]
        self.sides = [PlayedSide(muerto=columns[seats + i]) for i in range(2)]
        self.mazo = [t for column in columns[seats + 2 :] for t in column] + deck[99:]
        self.pozo: list[str] = []

    def play(self) -> PlayedHand:
        seat = self.rng.randrange(self.seats)
        takes = 0
        while True:
            rack = self.racks[seat]
            may_take = bool(self.pozo) and len(rack) + len(self.pozo) >= 5
            if not self.mazo and (not may_take or takes > 2 * self.seats):
                break  # 2D.23, 2D.24
            # 2C.14
            if may_take and (not self.mazo or (takes < 3 and self.rng.random() < 0.3)):
                rack += self.pozo
                self.pozo.clear()
                takes += 1
            else:
                rack.append(self.mazo.pop())
                takes = 0
            if self._turn(seat):
                break
            seat = (seat + 1) % self.seats
        return PlayedHand(self.seats, self.sides, self.racks)

    def _turn(self, seat: int) -> bool:
        """Lay and discard; True if the discard closed the hand."""
        side, rack = self.sides[seat % 2], self.racks[seat]
        while self.rng.random() < self.keen and self._lay_something(seat):
            self._played(seat)
            if not rack:
                self._take_muerto(seat)  # 2C.17
        if len(rack) == 1 and side.muerto is None and not side.has_canasta:
            raise AssertionError("2C.19 leaves two tiles")
        discard = self._choose_discard(rack)
        rack.remove(discard)
        self.pozo.append(discard)
        self._played(seat)
        if rack:
            return False
        if side.muerto is not None:
            self._take_muerto(seat)  # 2C.18
            return False
        side.closed = True  # 2C.20
        return True

    def _choose_discard(self, rack: list[str]) -> str:
        if self.rng.random() < 0.3:
            return self.rng.choice(rack)
        return min(rack, key=lambda t: (number_of(t) in (0, 2), self.rng.random()))

    def _played(self, seat: int) -> None:
        side = self.sides[seat % 2]
        if side.unplayed_by == seat // 2:
            side.unplayed_by = None  # 2C.21

    def _take_muerto(self, seat: int) -> None:
        side = self.sides[seat % 2]
        assert side.muerto is not None
        self.racks[seat] += side.muerto
        side.muerto = None
        side.unplayed_by = (
            seat // 2
        )  # until the next lay or discard, which may be in this very turn

    def _may_leave(self, side: PlayedSide, left: int, *, canasta: bool) -> bool:
        """2C.19."""
        if side.muerto is not None:
            return True
        return left >= (1 if side.has_canasta or canasta else 2)

    def _lay_something(self, seat: int) -> bool:
        side, rack = self.sides[seat % 2], self.racks[seat]
        if not side.melds:
            return self._open(side, rack)
        options = self._extensions(side, rack)
        options += [(None, meld) for meld in self._new_melds(rack)]
        self.rng.shuffle(options)
        for old, new in options:
            used = len(new.tiles) - (len(old.tiles) if old else 0)
            if self._may_leave(side, len(rack) - used, canasta=len(new.tiles) >= 7):
                for t in new.tiles:
                    if t in rack:
                        rack.remove(t)
                if old is not None:
                    side.melds.remove(old)
                side.melds.append(new)
                return True
        return False

    def _open(self, side: PlayedSide, rack: list[str]) -> bool:
        """2B.13: melds from disjoint tiles worth 50 in one action."""
        left, chosen = list(rack), list[PlayedMeld]()
        while sum(face(m.tiles) for m in chosen) < 50:
            melds = self._new_melds(left)
            if not melds:
                return False
            meld = self.rng.choice(melds)
            chosen.append(meld)
            left = [t for t in left if t not in meld.tiles]
        if not self._may_leave(side, len(left), canasta=any(len(m.tiles) > 6 for m in chosen)):
            return False
        side.melds += chosen
        rack[:] = left
        return True

    def _new_melds(self, rack: list[str]) -> list[PlayedMeld]:
        """Some melds of the rack: for each number and each stretch of a colour, random length."""
        found = []
        wild = [t for t in rack if number_of(t) in (0, 2)]
        for number in (1, *range(3, 14)):
            same = [t for t in rack if number_of(t) == number]
            self.rng.shuffle(same)
            same = same[: self.rng.choice((3, 4, 7, 8, 8))]
            if len(same) >= 3:
                found.append(PlayedMeld("", 0, number, same, 0))
            elif len(same) == 2 and wild:
                found.append(PlayedMeld("", 0, number, [*same, self.rng.choice(wild)], 1))
        at_hand: dict[str, list[str]] = {}
        for t in rack:
            at_hand.setdefault(t.split("#")[0], []).append(t)
        for colour in COLOURS:
            for start in range(1, 13):
                meld = self._run_from(at_hand, wild, colour, start)
                if meld is not None:
                    found.append(meld)
        return found

    def _run_from(
        self, at_hand: dict[str, list[str]], wild: list[str], colour: str, start: int
    ) -> PlayedMeld | None:
        most = self.rng.choice((3, 4, 7, 14))
        tiles, used = list[str](), 0
        for position in range(start, min(15, start + most)):
            want = f"{colour}{1 if position == 14 else position}"
            fits = [t for t in at_hand.get(want, ()) if t not in tiles]
            if not fits and not used:
                fits = [t for t in wild if t not in tiles]
                used = 1 if fits else 0
            if not fits:
                break
            tiles.append(fits[0])
        return PlayedMeld(colour, start, 0, tiles, used) if len(tiles) >= 3 else None

    def _extensions(
        self, side: PlayedSide, rack: list[str]
    ) -> list[tuple[PlayedMeld | None, PlayedMeld]]:
        found: list[tuple[PlayedMeld | None, PlayedMeld]] = []
        for meld in side.melds:
            for t in rack:
                if not meld.colour:
                    wild = number_of(t) != meld.number
                    if not wild or (number_of(t) in (0, 2) and not meld.wild):
                        grown = [*meld.tiles, t]
                        found.append(
                            (meld, PlayedMeld("", 0, meld.number, grown, meld.wild + wild))
                        )
                    continue
                end = meld.start + len(meld.tiles)
                for position, low in ((meld.start - 1, True), (end, False)):
                    if not 1 <= position <= 14:
                        continue
                    wild = not t.startswith(f"{meld.colour}{1 if position == 14 else position}#")
                    if wild and (number_of(t) not in (0, 2) or meld.wild):
                        continue
                    grown = [t, *meld.tiles] if low else [*meld.tiles, t]
                    start = position if low else meld.start
                    found.append((meld, PlayedMeld(meld.colour, start, 0, grown, meld.wild + wild)))
        return found


def stacked_deck(rng: random.Random) -> Deck:
    """Sometimes a fair shuffle, sometimes one that makes rare hands likely."""
    deck = fresh_deck()
    style = rng.randrange(4)
    if style == 0:
        rng.shuffle(deck)
        return deck
    if style == 1:  # by colour: long runs in every rack
        deck.sort(key=lambda t: (t[0], rng.random()))
    elif style == 2:  # by number: piernas in every rack
        deck.sort(key=lambda t: (number_of(t), rng.random()))
    for _ in range(rng.choice((0, 5, 30))):
        i, j = rng.randrange(106), rng.randrange(106)
        deck[i], deck[j] = deck[j], deck[i]
    turn = rng.randrange(106)
    return deck[turn:] + deck[:turn]


def play_hand(seed: int, seats: int) -> PlayedHand:
    """One hand, always the same for the same seed."""
    rng = random.Random(seed)
    return Table(rng, seats, stacked_deck(rng), rng.choice((0.3, 0.8, 0.97, 1.0))).play()
