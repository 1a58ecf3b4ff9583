"""The sheet's scripts: their arithmetic is the kernel's, and their texts are all there."""

import json
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from playwright.sync_api import Page

from scoring.burako import (
    SEED_RULES,
    BurakoRuleSet,
    HandSheet,
    Muerto,
    SideSheet,
    UnplayedRackFree,
    match_progress,
    score_hand,
)
from scoring.burako.sheet import sheet_as_dict
from tests.e2e.conftest import Visit
from tournaments.sheet_texts import sheet_texts
from tournaments.views.sheet_worker import FILES

HANDS = 400
MATCHES = 100
_IN_THE_PAGE = """async ([module, name, calls]) => {
    const scripts = await import(module);
    return calls.map((call) => scripts[name](...call));
}"""


def _folder() -> Path:
    found = finders.find("tournaments/sheets/score.js")
    assert isinstance(found, str)
    return Path(found).parent


def _in_the_page(page: Page, name: str, calls: list[Any]) -> list[Any]:
    """What a function of score.js answers to each of these calls."""
    answers: list[Any] = page.evaluate(
        _IN_THE_PAGE, ["/static/tournaments/sheets/score.js", name, calls]
    )
    return answers


def _rules(chance: random.Random) -> BurakoRuleSet:
    return replace(
        SEED_RULES,
        pure_canasta=chance.choice([200, 300, 0]),
        impure_canasta=chance.choice([100, 150]),
        close=chance.choice([100, 0]),
        muerto_not_played=chance.choice([100, 0, 250]),
        muerto_played=chance.choice([0, 50]),
        unplayed_rack_free=chance.choice(list(UnplayedRackFree)),
        target_points=chance.choice([3000, 1500, None]),
        hand_limit=chance.choice([7, 12]),
    )


def _side(chance: random.Random, *, closed: bool, racks: int) -> SideSheet:
    muerto = chance.choice(list(Muerto))
    rack_points = tuple(
        chance.choice([0, 5, 25, 145, chance.randint(0, 300)]) for _ in range(racks)
    )
    named = chance.choice([None, *range(racks)]) if muerto is Muerto.TAKEN_UNPLAYED else None
    held = [index for index, points in enumerate(rack_points) if points]
    if muerto is Muerto.TAKEN_UNPLAYED and named is None and len(held) == 1:
        named = held[0]  # the sheet's reader would find it, and so must the script
    return SideSheet(
        closed=closed,
        pure_canastas=chance.choice([0, 0, 1, 2, 3]),
        impure_canastas=chance.choice([0, 0, 1, 2, 3]),
        muerto=muerto,
        laid_points=chance.choice([0, 50, chance.randint(0, 900)]),
        rack_points=rack_points,
        muerto_rack=named,
    )


def _hand(chance: random.Random) -> HandSheet:
    racks = chance.choice([1, 2])
    closer = chance.choice([None, 0, 1])
    return HandSheet(
        (
            _side(chance, closed=closer == 0, racks=racks),
            _side(chance, closed=closer == 1, racks=racks),
        )
    )


def test_every_random_hand_is_worth_what_the_kernel_says(visit: Visit) -> None:
    page = visit("/sheets/")
    chance = random.Random(2026)
    hands = [(_rules(chance), _hand(chance)) for _ in range(HANDS)]
    calls: list[Any] = [[rules.as_dict(), sheet_as_dict(hand)] for rules, hand in hands]
    expected = [score_hand(rules, hand).as_dict() for rules, hand in hands]
    assert _in_the_page(page, "scoreHand", calls) == json.loads(json.dumps(expected))

    # A muerto's rack that is not named is found where only one can be meant.
    for call in calls:
        for side in call[1]["sides"]:
            if sum(points > 0 for points in side["rack_points"]) == 1:
                side["muerto_rack"] = None
    unnamed = [
        (call, score)
        for call, score, (_, hand) in zip(calls, expected, hands, strict=True)
        if all(_names_what_it_holds(side) for side in hand.sides)
    ]
    assert len(unnamed) > HANDS // 2
    answers = _in_the_page(page, "scoreHand", [call for call, _ in unnamed])
    assert answers == json.loads(json.dumps([score for _, score in unnamed]))


def _names_what_it_holds(side: SideSheet) -> bool:
    held = [index for index, points in enumerate(side.rack_points) if points]
    return len(held) != 1 or side.muerto_rack in (None, held[0])


def test_every_random_match_stands_where_the_kernel_says(visit: Visit) -> None:
    page = visit("/sheets/")
    chance = random.Random(3000)
    matches = [
        (
            _rules(chance),
            [
                (chance.randrange(-300, 1200, 5), chance.randrange(-300, 1200, 5))
                for _ in range(chance.randint(0, 9))
            ],
        )
        for _ in range(MATCHES)
    ]
    answers = _in_the_page(page, "matchProgress", [[r.as_dict(), hands] for r, hands in matches])
    for (rules, hands), answer in zip(matches, answers, strict=True):
        progress = match_progress(rules, hands, seats=4)
        outcome = progress.outcome
        assert answer["running"] == [list(totals) for totals in progress.running]
        assert answer["totals"] == list(progress.totals)
        assert answer["outcome"] == (
            outcome and {"reason": outcome.reason.value, "winner": outcome.winner}
        )
        assert answer["to_target"] == (progress.to_target and list(progress.to_target))
        assert answer["behind"] == list(progress.behind)
        assert answer["hands_left"] == progress.hands_left


def test_an_id_can_be_made_where_the_browser_has_no_function_for_it(visit: Visit) -> None:
    page = visit("/sheets/")
    made: list[str] = page.evaluate(
        """async () => {
            const { newId } = await import("/static/tournaments/sheets/ids.js");
            const plain = { getRandomValues: (bytes) => crypto.getRandomValues(bytes) };
            return Array.from({ length: 500 }, () => newId(plain));
        }"""
    )
    assert len(set(made)) == 500
    shape = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
    assert all(shape.fullmatch(each) for each in made)


def test_every_text_of_the_scripts_exists_and_is_used() -> None:
    scripts = "\n".join(path.read_text() for path in _folder().glob("*.js"))
    named = set(re.findall(r'"([a-z_]+)"', scripts))
    beginnings = tuple(re.findall(r"\bt\(`([a-z_]+)\$\{", scripts))
    texts = sheet_texts()
    asked = set(re.findall(r'\bt\("([a-z_]+)"', scripts))
    assert asked <= set(texts)
    unused = {name for name in texts if name not in named and not name.startswith(beginnings)}
    assert unused == set()


def test_the_worker_keeps_every_file_of_the_sheet() -> None:
    files = {f"sheets/{path.name}" for path in _folder().iterdir()}
    assert files == {name for name in FILES if name.startswith("sheets/")}
    for name in FILES:
        assert finders.find(f"tournaments/{name}"), name
