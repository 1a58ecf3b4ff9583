"""The one home of Durak strategies: valid rule sets, pack orders and ways to play.

The rule sets are drawn by one function over a "choose one of these", so that Hypothesis and
the long soak with a plain random generator draw from the same space.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from hypothesis import strategies as st

from arena.games.durak.options import DurakOptions
from arena.games.durak.profiles import PROFILES
from tests.arena.games.durak.oracle.cards import full_pack
from tests.arena.games.durak.oracle.dealing import MOST_REDEALS, cards_needed

T = TypeVar("T")
Action = dict[str, Any]

SUITS_LOW_FIRST = ("D", "C", "H", "S")
BOTH = (False, True)


class Choose:
    """Draws one of several values; the first is the plain one Hypothesis shrinks to."""

    def __init__(self, one_of: Callable[[Sequence[Any]], Any]) -> None:
        self._one_of = one_of

    def __call__(self, values: Sequence[T]) -> T:
        chosen: T = self._one_of(values)
        return chosen

    def sometimes(self, plain: T, others: Sequence[T], *, allowed: bool = True) -> T:
        """Plain twice out of three times, so that a rule set mixes a handful of oddities."""
        if not allowed or self((True, True, False)):
            return plain
        return self(others)


@dataclass(frozen=True)
class RuleSet:
    """Options that differ from a bare game, and how many play."""

    players: int
    changes: Mapping[str, Any]

    @property
    def options(self) -> DurakOptions:
        return DurakOptions(**self.changes)

    def __repr__(self) -> str:
        return f"RuleSet(players={self.players}, changes={dict(self.changes)!r})"


def draw_rule_set(choose: Choose) -> RuleSet:
    """A valid combination of all 41 options (the conflicts of RULES 1B and 1C)."""
    players = choose((2, 3, 4, 2, 3, 5, 6, 7, 8))
    found: dict[str, Any] = {}
    _draw_trump(choose, found, players)
    _draw_cards(choose, found, players)
    _draw_throwing(choose, found)
    _draw_transfer(choose, found)
    _draw_ending(choose, found, players)
    _draw_beating(choose, found)
    bare = DurakOptions()
    return RuleSet(players, {k: v for k, v in found.items() if v != getattr(bare, k)})


def _draw_trump(choose: Choose, found: dict[str, Any], players: int) -> None:
    mode = choose.sometimes("suit", ("none",))
    found["trump_mode"] = mode
    trumps = mode == "suit"
    found["quicky"] = choose.sometimes("off", ("no_redraw", "no_redraw_series"))
    lasting = trumps and found["quicky"] == "off"
    found["trump_card"] = choose.sometimes("in_talon", ("out_of_play",), allowed=lasting)
    lasting = lasting and found["trump_card"] == "in_talon"
    found["trump_swap"] = choose.sometimes(False, (True,), allowed=lasting)
    found["change_trump"] = choose.sometimes(False, (True,), allowed=lasting)
    found["number_trump"] = choose.sometimes("off", ("number_high", "suit_high"), allowed=trumps)
    if found["number_trump"] != "off":
        rest, order = list(SUITS_LOW_FIRST), []
        while rest:
            order.append(choose(rest))
            rest.remove(order[-1])
        found["suit_order"] = tuple(order)
    found["first_attacker"] = choose(("lowest_trump", "dealer_left")) if trumps else "dealer_left"
    following = [
        "lowest_trump_again",
        "durak_deals_left_attacks",
        "durak_attacked_first",
        "first_out_deals_lowest_trump",
    ]
    found["next_game"] = choose(following + (["durak_deals_and_defends"] if players == 2 else []))
    found["redeal"] = choose.sometimes("off", ("forced_s0", "demand_s2"))


def _draw_cards(choose: Choose, found: dict[str, Any], players: int) -> None:
    """V1: the pack must last for the deal."""
    found["secret"] = choose.sometimes(0, (2,))
    fitting = [
        (deck, packs, hand)
        for deck in (36, 24, 48, 52)
        for packs in (1, 2, 3)
        for hand in (6, 5, 9, 1, 2, 3, 4, 8, 12)
        if _enough(found, players, deck, packs, hand)
    ]
    plain = [entry for entry in fitting if entry[1] == 1 and entry[2] in (5, 6, 9)]
    deck, packs, hand = choose.sometimes(plain[0] if plain else fitting[0], plain or fitting)
    deck, packs, hand = choose.sometimes((deck, packs, hand), fitting)
    found |= {"deck": deck, "packs": packs, "hand_size": hand}
    found["naming"] = "spanish" if deck == 48 else "french"
    if deck == 36:
        found["naming"] = choose.sometimes("french", ("spanish",))
    found["attack_limit"] = choose.sometimes(6, (0, 1, 2, 3, 5, 9))
    found["limit_by_defender_hand"] = choose.sometimes(True, (False,))


def _enough(found: Mapping[str, Any], players: int, deck: int, packs: int, hand: int) -> bool:
    kept = ("trump_mode", "trump_card", "change_trump", "trump_swap", "secret")
    options = DurakOptions(hand_size=hand, **{name: found[name] for name in kept})
    return cards_needed(options, players, deck * packs) <= deck * packs


def _draw_throwing(choose: Choose, found: dict[str, Any]) -> None:
    found["throw_in"] = choose(("all", "neighbours", "attacker_only"))
    found["opening_multi"] = choose(BOTH)
    found["pre_defence_window"] = choose(BOTH)
    found["throw_multi"] = choose((True, False))
    found["after_take"] = choose(("capped", "none", "uncapped"))


def _draw_transfer(choose: Choose, found: dict[str, Any]) -> None:
    kinds = ["off", "play"] + (["play_or_show"] if found["trump_mode"] == "suit" else [])
    found["transfer"] = choose(kinds)
    # O17 to O23 have values even where nothing can be transferred.
    found["transfer_multi"] = choose((True, False))
    found["transfer_count"] = choose.sometimes(
        "any", ("equal", "at_least"), allowed=found["transfer_multi"]
    )
    limits = ["per_bout", "per_game"] + (["none"] if found["packs"] == 1 else [])
    found["show_limit"] = choose(limits)
    found["transfer_dir"] = choose(("left", "choose"))
    if found["transfer_dir"] == "choose":
        found["dir_lasts"] = choose(("bout", "game"))
    if found["transfer"] != "play_or_show":
        found["transfer_trump"] = choose.sometimes("allowed", ("forbidden",))
    found["transfer_two_left"] = choose(("always", "equal_hands", "never"))


def _draw_ending(choose: Choose, found: dict[str, Any], players: int) -> None:
    orders = ["opener_first", "main_first"] + (["loser_first"] if players == 2 else [])
    found["draw_order"] = choose(orders)
    if players == 2:
        found["last_card_win"] = choose(("bout_end", "immediate"))
    found["teams"] = choose(
        {4: ("none", "2v2"), 6: ("none", "2v2v2", "3v3")}.get(players, ("none",))
    )
    if found["teams"] != "none":
        found["team_end"] = choose(("last_team_holding", "first_out_wins"))
    found["epaulettes"] = choose(("tag", "off"))
    found["stall_limit"] = choose.sometimes(None, (1, 3, 10))


def _draw_beating(choose: Choose, found: dict[str, Any]) -> None:
    found["club_rule"] = choose.sometimes(False, (True,))
    found["low_beats_high"] = choose.sometimes(False, (True,))
    if not choose((True, True, True, False)):
        found["suit_matrix"] = tuple(
            tuple(choose((False, False, True)) for _ in range(4)) for _ in range(4)
        )
    found["weli"] = choose.sometimes("off", ("all_sixes", "bells_six"), allowed=found["deck"] != 24)
    # A rare guest: every play is followed by a round of questions.
    found["cheating"] = "off" if choose((True,) * 5 + (False,)) else "callable"


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """Valid rule sets, as broad as the options allow."""
    return draw_rule_set(Choose(lambda values: draw(st.sampled_from(list(values)))))


def random_rule_set(rng: random.Random) -> RuleSet:
    return draw_rule_set(Choose(rng.choice))


def profile_tables() -> list[tuple[str, int]]:
    """Every profile at every player count."""
    return [(name, players) for name, profile in PROFILES.items() for players in profile.players]


def shuffled(rng: random.Random, cards: Sequence[str]) -> list[str]:
    return rng.sample(list(cards), len(cards))


def pack_orders(options: DurakOptions, rng: random.Random) -> list[list[str]]:
    """As many orders as the deal can ask for (O11)."""
    deals = 1 if options.redeal == "off" else MOST_REDEALS + 1
    pack = full_pack(options.deck, options.packs)
    return [shuffled(rng, pack) for _ in range(deals)]


class RandomPlayer:
    """Picks a kind of action first, then one of that kind, so that passes stay common.

    Each game has its own temper: some hardly ever take or pass, so that games get short and
    bouts long; some do so often, so that hands grow and games stall.
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._reluctance = rng.choice((1.0, 1.0, 0.3, 0.05))

    def choose(self, legal: Sequence[Action]) -> Action:
        kinds = sorted({action["a"] for action in legal})
        weights = [self._reluctance if kind in ("take", "pass") else 1.0 for kind in kinds]
        kind = self._rng.choices(kinds, weights)[0]
        return self._rng.choice([action for action in legal if action["a"] == kind])
