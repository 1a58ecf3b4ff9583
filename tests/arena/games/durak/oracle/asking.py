"""One decision: ask, log, let a swap be free (SW1), let others call a play (1G)."""

import copy
from collections.abc import Generator

from arena.games.durak.options import DurakOptions
from tests.arena.games.durak.oracle.cards import deck_ranks, physical, printed_suit, rank
from tests.arena.games.durak.oracle.moves import cap_for, cheats, honest, sides
from tests.arena.games.durak.oracle.position import Laid, Position
from tests.arena.games.durak.oracle.questions import (
    CALL,
    PASS,
    SWAP,
    Action,
    Question,
    canonical,
)
from tests.arena.games.durak.oracle.seating import round_from
from tests.arena.games.durak.oracle.stock import draw_one, talon_counts_as_empty

Asking = Generator[Question, Action, Action]
PLAYS = ("attack", "throw", "beat", "transfer", "show")


class WonAtOnce(Exception):  # noqa: N818 - a result, not an error
    """O26: this seat played its last card with an empty talon."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.seat = seat


class Asker:
    """Asks one seat at a time and carries the answer out."""

    def __init__(self, options: DurakOptions, log: list[tuple[int, Action]]) -> None:
        self.options = options
        self.log = log
        self.position: Position

    # -- swapping the trump card ------------------------------------------------------------

    def swap_card(self, seat: int) -> str | None:
        """The card this seat may lay under the talon, if it may swap at all."""
        position, lowest = self.position, deck_ranks(self.options.deck)[0]
        if not self.options.trump_swap or position.face_up is None:
            return None
        if rank(position.face_up) == lowest:
            return None
        mine = [
            card
            for card in sorted(position.hands[seat])
            if rank(card) == lowest and printed_suit(card) == printed_suit(position.face_up)
        ]
        return mine[0] if mine else None

    def swap(self, seat: int) -> None:
        position, laid = self.position, self.swap_card(seat)
        assert laid is not None
        assert position.face_up is not None
        taken, position.face_up = position.face_up, laid
        position.hands[seat].remove(laid)
        position.known[seat].discard(laid)
        position.receive(seat, taken, seen=True)

    def swap_window(self) -> Generator[Question, Action, None]:
        """BOUT: each holder from the opener on; a swap closes the window."""
        position = self.position
        others = round_from(position, position.opener, position.direction)[:-1]
        for seat in [position.opener, *others]:
            if self.swap_card(seat) is None:
                continue
            answer = yield Question(seat, "swap", [SWAP, PASS])
            self.log.append((seat, answer))
            if answer == SWAP:
                self.swap(seat)
                return

    # -- asking -------------------------------------------------------------------------------

    def ask(self, seat: int, phase: str, *, honest_only: bool = False) -> Asking:
        """Until something other than a swap is answered; who has no throw (left) is passed."""
        throwing = phase in ("pre", "add", "after")
        while True:
            if throwing and not self.can_throw(seat, phase, honest_only=honest_only):
                self.log.append((seat, PASS))  # by the server
                return PASS
            legal = honest(self.options, self.position, seat, phase)
            if self.options.cheating == "callable" and not honest_only:
                listed = {canonical(action) for action in legal}
                extra = cheats(self.options, self.position, seat, phase)
                legal += [action for action in extra if canonical(action) not in listed]
            if self.swap_card(seat) is not None:
                legal.append(SWAP)
            answer = yield Question(seat, phase, legal)
            self.log.append((seat, answer))
            if answer != SWAP:
                return answer
            self.swap(seat)

    def can_throw(self, seat: int, phase: str, *, honest_only: bool) -> bool:
        found = honest(self.options, self.position, seat, phase)
        if self.options.cheating == "callable" and not honest_only:
            found += cheats(self.options, self.position, seat, phase)
        return any(action != PASS for action in found)

    def decide(self, seat: int, phase: str) -> Asking:
        """Ask until a play stands or none is made; then `immediate` and secret cards (1I)."""
        honest_only = False
        while True:
            answer = yield from self.ask(seat, phase, honest_only=honest_only)
            if answer["a"] not in PLAYS:
                return answer
            if self.options.cheating == "callable":
                honest_only = yield from self.play_and_be_called(seat, phase, answer)
                if honest_only:
                    continue
            else:
                self.perform(seat, answer)
            self.last_card_test(seat, answer)
            return answer

    # -- carrying out -------------------------------------------------------------------------

    def perform(self, seat: int, action: Action) -> None:
        position, kind = self.position, action["a"]
        if kind == "beat":
            position.give_up_card(seat, action["card"])
            position.table[action["target"]].defence = action["card"]
            return
        for card in action.get("cards", []):
            position.give_up_card(seat, card)
            position.table.append(Laid(card, seat))
        if kind == "show":
            position.known[seat].add(action["card"])
            position.shown_in_bout.add(action["card"])
            for shows in (position.shows_in_bout, position.shows_in_game):
                shows[seat] = shows.get(seat, 0) + 1
        if kind in ("transfer", "show"):
            self.turn_over(action)

    def turn_over(self, action: Action) -> None:
        """T2, T7 and T11: the target defends, the transferrer becomes main attacker."""
        position = self.position
        said = {"dir": action["dir"]} if "dir" in action else {}
        target = next(t for words, t in sides(self.options, position) if words == said)
        if said:
            position.direction = 1 if said["dir"] == "L" else -1
        position.main, position.defender = position.defender, target
        position.cap = cap_for(self.options, position, target)

    def last_card_test(self, seat: int, action: Action) -> None:
        position = self.position
        if self.options.last_card_win != "immediate" or action["a"] == "show":
            return
        if position.hands[seat] or not talon_counts_as_empty(self.options, position):
            return
        if not position.secret[seat]:
            raise WonAtOnce(seat)
        position.hands[seat], position.secret[seat] = position.secret[seat], []

    # -- calling a cheat ----------------------------------------------------------------------

    def play_and_be_called(
        self, seat: int, phase: str, action: Action
    ) -> Generator[Question, Action, bool]:
        """CALL; true when the play was a cheat and was undone."""
        fitting = honest(self.options, self.position, seat, phase)
        fair = canonical(action) in {canonical(other) for other in fitting}
        before = copy.deepcopy(self.position)
        self.perform(seat, action)
        return (yield from self.call_window(seat, action, before, fair=fair))

    def call_window(
        self, player: int, action: Action, before: Position, *, fair: bool
    ) -> Generator[Question, Action, bool]:
        """CH2 and CH3; true when the play was undone."""
        injured = self.position.main if action["a"] == "beat" else self.position.defender
        others = round_from(self.position, injured, 1)[:-1]
        for seat in [injured, *(other for other in others if other != player)]:
            legal = [CALL, PASS]
            while True:
                if self.swap_card(seat) is not None:
                    legal.append(SWAP)
                answer = yield Question(seat, "call", legal)
                self.log.append((seat, answer))
                if answer != SWAP:
                    break
                self.swap(seat)
                legal = [CALL, PASS]
            if answer != CALL:
                continue
            if fair:
                self.position.barred.add(seat)
                continue
            self.undo(player, action, before, injured_called=seat == injured)
            return True
        return False

    def undo(self, player: int, action: Action, before: Position, *, injured_called: bool) -> None:
        after, position = self.position, before
        # Swaps made while the others were asked stand; so does what everybody has seen.
        if after.face_up != before.face_up:
            position.hands = [
                hand if seat != player else position.hands[player]
                for seat, hand in enumerate(after.hands)
            ]
            position.known = [
                known if seat != player else position.known[player]
                for seat, known in enumerate(after.known)
            ]
            position.face_up = after.face_up
        position.barred = after.barred
        self.position = position
        seen = [action["card"]] if "card" in action else action["cards"]
        position.known[player] |= {physical(card) for card in seen}
        if not injured_called:
            return
        if position.stock():
            draw_one(self.options, position, player)
        elif player == position.defender:
            position.must_take = True
        else:
            position.barred.add(player)
