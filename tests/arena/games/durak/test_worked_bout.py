"""The worked bout of a page of rules: real, about the profile's own rule, and told in full."""

import random
import re

import pytest

from arena.games import rules
from arena.games.durak.explain_facts import Facts
from arena.games.durak.profiles import PROFILES
from arena.games.durak.worked_bout import WorkedBout, find_worked_bout, worked_bout
from arena.games.durak.worked_features import FEATURES, feature_of
from arena.games.durak.worked_game import bouts
from arena.games.durak.worked_steps import Step, steps
from arena.games.durak.worked_words import FEATURE_TEMPLATES, PLAYER_NAMES, STEP_TEMPLATES
from tests.arena.games.durak.test_explain import tables

TABLES = [(name, players) for name in PROFILES for players in PROFILES[name].players]

FEATURE_OF_PROFILE = {
    "durak/volga": "push",
    "durak/volga-plain": "throw_in",
    "durak/duel24": "last_card",
    "durak/concise": "throw_in",
    "durak/german": "ticket",
    "durak/german-push": "push",
    "durak/german-ticket": "ticket",
    "durak/german-equal-push": "equal_push",
    "durak/german-turn": "turn",
    "durak/german-many": "twins",
    "durak/german-team": "teams",
    "durak/german-swap": "swap",
    "durak/german-change-trump": "change_trump",
    "durak/german-number-trump-high": "number_trump",
    "durak/german-number-trump-suit": "number_trump",
    "durak/german-big52": "large_attack",
    "durak/german-two-left-equal": "two_left",
    "durak/german-clubs": "clubs",
    "durak/german-no-trump": "no_trump",
    "durak/german-quicky": "quicky",
    "durak/german-quicky-series": "quicky",
    "durak/german-unbeatable-none": "low_beats_high",
    "durak/german-secret": "secret",
    "durak/german-weli": "weli",
    "durak/german-pile-on": "pile_on",
    "durak/german-cheat": "cheat",
}


def worked(name: str, players: int) -> WorkedBout:
    found = worked_bout(rules(name, players=players))
    assert found is not None, (name, players)
    return found


def sentences(bout: WorkedBout) -> list[str]:
    return [step.sentence.text(dict(enumerate(PLAYER_NAMES))) for step in bout.steps]


def drawn_in(step: Step) -> int:
    """How many cards a step says were drawn."""
    if step.sentence.code != "worked.drawn":
        return 0
    draws = step.sentence.param("draws")
    assert isinstance(draws, tuple)
    return sum(int(str(draw.param("count"))) for draw in draws)


def test_every_profile_shows_its_own_rule() -> None:
    shown = {name: worked(name, PROFILES[name].default_players).feature for name in PROFILES}
    assert shown == FEATURE_OF_PROFILE


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_table_has_a_worked_bout_with_whole_sentences(name: str, players: int) -> None:
    bout = worked(name, players)
    assert len(bout.hands) == players
    assert 3 <= len(bout.steps) <= 20
    assert bout.steps[0].notation
    assert re.search(r"attacks next|durak|team of|a draw", bout.steps[-1].sentence.text())
    for step, text in zip(bout.steps, sentences(bout), strict=True):
        assert re.fullmatch(r"[A-Z][^%]*\.", text), text
        assert (step.seat is None) == (step.notation == "")
    for sentence in (*bout.situation, bout.title):
        assert "%" not in sentence.text()


def test_the_same_bout_is_found_again() -> None:
    rule_set = rules("durak/german", players=3)
    again = find_worked_bout.__wrapped__(rule_set.name, rule_set.options, rule_set.players)
    assert again == worked_bout(rule_set)


def test_cards_that_are_played_were_in_the_hand_of_the_player_or_drawn() -> None:
    bout = worked("durak/volga", 4)
    first = bout.steps[0]
    assert first.seat is not None
    assert first.notation in bout.hands[first.seat]


def test_spanish_cards_are_told_in_spanish_notation() -> None:
    bout = worked_bout(rules("durak/volga", players=4, naming="spanish"))
    assert bout is not None
    assert all(re.fullmatch(r"\d+[ecob]", card) for hand in bout.hands for card in hand)


@pytest.mark.parametrize("name", PROFILES)
def test_as_many_cards_are_said_to_be_drawn_as_leave_the_draw_pile(name: str) -> None:
    rule_set = rules(name, players=PROFILES[name].default_players)
    for seed in range(5):
        for bout in bouts(rule_set.deal(seed), random.Random(seed)):
            assert bout.end is not None
            counted = sum(map(drawn_in, steps(bout)))
            assert counted == len(bout.moves[-1].before.talon) - len(bout.end.talon)


def test_every_rule_set_finds_a_feature_and_every_feature_is_some_rule_sets() -> None:
    features = {feature_of(Facts(options, players)).code for options, players in tables()}
    features |= set(FEATURE_OF_PROFILE.values()) | {
        worked("durak/german-two-left-equal", 2).feature
    }
    assert features == {feature.code for feature in FEATURES}
    assert {f"feature.{code}" for code in features} == set(FEATURE_TEMPLATES)


def test_every_step_sentence_is_said_in_some_game() -> None:
    said = set()
    several = [(name, PROFILES[name].default_players) for name in PROFILES]
    for name, players in (*several, ("durak/german-cheat", 3), ("durak/volga", 2)):
        for seed in range(12):
            game = rules(name, players=players).deal(seed)
            for bout in bouts(game, random.Random(seed)):
                said |= {step.sentence.code for step in steps(bout)}
        found = worked(name, players)
        said |= {sentence.code for sentence in found.situation}
    parts = {"worked.drawn_by"}
    rare = {"worked.stalled"}  # seen in its own test
    assert set(STEP_TEMPLATES) - said - parts - rare == set()


def test_a_stalled_game_is_told_as_such() -> None:
    said = []
    for seed in range(60):
        game = rules("durak/german", players=3, stall_limit=1).deal(seed)
        for bout in bouts(game, random.Random(seed)):
            said += [step.sentence.code for step in steps(bout)]
    assert "worked.stalled" in said
