"""The state machine of RULES 1I: one seat is asked at a time."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from arena.games.durak import calling
from arena.games.durak.actions import CALL, DEMAND, NO_DEMAND, PASS, SWAP, TAKE, Action
from arena.games.durak.choices import joined
from arena.games.durak.dealing import MAX_REDEALS, Orders, lowest_trump_seat
from arena.games.durak.outcome import Outcome
from arena.games.durak.plays import NO_CAP
from arena.games.durak.refusing import refusal
from arena.games.durak.reveal import reveal
from arena.games.durak.seating import CLOCKWISE
from arena.games.durak.start import Start
from arena.games.durak.state import State
from arena.games.durak.transfer import SIDES
from arena.games.durak.view import View, view
from arena.games.errors import IllegalAction

if TYPE_CHECKING:
    from arena.games.durak.ruleset import DurakRules

_ONLY_TAKE: Final = (TAKE,)
_CALL_ANSWERS: Final = (CALL, PASS)
_SWAP_ANSWERS: Final = (SWAP, PASS)
_REDEAL_ANSWERS: Final = (DEMAND, NO_DEMAND)


class Game(State):
    """One deal to one loser.  `seat` is asked in `phase`; answer with `apply`."""

    __slots__ = ()

    def __init__(self, rules: "DurakRules", orders: Orders, start: Start) -> None:
        self.rules = rules
        self.orders = orders
        self.start = start
        self.log = []
        self.private = set()
        self.redeals = 0
        self.outcome = None
        self._legal = None
        self.play = None
        self.strict = False
        self.level = False
        self.round = ()
        self.at = 0
        self.thrown = False
        self._deal()

    # The public face

    def legal(self) -> Sequence[Action]:
        """All legal actions of the seat to act, each once, in a stable order."""
        legal = self._legal
        if legal is None:
            legal = self._legal = _LISTS[self.phase](self)
        return legal

    def apply(self, action: Action | Mapping[str, object], seat: int | None = None) -> None:
        """Play an action, or its JSON form.  Refused actions leave the game as it was.

        `seat` may be given by a caller who heard the action from somebody in particular.
        """
        if action.__class__ is not Action:
            action = self.rules.action(action)
        if seat is not None and seat != self.seat:
            raise IllegalAction(f"It is not seat {seat}'s turn.", self.position())
        legal = self._legal
        if legal is None:
            legal = self.legal()
        if action not in legal:
            raise refusal(self, action)
        self._legal = None
        self.log.append((self.seat, action))
        _MOVES[action.kind](self, action)

    def default_action(self) -> Action:
        """What the server plays for a seat that does not answer (1H)."""
        match self.phase:
            case "redeal":
                return NO_DEMAND
            case "defend":
                return TAKE
            case "open":
                single = (a for a in self.legal() if a.kind == "attack" and len(a.faces) == 1)
                return min(single, key=lambda a: self.beating.lowest_first(a.faces[0]))
            case "over":
                raise IllegalAction("The game is over; nobody has to act.", self.position())
            case _:
                return PASS

    def view(self, seat: int | None) -> View:
        """What a seat may know; None: what everybody may."""
        return view(self, seat)

    def reveal(self) -> dict[str, object]:
        """The whole truth, for tests and finished games."""
        return reveal(self)

    def position(self) -> str:
        """One line about what everybody can see."""
        return view(self, None).line()

    # Listing

    def _list_openings(self) -> Sequence[Action]:
        rules = self.rules
        hand = self.hands[self.main]
        listed = rules.openings.of(rules.pack.playable(hand) if rules.weli else hand, self.cap)
        return self._with_swap(listed) if rules.swaps else listed

    def _list_throws(self) -> Sequence[Action]:
        rules = self.rules
        assert self.seat is not None
        faces = self.hands[self.seat]
        if rules.weli:
            faces = rules.pack.playable(faces)
        if not rules.cheating or self.strict:
            faces &= self.match
        room = self.room()
        listed = rules.throws.of(faces, room)
        return self._with_swap(listed) if rules.swaps else listed

    def _list_defences(self) -> Sequence[Action]:
        rules = self.rules
        if self.must_take:
            return _ONLY_TAKE
        hand = self.hands[self.defender]
        if rules.weli:
            hand = rules.pack.playable(hand)
        free = rules.cheating and not self.strict
        transfers: Sequence[Action] = ()
        if rules.transfers is not None and len(self.open) == len(self.attacks):  # T1
            transfers = rules.transfers.of(self, any_rank=free)
        beaters = self.beating.beaters
        if len(self.open) == 1 and not transfers and not free:
            target = self.open[0]
            listed = rules.beats.or_take(target, hand & beaters[self.attacks[target]])
        else:
            parts = [
                rules.beats.of(target, hand if free else hand & beaters[self.attacks[target]])
                for target in self.open
            ]
            listed = joined(_ONLY_TAKE, *parts, transfers)
        return self._with_swap(listed) if rules.swaps else listed

    def _list_calls(self) -> Sequence[Action]:
        return self._with_swap(_CALL_ANSWERS) if self.rules.swaps else _CALL_ANSWERS

    def _with_swap(self, listed: Sequence[Action]) -> Sequence[Action]:
        """SW1: a free action at every own decision but a redeal."""
        assert self.seat is not None
        return joined((SWAP,), listed) if self.can_swap(self.seat) else listed

    # DEAL and REDEAL

    def _deal(self) -> None:
        rules = self.rules
        while True:
            order = self.orders(self.redeals)
            assert order is not None
            dealt = rules.dealing.deal(order, self.start.dealer)
            again = self.redeals < MAX_REDEALS and self.orders(self.redeals + 1) is not None
            if not (again and rules.dealing.must_redeal(dealt.hands)):
                break
            self.redeals += 1
        self.hands, self.secrets, self.talon = dealt.hands, dealt.secrets, dealt.talon
        self.known = [0] * rules.players
        self.discard = 0
        self.set_trump(dealt.turned)
        self.new_trump = None
        turned = 0 if dealt.turned is None else 1 << dealt.turned
        self.turned = turned if turned in self.talon else 0
        self.dealer = self.start.dealer
        if dealt.shown_by_dealer:
            self.known[self.dealer] = turned
        self.dir = CLOCKWISE
        self.active = (1 << rules.players) - 1
        self.ring = rules.seating.ring(self.active)
        self.out = []
        self.idle_bouts = 0
        self.played_at = [0] * rules.players
        self.tickets = [0] * rules.players
        self.main = self._first_attacker()
        self._clear_table()
        self.asking = rules.dealing.may_demand(self.hands, self.dealer) if again else []
        self._ask_redeal()

    def _first_attacker(self) -> int:
        first = self.start.first
        if isinstance(first, int):
            return first
        if first == "lowest_trump":
            return lowest_trump_seat(self)
        return self.ring.next[CLOCKWISE][self.dealer]

    def _ask_redeal(self) -> None:
        if self.asking:
            self.phase = "redeal"
            self.seat = self.asking.pop(0)
        else:
            self._begin_bout()

    def _redeal(self, action: Action) -> None:
        if action is DEMAND:
            self.redeals += 1
            self._deal()
        else:
            self.private.add(len(self.log) - 1)
            self._ask_redeal()

    # BOUT and OPEN

    def _clear_table(self) -> None:
        self.opener = self.main
        self.defender = self.ring.foe[self.dir][self.main]  # rule 8, TM2
        self.cap = self._cap_for(self.defender)
        self.attacks = []
        self.owners = []
        self.defences = []
        self.open = []
        self.table = self.match = self.shown = self.barred = 0
        self.must_take = self.penalty_drawn = self.strict = False

    def _cap_for(self, defender: int) -> int:
        """Rule 11, T7: fixed when somebody becomes defender."""
        limit = self.rules.attack_limit
        if not self.rules.limit_by_hand:
            return limit
        held = self.hands[defender].bit_count()
        return min(limit, held)

    def _begin_bout(self) -> None:
        rules = self.rules
        if self.new_trump is not None:  # CT1: from the next bout
            self.set_trump(self.new_trump)
            self.new_trump = None
        self._clear_table()
        hands = self.hands
        self.level = hands[self.main].bit_count() == hands[self.defender].bit_count()
        if rules.tickets_per_bout:
            self.tickets = [0] * rules.players
        if rules.swaps and self.turned:
            seats = (self.main, *self.ring.around(self.main, self.dir))
            self.asking = [seat for seat in seats if self.can_swap(seat)]
        self._ask_swap()

    def _ask_swap(self) -> None:
        if self.asking:
            self.phase = "swap"
            self.seat = self.asking.pop(0)
        else:
            self.phase = "open"
            self.seat = self.main

    def _swap(self, _action: Action) -> None:
        assert self.seat is not None
        self.swap(self.seat)
        if self.phase == "swap":  # a swap closes the window
            self.asking = []
            self._ask_swap()
        elif self.phase in _THROW_PHASES:
            self.ask_throwers(self.at)

    # Plays

    def _lay(self, action: Action) -> None:
        """Put attack cards on the table."""
        seat = self.seat
        assert seat is not None
        self.hands[seat] ^= action.bits
        self.table |= action.bits
        self.match |= action.match
        for face in action.faces:
            self.open.append(len(self.attacks))
            self.attacks.append(face)
            self.owners.append(seat)
            self.defences.append(None)
        self.played_at[seat] = len(self.log)

    def _attack(self, action: Action) -> None:
        before = self._before(action) if self.rules.cheating else None
        self._lay(action)
        self._played(action, before)

    def _throw(self, action: Action) -> None:
        before = self._before(action) if self.rules.cheating else None
        self._lay(action)
        self._played(action, before)

    def _beat(self, action: Action) -> None:
        before = self._before(action) if self.rules.cheating else None
        target = action.target
        assert target is not None
        self.hands[self.defender] ^= action.bits
        self.table |= action.bits
        self.match |= action.match
        self.defences[target] = action.faces[0]
        self.open.remove(target)
        self.played_at[self.defender] = len(self.log)
        self._played(action, before)

    def _transfer(self, action: Action) -> None:
        before = self._before(action) if self.rules.cheating else None
        self._lay(action)
        self._pass_on(action)
        self._played(action, before)

    def _show(self, action: Action) -> None:
        before = self._before(action) if self.rules.cheating else None
        self.known[self.defender] |= action.bits
        self.shown |= action.bits
        self.tickets[self.defender] += 1
        self._pass_on(action)
        self._played(action, before)

    def _pass_on(self, action: Action) -> None:
        """T2, T3, T7: the transferrer becomes main attacker, the target defender."""
        if action.dir is not None:
            self.dir = SIDES[action.dir]  # T11
        self.main = self.defender
        self.defender = self.ring.foe[self.dir][self.main]
        self.cap = self._cap_for(self.defender)

    def _before(self, action: Action) -> calling.Play:
        """What a call would go back to (CH3)."""
        assert self.seat is not None
        strict, self.strict = self.strict, True
        honest = strict or action in _LISTS[self.phase](self)
        self.strict = False
        injured = self.main if action.kind == "beat" else self.defender
        if action.kind in {"transfer", "show"}:
            side = self.dir if action.dir is None else SIDES[action.dir]
            injured = self.ring.foe[side][self.defender]
        return calling.Play(
            seat=self.seat,
            action=action,
            phase=self.phase,
            honest=honest,
            injured=injured,
            match=self.match,
            main=self.main,
            defender=self.defender,
            cap=self.cap,
            dir=self.dir,
        )

    def _played(self, action: Action, before: calling.Play | None) -> None:
        """Test order after a play (1I): call, immediate win, secret pick-up, next state."""
        if before is not None:
            calling.open_window(self, before)
        elif self.rules.immediate and action.kind != "show" and self._wins_at_once():
            pass
        else:
            _NEXT[action.kind](self)

    def _wins_at_once(self) -> bool:
        """O26: with an empty talon whoever plays his last card has won; SE1 comes first."""
        seat = self.seat
        assert seat is not None
        if self.hands[seat] or not self.rules.drawing.talon_is_done(self):
            return False
        if self.secrets[seat]:
            self.pick_up_secret(seat)
            return False
        self._finish(self.rules.ending.by_last_card(self, seat))
        return True

    def _call(self, action: Action) -> None:
        play = self.play
        assert play is not None
        if calling.answered(self, called=action is CALL):
            self._played(play.action, None)

    # PRE, ADD, AFTER

    def room(self) -> int:
        """How many attack cards may still be added (rule 11, O24)."""
        if self.phase == "after" and self.rules.uncapped_after_take:
            return NO_CAP
        return self.cap - len(self.attacks)

    def _open_pre(self) -> None:
        if self.rules.pre_defence and self.cap > len(self.attacks):
            self._open_round("pre")
        else:
            self._ask_defender()

    def _open_round(self, phase: str) -> None:
        """A throw round begins at the main attacker."""
        self.phase = phase
        self.round = self.ring.throwers(self.main, self.defender, self.dir)
        self.thrown = False
        self.ask_throwers(0)

    def ask_throwers(self, start: int) -> None:
        """Ask the next seat that can throw; the others pass, logged like any other (1I)."""
        hands, match, free = self.hands, self.match, self.rules.cheating
        order = self.round
        for at in range(start, len(order)):
            seat = order[at]
            hand = hands[seat]
            if hand & match or (free and hand and not self.strict):
                if not self.barred >> seat & 1:
                    self.at = at
                    self.seat = seat
                    return
            elif not hand:
                continue
            self.strict = False
            self.log.append((seat, PASS))
        self._end_round()

    def could_throw(self, seat: int) -> bool:
        """Whether this seat is asked in a throw round rather than passed by the server."""
        hand = self.hands[seat]
        return bool(hand if self.rules.cheating else hand & self.match) and not (
            self.barred >> seat & 1
        )

    def _end_round(self) -> None:
        if self.phase == "pre":
            if self.thrown:
                self._open_round("pre")
            else:
                self._ask_defender()
        elif self.phase == "add":
            self._end_bout(failed=False)
        elif self.thrown and self.rules.single_throws:
            self._open_round("after")
        else:
            self._end_bout(failed=True)

    def _after_throw(self) -> None:
        self.thrown = True
        if self.phase == "add":  # the first throw stops the round
            self._ask_defender()
        elif self.room() > 0:
            self.ask_throwers(self.at + 1)
        elif self.phase == "pre":
            self._ask_defender()
        else:
            self._end_bout(failed=True)

    def _pass(self, action: Action) -> None:
        if self.phase == "call":
            self._call(action)
        elif self.phase == "swap":
            self.private.add(len(self.log) - 1)
            self._ask_swap()
        else:
            self.strict = False
            self.ask_throwers(self.at + 1)

    # DEFEND and the end of a bout

    def _ask_defender(self) -> None:
        self.phase = "defend"
        self.seat = self.defender

    def _after_beat(self) -> None:
        if self.open:
            self._ask_defender()
        elif self.cap <= len(self.attacks) or not self.hands[self.defender]:
            self._end_bout(failed=False)
        else:
            self._open_round("add")

    def _take(self, _action: Action) -> None:
        self.strict = False
        rules = self.rules
        if rules.uncapped_after_take or (rules.capped_after_take and self.cap > len(self.attacks)):
            self._open_round("after")
        else:
            self._end_bout(failed=True)

    def _end_bout(self, *, failed: bool) -> None:
        rules = self.rules
        if failed:
            self.hands[self.defender] |= self.table
            self.known[self.defender] |= self.table
        else:
            self.discard |= self.table
        drew = bool(self.talon) and rules.drawing.refill(self, failed=failed)
        went = rules.drawing.talon_is_done(self) and rules.ending.eliminate(self)
        if went and (ended := rules.ending.after_bout(self, failed=failed)):
            self._finish(ended)
            return
        progress = not failed or drew or went or self.penalty_drawn
        self.idle_bouts = 0 if progress else self.idle_bouts + 1
        if self.idle_bouts and (stalled := rules.ending.by_stall(self)):
            self._finish(stalled)
            return
        self._next_roles(failed=failed)
        self._begin_bout()

    def _next_roles(self, *, failed: bool) -> None:
        """Rule 17; the direction falls back first (T11)."""
        if self.rules.dir_lasts_bout:
            self.dir = CLOCKWISE
        if failed or not self.active >> self.defender & 1:
            self.main = self.ring.next[self.dir][self.defender]
        else:
            self.main = self.defender

    def _finish(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self.phase = "over"
        self.seat = None


_THROW_PHASES: Final = frozenset(("pre", "add", "after"))

_LISTS: Final[dict[str, Callable[[Game], Sequence[Action]]]] = {
    "redeal": lambda _game: _REDEAL_ANSWERS,
    "swap": lambda _game: _SWAP_ANSWERS,
    "open": Game._list_openings,
    "pre": Game._list_throws,
    "add": Game._list_throws,
    "after": Game._list_throws,
    "defend": Game._list_defences,
    "call": Game._list_calls,
    "over": lambda _game: (),
}
_MOVES: Final[dict[str, Callable[[Game, Action], None]]] = {
    "redeal": Game._redeal,
    "swap": Game._swap,
    "attack": Game._attack,
    "throw": Game._throw,
    "beat": Game._beat,
    "transfer": Game._transfer,
    "show": Game._show,
    "take": Game._take,
    "pass": Game._pass,
    "call": Game._call,
}
_NEXT: Final[dict[str, Callable[[Game], None]]] = {
    "attack": Game._open_pre,
    "throw": Game._after_throw,
    "beat": Game._after_beat,
    "transfer": Game._open_pre,
    "show": Game._open_pre,
}
