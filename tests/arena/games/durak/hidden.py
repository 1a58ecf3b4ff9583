"""Another truth that a viewer cannot tell from the real one, and the same game played in it.

The cards a viewer has not seen are dealt anew among the places they lie in: other hands, the
talon, secret cards.  Then every public entry of the log is played again.  Whatever this viewer
is shown must be the same at every step, for he could not have seen the difference.

Two things may differ, and both are only moments: whether somebody else is asked about a redeal
or a swap, or in a throw round, takes time, but must not change what is shown meanwhile.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from arena.games.durak.actions import Action
from arena.games.durak.game import Game
from arena.games.durak.ruleset import DurakRules
from arena.games.durak.view import View
from tests.arena.games.durak.oracle.cards import physical
from tests.arena.games.durak.oracle.dealing import must_redeal
from tests.arena.games.durak.random_play import RandomPlayer, pack_of, table

SILENT = ("redeal", "swap")
THROW_ROUNDS = ("pre", "add", "after")
Order = list[str]


@dataclass
class Watch:
    """What one viewer is shown during a game, and what everybody could read in the log."""

    seat: int | None
    answers: list[View] = field(default_factory=list)
    """Views while nobody is asked secretly; equal neighbours once."""
    waiting: dict[tuple[str, int, int, int], View] = field(default_factory=dict)
    """Views while others may be asked secretly, by what has happened since but for passes."""
    public: list[tuple[int, Action]] = field(default_factory=list)
    silent: list[Action] = field(default_factory=list)
    """The viewer's own answers about redeals and swaps."""

    def look(self, game: Game) -> None:
        view = game.view(self.seat)
        if self._is_waiting(view):
            mine = sum(seat == self.seat for seat, _ in view.log)
            plays = sum(action.kind != "pass" for _, action in view.log)
            key = (view.phase, len(self.answers), mine, plays)
            assert self.waiting.setdefault(key, view) == view, "waiting alone changed the view"
        elif not self.answers or self.answers[-1] != view:
            self.answers.append(view)

    @staticmethod
    def _is_waiting(view: View) -> bool:
        return view.to_act is None and view.phase in (*THROW_ROUNDS, "open")

    def apply(self, game: Game, action: Action) -> None:
        """Play and look; a declined redeal or swap is nobody else's business."""
        before = len(game.log)
        declined = game.phase in SILENT and action == game.default_action()
        if game.phase in SILENT and game.seat == self.seat:
            self.silent.append(action)
        game.apply(action)
        self.public += game.log[before + declined :]
        self.look(game)


def seen_by(game: Game, seat: int | None, orders: list[Order]) -> set[str]:
    """Cards that this viewer sees in the present position, worked out without any view.

    What lay on the table is in the log.
    """
    truth, options = game.reveal(), game.rules.options
    seen = {str(truth[name]) for name in ("trump_card", "face_up") if truth[name]}
    for _, action in game.log:
        seen |= {physical(card) for card in action.cards}
    if seat is not None:
        hands = truth["hands"]
        assert isinstance(hands, list)
        seen |= set(hands[seat])
    if options.change_trump and not truth["talon"]:  # CT1: shown to all when drawn
        dealt = game.rules.players * (options.hand_size + options.secret)
        seen.add(orders[game.redeals][dealt + 1])
    return seen


def stacked_orders(rules: DurakRules, rng: random.Random) -> list[Order]:
    """Orders for the first deal and two redeals; then there is no redeal."""
    pack = pack_of(rules)
    return [rng.sample(pack, len(pack)) for _ in range(3)]


def dealt_anew(orders: list[Order], deal: int, seen: set[str], rng: random.Random) -> list[Order]:
    """The order in use with the unseen cards changed among themselves."""
    hidden = [card for card in orders[deal] if card not in seen]
    rng.shuffle(hidden)
    others = iter(hidden)
    changed = [card if card in seen else next(others) for card in orders[deal]]
    return [*orders[:deal], changed, *orders[deal + 1 :]]


def starts_alike(rules: DurakRules, one: Order, other: Order, dealer: int) -> bool:
    """Whether the deal itself told nothing: a hand that forces a redeal or attacks first does.

    With one order there is no redeal, so these are the deals that were played.
    """
    real, unreal = (rules.deal_stacked([order], dealer) for order in (one, other))
    hands = unreal.reveal()["hands"]
    assert isinstance(hands, list)
    forced = rules.options.redeal == "forced_s0" and any(map(must_redeal, hands))
    return real.opener == unreal.opener and not forced


def retell(game: Game, watch: Watch, real: Watch) -> None:
    """Play the same in another truth; there is nothing that it could founder on."""
    public = real.public
    watch.look(game)
    while game.seat is not None:
        told = len(watch.public)
        entry = public[told] if told < len(public) else None
        if game.phase in SILENT and game.seat == watch.seat:
            if len(watch.silent) == len(real.silent):
                break
            watch.apply(game, real.silent[len(watch.silent)])
        elif game.phase in SILENT:
            mine = entry is not None and entry[0] == game.seat and entry[1] in game.legal()
            answer = entry[1] if entry is not None and mine else game.default_action()
            watch.apply(game, answer)
        elif entry is None:
            break
        else:
            assert game.seat == entry[0]
            watch.apply(game, entry[1])
        both = min(len(watch.public), len(public))
        assert watch.public[:both] == public[:both]


def two_truths(
    profile: str,
    players: int,
    viewer: int | None,
    rng: random.Random,
    watch_of: Callable[[int | None], Watch] = Watch,
) -> tuple[Watch, Watch] | None:
    """Play a while, deal the unseen cards anew, play the same: what the viewer saw both times.

    None if the deal itself told which of the two it was.
    """
    rule_set = table(profile, players)
    orders, dealer = stacked_orders(rule_set, rng), rng.randrange(players)
    game = rule_set.deal_stacked(orders, dealer)
    watch, seen = watch_of(viewer), seen_by(game, viewer, orders)
    watch.look(game)
    player, length = RandomPlayer(rng), rng.randrange(2, 120)
    while game.seat is not None:
        redeals = game.redeals
        watch.apply(game, player.choose(game.legal()))
        if game.redeals > redeals:
            seen = set()
        seen |= seen_by(game, viewer, orders)
        at_rest = game.phase in ("open", "defend") or game.seat == viewer
        if len(game.log) >= length and at_rest:
            break
    deal, again = game.redeals, watch_of(viewer)
    changed = dealt_anew(orders, deal, seen, rng)
    if not starts_alike(rule_set, orders[deal], changed[deal], dealer):
        return None
    retell(rule_set.deal_stacked(changed, dealer), again, watch)
    return watch, again
