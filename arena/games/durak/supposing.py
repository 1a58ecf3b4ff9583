"""A playable game in the position that a view shows, with supposed cards where it shows none.

This is what a bot needs that wants to look ahead: it imagines who holds what, in agreement with
all it has seen, and plays the imagined game on.  Everything else about the position stands in the
view, or follows from its log.

Two things cannot be known and are made up: the log of the supposed game is the viewer's, so the
refusals that others kept to themselves (1I) are missing from it; and a redeal deals any shuffle.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from arena.games.durak.cards import CARD_BIT, ONE_PACK, RANK_FACES, RANK_OF, read_face
from arena.games.durak.game import Game
from arena.games.durak.listing import REDEAL_ANSWERS, SWAP_ANSWERS, List
from arena.games.durak.plays import NO_CAP
from arena.games.durak.start import Start
from arena.games.durak.view import THROW_PHASES
from arena.games.shuffle import shuffled

if TYPE_CHECKING:
    from arena.games.durak.dealing import Orders
    from arena.games.durak.ruleset import DurakRules
    from arena.games.durak.view import View


class CannotSuppose(ValueError):  # noqa: N818 - reads as what it says, like the other errors
    """There is no such game: the supposed cards disagree with the view, or it cannot be read."""


def suppose(
    rules: "DurakRules",
    view: "View",
    hands: Sequence[Sequence[str]],
    talon: Sequence[str],
    secrets: Sequence[Sequence[str]] = (),
) -> Game:
    """The game in which the seats hold `hands`, and `talon` is drawn in this order.

    `secrets` are the face-down cards of each seat (O38).  The view must be that of the seat that
    is asked; with cheating (O40) what may still be called out is not in it, so that is refused.
    """
    _check_view(rules, view)
    game = object.__new__(Game)
    game.rules = rules
    _place_cards(game, view, hands, talon, secrets)
    _seat_players(game, view)
    _lay_table(game, view)
    _remember(game, view, talon)
    _ask(game, view)
    return game


def _check_view(rules: "DurakRules", view: "View") -> None:
    if rules.cheating:
        raise CannotSuppose(
            "Games with cheating cannot be supposed: a view does not tell which play may still "
            "be called out."
        )
    if view.seat is None or view.to_act != view.seat:
        raise CannotSuppose("Give the view of the seat that is to act: others do not see it all.")
    if len(view.hand_counts) != rules.players:
        raise CannotSuppose(f"These rules are for {rules.players} players, the view is not.")


# Cards


def _place_cards(
    game: Game,
    view: "View",
    hands: Sequence[Sequence[str]],
    talon: Sequence[str],
    secrets: Sequence[Sequence[str]],
) -> None:
    read = _reader(game.rules)
    game.hands = [read(hand) for hand in hands]
    game.secrets = [read(cards) for cards in secrets] or [0] * game.rules.players
    game.known = [read(cards) for cards in view.known]
    game.talon = [read((card,)) for card in reversed(talon)]
    game.turned = 0 if view.face_up is None else read((view.face_up,))
    game.set_trump(None if view.trump_card is None else read((view.trump_card,)))
    game.new_trump = None  # CT1: it is trump before anybody is asked again
    laid = [card for lying in view.table for card in (lying.card, lying.beaten_by) if card]
    game.table = read(laid)
    game.discard = _discarded(game, view)
    _check_cards(game, view, len(laid))


_FACES: Final[dict[tuple[str, int], int]] = {}
"""Faces by id and number of packs: a search reads the same few again and again."""


def _face(card: str, packs: int) -> int:
    found = _FACES.get((card, packs))
    if found is None:
        found = read_face(card, packs)
        if found is None:
            raise CannotSuppose(f"“{card}” is no card of this pack.")
        _FACES[card, packs] = found
    return found


def _reader(rules: "DurakRules") -> Callable[[Sequence[str]], int]:
    """From ids to a mask of physical cards."""
    packs, pack = rules.pack.packs, rules.pack.cards

    def read(cards: Sequence[str]) -> int:
        mask = 0
        for card in cards:
            bit = CARD_BIT[_face(card, packs)]
            if not bit & pack or bit & mask:
                raise CannotSuppose(f"“{card}” is no card of this pack, or named twice.")
            mask |= bit
        return mask

    return read


def _discarded(game: Game, view: "View") -> int:
    """Every card that left the game was played before: what was, and lies nowhere else."""
    played = 0
    for _, action in view.log:
        played |= action.bits
    return played & ~_together(_places(game))


def _places(game: Game) -> list[int]:
    """Where cards are that have not been discarded."""
    places = [*game.hands, *game.secrets, *game.talon, game.table]
    if game.rules.dealing.out_of_play and game.trump_card is not None:  # O7
        places.append(1 << game.trump_card)
    return places


def _together(masks: Sequence[int]) -> int:
    together = 0
    for mask in masks:
        together |= mask
    return together


def _check_cards(game: Game, view: "View", laid: int) -> None:
    """Counts first, so that with no card in two places none can be missing."""
    counts = tuple(hand.bit_count() for hand in game.hands)
    secret = tuple(cards.bit_count() for cards in game.secrets)
    if counts != view.hand_counts or secret != view.secret_counts or len(game.talon) != view.talon:
        raise CannotSuppose(
            f"The view has hands of {view.hand_counts}, secret cards {view.secret_counts} and "
            f"{view.talon} in the talon; not {counts}, {secret} and {len(game.talon)}."
        )
    places = _places(game)
    if _together(places).bit_count() != sum(mask.bit_count() for mask in places):
        raise CannotSuppose("A card can be in one place only.")
    if game.discard.bit_count() != view.discard or game.table.bit_count() != laid:
        raise CannotSuppose("A card that has been discarded is in nobody's hand any more.")
    assert view.seat is not None
    if _reader(game.rules)(view.hand or ()) != game.hands[view.seat]:
        raise CannotSuppose("The viewer's own hand is known; suppose only the others'.")
    if any(known & ~hand for known, hand in zip(game.known, game.hands, strict=True)):
        raise CannotSuppose("Everybody has seen some cards go to a hand; leave them there.")
    below = 1 if game.rules.hides_trump else 0  # O31
    if game.turned and game.talon[below] != game.turned:
        raise CannotSuppose("The card that lies face up is drawn where it lies.")


# Seats and table


def _seat_players(game: Game, view: "View") -> None:
    rules = game.rules
    game.dealer, game.dir = view.dealer, "LR".index(view.direction)
    game.active = sum(1 << seat for seat in view.active)
    game.ring = rules.seating.ring(game.active)
    game.out = list(view.out)
    game.opener, game.main, game.defender = view.opener, view.main, view.defender
    _, game.round, _ = game.ring.roles[game.dir][game.main]
    first = game.opener if rules.opener_draws_first else game.main  # O25
    game.drawers = game.ring.draw_order(first, game.defender, game.dir)


def _lay_table(game: Game, view: "View") -> None:
    rules = game.rules
    packs = rules.pack.packs
    table = view.table
    game.cap = NO_CAP if view.cap is None else view.cap
    game.attacks = tuple(_face(lying.card, packs) for lying in table)
    game.owners = tuple(lying.seat for lying in table)
    game.defences = {
        number: _face(lying.beaten_by, packs)
        for number, lying in enumerate(table)
        if lying.beaten_by is not None
    }
    game.open = tuple(n for n in range(len(table)) if n not in game.defences)
    game.match = 0
    for face in (*game.attacks, *game.defences.values()):
        game.match |= RANK_FACES[RANK_OF[face]]
    if packs == 1:
        game.match &= ONE_PACK
    game.shown = _reader(rules)(view.shown)
    game.tickets = list(view.tickets)
    game.barred = sum(1 << seat for seat in view.barred)
    game.failed = view.phase == "after"
    game.level = _was_level(game)
    game.must_take = game.penalty_drawn = game.strict = False


def _was_level(game: Game) -> bool:
    """O23: whether the two that are left began the bout with equally many cards.

    Whoever beats cards is the defender still: nothing is passed on after a beat (T1).
    """
    if game.rules.options.transfer_two_left != "equal_hands" or game.ring.size != 2:
        return False
    one, other = (
        game.hands[seat].bit_count()
        + game.owners.count(seat)
        + (len(game.defences) if seat == game.defender else 0)
        for seat in game.ring.seats
    )
    return one == other


# What has been said, and the question


def _remember(game: Game, view: "View", talon: Sequence[str]) -> None:
    game.log = list(view.log)
    game.private = set()
    game.redeals, game.idle_bouts, game.outcome = view.redeals, view.idle_bouts, None
    game.play = None
    cards = _together([*_places(game), game.discard])
    game.start = Start(dealer=view.dealer, first=view.opener, cards=cards)
    game.orders = _reshuffles(game.rules, cards, " ".join(talon))


def _reshuffles(rules: "DurakRules", cards: int, seed: str) -> "Orders":
    """Nobody can know what a redeal would bring: one shuffle or another."""

    def order(deal: int) -> Sequence[int]:
        in_play = [card for card in rules.pack.order if card & cards]
        return shuffled(seed, f"supposed/{deal}", in_play)

    return order


def _ask(game: Game, view: "View") -> None:
    """Ask the viewer what he is asked; those that come after him follow from their hands."""
    seat = view.seat
    assert seat is not None
    game.phase, game.seat = view.phase, seat
    game.at, game.thrown, game.asking = 0, False, []
    if view.phase in THROW_PHASES:
        game.at = game.round.index(seat)
        game.thrown = _thrown_before(game)
    elif view.phase == "redeal":
        game.asking = _after(game.rules.dealing.may_demand(game.hands, game.dealer), seat)
    elif view.phase == "swap":
        order = (game.main, *game.ring.around(game.main, game.dir))
        game.asking = _after([other for other in order if game.can_swap(other)], seat)
    game.listed = _LISTED[view.phase](game)


def _after(seats: Sequence[int], seat: int) -> list[int]:
    return list(seats[seats.index(seat) + 1 :])


def _thrown_before(game: Game) -> bool:
    """Whether somebody before the seat asked threw in during the present round.

    Whoever holds cards answers once in every round, in order; a swap is no answer.
    """
    for earlier, action in reversed(game.log):
        if action.kind == "swap":
            continue
        if action.kind not in {"throw", "pass"} or game.round.index(earlier) >= game.at:
            return False
        if action.kind == "throw":
            return True
    return False


_LISTED: Final[Mapping[str, List]] = {
    "redeal": lambda _: REDEAL_ANSWERS,
    "swap": lambda _: SWAP_ANSWERS,
    "open": lambda game: game.rules.list_openings(game),
    "defend": lambda game: game.rules.list_defences(game),
    **dict.fromkeys(THROW_PHASES, lambda game: game.rules.list_throws(game)),
}
