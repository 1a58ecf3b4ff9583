"""Whatever is sent, the answer is a game that goes on or a sentence that says what was wrong."""

import json
import math
import random
from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.games import IllegalAction, MalformedAction, RulesRefused, replay, rules, rules_from_json
from arena.games.durak.game import Game
from arena.games.durak.options import OPTION_NAMES
from arena.games.durak.ruleset import DurakRules
from arena.games.errors import GameError, ReplayMismatch
from tests.arena.games.durak.random_play import RandomPlayer, finished, table
from tests.arena.games.durak.strategies import profile_tables
from tests.arena.games.durak.table import BARE, deal, play

LONGEST_SENTENCE = 2_000
MILLION = 10**6
KINDS = ["redeal", "swap", "attack", "throw", "beat", "transfer", "show", "take", "pass", "call"]
CARDS = ["7C", "10H", "6H@S", "6H#2", "6H#2@S", "1C", "7X", "", "7c", " 7C", "AS#0", "7C@C", "2S"]


def nested(depth: int) -> list[Any]:
    deep: list[Any] = []
    for _ in range(depth):
        deep = [deep]
    return deep


HUGE: dict[str, object] = {
    "a long text": "x" * MILLION,
    "a long list": ["7C"] * MILLION,
    "a long list of lists": [[]] * MILLION,
    "a deep list": nested(100_000),
    "a long number": 10**6000,
    "a long negative number": -(10**6000),
    "many keys": dict.fromkeys(map(str, range(100_000))),
    "half a letter": "\ud800",
    "not a number": math.nan,
    "without end": math.inf,
    "bytes": b"7C",
    "a set": {"7C"},
    "nothing": None,
    "a float": 1.0,
    "yes": True,
    "zero byte": "7C\x00",
    "other digits": "1\u0660H",
}
every_huge = pytest.mark.parametrize("value", HUGE.values(), ids=HUGE.keys())

scalars = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
    | st.sampled_from(CARDS) | st.sampled_from(KINDS) | st.sampled_from(["L", "R"])
)  # fmt: skip
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
action_like = st.fixed_dictionaries(
    {"a": st.sampled_from(KINDS) | scalars},
    optional={
        "cards": st.lists(st.sampled_from(CARDS) | scalars, max_size=4) | anything,
        "card": st.sampled_from(CARDS) | anything,
        "target": st.integers(-2, 9) | anything,
        "dir": st.sampled_from(["L", "R"]) | anything,
        "demand": st.booleans() | anything,
        "x": anything,
    },
)


fuzzed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
E = TypeVar("E", bound=Exception)


def is_sentence(error: GameError) -> bool:
    return error.reason.endswith(".") and 10 < len(str(error)) < LONGEST_SENTENCE


def refused(call: Callable[[], object], *kinds: type[GameError]) -> None:
    with pytest.raises(kinds) as caught:
        call()
    assert is_sentence(caught.value)


def refusal_of(call: Callable[[], object], *kinds: type[E]) -> E | None:
    """What was raised of these kinds; anything else flies on."""
    try:
        call()
    except kinds as error:
        return error
    return None


def games() -> dict[str, Game]:
    """One game of each phase, some with odd rules."""
    hands = ("6C 7C 8C 9C 10C", "6D 7D 8D 9S 10S")
    return {
        "redeal": deal(*hands, again=hands, redeal="demand_s2"),
        "swap": deal("6H 7C", "8C 9C", trump="QH", trump_swap=True),
        "open": deal("7C 10H", "8C 9C", weli="all_sixes"),
        "pre": play(deal("7C 7D", "8C 9C", pre_defence_window=True), "0 attack 7C"),
        "defend": play(
            deal("7C 7D", "8C 7H", transfer="play_or_show", transfer_dir="choose",
                 transfer_trump="allowed"), "0 attack 7C"),
        "add": play(deal("7C 7D", "8C 9C"), "0 attack 7C; 1 beat 0 8C"),
        "after": play(
            deal("7C#1 7D#1", "8C#1 9C#1", packs=2, trump="AH#1"), "0 attack 7C#1; 1 take"),
        "call": play(deal("7C 7D", "8C 9C", cheating="callable"), "0 attack 7C"),
        "over": play(deal("7C", "8D", quicky="no_redraw"), "0 attack 7C; 1 take"),
    }  # fmt: skip


GAMES = games()


def test_there_is_a_game_in_every_phase() -> None:
    assert [game.phase for game in GAMES.values()] == list(GAMES)


@fuzzed
@given(data=anything | action_like, phase=st.sampled_from(sorted(GAMES)))
def test_anything_applied_is_played_or_refused_with_a_sentence(
    data: dict[str, Any], phase: str
) -> None:
    game = GAMES[phase].copy()
    before = game.reveal()
    error = refusal_of(lambda: game.apply(data), MalformedAction, IllegalAction)
    if error is None:
        assert len(game.log) > len(GAMES[phase].log)
    else:
        assert is_sentence(error)
        assert game.reveal() == before


@every_huge
@pytest.mark.parametrize("phase", ["open", "defend", "after"])
def test_huge_and_foreign_values_are_refused_wherever_they_stand(value: object, phase: str) -> None:
    game = GAMES[phase]
    forms: list[Any] = [value, {"a": value}, {"a": "pass", "more": value}]
    forms += [{"a": kind, "cards": value} for kind in ("attack", "throw")]
    forms += [{"a": "attack", "cards": [value]}, {"a": "transfer", "cards": [value], "dir": "L"}]
    forms += [{"a": "transfer", "cards": ["7H"], "dir": value}, {"a": "show", "card": value}]
    forms += [{"a": "beat", "target": value, "card": "8C"}, {"a": "redeal", "demand": value}]
    forms += [{"a": "beat", "target": 0, "card": value}]
    for form in forms:
        if form == {"a": "redeal", "demand": True}:
            continue
        refused(lambda form=form: game.apply(form), MalformedAction, IllegalAction)  # type: ignore[misc]


@pytest.mark.parametrize(
    "text", ["", "{", '{"a":', "[]", '"pass"', "null", '{"a":"pass"} x', "NaN"]
)
def test_texts_that_are_no_object_never_become_an_action(text: str) -> None:
    try:
        data = json.loads(text)
    except json.JSONDecodeError:
        data = text
    refused(lambda: rules(BARE).action(data), MalformedAction)


def test_deeply_nested_text_is_no_action() -> None:
    data = json.loads("[" * 900 + "]" * 900)
    refused(lambda: rules(BARE).action(data), MalformedAction)


@pytest.mark.parametrize("phase", sorted(GAMES))
def test_whoever_is_not_asked_is_refused(phase: str) -> None:
    game = GAMES[phase]
    for seat in (0, 1, 2, 7, -1):
        if seat != game.seat:
            refused(lambda seat=seat: game.copy().apply({"a": "pass"}, seat=seat), IllegalAction)  # type: ignore[misc]


def test_cards_not_held_or_not_existing_are_refused() -> None:
    game = deal("7C 8C", "9C 10C")
    refused(lambda: play(game, "0 attack 9C"), IllegalAction)
    refused(lambda: play(game, "0 attack 2C"), IllegalAction)  # not in a pack of 36
    refused(lambda: play(game, "0 attack 7C#1"), MalformedAction)
    refused(lambda: play(game, "0 attack 1C"), MalformedAction)
    refused(lambda: play(game, "0 attack 7C 7C"), MalformedAction)


@pytest.mark.parametrize("name", ["", "durak", "durak/", "chess", "durak/volga ", "DURAK/VOLGA"])
def test_unknown_profiles_are_refused_with_the_names_there_are(name: str) -> None:
    with pytest.raises(RulesRefused, match="durak/volga"):
        rules(name)


def check_rules_refused(call: Callable[[], object]) -> None:
    with pytest.raises(RulesRefused) as caught:
        call()
    assert caught.value.errors
    assert all(len(str(error.message)) < LONGEST_SENTENCE for error in caught.value.errors)


@every_huge
def test_huge_and_foreign_rules_are_refused(value: object) -> None:
    foreign: Any = value
    check_rules_refused(lambda: rules(foreign))
    check_rules_refused(lambda: rules_from_json(value))
    stored = rules(BARE).to_json()
    for name in ("schema", "name", "players", "options"):
        check_rules_refused(lambda name=name: rules_from_json({**stored, name: value}))  # type: ignore[misc]
    if value is not None:
        check_rules_refused(lambda: rules(BARE, players=foreign))
    for option in OPTION_NAMES:
        if value is True or (option == "stall_limit" and value is None):
            continue
        check_rules_refused(lambda option=option: rules(BARE, **{option: foreign}))  # type: ignore[misc]


@fuzzed
@given(
    players=st.integers(-1, 12),
    options=st.dictionaries(st.sampled_from(OPTION_NAMES), anything, max_size=4),
)
def test_any_options_are_playable_or_refused_with_every_reason(
    players: int, options: dict[str, Any]
) -> None:
    made: list[DurakRules] = []
    error = refusal_of(lambda: made.append(rules(BARE, players=players, **options)), RulesRefused)
    assert error.errors if error else made[0].deal(1).legal()


@fuzzed
@given(anything)
def test_any_stored_rules_are_read_or_refused(data: object) -> None:
    with pytest.raises(RulesRefused):
        rules_from_json(data)


@fuzzed
@given(log=st.lists(anything | st.tuples(st.integers(-1, 3), action_like), min_size=1, max_size=4))
def test_any_log_is_a_game_or_refused_where_it_does_not_fit(log: list[Any]) -> None:
    rule_set = rules(BARE, players=2)
    error = refusal_of(lambda: replay(rule_set, 1, log), ReplayMismatch)
    if error is None:
        assert len(replay(rule_set, 1, log).log) == len(log)
    else:
        assert 0 <= error.entry <= len(log)
        assert is_sentence(error)


def test_a_log_of_another_game_is_refused_where_it_parts() -> None:
    rule_set = rules(BARE, players=3)
    log = finished(rule_set, 1).log
    with pytest.raises(ReplayMismatch):
        replay(rule_set, 2, log)
    with pytest.raises(ReplayMismatch) as caught:
        replay(rule_set, 1, [*log, log[0]])
    assert caught.value.entry == len(log)


@pytest.mark.parametrize(("profile", "players"), profile_tables()[::4])
def test_bent_actions_of_real_games_are_played_or_refused(profile: str, players: int) -> None:
    rng = random.Random(profile)
    game, player = table(profile, players).deal(3), RandomPlayer(rng)
    for _ in range(60):
        if game.seat is None:
            break
        action = player.choose(game.legal())
        check_bent(game, bend(action.to_json(), rng))
        game.apply(action)


def check_bent(game: Game, bent: dict[str, Any]) -> None:
    twin = game.copy()
    error = refusal_of(lambda: twin.apply(bent), MalformedAction, IllegalAction)
    if error is not None:
        assert is_sentence(error)
        assert twin.reveal() == game.reveal()


def bend(data: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A legal action with one thing changed."""
    bent = dict(data)
    name = rng.choice(list(bent))
    match rng.randrange(4):
        case 0:
            del bent[name]
        case 1:
            bent[name] = rng.choice([None, -1, 99, "", [], {}, "R", ["7C", "8C"], *HUGE.values()])
        case 2:
            bent[rng.choice("abc")] = rng.choice(KINDS)
        case _:
            bent["cards"] = [*bent.get("cards", []), rng.choice(CARDS)]
    return bent
