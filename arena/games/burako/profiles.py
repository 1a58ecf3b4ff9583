"""The named rule sets of Burako and what the arena demands of their values."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from types import MappingProxyType
from typing import Final, Literal

from arena.games.burako.codes import TEMPLATES, Code
from arena.games.errors import RulesRefused
from scoring.burako import BurakoRuleSet, RuleSetRefusedError, TileValues
from scoring.reading import ABSENT, Reader, shown

HAND_LIMIT: Final = 40  # 2F.25: sides could stay below the target for ever
OPTION_NAMES: Final = tuple(f.name for f in fields(BurakoRuleSet))


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """One named rule set; title and summary are English texts for the site to translate."""

    name: str
    title: str
    summary: str
    seed: Literal["S4"] = "S4"
    changes: Mapping[str, object] = field(hash=False)
    players: tuple[int, ...]
    default_players: int
    rated: bool = True


_ARENA: Final[Mapping[str, object]] = MappingProxyType({"hand_limit": HAND_LIMIT})
PROFILE_TEMPLATES: Final[Mapping[str, str]] = {
    "burako/pairs": "Burako in pairs",
    "burako/pairs.summary": "Four players, partners opposite, to 3000 points.",
    "burako/duel": "Burako for two",
    "burako/duel.summary": "Two players, each a side alone, to 3000 points.",
}


def _profile(name: str, players: int) -> Profile:
    return Profile(
        name=name,
        title=PROFILE_TEMPLATES[name],
        summary=PROFILE_TEMPLATES[f"{name}.summary"],
        changes=_ARENA,
        players=(players,),
        default_players=players,
    )


PROFILES: Final[Mapping[str, Profile]] = MappingProxyType(
    {p.name: p for p in (_profile("burako/pairs", 4), _profile("burako/duel", 2))}
)


def options_for(name: str, players: object, changes: Mapping[str, object]) -> BurakoRuleSet:
    """The profile's values with somebody's changes; `RulesRefused` lists every reason."""
    reader = Reader(TEMPLATES)
    profile = PROFILES[name]
    if players is not None:
        check_players(reader, profile, players)
    for option in changes:
        if option not in OPTION_NAMES:
            reader.refuse(shown(option), Code.UNKNOWN_OPTION, name=shown(option))
    values = {
        **BurakoRuleSet().as_dict(),
        **profile.changes,
        **{option: value for option, value in changes.items() if option in OPTION_NAMES},
    }
    tiles = values["tile_values"]
    if isinstance(tiles, TileValues):
        tiles = asdict(tiles)
    if isinstance(tiles, dict):  # the kinds not named stay as they are
        values["tile_values"] = {**asdict(TileValues()), **tiles}
    options = read_options(reader, values, "")
    if reader.errors or options is None:
        raise RulesRefused(reader.errors.result())
    return options


def read_options(reader: Reader, data: object, path: str) -> BurakoRuleSet | None:
    """A whole rule set that the arena can play, noting every reason why it cannot."""
    if data is ABSENT:
        return None  # noted already
    try:
        options = BurakoRuleSet.from_dict(data)
    except RuleSetRefusedError as refused:
        reader.take(error.below(path) if path else error for error in refused.errors)
        return None
    at = f"{path}." if path else ""
    if options.hand_limit is None:
        reader.refuse(f"{at}hand_limit", Code.NO_HAND_LIMIT)
    if options.time_limit_minutes is not None:
        reader.refuse(f"{at}time_limit_minutes", Code.NO_CLOCK)
    return options


def check_players(reader: Reader, profile: Profile, players: object) -> None:
    """2A.2: a profile has one number of seats."""
    only = profile.default_players
    if not isinstance(players, int) or isinstance(players, bool) or players != only:
        reader.refuse("players", Code.WRONG_PLAYERS, players=only)
