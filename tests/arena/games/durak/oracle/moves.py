"""Every legal action of one decision, listed by brute force.

`honest` lists what the rules allow; with cheating (CH1) `cheats` lists the own cards a player
may also lay although they do not fit: ownership, turn, counts and caps stay enforced.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations, product

from arena.games.durak.options import DurakOptions
from tests.arena.games.durak.oracle.beating import beats, in_class
from tests.arena.games.durak.oracle.cards import SUITS, printed_suit, rank
from tests.arena.games.durak.oracle.position import CLOCKWISE, COUNTER, NO_CAP, Position
from tests.arena.games.durak.oracle.questions import PASS, TAKE, Action
from tests.arena.games.durak.oracle.seating import next_opponent

MOST_SETS = 2_000
SIDES = {"L": CLOCKWISE, "R": COUNTER}  # T11


def namings(options: DurakOptions, card: str) -> list[str]:
    """O39: a six may name any suit; its own suit needs no name."""
    is_weli = rank(card) == "6" and (
        options.weli == "all_sixes" or (options.weli == "bells_six" and printed_suit(card) == "D")
    )
    if not is_weli:
        return [card]
    return [card] + [f"{card}@{name}" for name in SUITS if name != printed_suit(card)]


class TooWide(Exception):  # noqa: N818 - a bound of this slow oracle, not a fault
    """More sets of cards than brute force cares to list; the game is left there."""


def count_sets(options: DurakOptions, cards: Iterable[str], most: int) -> int:
    """How many `sets_of` would list: one more card at a time."""
    by_size = [1]
    for card in cards:
        ways = len(namings(options, card))
        longer = [0, *(ways * count for count in by_size)]
        by_size = [a + b for a, b in zip([*by_size, 0], longer, strict=True)]
    return sum(by_size[1 : most + 1])


def sets_of(options: DurakOptions, cards: Iterable[str], most: int) -> Iterator[tuple[str, ...]]:
    """Every set of one to `most` of these cards, in every naming."""
    held = sorted(cards)
    if count_sets(options, held, most) > MOST_SETS:
        raise TooWide
    for size in range(1, min(most, len(held)) + 1):
        for chosen in combinations(held, size):
            yield from product(*(namings(options, card) for card in chosen))


def limit(options: DurakOptions) -> int:
    return options.attack_limit or NO_CAP


def cap_for(options: DurakOptions, position: Position, defender: int) -> int:
    """Rule 11, from what the defender holds at this moment."""
    if not options.limit_by_defender_hand:
        return limit(options)
    return min(limit(options), len(position.hands[defender]))


def attacks(options: DurakOptions, position: Position, seat: int) -> list[Action]:
    """Rule 9 and O13."""
    most = position.cap if options.opening_multi else 1
    hand = position.hands[seat]
    return [
        {"a": "attack", "cards": list(cards)}
        for one_rank in sorted({rank(card) for card in hand})
        for cards in sets_of(options, [c for c in hand if rank(c) == one_rank], most)
    ]


def room_for_throws(options: DurakOptions, position: Position) -> int:
    """How many more attack cards the bout may have (rule 11, O24)."""
    if position.taking and options.after_take == "uncapped":
        return NO_CAP
    return max(0, position.cap - len(position.table))


def throws(
    options: DurakOptions, position: Position, seat: int, *, any_rank: bool = False
) -> list[Action]:
    """Rule 10 and O15, without the pass."""
    if seat in position.barred:
        return []
    room = room_for_throws(options, position)
    ranks = {rank(card) for card in position.table_cards()}
    fitting = [card for card in position.hands[seat] if any_rank or rank(card) in ranks]
    most = room if options.throw_multi else min(room, 1)
    return [{"a": "throw", "cards": list(cards)} for cards in sets_of(options, fitting, most)]


def beatings(options: DurakOptions, position: Position, *, any_card: bool = False) -> list[Action]:
    found: list[Action] = []
    for target in position.open_targets():
        for card in sorted(position.hands[position.defender]):
            found += [
                {"a": "beat", "target": target, "card": played}
                for played in namings(options, card)
                if any_card or beats(options, position.trump, played, position.table[target].card)
            ]
    return found


def transfer_rank(position: Position) -> str:
    """T1: all attack cards have one rank, or a cheat stands: then S2's "first attack card"."""
    return rank(position.table[0].card)


def may_transfer_now(options: DurakOptions, position: Position) -> bool:
    """T1, O16, O22 (cards on the table) and O23."""
    if options.transfer == "off" or position.table_cards() != [x.card for x in position.table]:
        return False
    if options.transfer_trump == "forbidden" and any(
        in_class(laid.card, position.trump) for laid in position.table
    ):
        return False
    if len(position.active) == 2:
        if options.transfer_two_left == "never":
            return False
        if options.transfer_two_left == "equal_hands":
            return len({position.hands_at_start[seat] for seat in position.active}) == 1
    return True


def sides(options: DurakOptions, position: Position) -> list[tuple[dict[str, str], int]]:
    """What the action says of the side (O20), and the target on that side (T3)."""
    if options.transfer_dir == "left":
        choices: list[tuple[dict[str, str], int]] = [({}, CLOCKWISE)]
    else:
        choices = [({"dir": letter}, side) for letter, side in SIDES.items()]
    return [
        (said, next_opponent(options, position, position.defender, side)) for said, side in choices
    ]


def fits_target(options: DurakOptions, position: Position, target: int, added: int) -> bool:
    """T4, also with O6 false."""
    after = len(position.table) + added
    return after <= min(limit(options), len(position.hands[target]))


def right_count(options: DurakOptions, position: Position, count: int) -> bool:
    """O17 and O18; a shown ticket counts as one card."""
    if count > 1 and not options.transfer_multi:
        return False
    if options.transfer_count == "equal":
        return count == len(position.table)
    if options.transfer_count == "at_least":
        return count >= len(position.table)
    return True


def transfers(options: DurakOptions, position: Position, *, any_rank: bool = False) -> list[Action]:
    """T1 to T4."""
    if not may_transfer_now(options, position):
        return []
    wanted = transfer_rank(position)
    hand = position.hands[position.defender]
    usable = [card for card in hand if any_rank or rank(card) == wanted]
    found: list[Action] = []
    for said, target in sides(options, position):
        room = min(limit(options), len(position.hands[target])) - len(position.table)
        for cards in sets_of(options, usable, room):
            if options.transfer_trump == "forbidden" and any(
                in_class(card, position.trump) for card in cards
            ):
                continue
            if right_count(options, position, len(cards)):
                found.append({"a": "transfer", "cards": list(cards), **said})
    return found


def shows(options: DurakOptions, position: Position) -> list[Action]:
    """T5, T9 and O19."""
    if options.transfer != "play_or_show" or not may_transfer_now(options, position):
        return []
    seat = position.defender
    used = {
        "per_bout": position.shows_in_bout.get(seat, 0),
        "per_game": position.shows_in_game.get(seat, 0),
        "none": 0,
    }[options.show_limit]
    if used or not right_count(options, position, 1):
        return []
    wanted = transfer_rank(position)
    tickets = [
        card
        for card in sorted(position.hands[seat])
        if rank(card) == wanted
        and in_class(card, position.trump)
        and card not in position.shown_in_bout
    ]
    return [
        {"a": "show", "card": card, **said}
        for said, target in sides(options, position)
        if fits_target(options, position, target, 0)
        for card in tickets
    ]


def defences(options: DurakOptions, position: Position) -> list[Action]:
    """Rule 13; with an empty hand, or caught by CH3, taking is all that is left."""
    if position.must_take or not position.hands[position.defender]:
        return [TAKE]
    return [
        *beatings(options, position),
        *transfers(options, position),
        *shows(options, position),
        TAKE,
    ]


def honest(options: DurakOptions, position: Position, seat: int, phase: str) -> list[Action]:
    if phase == "open":
        return attacks(options, position, seat)
    if phase == "defend":
        return defences(options, position)
    return [*throws(options, position, seat), PASS]


def cheats(options: DurakOptions, position: Position, seat: int, phase: str) -> list[Action]:
    """CH1: own cards that need not fit; any card opens a bout honestly."""
    if phase == "open":
        return []
    if phase == "defend":
        if position.must_take:
            return []
        return [
            *beatings(options, position, any_card=True),
            *transfers(options, position, any_rank=True),
        ]
    return throws(options, position, seat, any_rank=True)
