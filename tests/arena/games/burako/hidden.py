"""Another truth that a viewer of a hand cannot tell from the real one."""

import random

from arena.games.burako.game import Game
from arena.games.burako.tiles import mask_of, tiles_of


def hidden_from(game: Game, seat: int | None) -> Game:
    """A twin that differs in everything `seat` may not know, and in nothing else."""
    rng = random.Random(repr((len(game.log), seat)))
    twin = game.copy()
    over = game.seat is None
    closed = {  # racks lie open once the hand is over
        s: game.racks[s] & ~game.known[s]
        for s in range(game.rules.players)
        if s != seat and not over
    }
    pool = [tile for rack in closed.values() for tile in tiles_of(rack)] + game.mazo
    pool += [tile for side in game.sides for tile in tiles_of(side.muerto)]
    rng.shuffle(pool)
    for other, rack in closed.items():
        count = rack.bit_count()
        new = mask_of(pool.pop() for _ in range(count))
        twin.racks[other] = (game.racks[other] & game.known[other]) | new
        if twin.drawn is not None and twin.drawn not in set(tiles_of(twin.racks[other])):
            drawer = twin.seat if twin.asker is None else twin.asker
            if drawer == other and new:
                twin.drawn = next(tiles_of(new))
    for side in twin.sides:
        if side.muerto:
            side.muerto = mask_of(pool.pop() for _ in range(11))
    twin.mazo = pool
    twin._legal = None
    return twin
