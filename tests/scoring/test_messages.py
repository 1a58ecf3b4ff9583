"""Sentences that are kept as JSON come back as they were."""

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.messages import (
    CodedError,
    Message,
    Who,
    message,
    message_from_json,
    message_to_json,
)

words = st.text(max_size=5)
plain = st.one_of(
    words, st.integers(), st.fractions(), st.builds(Who, st.one_of(st.integers(), words))
)


def messages(values: st.SearchStrategy[object]) -> st.SearchStrategy[Message]:
    params = st.lists(st.tuples(words, values), max_size=3).map(tuple)
    return st.builds(Message, words, words, params)


nested = st.recursive(plain, lambda inner: st.lists(messages(inner), max_size=2).map(tuple))


@given(messages(nested))
def test_a_kept_sentence_comes_back_as_it_was(said: Message) -> None:
    back = message_from_json(json.loads(json.dumps(message_to_json(said))))
    assert back == said
    kinds = [[type(value) for _, value in one.params] for one in (back, said)]
    assert kinds[0] == kinds[1]


def test_numbers_stay_exact_and_names_stay_names() -> None:
    said = message({"x": "%(who)s has %(points)s"}, "x", who=Who(7), points=Fraction(10, 3))
    back = message_from_json(json.loads(json.dumps(message_to_json(said))))
    assert back.text({7: "Ana"}) == "Ana has 10/3"


def test_what_is_no_parameter_is_refused() -> None:
    with pytest.raises(CodedError):
        message_from_json({"code": "x", "template": "x", "params": [["a", [1]]]})
