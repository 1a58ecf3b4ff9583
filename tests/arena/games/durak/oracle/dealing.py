"""DEAL of RULES 1I: secret cards, hands, trump card; redeals; who attacks first."""

from arena.games.durak.options import DurakOptions
from tests.arena.games.durak.oracle.beating import in_class, strength, trump_of
from tests.arena.games.durak.oracle.cards import printed_suit
from tests.arena.games.durak.oracle.position import Position

MOST_REDEALS = 50  # O11
RED = {"H", "D"}


def uses_whole_pack(options: DurakOptions, players: int, pack_size: int) -> bool:
    """Rule 5."""
    return (
        players * (options.hand_size + options.secret) == pack_size
        and options.trump_card == "in_talon"
        and not options.change_trump
        and not options.trump_swap
    )


def cards_needed(options: DurakOptions, players: int, pack_size: int) -> int:
    """V1."""
    dealt = players * (options.hand_size + options.secret)
    if options.trump_mode == "none" or uses_whole_pack(options, players, pack_size):
        return dealt
    return dealt + 1 + options.change_trump


def deal(options: DurakOptions, players: int, order: list[str], dealer: int) -> Position:
    """One card at a time from the dealer's left (rule 3)."""
    position = Position(
        players=players,
        dealer=dealer,
        hands=[[] for _ in range(players)],
        secret=[[] for _ in range(players)],
        active=list(range(players)),
        known=[set() for _ in range(players)],
    )
    rest = list(order)
    from_left = [(dealer + step) % players for step in range(1, players + 1)]
    for _ in range(options.secret):
        for seat in from_left:
            position.secret[seat].append(rest.pop(0))
    last = ""
    for _ in range(options.hand_size):
        for seat in from_left:
            last = rest.pop(0)
            position.hands[seat].append(last)
    if options.trump_mode == "none":
        position.talon = rest
        return position
    if uses_whole_pack(options, players, len(order)):
        position.known[dealer].add(last)
        position.trump = trump_of(options, last)
        return position
    turned = rest.pop(0)
    position.trump = trump_of(options, turned)
    if options.trump_card == "out_of_play":
        position.aside = turned
    else:
        position.face_up = turned
    if options.change_trump:
        position.bottom = rest.pop(0)
    position.talon = rest
    return position


def five_of_a_suit(hand: list[str]) -> bool:
    suits = [printed_suit(card) for card in hand]
    return any(suits.count(suit) >= 5 for suit in suits)


def must_redeal(hand: list[str]) -> bool:
    """forced_s0."""
    reds = [printed_suit(card) in RED for card in hand]
    return five_of_a_suit(hand) or all(reds) or not any(reds)


def lowest_trump_holder(options: DurakOptions, position: Position) -> int:
    """Rule 7 with the ties of O2."""
    from_left = [(position.dealer + s) % position.players for s in range(1, position.players + 1)]
    ranking = {
        seat: sorted(
            strength(options, card, position.trump)
            for card in position.hands[seat]
            if in_class(card, position.trump)
        )
        for seat in from_left
    }
    best = from_left[0]
    for seat in from_left[1:]:
        if wins_tie_break(ranking[seat], ranking[best]):
            best = seat
    return best


def wins_tie_break(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> bool:
    """Card by card from the lowest; a seat with none left loses the tie."""
    for at, mine in enumerate(one):
        if at >= len(other):
            return True
        if mine != other[at]:
            return mine < other[at]
    return False


def first_attacker(options: DurakOptions, position: Position, rule: str) -> int:
    if rule == "lowest_trump" and options.trump_mode != "none":
        return lowest_trump_holder(options, position)
    return (position.dealer + 1) % position.players
