"""Consecutive games: who deals and who attacks next, and a quicky series' pack (O10, O37)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from arena.games.durak.start import Start
from arena.games.shuffle import Seed

if TYPE_CHECKING:
    from arena.games.durak.game import Game
    from arena.games.durak.ruleset import DurakRules


class Series:
    """Deals one game after the other; each must be over before the next."""

    def __init__(self, rules: "DurakRules", seed: Seed) -> None:
        self.rules = rules
        self.seed = seed
        self.game: Game | None = None

    def next_game(self) -> "Game":
        """The first game, or the one that follows from how the last one ended."""
        if self.game is None:
            start = self.rules.first_start(self.seed)
        elif self.game.outcome is None:
            raise ValueError("Play the present game to its end before dealing the next one.")
        else:
            start = next_start(self.game)
        self.game = self.rules.deal_from(self.seed, start)
        return self.game

    def __iter__(self) -> Iterator["Game"]:
        while True:
            yield self.next_game()


def next_start(game: "Game") -> Start:
    """O10 after a finished game."""
    rules = game.rules
    left_of_dealer = (game.dealer + 1) % rules.players
    durak = durak_of(game)
    cards = next_pack(game)
    number = game.start.number + 1
    if durak is None:  # a draw, or a shared loss: the deal passes left
        return Start(
            dealer=left_of_dealer, first=rules.options.first_attacker, cards=cards, number=number
        )
    dealer, first = left_of_dealer, lowest_trump(rules)
    match rules.options.next_game:
        case "durak_deals_left_attacks" | "durak_deals_and_defends":
            dealer, first = durak, (durak + 1) % rules.players
        case "durak_attacked_first":
            first = (durak - 1) % rules.players  # his right neighbour attacks him
        case "first_out_deals_lowest_trump":
            dealer = game.out[0] if game.out else left_of_dealer
        case "lowest_trump_again":
            pass
    return Start(dealer=dealer, first=first, cards=cards, number=number)


def lowest_trump(rules: "DurakRules") -> Literal["lowest_trump", "dealer_left"] | int:
    """Without trumps the dealer's left attacks instead (O10)."""
    return "dealer_left" if rules.options.trump_mode == "none" else "lowest_trump"


def durak_of(game: "Game") -> int | None:
    """The one seat that lost; of a losing team the seat O10 names; None after a shared loss."""
    ended = game.outcome
    assert ended is not None
    teams = {ended.teams[seat] for seat in ended.losers}
    if not ended.losers or (ended.reason == "stalled" and len(teams) > 1):
        return None
    if game.defender in ended.losers:
        return game.defender
    around = game.ring.around(game.opener, game.dir)
    active = [seat for seat in (*around, game.opener) if game.active >> seat & 1]
    return next((seat for seat in active if seat in ended.losers), ended.losers[0])


def next_pack(game: "Game") -> int:
    """O37: what was played stays out; too few cards: the full pack."""
    rules = game.rules
    if rules.options.quicky != "no_redraw_series":
        return rules.pack.cards
    assert game.outcome is not None
    cards = sum(game.talon)
    for seat in game.outcome.losers:
        cards |= game.hands[seat] | game.secrets[seat]
    return cards if rules.dealing.fits(cards.bit_count()) else rules.pack.cards
