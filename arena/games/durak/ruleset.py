"""A rule set: options turned into parts, each with one job, chosen once."""

import re
from collections.abc import Sequence
from typing import Final

from arena.games.durak.actions import Action
from arena.games.durak.beating import Beating, beating_for
from arena.games.durak.conflicts import is_rated, profile_named
from arena.games.durak.dealing import Dealing
from arena.games.durak.drawing import Drawing
from arena.games.durak.ending import Ending
from arena.games.durak.explain import Section, explain
from arena.games.durak.game import Game
from arena.games.durak.listing import lists_for
from arena.games.durak.notation import CARD_WRITERS, notation
from arena.games.durak.notes import notes_for
from arena.games.durak.options import DurakOptions
from arena.games.durak.pack import pack_for
from arena.games.durak.playing import after_plays, moves_for, steps_for
from arena.games.durak.plays import NO_CAP, beats_for, openings_for, throws_for
from arena.games.durak.reading import ActionReader
from arena.games.durak.seating import Seating
from arena.games.durak.series import Series
from arena.games.durak.start import Start
from arena.games.durak.transfer import Transfers
from arena.games.durak.view import View
from arena.games.durak.view_reading import read_view
from arena.games.identity import RuleSetIdentity
from arena.games.shuffle import Seed, number_below, shuffled

MAX_GAMES: Final = 10**9  # in a series; only to catch slips
_MASK: Final = re.compile(r"[0-9a-f]{1,64}", re.ASCII)


class DurakRules(RuleSetIdentity[DurakOptions]):
    """The rules of a game, ready to deal.  Make one with `arena.games.rules`."""

    schema = 1

    # Slots because the state machine reads them at every step.
    __slots__ = (
        "_beatings", "after_attack", "after_beat", "after_show", "after_throw",
        "after_transfer", "attack_limit", "beats", "cap_by_hand",
        "capped_after_take", "cheating", "dealing", "drawing", "draws", "ending", "hides_trump",
        "list_defences", "list_openings", "list_throws", "moves", "name", "notes",
        "opener_draws_first", "openings", "options", "pack", "players", "rated", "reader",
        "resets_dir", "seating", "single_throws", "steps", "swaps", "throws", "transfers",
        "uncapped_after_take",
    )  # fmt: skip

    def __init__(self, name: str, options: DurakOptions, players: int) -> None:
        self.name = name
        self.options = options
        self.players = players
        self.rated = is_rated(options)
        self.pack = pack_for(options)
        # Only epaulettes (EP1) ask in which order several cards were laid.
        lowest = self.pack.lowest_faces if options.epaulettes == "tag" else 0
        self.seating = Seating(options, players)
        self.dealing = Dealing(options, players)
        self.openings = openings_for(options, self.pack)
        self.throws = throws_for(options, self.pack, lowest)
        self.beats = beats_for(self.pack)
        self.transfers = (
            None if options.transfer == "off" else Transfers(options, self.pack, lowest)
        )
        self.drawing = Drawing(options)
        self.ending = Ending(options, self.pack, self.seating.team_of)
        self.reader = ActionReader(
            packs=options.packs,
            choose_dir=options.transfer_dir == "choose",
            lowest_faces=lowest,
        )
        self.moves = moves_for(options)
        self.steps = steps_for(options)
        after = after_plays(options)
        self.after_attack, self.after_throw, self.after_beat = (
            after["attack"], after["throw"], after["beat"]
        )  # fmt: skip
        self.after_transfer, self.after_show = after["transfer"], after["show"]
        self.notes = notes_for(options)
        self._beatings: dict[int | None, Beating] = {}
        # What the state machine asks at every step.
        self.attack_limit = options.attack_limit or NO_CAP  # O5
        self.cap_by_hand = tuple(  # rule 11, O6
            min(self.attack_limit, held) if options.limit_by_defender_hand else self.attack_limit
            for held in range(options.deck * options.packs + 1)
        )
        self.single_throws = not options.throw_multi  # O15
        self.resets_dir = options.transfer_dir == "choose" and options.dir_lasts == "bout"  # O21
        self.opener_draws_first = options.draw_order == "opener_first"  # O25
        self.capped_after_take = options.after_take == "capped"  # O24
        self.uncapped_after_take = options.after_take == "uncapped"
        self.swaps = options.trump_swap  # O30
        self.hides_trump = options.change_trump  # O31
        self.draws = options.quicky == "off"  # O37: else the talon counts as empty
        self.cheating = options.cheating == "callable"  # O40
        lists = lists_for(self)
        self.list_openings = lists.openings
        self.list_throws = lists.throws
        self.list_defences = lists.defences

    @property
    def teams(self) -> tuple[int, ...]:
        """The team of each seat (1D)."""
        return self.seating.team_of

    # Games

    def deal(self, seed: Seed) -> Game:
        """The game of this seed; it is also game 0 of the series of this seed."""
        return self.deal_from(seed, self.first_start(seed))

    def first_start(self, seed: Seed) -> Start:
        """Rule 3 [R]: the first dealer is a seeded random seat."""
        dealer = number_below(seed, "game/0/dealer", self.players)
        return Start(dealer=dealer, first=self.options.first_attacker, cards=self.pack.cards)

    def deal_from(self, seed: Seed, start: Start) -> Game:
        """A game of a series, shuffled by (seed, number of the game)."""
        cards: Sequence[int] = self.pack.order
        if start.cards != self.pack.cards:  # a short pack of a quicky series (O37)
            cards = [card for card in cards if start.cards & card]
        made: dict[int, list[int]] = {}

        def orders(deal: int) -> Sequence[int]:
            if deal not in made:
                made[deal] = shuffled(seed, f"game/{start.number}/order/{deal}", cards)
            return made[deal]

        return Game(self, orders, start)

    def deal_stacked(self, orders: Sequence[Sequence[str]], dealer: int = 0) -> Game:
        """A game with given orders of the pack as card ids, the first dealt first.

        Later orders are for redeals; when there are no more, there is no redeal.
        """
        stacked = [self._read_order(order) for order in orders]
        if not stacked or not 0 <= dealer < self.players:
            raise ValueError("Give at least one order of the pack and a dealer at the table.")

        def order(deal: int) -> Sequence[int] | None:
            return stacked[deal] if deal < len(stacked) else None

        start = Start(dealer=dealer, first=self.options.first_attacker, cards=sum(stacked[0]))
        return Game(self, order, start)

    def _read_order(self, order: Sequence[str]) -> tuple[int, ...]:
        known = {self.pack.id(card.bit_length() - 1): card for card in self.pack.order}
        if (
            len(set(order)) < len(order)
            or not known.keys() >= set(order)
            or not self._can_start_with(len(order))
        ):
            raise ValueError(f"Name each of the {len(known)} cards of the pack once.")
        return tuple(known[name] for name in order)

    def _can_start_with(self, cards: int) -> bool:
        """The whole pack, or in a quicky series what is left of it (O37)."""
        short = self.options.quicky == "no_redraw_series" and self.dealing.fits(cards)
        return short or cards == self.pack.cards.bit_count()

    def start_from_json(self, data: object) -> Start:
        """Read what `Start.to_json` wrote; anything else is a `ValueError`."""
        if not isinstance(data, dict) or set(data) != {"number", "dealer", "first", "cards"}:
            raise ValueError("A start has a number, a dealer, a first attacker and cards.")
        number, dealer, first = data["number"], data["dealer"], data["first"]
        seats = range(self.players)
        if type(number) is not int or not 0 <= number <= MAX_GAMES:
            raise ValueError(f"The number of a game is a whole number from 0 to {MAX_GAMES}.")
        if type(dealer) is not int or dealer not in seats:
            raise ValueError(f"The dealer is a seat from 0 to {self.players - 1}.")
        if first not in ("lowest_trump", "dealer_left") and (
            type(first) is not int or first not in seats
        ):
            raise ValueError('The first attacker is a seat, "lowest_trump" or "dealer_left".')
        text = data["cards"]
        cards = int(text, 16) if isinstance(text, str) and _MASK.fullmatch(text) else 0
        if cards & ~self.pack.cards or not self._can_start_with(cards.bit_count()):
            raise ValueError("These cards are no pack of this rule set.")
        return Start(number=number, dealer=dealer, first=first, cards=cards)

    def series(self, seed: Seed) -> Series:
        """Consecutive games by O10, endless."""
        return Series(self, seed)

    def beating(self, turned: int | None) -> Beating:
        """The beating relation when this card fixes trump, worked out once."""
        found = self._beatings.get(turned)
        if found is None:
            trump = self.dealing.trump_of(turned)
            found = self._beatings[turned] = beating_for(self.options, self.pack, trump)
        return found

    # Text forms

    def action(self, data: object) -> Action:
        """Read an action in the form of 1H; `MalformedAction` says what to send instead."""
        return self.reader.read(data)

    def view_from_json(self, data: object) -> View:
        """Read what `View.to_json` wrote; anything else is a `ValueError`."""
        return read_view(self, data)

    def notation(self, action: Action) -> str:
        """The action in the short notation, with this rule set's names of the cards (O3)."""
        return notation(action, self.options.naming)

    def card_name(self, face: int) -> str:
        """A card in the short notation, with this rule set's names of the cards."""
        return CARD_WRITERS[self.options.naming](face, many=self.options.packs > 1)

    def explain(self) -> tuple[Section, ...]:
        """The rules in words that the site can translate."""
        return explain(self.options, self.players, profile_named(self.name))
