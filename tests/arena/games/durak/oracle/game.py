"""The whole game as one generator that reads like RULES 1I, and a handle to drive it."""

from collections.abc import Generator, Sequence

from arena.games.durak.options import DurakOptions
from tests.arena.games.durak.oracle.asking import Asker, WonAtOnce
from tests.arena.games.durak.oracle.cards import physical
from tests.arena.games.durak.oracle.dealing import (
    MOST_REDEALS,
    deal,
    first_attacker,
    five_of_a_suit,
    must_redeal,
)
from tests.arena.games.durak.oracle.ending import Ending, end_test, stall_test, won_at_once
from tests.arena.games.durak.oracle.moves import cap_for, room_for_throws
from tests.arena.games.durak.oracle.position import CLOCKWISE
from tests.arena.games.durak.oracle.questions import TAKE, Action, Question, canonical
from tests.arena.games.durak.oracle.seating import (
    draw_order,
    next_active,
    next_opponent,
    round_from,
    throw_order,
)
from tests.arena.games.durak.oracle.stock import refill, talon_counts_as_empty

Success = bool


class Oracle(Asker):
    """One game from known pack orders; `question` is None once it is over."""

    def __init__(
        self,
        options: DurakOptions,
        players: int,
        orders: Sequence[Sequence[str]],
        dealer: int,
        *,
        opener: int | None = None,
        first_rule: str | None = None,
    ) -> None:
        super().__init__(options, [])
        self.players = players
        self.orders = [list(order) for order in orders]
        self.dealer = dealer
        self.fixed_opener = opener
        self.first_rule = first_rule or options.first_attacker
        self.ending: Ending | None = None
        self._flow = self._whole_game()
        self.question: Question | None = next(self._flow, None)

    # -- the handle ---------------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        return None if self.question is None else self.question.seat

    @property
    def phase(self) -> str:
        return "over" if self.question is None else self.question.phase

    def legal(self) -> list[Action]:
        return [] if self.question is None else self.question.legal

    def apply(self, action: Action) -> None:
        """Any order of several cards is the same legal action, but lies as given (EP1)."""
        assert canonical(action) in {canonical(legal) for legal in self.legal()}, action
        try:
            self.question = self._flow.send(action)
        except StopIteration:
            self.question = None

    # -- DEAL and REDEAL? ---------------------------------------------------------------------

    def _whole_game(self) -> Generator[Question, Action, None]:
        yield from self._deal()
        position = self.position
        position.opener = (
            first_attacker(self.options, position, self.first_rule)
            if self.fixed_opener is None
            else self.fixed_opener
        )
        while self.ending is None:
            try:
                success = yield from self._bout()
            except WonAtOnce as won:
                self.ending = won_at_once(self.position, won.seat)
            else:
                self._finish_bout(success=success)

    def _deal(self) -> Generator[Question, Action, None]:
        for redeals, order in enumerate(self.orders):
            self.position = deal(self.options, self.players, order, self.dealer)
            if redeals == MOST_REDEALS:
                return
            again = yield from self._is_redealt()
            if not again:
                return
        raise AssertionError("more redeals than pack orders")

    def _is_redealt(self) -> Generator[Question, Action, bool]:
        hands = self.position.hands
        if self.options.redeal == "forced_s0":
            return any(must_redeal(hand) for hand in hands)
        if self.options.redeal == "demand_s2":
            for seat in round_from(self.position, self.dealer, CLOCKWISE):
                if five_of_a_suit(hands[seat]):
                    choices = [{"a": "redeal", "demand": demand} for demand in (True, False)]
                    answer = yield Question(seat, "redeal", choices)
                    self.log.append((seat, answer))
                    if answer["demand"]:
                        return True
        return False

    # -- BOUT ---------------------------------------------------------------------------------

    def _bout(self) -> Generator[Question, Action, Success]:
        options, position = self.options, self.position
        position.main = position.opener
        position.defender = next_opponent(options, position, position.opener, position.direction)
        position.cap = cap_for(options, position, position.defender)
        position.hands_at_start = {s: len(position.hands[s]) for s in position.active}
        yield from self.swap_window()
        yield from self.decide(position.opener, "open")
        yield from self._pre()
        while True:
            answer = yield from self.decide(self.position.defender, "defend")
            if answer == TAKE:
                self.position.taking = True
                yield from self._after()
                return False
            if answer["a"] in ("transfer", "show"):
                yield from self._pre()
            elif not self.position.open_targets():
                added = yield from self._add()
                if not added:
                    return True

    def _thrown_by(self, seat: int, phase: str) -> Generator[Question, Action, bool]:
        if not self.position.hands[seat]:
            return False
        answer = yield from self.decide(seat, phase)
        return bool(answer["a"] == "throw")

    def _pre(self) -> Generator[Question, Action, None]:
        if not self.options.pre_defence_window:
            return
        thrown = True
        while thrown:
            thrown = False
            for seat in throw_order(self.options, self.position):
                if room_for_throws(self.options, self.position) == 0:
                    return
                thrown = (yield from self._thrown_by(seat, "pre")) or thrown

    def _add(self) -> Generator[Question, Action, bool]:
        if room_for_throws(self.options, self.position) == 0:
            return False
        if not self.position.hands[self.position.defender]:
            return False
        for seat in throw_order(self.options, self.position):
            if (yield from self._thrown_by(seat, "add")):
                return True
        return False

    def _after(self) -> Generator[Question, Action, None]:
        if self.options.after_take == "none":
            return
        thrown = True
        while thrown:
            thrown = False
            for seat in throw_order(self.options, self.position):
                if room_for_throws(self.options, self.position) == 0:
                    return  # everybody sees that nothing more fits: no passes to hide behind
                thrown = (yield from self._thrown_by(seat, "after")) or thrown
            if self.options.throw_multi:
                return

    # -- SUCCESS/FAILURE ----------------------------------------------------------------------

    def _finish_bout(self, *, success: Success) -> None:
        options, position = self.options, self.position
        table = position.table
        self._clear_table(success=success)
        refill(options, position, draw_order(options, position, success=success))
        self._eliminate()
        position.idle_bouts = 0 if position.progress else position.idle_bouts + 1
        self.ending = end_test(options, position, None if success else table) or stall_test(
            options, position
        )
        if self.ending is None:
            self._next_roles(success=success)

    def _clear_table(self, *, success: Success) -> None:
        position = self.position
        for card in position.table_cards():
            if success:
                position.discarded += 1
                position.progress = True
            else:
                position.receive(position.defender, physical(card), seen=True)
        position.table = []

    def _eliminate(self) -> None:
        """Rules 18 and 20, SE1."""
        position = self.position
        if not talon_counts_as_empty(self.options, position):
            return
        empty = [seat for seat in position.active if not position.hands[seat]]
        for seat in sorted(empty, key=lambda seat: position.last_play[seat]):
            if position.secret[seat]:
                position.hands[seat], position.secret[seat] = position.secret[seat], []
            else:
                position.active.remove(seat)
                position.finished.append(seat)
                position.progress = True

    def _next_roles(self, *, success: Success) -> None:
        """Rule 17, T11, CT1; then a clean table."""
        position = self.position
        if self.options.dir_lasts == "bout":
            position.direction = CLOCKWISE
        if success and position.defender in position.active:
            position.opener = position.defender
        else:
            position.opener = next_active(position, position.defender)
        if position.coming_trump is not None:
            position.trump, position.coming_trump = position.coming_trump, None
        position.taking = position.must_take = position.progress = False
        position.shows_in_bout = {}
        position.shown_in_bout, position.barred = set(), set()
        position.last_play, position.plays = {}, 0
