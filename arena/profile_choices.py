"""The named rule sets as people choose them: with their titles, by the text they come from."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext

from arena.games.durak.profiles import SEED_TITLES
from arena.games.registry import profiles


@dataclass(frozen=True)
class ShownProfile:
    """One rule set, in the reader's language."""

    name: str
    title: str
    summary: str


def profile_shown(name: str) -> ShownProfile:
    """A rule set; one that is no longer played is shown by its name."""
    found = profiles().get(name)
    if found is None:
        return ShownProfile(name, name, "")
    return ShownProfile(name, gettext(found.title), gettext(found.summary))


def profiles_shown(names: Iterable[str]) -> list[ShownProfile]:
    """Rule sets in the order in which they are listed everywhere."""
    order = {name: place for place, name in enumerate(profiles())}
    return [profile_shown(name) for name in sorted(names, key=lambda name: order.get(name, -1))]


def profile_groups() -> list[tuple[str, list[ShownProfile]]]:
    """Every rule set: Durak's by the text they come from, then Burako's."""
    groups: dict[str, list[ShownProfile]] = {}
    titles: dict[str, str] = {str(seed): title for seed, title in SEED_TITLES.items()}
    for name, profile in profiles().items():
        title = titles.get(profile.seed)
        group = gettext("Burako") if title is None else gettext(title)
        groups.setdefault(group, []).append(profile_shown(name))
    return list(groups.items())
