"""Actions from foreign messages: what is none is refused in a sentence, and nothing else happens.

The text form is the measure: a message is an action exactly if its text form is one.
"""

import pytest
from google.protobuf.message import DecodeError
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games import MalformedAction, rules
from arena.games.interface import AnyAction, AnyRules
from arena.protocol.v1.burako_pb2 import BurakoAction, BurakoMeldEnd, BurakoNewMeld
from arena.protocol.v1.durak_pb2 import DurakAction, DurakDirection
from arena.protocol.v1.play_pb2 import Answer
from arena.protocol.v1.replay_pb2 import Move
from arena.wire.codec import codec_for
from tests.arena.wire.decoding import burako_action, durak_action

VOLGA = rules("durak/volga", players=2)
CHOOSING = rules("durak/german-turn")
MANY = rules("durak/german-many")
BURAKO = rules("burako/pairs")
LARGEST = 2**32 - 1
LONGEST_TEXT = 400


def read(rule_set: AnyRules, answer: Answer | Move) -> AnyAction:
    return codec_for(rule_set).read_action(answer)


def refusal(rule_set: AnyRules, answer: Answer | Move) -> str:
    with pytest.raises(MalformedAction) as refused:
        read(rule_set, answer)
    said = str(refused.value)
    assert said.endswith(".")
    assert len(said) < LONGEST_TEXT
    return said


def test_the_profiles_of_this_file_are_what_it_takes_them_for() -> None:
    assert CHOOSING.options.transfer_dir == "choose"
    assert VOLGA.options.transfer_dir == "left"
    assert MANY.options.packs > 1


# The field


@pytest.mark.parametrize("rule_set", [VOLGA, BURAKO])
def test_an_answer_without_an_action_is_refused(rule_set: AnyRules) -> None:
    game = rule_set.name.split("/")[0]
    assert f'"{game}"' in refusal(rule_set, Answer())
    assert f'"{game}"' in refusal(rule_set, Answer(legal_index=0))
    assert f'"{game}"' in refusal(rule_set, Move())


def test_the_other_games_action_is_refused() -> None:
    assert '"durak"' in refusal(VOLGA, Answer(burako=BurakoAction(kind="KIND_DRAW")))
    assert '"burako"' in refusal(BURAKO, Answer(durak=DurakAction(kind="KIND_TAKE")))


# Durak


def durak(**parts: object) -> Answer:
    return Answer(durak=DurakAction(**parts))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (durak(), 'Set "kind"'),
        (durak(kind=11), 'Set "kind"'),
        (durak(kind=-1), 'Set "kind"'),
        (durak(kind="KIND_ATTACK"), 'Add "cards"'),
        (durak(kind="KIND_ATTACK", cards=[64]), "64 is no card"),
        (durak(kind="KIND_ATTACK", cards=[LARGEST]), "4294967295 is no card"),
        (durak(kind="KIND_ATTACK", cards=[16, 16]), "only once"),
        (durak(kind="KIND_ATTACK", cards=[16, 52]), "only once"),
        (durak(kind="KIND_ATTACK", cards=[16] * 209), "at most 208"),
        (durak(kind="KIND_ATTACK", cards=range(100_000)), "at most 208"),
        (durak(kind="KIND_ATTACK", cards=[16], target=0), 'Leave out "target"'),
        (durak(kind="KIND_ATTACK", cards=[16], demand=False), 'Leave out "demand"'),
        (durak(kind="KIND_ATTACK", cards=[16], direction=1), 'Leave out "direction"'),
        (durak(kind="KIND_BEAT", cards=[16]), 'Add "target"'),
        (durak(kind="KIND_BEAT", target=0), 'Add "cards"'),
        (durak(kind="KIND_BEAT", cards=[16, 17], target=0), "one card"),
        (durak(kind="KIND_BEAT", cards=[16], target=LARGEST), 'Set "target"'),
        (durak(kind="KIND_TRANSFER", cards=[16], direction=1), 'Leave out "direction"'),
        (durak(kind="KIND_TRANSFER", cards=[16], direction=3), 'Set "direction"'),
        (durak(kind="KIND_SHOW", cards=[16, 17]), "one card"),
        (durak(kind="KIND_REDEAL"), 'Add "demand"'),
        (durak(kind="KIND_REDEAL", demand=True, cards=[16]), 'Leave out "cards"'),
        (durak(kind="KIND_PASS", cards=[16]), 'Leave out "cards"'),
        (durak(kind="KIND_TAKE", target=0), 'Leave out "target"'),
    ],
)
def test_what_is_no_action_of_durak_is_refused(answer: Answer, says: str) -> None:
    assert says in refusal(VOLGA, answer)


@pytest.mark.parametrize("kind", ["KIND_TRANSFER", "KIND_SHOW"])
def test_where_there_is_a_choice_the_direction_must_be_named(kind: str) -> None:
    assert 'Add "direction"' in refusal(CHOOSING, durak(kind=kind, cards=[16]))
    assert read(CHOOSING, durak(kind=kind, cards=[16], direction=2)).dir == "R"


def test_cards_of_other_packs_are_as_illegal_as_in_the_text_form() -> None:
    # "2S" can be written where twos are not in the pack, and "6S#4" where there are two packs.
    assert read(VOLGA, durak(kind="KIND_ATTACK", cards=[0])).to_json()["cards"] == ["2S"]
    assert read(MANY, durak(kind="KIND_ATTACK", cards=[208])).to_json()["cards"] == ["6S#4"]
    assert "256 is no card" in refusal(MANY, durak(kind="KIND_ATTACK", cards=[256]))


_card_numbers = st.integers(0, 300) | st.sampled_from([LARGEST, 2**31])
_durak_actions = st.builds(
    DurakAction,
    kind=st.integers(-2, 12),
    cards=st.lists(st.integers(0, 70), max_size=3) | st.lists(_card_numbers, max_size=5),
    target=st.none() | st.integers(0, 230) | st.just(LARGEST),
    direction=st.sampled_from([0, 0, 0, 1, 2, 3, -5]),
    demand=st.none() | st.none() | st.booleans(),
)


def durak_text(message: DurakAction, packs: int) -> object:
    """Its text form, or what is none."""
    if message.kind not in DurakAction.Kind.values() or not message.kind:
        return "no kind"
    if message.direction not in DurakDirection.values():
        return "no direction"
    one = message.kind in {DurakAction.KIND_BEAT, DurakAction.KIND_SHOW}
    if one and len(message.cards) != 1:
        return "not one card"
    return durak_action(message, packs)


@settings(deadline=None, max_examples=200)
@given(_durak_actions, st.sampled_from([VOLGA, CHOOSING, MANY]))
def test_a_message_is_an_action_of_durak_exactly_if_its_text_form_is(
    message: DurakAction, rule_set: AnyRules
) -> None:
    try:
        expected = rule_set.action(durak_text(message, rule_set.options.packs))
    except MalformedAction:
        refusal(rule_set, Answer(durak=message))
    else:
        assert read(rule_set, Answer(durak=message)) is expected


# Burako


def burako(**parts: object) -> Answer:
    return Answer(burako=BurakoAction(**parts))  # type: ignore[arg-type]


def melds(*parts: dict[str, object]) -> Answer:
    return burako(kind="KIND_MELD", melds=parts)


DISCARD = {"kind": "KIND_DISCARD", "tiles": [7]}
SET_OF_EIGHTS = {"at": 8, "tiles": [7, 20, 33]}


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (burako(), 'Set "kind"'),
        (burako(kind=9), 'Set "kind"'),
        (burako(kind=-1), 'Set "kind"'),
        (burako(kind="KIND_DRAW", tiles=[7]), 'Leave out "tiles"'),
        (burako(kind="KIND_DRAW", plan=[DISCARD]), 'Leave out "plan"'),
        (burako(kind="KIND_DISCARD"), 'Add "tiles"'),
        (burako(kind="KIND_DISCARD", tiles=[7, 8]), "one tile"),
        (burako(kind="KIND_DISCARD", tiles=range(100_000)), "one tile"),
        (burako(kind="KIND_DISCARD", tiles=[106]), "106 is no tile"),
        (burako(kind="KIND_DISCARD", tiles=[LARGEST]), "4294967295 is no tile"),
        (burako(kind="KIND_DISCARD", tiles=[7], meld=0), 'Leave out "meld"'),
        (burako(kind="KIND_DISCARD", tiles=[7], close=False), 'Leave out "close"'),
        (burako(kind="KIND_ANSWER"), 'Add "close"'),
        (burako(kind="KIND_MELD"), 'Add "melds"'),
        (melds(*[SET_OF_EIGHTS] * 36), "at most 35"),
        (melds({}), 'Set "at"'),
        (melds({"at": 8}), "not empty"),
        (melds({"at": 14, "tiles": [7]}), "from 1 to 13"),
        (melds({"at": LARGEST, "tiles": [7]}), "from 1 to 13"),
        (melds({"at": 15, "colour": 0, "tiles": [7]}), "from 1 to 14"),
        (melds({"at": 0, "colour": 0, "tiles": [7]}), "from 1 to 14"),
        (melds({"at": 1, "colour": 4, "tiles": [7]}), 'Set "colour"'),
        (melds({"at": 8, "tiles": [7, 7]}), "b8#1 stands there twice"),
        (melds({"at": 8, "tiles": [7] * 107}), "at most 106"),
        (melds(SET_OF_EIGHTS, SET_OF_EIGHTS), "Name each tile once"),
        (burako(kind="KIND_EXTEND", meld=0, end=1), 'Add "tiles"'),
        (burako(kind="KIND_EXTEND", end=1, tiles=[7]), 'Add "meld"'),
        (burako(kind="KIND_EXTEND", meld=0, tiles=[7]), 'Add "end"'),
        (burako(kind="KIND_EXTEND", meld=0, end=4, tiles=[7]), 'Set "end"'),
        (burako(kind="KIND_EXTEND", meld=36, end=1, tiles=[7]), 'Set "meld"'),
        (burako(kind="KIND_CONSULT"), 'Add "plan"'),
        (burako(kind="KIND_CONSULT", plan=[{}]), "made of melds"),
        (burako(kind="KIND_CONSULT", plan=[{"kind": "KIND_DRAW"}]), "made of melds"),
        (burako(kind="KIND_CONSULT", plan=[{"kind": 77}]), "made of melds"),
        (burako(kind="KIND_CONSULT", plan=[DISCARD] * 107), "at most 106"),
        (burako(kind="KIND_CONSULT", plan=[{**DISCARD, "plan": [DISCARD]}]), 'Leave out "plan"'),
        (
            burako(kind="KIND_CONSULT", plan=[{"kind": "KIND_CONSULT", "plan": [DISCARD]}]),
            "made of melds",
        ),
    ],
)
def test_what_is_no_action_of_burako_is_refused(answer: Answer, says: str) -> None:
    assert says in refusal(BURAKO, answer)


def test_plans_within_plans_are_refused_however_deep() -> None:
    action = BurakoAction(kind="KIND_DISCARD", tiles=[7])
    for _ in range(60):
        action = BurakoAction(kind="KIND_CONSULT", plan=[action])
    assert "made of melds" in refusal(BURAKO, Answer(burako=action))


def test_tiles_of_a_set_may_come_in_any_order() -> None:
    one = read(BURAKO, melds({"at": 8, "tiles": [33, 7, 20]}))
    assert one == read(BURAKO, melds(SET_OF_EIGHTS))
    assert one.to_json()["melds"][0]["tiles"] == ["b8#1", "g8#1", "r8#1"]


def test_tile_0_at_place_0_and_meld_0_are_as_good_as_others() -> None:
    assert read(BURAKO, burako(kind="KIND_DISCARD", tiles=[0])).tile == 0
    first = read(BURAKO, burako(kind="KIND_EXTEND", meld=0, end=1, tiles=[0]))
    assert (first.meld, first.tiles) == (0, (0,))
    blue = read(BURAKO, melds({"at": 1, "colour": 0, "tiles": [0, 1, 2]})).melds[0]
    assert blue.colour == 0


_tile_numbers = st.lists(st.integers(0, 12), max_size=4) | st.lists(
    st.integers(0, 110) | st.just(LARGEST), max_size=4
)
_new_melds = st.builds(
    BurakoNewMeld,
    colour=st.none() | st.integers(0, 4),
    at=st.integers(0, 15),
    tiles=_tile_numbers,
)
_steps = st.builds(
    BurakoAction,
    kind=st.sampled_from([4, 5, 8]) | st.integers(-1, 9),
    melds=st.just([]) | st.lists(_new_melds, max_size=2),
    tiles=st.just([]) | _tile_numbers,
    meld=st.none() | st.integers(0, 40),
    end=st.sampled_from([0, 0, 1, 2, 3, 4]),
    close=st.none() | st.none() | st.booleans(),
)
_burako_actions = _steps | st.builds(
    BurakoAction, kind=st.just(6), plan=st.lists(_steps, max_size=3), tiles=st.just([])
)


def burako_text(message: BurakoAction) -> object:
    """Its text form, or what is none."""
    if message.kind not in BurakoAction.Kind.values() or not message.kind:
        return "no kind"
    if message.end not in BurakoMeldEnd.values():
        return "no end"
    if message.kind == BurakoAction.KIND_DISCARD and len(message.tiles) != 1:
        return "not one tile"
    if message.plan and any(isinstance(burako_text(step), str) for step in message.plan):
        return "no plan"
    return burako_action(message)


@settings(deadline=None, max_examples=200)
@given(_burako_actions)
def test_a_message_is_an_action_of_burako_exactly_if_its_text_form_is(
    message: BurakoAction,
) -> None:
    try:
        expected = BURAKO.action(burako_text(message))
    except MalformedAction:
        refusal(BURAKO, Answer(burako=message))
    else:
        assert read(BURAKO, Answer(burako=message)) == expected


# Anything


@settings(deadline=None, max_examples=200)
@given(st.binary(max_size=60), st.sampled_from([VOLGA, CHOOSING, MANY, BURAKO]), st.booleans())
def test_whatever_can_be_parsed_is_read_or_refused(
    data: bytes, rule_set: AnyRules, framed: bool
) -> None:
    answer = Answer()
    try:
        if framed:
            part = answer.burako if rule_set is BURAKO else answer.durak
            part.MergeFromString(data)
        else:
            answer.MergeFromString(data)
    except DecodeError:
        return
    codec = codec_for(rule_set)
    try:
        action = codec.read_action(answer)
    except MalformedAction as refused:
        said = str(refused)
    else:
        said = "."
        move = Move()
        codec.fill_move(move, action)
        assert codec.read_action(move) == action
    assert said.endswith(".")
