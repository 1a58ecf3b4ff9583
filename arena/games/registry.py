"""The named rule sets of all games, behind one small interface."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from arena.games.burako import family as burako
from arena.games.durak import family as durak
from arena.games.errors import GameError, ReplayMismatch, RulesRefused
from arena.games.interface import AnyRules, Game, GameT, Profile, Rules
from arena.games.shuffle import Seed
from scoring.refusal import FieldError

UNKNOWN_NAME: Final = "unknown_rule_set"
_UNKNOWN_TEMPLATE: Final = "No rule set has this name; choose one of: %(choices)s."


@dataclass(frozen=True, slots=True)
class Family:
    """A game with its named rule sets; a second game is a second entry below."""

    profiles: Mapping[str, Profile]
    make: Callable[[str, int | None, Mapping[str, object]], Rules[Any]]
    from_json: Callable[[object], Rules[Any]]


FAMILIES: Final[Mapping[str, Family]] = MappingProxyType(
    {
        "durak": Family(durak.PROFILES, durak.make, durak.from_json),
        "burako": Family(burako.PROFILES, burako.make, burako.from_json),
    }
)
"""By the part of a name before the slash."""


def profiles() -> Mapping[str, Profile]:
    """All named rule sets by name, such as "durak/volga"."""
    return {name: p for family in FAMILIES.values() for name, p in family.profiles.items()}


def rules(name: str, /, players: int | None = None, **options: object) -> AnyRules:
    """A named rule set for so many players (default: the profile's own), options overriding.

    `RulesRefused` lists every reason why this cannot be played.
    """
    return _family(name).make(name, players, options)


def rules_from_json(data: object) -> AnyRules:
    """Read what a rule set's `to_json` wrote: the same rules, whatever the defaults are now."""
    return _family(data.get("name") if isinstance(data, Mapping) else None).from_json(data)


def replay(
    rule_set: Rules[GameT], seed: Seed, log: Sequence[object], start: object = None
) -> GameT:
    """The game of this seed and log, as values or in the log's text form.

    A log that does not fit is refused with `ReplayMismatch`, which says where.  `start` is for
    later games of a series (Durak: its `Start`; Burako: the number of the hand).
    """
    game = rule_set.deal(seed) if start is None else rule_set.deal_from(seed, start)
    for number, entry in enumerate(log):
        _replay_entry(game, number, entry)
    if len(game.log) > len(log):
        reason = "it ends before the passes that the server makes at once."
        raise ReplayMismatch(reason, len(log), game.position())
    return game


def _replay_entry(game: Game, number: int, entry: object) -> None:
    if not isinstance(entry, list | tuple) or len(entry) != 2:
        raise ReplayMismatch("write it as a seat and an action.", number, game.position())
    seat, action = entry
    try:
        played = action if not isinstance(action, Mapping) else game.rules.action(action)
        if number < len(game.log):  # the server has passed for somebody already
            if game.log[number] != (seat, played):
                reason = f"here seat {game.log[number][0]} was passed by the server."
                raise ReplayMismatch(reason, number, game.position())
        elif seat != game.seat or isinstance(seat, bool):
            reason = "the game is over." if game.seat is None else f"seat {game.seat} is asked."
            raise ReplayMismatch(reason, number, game.position())
        else:
            game.apply(played)
    except ReplayMismatch:
        raise
    except GameError as refused:
        raise ReplayMismatch(refused.reason, number, game.position()) from refused


def _family(name: object) -> Family:
    family = FAMILIES.get(name.split("/")[0]) if isinstance(name, str) else None
    if family is None or name not in family.profiles:
        params = {"choices": ", ".join(profiles())}
        raise RulesRefused((FieldError("profile", UNKNOWN_NAME, _UNKNOWN_TEMPLATE, params),))
    return family
