"""Groups, then play-offs: even groups, and old acquaintances kept apart."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.pairing import PairingError, play_offs, seed_order, snake_groups


def rankings(groups: int, size: int) -> list[list[str]]:
    return [
        [f"{chr(65 + group)}{place}" for place in range(1, size + 1)] for group in range(groups)
    ]


def test_the_snake_turns_at_both_ends() -> None:
    assert snake_groups(range(1, 13), 4) == ((1, 8, 9), (2, 7, 10), (3, 6, 11), (4, 5, 12))
    assert snake_groups(range(1, 8), 3) == ((1, 6, 7), (2, 5), (3, 4))


@settings(deadline=None)
@given(st.integers(1, 9), st.integers(2, 6), st.integers(0, 8))
def test_groups_are_even_in_size_and_strength(groups: int, size: int, extra: int) -> None:
    count = groups * size + min(extra, groups - 1)
    dealt = snake_groups(range(count), groups)
    assert sorted(int(who) for group in dealt for who in group) == list(range(count))
    sizes = [len(group) for group in dealt]
    assert max(sizes) - min(sizes) <= 1
    if count == groups * size and size % 2 == 0:
        assert len({sum(map(int, group)) for group in dealt}) == 1


def test_winners_and_seconds_of_two_and_of_four_groups_cross_over() -> None:
    two = play_offs(rankings(2, 2), 2)
    assert _first_round(two.qualifiers) == [{"A1", "B2"}, {"B1", "A2"}]
    four = play_offs(rankings(4, 2), 2)
    meetings = _first_round(four.qualifiers)
    assert all({name[1] for name in pair} == {"1", "2"} for pair in meetings)
    assert all(len({name[0] for name in pair}) == 2 for pair in meetings)


def _first_round(qualifiers: tuple[object, ...]) -> list[set[str]]:
    names = [str(getattr(q, "competitor", "")) for q in qualifiers]
    order = seed_order(len(names))
    return [{names[a - 1], names[b - 1]} for a, b in zip(order[::2], order[1::2], strict=True)]


@pytest.mark.parametrize("per_group", range(1, 7))
@pytest.mark.parametrize("groups", range(2, 11))
def test_members_of_a_group_meet_as_late_as_any_bracket_allows(groups: int, per_group: int) -> None:
    made = play_offs(rankings(groups, per_group), per_group)
    position = {seed: i for i, seed in enumerate(seed_order(1 << made.bracket.rounds))}
    # per_group of them cannot all lie in fewer than per_group parts of the bracket.
    latest = made.bracket.rounds + 1 - (per_group - 1).bit_length()
    for a, b in combinations(made.qualifiers, 2):
        if a.group == b.group:
            assert (position[a.seed] ^ position[b.seed]).bit_length() >= latest
    assert [q.seed for q in made.qualifiers] == list(range(1, groups * per_group + 1))
    places = [q.place for q in made.qualifiers]
    assert places == sorted(places)


def test_qualifiers_say_why_and_third_place_is_played() -> None:
    made = play_offs(rankings(2, 3), 2, third_place=True)
    assert made.qualifiers[0].why.text() == "Place 1 of group 1 takes seed 1 of the play-offs."
    assert any(match.is_third_place for match in made.bracket.matches)


@pytest.mark.parametrize(
    ("code", "call"),
    [
        ("groups_out_of_range", lambda: snake_groups([1, 2], 0)),
        ("groups_too_small", lambda: snake_groups([1, 2, 3], 2)),
        ("duplicate_competitor", lambda: snake_groups([1, 1], 1)),
        ("duplicate_competitor", lambda: play_offs([[1, 2], [2, 3]], 1)),
        ("qualifiers_out_of_range", lambda: play_offs([[1], [2]], 0)),
        ("group_too_small", lambda: play_offs([[1, 2], [3]], 2)),
        ("too_few_competitors", lambda: play_offs([[1, 2]], 1)),
        ("too_few_competitors", lambda: play_offs([], 1)),
    ],
)
def test_refuses(code: str, call: object) -> None:
    assert callable(call)
    with pytest.raises(PairingError) as refusal:
        call()
    assert refusal.value.code == code
