"""Deal sets: boards, what they come to, who has lost them, and who sits where."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games import profiles, rules
from arena.games.deal_set import Board, board, usual_rotations
from arena.games.interface import AnyRules
from arena.games.shuffle import board_seed

SEED = bytes(range(32))
VOLGA3 = rules("durak/volga", players=3)
TEAMS = rules("durak/german-team")
DUEL = rules("burako/duel", target_points=200, hand_limit=3)
PAIRS = rules("burako/pairs", target_points=200, hand_limit=3)
TABLES = [(name, players) for name, p in profiles().items() for players in p.players]


def play(on: Board, rng: random.Random) -> Board:
    """The present game to its end."""
    game: Any = on.game
    while game.seat is not None:
        legal = game.legal()
        game.apply(legal[rng.randrange(len(legal))])
    return on


def play_on(on: Board, rng: random.Random) -> Board:
    """All games to the end of the board."""
    play(on, rng)
    while not on.is_over:
        on.next_game()
        play(on, rng)
    return on


def three_games(losers: tuple[int, ...], rule_set: AnyRules = VOLGA3) -> Board:
    """A board of three games whose first one these seats have lost."""
    for number in range(500):
        on = play(board(rule_set, SEED, number, games=3), random.Random(number))
        if on.outcomes[0].losers == losers:
            return on
    raise AssertionError("No such game came up.")


# Seeds


@pytest.mark.parametrize(
    ("seed", "number", "expected"),
    [  # from `(printf 'durako-board-1|12|'; printf 'A%.0s' {1..32}) | sha256sum` and the like
        (b"\0" * 32, 0, "dbac38138892b25669ef69980e04584e34cfd1e886688873f42fefe0c141310c"),
        (b"A" * 32, 12, "2cf28830d44f1def4ec9cb2aa7099009739cf84f02ae7258863aa426abf61dbe"),
    ],
)
def test_the_seed_of_a_board_is_worked_out_as_the_module_says(
    seed: bytes, number: int, expected: str
) -> None:
    assert board_seed(seed, number).hex() == expected


@given(st.binary(min_size=32, max_size=32), st.integers(0, 999), st.integers(0, 999))
def test_boards_of_a_set_have_seeds_of_their_own(seed: bytes, one: int, other: int) -> None:
    assert len(board_seed(seed, one)) == 32
    assert (board_seed(seed, one) == board_seed(seed, other)) == (one == other)
    assert board_seed(seed, one) != seed


@pytest.mark.parametrize("rule_set", [VOLGA3, DUEL], ids=repr)
def test_a_board_is_the_series_of_its_own_seed(rule_set: AnyRules) -> None:
    series = rule_set.series(board_seed(SEED, 5))
    on = board(rule_set, SEED, 5, games=2)
    assert on.game.reveal() == series.next_game().reveal()
    assert board(rule_set, SEED, 5).game.reveal() == on.game.reveal()
    assert board(rule_set, SEED, 6).game.reveal() != on.game.reveal()


# Rotations


@pytest.mark.parametrize(("profile", "players"), TABLES)
def test_rotations_keep_teams_together_and_are_fair(profile: str, players: int) -> None:
    rule_set = rules(profile, players=players)
    seatings = usual_rotations(rule_set)
    for seating in seatings:
        assert sorted(seating) == list(range(players))
        partners = [
            {seating[seat] for seat in range(players) if rule_set.teams[seat] == team}
            for team in sorted(set(rule_set.teams))
        ]
        at_first = [
            {seat for seat in range(players) if rule_set.teams[seat] == team}
            for team in sorted(set(rule_set.teams))
        ]
        assert sorted(map(sorted, partners)) == sorted(map(sorted, at_first))
    if profile.startswith("burako/"):
        assert len(seatings) == 2
        sides = [[rule_set.teams[participant] for participant in seating] for seating in seatings]
        assert all(first != second for first, second in zip(*sides, strict=True))
    else:
        assert len(seatings) == players
        for participants in zip(*seatings, strict=True):
            assert sorted(participants) == list(range(players))


def test_worked_rotations() -> None:
    assert usual_rotations(VOLGA3) == ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    assert usual_rotations(PAIRS) == ((0, 1, 2, 3), (1, 2, 3, 0))
    assert usual_rotations(DUEL) == ((0, 1), (1, 0))


# Durak


def test_games_of_a_board_follow_each_other() -> None:
    on = board(VOLGA3, SEED, 0, games=2)
    assert not on.is_over
    assert list(on.outcomes) == []
    with pytest.raises(ValueError, match="to its end"):
        on.next_game()
    play(on, random.Random(1))
    assert not on.is_over
    assert len(on.outcomes) == 1
    first = on.game
    assert on.next_game() is on.game
    assert on.game is not first
    assert len(on.outcomes) == 1
    play(on, random.Random(2))
    assert on.is_over
    assert len(on.outcomes) == 2
    assert on.totals == ()
    with pytest.raises(ValueError, match="no next"):
        on.next_game()


def test_one_game_is_a_board_too() -> None:
    on = play(board(VOLGA3, SEED, 0), random.Random(1))
    assert on.is_over
    assert on.points() == on.outcomes[0].scores
    assert on.losers() == on.outcomes[0].losers


def test_a_forfeit_loses_the_games_not_played_and_the_others_survive_them() -> None:
    on = three_games(losers=(1,))
    assert on.points() == (2, 0, 2)
    assert on.points(forfeited=(1,)) == (6, 0, 6)
    assert on.points(forfeited=(0,)) == (2, 4, 6)
    assert on.points(forfeited=(0, 2)) == (2, 4, 2)
    assert on.losers(forfeited=(1,)) == (1,)
    assert on.losers(forfeited=(0,)) == (0,)  # although another seat has fewer points
    assert on.losers(forfeited=(0, 2)) == (0, 2)
    assert on.losers(forfeited=(0, 1, 2)) == ()


def test_a_game_broken_off_counts_as_one_not_played() -> None:
    on = three_games(losers=(1,))
    game: Any = on.next_game()
    game.apply(game.default_action())
    assert on.points(forfeited=(2,)) == (6, 4, 2)
    assert on.outcomes[0].losers == (1,)


def test_partners_forfeit_together() -> None:
    assert TEAMS.teams == (0, 1, 0, 1)
    on = board(TEAMS, SEED, 0, games=2)
    assert on.points(forfeited=(3,)) == (4, 0, 4, 0)
    assert on.losers(forfeited=(3,)) == (1, 3)
    assert on.losers(forfeited=(0, 3)) == ()


def test_whoever_has_fewest_points_has_lost_and_equal_points_are_a_draw() -> None:
    seen = set()
    for number in range(40):
        on = play_on(board(VOLGA3, SEED, number, games=2), random.Random(number))
        points = on.points()
        assert points == tuple(map(sum, zip(*(o.scores for o in on.outcomes), strict=True)))
        least = {seat for seat in range(3) if points[seat] == min(points)}
        assert set(on.losers()) == (least if len(least) < 3 else set())
        seen.add(len(on.losers()))
    assert seen >= {1, 2}


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 300), st.integers(1, 4), st.sets(st.integers(0, 2), min_size=1))
def test_a_forfeit_never_helps_who_forfeits(number: int, games: int, guilty: set[int]) -> None:
    on = play(board(VOLGA3, SEED, number, games=games), random.Random(number))
    before, after = on.points(), on.points(sorted(guilty))
    left = games - 1
    for seat in range(3):
        gained = after[seat] - before[seat]
        assert gained == (0 if seat in guilty else 2 * left)
    if len(guilty) < 3:
        assert set(on.losers(sorted(guilty))) == guilty


# Burako


@pytest.mark.parametrize("rule_set", [DUEL, PAIRS], ids=repr)
def test_a_board_of_burako_is_a_match(rule_set: AnyRules) -> None:
    ended = set()
    for number in range(4):
        rng = random.Random(number)
        on = board(rule_set, SEED, number, games=99)  # `games` is for Durak
        assert on.totals == (0, 0)
        added = [0, 0]
        while True:
            assert on.totals == tuple(added)
            play(on, rng)
            hand: Any = on.outcomes[-1]
            added = [a + b for a, b in zip(added, hand.totals, strict=True)]
            assert on.totals == tuple(added)
            if on.is_over:
                break
            on.next_game()
        assert max(added) >= 200 or len(on.outcomes) == 3
        assert on.points() == tuple(added[seat % 2] for seat in range(rule_set.players))
        worse = added.index(min(added)) if added[0] != added[1] else None
        expected = tuple(seat for seat in range(rule_set.players) if seat % 2 == worse)
        assert on.losers() == expected
        ended.add(len(on.outcomes))
        with pytest.raises(ValueError, match="over"):
            on.next_game()
    assert ended


def test_a_hand_must_be_over_before_the_next() -> None:
    on = board(DUEL, SEED, 0)
    with pytest.raises(ValueError, match="to its end"):
        on.next_game()
    assert list(on.outcomes) == []


def test_a_forfeit_of_burako_leaves_the_points_and_loses_the_match() -> None:
    on = play(board(PAIRS, SEED, 1), random.Random(3))
    points = on.points()
    assert on.points(forfeited=(2,)) == points
    assert on.losers(forfeited=(2,)) == (0, 2)
    assert on.losers(forfeited=(1,)) == (1, 3)
    assert on.losers(forfeited=(0, 1)) == ()


def test_a_match_not_over_has_no_losers_yet() -> None:
    on = board(rules("burako/duel", target_points=100_000, hand_limit=3), SEED, 0)
    play(on, random.Random(1))
    assert on.losers() == ()
