"""A rule set: the kernel's values and a number of seats, with the tables they lead to."""

from collections.abc import Sequence
from typing import Final

from arena.games.burako.actions import Action
from arena.games.burako.explain import explain
from arena.games.burako.game import Game
from arena.games.burako.match import Match
from arena.games.burako.profiles import PROFILES
from arena.games.burako.reading import read_action
from arena.games.burako.shapes import MeldTables
from arena.games.burako.table import SIDES, deal
from arena.games.burako.tiles import BY_ID, COUNT, FULL_PACK, PLACE_IN_PACK, TILE
from arena.games.burako.view import View
from arena.games.burako.view_reading import read_view
from arena.games.identity import RuleSetIdentity
from arena.games.shuffle import Seed, number_below, shuffled
from scoring.burako import BurakoRuleSet, OpeningPer
from scoring.burako.explain import Section

TAKES_PER_SEAT: Final = 2  # 2D.24


class BurakoRules(RuleSetIdentity[BurakoRuleSet]):
    """The rules of a hand and a match, ready to deal.  Make one with `arena.games.rules`."""

    schema = 1

    def __init__(self, name: str, options: BurakoRuleSet, players: int) -> None:
        self.name = name
        self.options = options
        self.players = players
        self.rated = PROFILES[name].rated
        values = options.tile_values
        twos = options.pierna_of_twos
        self.teams = tuple(seat % SIDES for seat in range(players))
        """The side of each seat: partners sit opposite (2A.2)."""
        self.tables = MeldTables(values, 0, pierna_of_twos=twos)
        self.opening_tables = MeldTables(values, options.opening_points, pierna_of_twos=twos)
        self.most_takes = TAKES_PER_SEAT * players
        """How often the pozo may be taken in a row before it is closed (2D.24)."""
        seats = range(players)
        by_side = options.opening_per is OpeningPer.SIDE
        self.opening_together = tuple(
            tuple(range(seat % SIDES, players, SIDES)) if by_side else (seat,) for seat in seats
        )
        """The seats for which a first melding of this seat counts (2B.13)."""
        self.discard_order = tuple(
            (values.by_kind[TILE[tile].kind], PLACE_IN_PACK[tile]) for tile in range(COUNT)
        )
        """2G, timeout: lowest face, then colour, number and copy."""

    # Hands and matches

    def deal(self, seed: Seed) -> Game:
        """The hand of this seed; it is also hand 0 of the match of this seed."""
        return self.deal_from(seed, 0)

    def deal_from(self, seed: Seed, number: int) -> Game:
        """Hand `number` of a match, shuffled by (seed, number); 2A.5: the start moves on."""
        if type(number) is not int or number < 0:
            raise ValueError("The hands of a match are numbered 0, 1, 2 and so on.")
        order = shuffled(seed, f"game/{number}/order/0", FULL_PACK)
        starter = (self.first_starter(seed) + number) % self.players
        return Game(self, deal(order, self.players), starter)

    def first_starter(self, seed: Seed) -> int:
        """2A.5: a seeded random seat."""
        return number_below(seed, "game/0/starter", self.players)

    def deal_stacked(self, order: Sequence[str], starter: int = 0) -> Game:
        """A hand with a given order of all tile ids, the first dealt first (see `table.deal`)."""
        if sorted(order) != sorted(BY_ID) or not 0 <= starter < self.players:
            raise ValueError(f"Name each of the {COUNT} tiles once, and a starter at the table.")
        return Game(self, deal([BY_ID[tile_id] for tile_id in order], self.players), starter)

    def match(self, seed: Seed) -> Match:
        """Hands to the target (2F)."""
        return Match(self, seed)

    def series(self, seed: Seed) -> Match:
        """The name under which all games of the arena offer consecutive games."""
        return self.match(seed)

    # Text forms

    def action(self, data: object) -> Action:
        """Read an action in the form of 2G; `MalformedAction` says what to send instead."""
        return read_action(data)

    def view_from_json(self, data: object) -> View:
        """Read what `View.to_json` wrote; anything else is a `ValueError`."""
        return read_view(self, data)

    def notation(self, action: Action) -> str:
        """The action in the short notation."""
        return str(action)

    def explain(self) -> tuple[Section, ...]:
        """The rules in words that the site can translate."""
        return explain(self.options, self.players)
