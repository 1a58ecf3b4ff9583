"""From one game to the next: O10 and the shrinking pack of a quicky series (O37)."""

from dataclasses import dataclass

from arena.games.durak.options import DurakOptions
from tests.arena.games.durak.oracle.cards import full_pack
from tests.arena.games.durak.oracle.dealing import cards_needed
from tests.arena.games.durak.oracle.ending import Ending
from tests.arena.games.durak.oracle.position import Position


@dataclass(frozen=True)
class NextGame:
    dealer: int
    opener: int | None  # None: by the trumps in hand, or the dealer's left
    rule: str  # "lowest_trump" or "dealer_left", where the opener is None
    pack: frozenset[str]


def durak_of(options: DurakOptions, position: Position, ending: Ending) -> int | None:
    """The one durak; None after a drawn game or a shared loss."""
    if not ending.losers or ending.shared:
        return None
    if options.teams == "none":
        return ending.losers[0]
    if ending.last_defender in ending.losers:
        return ending.last_defender
    n = position.players
    left = [(ending.last_opener + ending.direction * step) % n for step in range(1, n + 1)]
    return next(s for s in left if s in ending.losers and s in ending.still_active)


def next_pack(options: DurakOptions, position: Position, ending: Ending) -> frozenset[str]:
    everything = full_pack(options.deck, options.packs)
    if options.quicky != "no_redraw_series":
        return frozenset(everything)
    left = list(position.talon) + ([position.face_up] if position.face_up else [])
    for seat in ending.losers:
        left += position.hands[seat] + position.secret[seat]
    if len(left) < cards_needed(options, position.players, len(left)):
        return frozenset(everything)
    return frozenset(left)


def next_game(options: DurakOptions, position: Position, ending: Ending) -> NextGame:
    n = position.players
    passed_left = (position.dealer + 1) % n
    pack = next_pack(options, position, ending)
    durak = durak_of(options, position, ending)
    if durak is None:
        return NextGame(passed_left, None, options.first_attacker, pack)
    how = options.next_game
    if how == "durak_deals_left_attacks":
        return NextGame(durak, (durak + 1) % n, "", pack)
    if how == "durak_deals_and_defends":
        return NextGame(durak, (durak + 1) % n, "", pack)
    if how == "durak_attacked_first":
        return NextGame(passed_left, (durak - 1) % n, "", pack)
    dealer = passed_left
    if how == "first_out_deals_lowest_trump" and ending.order:
        dealer = ending.order[0]
    return NextGame(dealer, None, "lowest_trump", pack)
