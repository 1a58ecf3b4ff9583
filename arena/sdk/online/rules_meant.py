"""By which rules, if nobody says: those that everybody plays, at a table of this size."""

from collections.abc import Sequence

from arena.games import profiles, rules
from arena.sdk.online.errors import NameNotClearError


def common_profiles(played: Sequence[Sequence[str]]) -> list[str]:
    """Those of all, in the order of the first."""
    first, *others = played
    return [name for name in first if all(name in other for other in others)]


def profile_for(played: Sequence[Sequence[str]], names: Sequence[str]) -> str:
    """Rules for a match of so many sides."""
    common = common_profiles(played)
    fitting = [name for name in common if sides(name) == len(played)]
    if fitting:
        return fitting[0]
    everybody = " and ".join(names)
    if not common:
        raise NameNotClearError(f"{everybody} have no rules in common.")
    needed = ", ".join(f"{name} needs {sides(name) - 1}" for name in common if sides(name))
    raise NameNotClearError(
        f"{everybody} do not fill a table: name more or fewer opponents ({needed})."
    )


def sides(profile: str) -> int:
    """How many bots play a match; none if this kit does not know the rules."""
    return len(set(rules(profile).teams)) if profile in profiles() else 0
