"""Rules by which two sides meet: what a league of bots can be played by."""

from functools import cache

from arena.games.registry import profiles, rules


@cache
def players_of_two_sides(profile: str) -> int | None:
    """With how many seats exactly two sides meet by these rules: the usual number if it is so then,
    otherwise two; None if they never do, or if there are no such rules any more."""
    found = profiles().get(profile)
    if found is None:
        return None
    usual_first = dict.fromkeys((found.default_players, 2))
    for players in usual_first:
        if players in found.players and len(set(rules(profile, players).teams)) == 2:
            return players
    return None
