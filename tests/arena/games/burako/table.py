"""Positions and players for tests of Burako."""

import random
from collections.abc import Callable, Iterable
from itertools import islice

from arena.games.burako import judging
from arena.games.burako.actions import DISCARDS, Action, Discard
from arena.games.burako.family import make
from arena.games.burako.game import Game
from arena.games.burako.planning import closing_plan, openings
from arena.games.burako.ruleset import BurakoRules
from arena.games.burako.tiles import BY_ID, COUNT, ID, mask_of, tiles_of
from scoring.burako import meld_from_dict

PAIRS = make("burako/pairs", None, {})
DUEL = make("burako/duel", None, {})
BOTH = (PAIRS, DUEL)
# Every flag of RULES part 2 away from its default, one after the other and all at once.
FLAGS: dict[str, dict[str, object]] = {
    "plain": {},
    "pierna_of_twos": {"pierna_of_twos": True},
    "opening_per_player": {"opening_per": "player"},
    "may_end_hand": {"may_end_hand": True},
    "unplayed_rack_free": {"unplayed_rack_free": "both"},
    "no_opening": {"opening_points": 0},
    "everything": {
        "pierna_of_twos": True,
        "opening_per": "player",
        "may_end_hand": True,
        "unplayed_rack_free": "both",
    },
}
ALL_RULES = [
    make(name, None, flags) for name in ("burako/pairs", "burako/duel") for flags in FLAGS.values()
]

Player = Callable[[Game, random.Random], Action]


def mask(ids: str | Iterable[str]) -> int:
    """``"b3 b4#2 J"``: a tile without a copy is its first one."""
    names = ids.split() if isinstance(ids, str) else ids
    return mask_of(BY_ID[name if "#" in name else f"{name}#1"] for name in names)


def ids(text: str) -> list[str]:
    return [name if "#" in name else f"{name}#1" for name in text.split()]


def run(colour: str, start: int, tiles: str) -> dict[str, object]:
    return {"t": "run", "c": colour, "start": start, "tiles": ids(tiles)}


def pierna(number: int, tiles: str) -> dict[str, object]:
    return {"t": "set", "n": number, "tiles": ids(tiles)}


def meld(*melds: dict[str, object]) -> dict[str, object]:
    return {"a": "meld", "melds": list(melds)}


def added(number: int, end: str, tiles: str) -> dict[str, object]:
    return {"a": "extend", "meld": number, "end": end, "tiles": ids(tiles)}


def thrown(tile: str) -> dict[str, object]:
    return {"a": "discard", "tile": ids(tile)[0]}


DRAW = {"a": "draw"}
TAKE = {"a": "take_pozo"}
END = {"a": "end_hand"}
YES = {"a": "answer", "close": True}
NO = {"a": "answer", "close": False}


def position(
    rules: BurakoRules = PAIRS,
    *,
    rack: str = "",
    laid: Iterable[dict[str, object]] = (),
    pozo: str = "",
    mazo: str | None = None,
    phase: str = "play",
    muerto_taken_by: int | None = None,
    racks: dict[int, str] | None = None,
    opened: bool | None = None,
) -> Game:
    """Seat 0 to act with this rack; `laid` are melds of side 0.

    Tiles may lie in two places, except where a test is about their number.
    """
    game = rules.deal(seed=1)
    game.starter = game.seat = 0
    game.phase = phase  # type: ignore[assignment]
    if rack:
        game.racks[0] = mask(rack)
    for seat, tiles in (racks or {}).items():
        game.racks[seat] = mask(tiles)
    game.pozo = [BY_ID[name] for name in ids(pozo)]
    if mazo is not None:
        game.mazo = [BY_ID[name] for name in reversed(ids(mazo))]
    for data in laid:
        put_meld(game, 0, data)
    if muerto_taken_by is not None:
        side = game.sides[muerto_taken_by % 2]
        side.take_muerto(muerto_taken_by)
        side.unplayed = False
    if opened is not None:
        game.opened = [opened] * rules.players
    return game


def put_meld(game: Game, side: int, data: dict[str, object]) -> None:
    found = meld_from_dict(game.rules.options, data)
    number = len(game.melds)
    game.melds += (found,)
    game.owners += (side,)
    game.sides[side].growing[number] = judging.growing_of(number, found)
    game.sides[side].add_canastas(found.canasta is not None)
    for seat in range(side, game.rules.players, 2):
        game.opened[seat] = True


CANASTA = run("g", 3, "g3 g4 g5 g6 g7 g8 g9")


def jsons(game: Game) -> list[dict[str, object]]:
    return [action.to_json() for action in game.legal()]


def pozo_order(rules: BurakoRules, first: str) -> list[str]:
    """All tiles, these first."""
    wanted = ids(first)
    return [*wanted, *(tile_id for tile_id in sorted(ID) if tile_id not in wanted)]


# Players


def random_player(game: Game, rng: random.Random) -> Action:
    legal = game.legal()
    return legal[rng.randrange(len(legal))]


def keen_player(game: Game, rng: random.Random) -> Action:
    """Opens when it can, lays nearly everything, asks its partner, seldom throws a wildcard."""
    legal = game.legal()
    if game.phase != "play":
        return legal[rng.randrange(len(legal))]
    seat = game.seat
    assert seat is not None
    if rng.random() < 0.5:
        plan = closing_plan(game, 30)
        if plan is not None:
            return plan
    if not game.opened[seat] and rng.random() < 0.7:
        found = list(islice(openings(game), 5))
        if found:
            return rng.choice(found)
    discards = game.racks[seat].bit_count()
    if len(legal) > discards and rng.random() < 0.9:
        longest = [legal[rng.randrange(discards, len(legal))] for _ in range(4)]
        return max(longest, key=_tiles_laid)
    tame = [
        DISCARDS[t] for t in tiles_of(game.racks[seat]) if ID[t][:2] != "J#" and ID[t][1:3] != "2#"
    ]
    throw = rng.choice(tame) if tame else legal[0]
    assert isinstance(throw, Discard)
    return throw


def _tiles_laid(action: Action) -> int:
    laid: int = getattr(action, "mask", 0)
    return laid.bit_count()


def timid_player(game: Game, rng: random.Random) -> Action:
    """Takes every pozo and lays nothing: the way into a stall."""
    if game.phase == "draw":
        return game.legal()[-1]
    return game.legal()[0] if rng.random() < 0.95 else game.default_action()


PLAYERS: dict[str, Player] = {
    "random": random_player,
    "keen": keen_player,
    "timid": timid_player,
}


def play(
    game: Game,
    player: Player,
    rng: random.Random,
    watch: Callable[[Game], None] | None = None,
    most: int = 20_000,
) -> Game:
    """To the end, `watch` seeing every position; far too many actions are a failure."""
    for _ in range(most):
        if watch is not None:
            watch(game)
        if game.seat is None:
            return game
        game.apply(player(game, rng))
    raise AssertionError(f"the hand did not end: {game.position()}")


def all_tiles(game: Game) -> list[int]:
    """Every tile wherever it lies."""
    found = [tile for rack in game.racks for tile in tiles_of(rack)]
    found += game.mazo + game.pozo
    found += [tile for side in game.sides for tile in tiles_of(side.muerto)]
    found += [BY_ID[tile.id] for each in game.melds for tile in each.tiles]
    return found


def assert_conserved(game: Game) -> None:
    """2A.1: 106 tiles, each in one place."""
    assert sorted(all_tiles(game)) == list(range(COUNT))
