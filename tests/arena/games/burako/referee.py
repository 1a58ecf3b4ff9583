"""A slow second engine for one hand, written from RULES 2A to 2D alone, on lists of ids.

It trusts that an action is one of those it lists itself (`moves`), plays it, and is then compared
with the engine.  It shares nothing with it but the ids.
"""

from typing import Any

from tests.arena.games.burako import oracle
from tests.scoring.burako.oracle_score import oracle_total, points_of


class Referee:
    """Follows one hand."""

    def __init__(
        self, order: list[str], *, seats: int, starter: int, options: dict[str, Any]
    ) -> None:
        columns = [order[i * 11 : i * 11 + 11] for i in range(seats + 2)]
        self.seats, self.options = seats, options
        self.racks, self.muertos = columns[:seats], columns[seats:]
        self.mazo = order[(seats + 2) * 11 :]
        self.pozo: list[str] = []
        self.melds: list[dict[str, Any]] = []
        self.opened = [options["opening_points"] == 0] * seats
        self.taker: list[int | None] = [None, None]
        self.unplayed = [False, False]
        self.takes = 0
        self.seat: int | None = starter
        self.phase = "draw"
        self.asker: int | None = None
        self.asked = False
        self.reason: str | None = None
        self.closer: int | None = None

    # What may be done

    def moves(self) -> set[oracle.Move]:
        """In the oracle's way of writing; without several melds at once and consultations."""
        if self.seat is None:
            return set()
        if self.phase == "answer":
            return {("answer", True), ("answer", False)}
        if self.phase == "draw":
            found: set[oracle.Move] = set()
            if self.mazo:
                found.add(("draw",))
            if self._pozo_can_be_taken(self.seat):
                found.add(("take_pozo",))
            if not self.mazo and self.options["may_end_hand"]:
                found.add(("end_hand",))
            return found
        side = self.seat % 2
        own = {n: m for n, m in enumerate(self.melds) if m["side"] == side}
        return oracle.legal_plays(
            self.racks[self.seat],
            own,
            opening=0 if self.opened[self.seat] else self.options["opening_points"],
            muerto_lies=self.taker[side] is None,
            twos=self.options["pierna_of_twos"],
        )

    def _pozo_can_be_taken(self, seat: int) -> bool:
        closed = self.takes >= 2 * self.seats  # 24
        return bool(self.pozo) and len(self.racks[seat]) + len(self.pozo) >= 5 and not closed

    # What is done

    def play(self, action: dict[str, Any]) -> None:
        assert self.seat is not None
        getattr(self, f"_{action['a']}")(self.seat, action)

    def _draw(self, seat: int, _: object) -> None:
        self.racks[seat].append(self.mazo.pop(0))
        self.takes = 0
        self.phase = "play"

    def _take_pozo(self, seat: int, _: object) -> None:
        self.racks[seat] += self.pozo
        self.pozo = []
        self.takes += 1
        self.phase = "play"

    def _end_hand(self, _: int, __: object) -> None:
        self._over("ended")

    def _meld(self, seat: int, action: dict[str, Any]) -> None:
        for meld in action["melds"]:
            self._leave_rack(seat, meld["tiles"])
            self.melds.append({**meld, "side": seat % 2})
        worth = sum(points_of(t) for meld in action["melds"] for t in meld["tiles"])
        if not self.opened[seat]:
            assert worth >= self.options["opening_points"]
            together = range(seat % 2, self.seats, 2)
            for each in together if self.options["opening_per"] == "side" else [seat]:
                self.opened[each] = True
        self._after_laying(seat)

    def _extend(self, seat: int, action: dict[str, Any]) -> None:
        self._leave_rack(seat, action["tiles"])
        meld = self.melds[action["meld"]]
        if action["end"] == "low":
            meld["start"] -= len(action["tiles"])
            meld["tiles"] = [*action["tiles"], *meld["tiles"]]
        else:
            meld["tiles"] = [*meld["tiles"], *action["tiles"]]
        self._after_laying(seat)

    def _leave_rack(self, seat: int, tiles: list[str]) -> None:
        for tile in tiles:
            self.racks[seat].remove(tile)

    def _after_laying(self, seat: int) -> None:
        self.takes = 0
        self._has_played(seat)
        if not self.racks[seat]:
            self._take_muerto(seat)  # 17

    def _has_played(self, seat: int) -> None:
        if self.taker[seat % 2] == seat:
            self.unplayed[seat % 2] = False  # 21

    def _take_muerto(self, seat: int) -> None:
        side = seat % 2
        assert self.taker[side] is None
        self.racks[seat], self.muertos[side] = self.muertos[side], []
        self.taker[side] = seat
        self.unplayed[side] = True

    def _discard(self, seat: int, action: dict[str, Any]) -> None:
        self._leave_rack(seat, [action["tile"]])
        self.pozo.append(action["tile"])
        self._has_played(seat)
        if not self.racks[seat]:
            if self.taker[seat % 2] is not None:
                self.closer = seat
                self._over("closed")  # 20
                return
            self._take_muerto(seat)  # 18
        self.seat = (seat + 1) % self.seats
        self.phase, self.asked = "draw", False
        if not self.mazo and not self._pozo_can_be_taken(self.seat):
            self._over("stalled" if self.takes >= 2 * self.seats else "mazo_empty")  # 23, 24

    def _consult(self, seat: int, action: dict[str, Any]) -> None:
        assert self.seats == 4
        assert not self.asked
        named = [t for step in action["plan"] for t in _tiles_of(step)]
        assert sorted(named) == sorted(self.racks[seat])  # 22: all tiles of the rack, no others
        assert action["plan"][-1]["a"] == "discard"
        self.asked, self.asker = True, seat
        self.seat, self.phase = (seat + 2) % 4, "answer"

    def _answer(self, _: int, __: object) -> None:
        self.seat, self.asker, self.phase = self.asker, None, "play"

    def _over(self, reason: str) -> None:
        self.seat, self.phase, self.reason = None, "over", reason

    # What is compared

    def truth(self) -> dict[str, object]:
        return {
            "phase": self.phase,
            "seat": self.seat,
            "racks": [sorted(rack) for rack in self.racks],
            "mazo": self.mazo,
            "pozo": self.pozo,
            "muertos": [sorted(muerto) for muerto in self.muertos],
            "taken_by": self.taker,
            "unplayed": self.unplayed,
            "canastas": [
                sum(len(m["tiles"]) >= 7 for m in self.melds if m["side"] == side)
                for side in (0, 1)
            ],
            "melds": self.melds,
            "opened": self.opened,
            "takes": self.takes,
            "asker": self.asker,
        }

    def totals(self) -> tuple[int, ...]:
        """2E, by the slow oracle."""
        free = self.options["unplayed_rack_free"] == "both"
        sides = []
        for side in (0, 1):
            taker, unplayed = self.taker[side], self.unplayed[side]
            muerto = "untouched" if taker is None else "taken_unplayed" if unplayed else "played"
            sides.append(
                {
                    "closed": self.closer is not None and self.closer % 2 == side,
                    "muerto": muerto,
                    "muerto_rack": None if taker is None else taker // 2,
                    "melds": [m for m in self.melds if m["side"] == side],
                    "racks": self.racks[side::2],
                }
            )
        return tuple(oracle_total(side, also_free_for_losers=free) for side in sides)


def _tiles_of(step: dict[str, Any]) -> list[str]:
    match step["a"]:
        case "discard":
            return [step["tile"]]
        case "extend":
            return list(step["tiles"])
        case _:
            return [t for meld in step["melds"] for t in meld["tiles"]]
