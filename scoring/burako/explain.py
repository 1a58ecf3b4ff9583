"""The rules of Burako in words, for the values of one rule set.

Every sentence is a `Message`; its template stands in `words`, so that a page can say it in another
language.  A value that changes the game changes a sentence: nothing here is true for the seed only.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.burako.hand import Branch, LineCode, ScoreLine, SideScore
from scoring.burako.rule_set import BurakoRuleSet, OpeningPer, UnplayedRackFree
from scoring.burako.words import (
    BRANCH_TEMPLATES,
    LINE_TEMPLATES,
    RULE_TEMPLATES,
    TILE_TEMPLATES,
)
from scoring.messages import Message, message


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the sentences below it."""

    code: str
    title: Message
    sentences: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class TileValue:
    """What one kind of tile is worth."""

    tiles: Message
    points: int


def explain(rules: BurakoRuleSet) -> tuple[Section, ...]:
    """The whole game, section by section."""
    sections = (
        ("material", _plain("material", "tiles", "seats", "deal", "order")),
        ("melds", _melds(rules)),
        ("opening", _opening(rules)),
        ("turn", _plain("turn", "draw", "lay", "discard", "consult")),
        ("muerto", _plain("muerto", "direct", "discard", "played")),
        ("close", _plain("close", "how", "not_by_melding")),
        ("no_close", _no_close(rules)),
        ("points", _points(rules)),
        ("match", _match(rules)),
    )
    return tuple(Section(code, _say(code), tuple(sentences)) for code, sentences in sections)


def tile_values(rules: BurakoRuleSet) -> tuple[TileValue, ...]:
    """The table of faces, dearest kinds as the seed lists them."""
    values = rules.tile_values
    return tuple(
        TileValue(message(TILE_TEMPLATES, f"tile.{kind}"), getattr(values, kind))
        for kind in ("joker", "two", "ace", "low", "high")
    )


def unlike(rules: BurakoRuleSet, other: BurakoRuleSet) -> tuple[Message, ...]:
    """The sentences that hold under these rules and not under the others."""
    known = {said for section in explain(other) for said in section.sentences}
    values = set(tile_values(other))
    return (
        *(said for part in explain(rules) for said in part.sentences if said not in known),
        *(
            message(RULE_TEMPLATES, "points.tile", tiles=(value.tiles,), points=value.points)
            for value in tile_values(rules)
            if value not in values
        ),
    )


def line_label(line: ScoreLine) -> Message:
    """What a line of a breakdown is about; its numbers stand beside it."""
    return code_label(line.code)


def code_label(code: LineCode) -> Message:
    """The same, for who has only the code."""
    return message(LINE_TEMPLATES, code)


def branch_label(score: SideScore | Branch) -> Message:
    """Which of the three ways of counting applies to a side (2E)."""
    return message(BRANCH_TEMPLATES, score.branch if isinstance(score, SideScore) else score)


def _say(code: str, **params: int) -> Message:
    return message(RULE_TEMPLATES, code, **params)


def _plain(section: str, *names: str) -> Iterator[Message]:
    return (_say(f"{section}.{name}") for name in names)


def _amount(code: str, points: int, otherwise: str | None = None) -> Iterator[Message]:
    """The sentence for an amount, or the other one if there is none."""
    if points:
        yield _say(code, points=points)
    elif otherwise is not None:
        yield _say(otherwise)


def _melds(rules: BurakoRuleSet) -> Iterator[Message]:
    yield from _plain("melds", "pierna", "escalera", "wildcards", "natural_two")
    yield _say(f"melds.pierna_of_twos_{'yes' if rules.pierna_of_twos else 'no'}")
    yield from _plain("melds", "stays", "side", "canasta")


def _opening(rules: BurakoRuleSet) -> Iterator[Message]:
    if not rules.opening_points:
        yield _say("opening.free")
    elif rules.opening_per is OpeningPer.SIDE:
        yield _say("opening.side", points=rules.opening_points)
    else:
        yield _say("opening.player", points=rules.opening_points)
        yield _say("opening.player_extend")


def _no_close(rules: BurakoRuleSet) -> Iterator[Message]:
    yield _say(f"no_close.{'may_end' if rules.may_end_hand else 'must_take'}")
    yield _say("no_close.stall")


def _points(rules: BurakoRuleSet) -> Iterator[Message]:
    yield from _amount("points.close", rules.close, "points.close_none")
    yield from _amount("points.pure", rules.pure_canasta, "points.pure_none")
    yield from _amount("points.impure", rules.impure_canasta, "points.impure_none")
    yield from _amount("points.muerto_played", rules.muerto_played)
    yield from _amount(
        "points.muerto_not_played", rules.muerto_not_played, "points.muerto_not_played_free"
    )
    yield from _plain("points", "laid", "laid_against", "racks")
    both = rules.unplayed_rack_free is UnplayedRackFree.BOTH
    yield _say(f"points.rack_free_{'both' if both else 'closer'}")


def _match(rules: BurakoRuleSet) -> Iterator[Message]:
    """2F.25; several ends may be set, and the first that comes counts."""
    target, hands, minutes = rules.target_points, rules.hand_limit, rules.time_limit_minutes
    yield _say("match.adds_up")
    if target is not None:
        yield _say("match.target", points=target)
        if hands != 1:
            yield _say("match.target_tie", points=target)
    if hands is not None:
        only = "only" if target is None and minutes is None else "at_most"
        one = "_one" if hands == 1 else ""
        numbers = {} if hands == 1 else {"hands": hands}
        yield _say(f"match.hands_{only}{one}", **numbers)
    if minutes is not None:
        yield _say("match.time", minutes=minutes)
