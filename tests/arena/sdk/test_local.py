"""Deal sets played offline: the same every time, with replays that verify; nothing remembered."""

from fractions import Fraction
from pathlib import Path

import pytest

from arena.games import rules
from arena.sdk.local import (
    BoardPlayed,
    BotRefusedError,
    LocalMatch,
    Score,
    complete_boards,
    decision_in_replay,
    lineup,
    replay_of,
)
from arena.sdk.trouble import Cause
from arena.wire.frames import read_frames
from arena.wire.results import BoardResult, Fault
from arena.wire.verify import verify
from tests.arena.sdk.kit import RANDOM, bot_file, play_locally, spec_of

FIRST = """
    def choose(self, view, legal, clock):
        return 0
"""


@pytest.mark.parametrize(
    ("profile", "players", "boards", "order"),
    [
        ("durak/duel24", 2, 12, {}),
        ("durak/volga", 4, 3, {"games_per_board": 2}),
        ("burako/duel", 2, 1, {}),
        ("burako/pairs", 4, 1, {}),
    ],
)
def test_everything_is_played_and_the_replay_verifies(
    profile: str, players: int, boards: int, order: dict[str, int], tmp_path: Path
) -> None:
    options = {"hand_limit": 2} if profile.startswith("burako") else {}
    rule_set = rules(profile, players=players, **options)
    spec = spec_of(profile, rule_set=rule_set, boards=boards, **order)
    mine, against = bot_file(tmp_path, RANDOM), bot_file(tmp_path, FIRST, name="first")
    match, played, troubles = play_locally(spec, mine, against)
    assert not troubles
    rotations = range(len(spec.rotations))
    assert sorted(match.played) == [(r, b) for r in rotations for b in range(boards)]
    assert len(played) == len(match.played)

    verified = verify(replay_of(spec, match.played, 1_700_000_000_000))
    assert sum(len(one.result.games) for one in played) == verified.games
    assert sum(sum(one.decisions) for one in played) == verified.decisions
    points = {(r.rotation, r.board): r.points for r in verified.boards}
    assert points == {key: one.result.points for key, one in match.played.items()}


def test_a_match_is_the_same_again(tmp_path: Path) -> None:
    mine, against = bot_file(tmp_path, RANDOM), bot_file(tmp_path, RANDOM, name="other")
    spec = spec_of("durak/volga", boards=6)
    logs = set()
    for workers in (1, 2):
        with LocalMatch(spec, [mine, against], workers=workers) as match:
            list(match)
        moves = [
            (record.move.game, record.move.seat, record.move.durak.SerializeToString())
            for record in read_frames(replay_of(spec, match.played, 0))
            if record.HasField("move")
        ]
        logs.add(tuple(moves))
    assert len(logs) == 1


def test_nothing_is_remembered_between_seats_and_rotations(tmp_path: Path) -> None:
    """Module state, also of a file beside the bot's, belongs to one seat in one rotation."""
    (tmp_path / "beside.py").write_text("SEEN = []\n")
    mine = bot_file(
        tmp_path,
        """
        def start(self):
            for memory in (SEEN, beside.SEEN):
                assert {seat for seat, _ in memory} <= {self.seat}, "another seat was here"
                assert (self.seat, self.board) not in memory, "another rotation was here"
                memory.append((self.seat, self.board))

        def choose(self, view, legal, clock):
            return 0
        """,
        before="import beside\nSEEN = []",
    )
    _, boards, troubles = play_locally(spec_of(boards=3), mine, mine)
    assert not troubles
    assert len(boards) == 6


def test_an_instance_lives_for_one_game(tmp_path: Path) -> None:
    mine = bot_file(
        tmp_path,
        """
        def start(self):
            assert not hasattr(self, "asked"), "start is called once"
            assert self.rules.players == 2 and self.seat in (0, 1)
            self.asked = 0
            print("start", self.board, self.game_number)

        async def choose(self, view, legal, clock):
            assert view.seat == view.to_act == self.seat
            assert 0 < clock.left() <= clock.allowed
            self.asked += 1
            return legal[0]

        def over(self, end):
            assert self.asked and end.outcome and end.scores == end.outcome.scores
            print("over", self.board, self.game_number)
        """,
    )
    spec = spec_of("durak/concise", boards=2, games_per_board=2)
    _, _, troubles = play_locally(spec, mine, mine, output=tmp_path / "output")
    assert not troubles
    printed = [file.read_text() for file in (tmp_path / "output").iterdir()]
    expected = "".join(
        f"start {board} {game}\nover {board} {game}\n" for board in (0, 1) for game in (0, 1)
    )
    assert printed == [expected] * 4


def test_a_match_may_be_left_early(tmp_path: Path) -> None:
    mine = bot_file(tmp_path, RANDOM)
    spec = spec_of(boards=200)
    with LocalMatch(spec, [mine, mine], workers=2) as match:
        for _ in match:
            if complete_boards(spec, match.played) >= 2:
                break
    done = complete_boards(spec, match.played)
    verified = verify(replay_of(spec, match.played, 0))
    assert verified.header.boards == done < 200


def test_there_is_no_replay_of_nothing() -> None:
    with pytest.raises(ValueError, match="nothing to replay"):
        replay_of(spec_of(), {}, 0)


def test_as_many_bots_as_participants(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="Name 2 bots"):
        LocalMatch(spec_of(), [bot_file(tmp_path, RANDOM)])


def test_a_missing_package_is_told_before_the_first_game(tmp_path: Path) -> None:
    mine = bot_file(tmp_path, RANDOM, before="import a_package_nobody_has")
    with (
        LocalMatch(spec_of(), [mine, bot_file(tmp_path, RANDOM, name="other")]) as match,
        pytest.raises(BotRefusedError, match=r"mybot\.py imports a_package_nobody_has"),
    ):
        list(match)
    assert not match.played


def test_a_deal_is_scored_when_it_was_played_in_all_rotations(tmp_path: Path) -> None:
    spec = spec_of("durak/volga", boards=4)
    match, boards, _ = play_locally(
        spec, bot_file(tmp_path, RANDOM), bot_file(tmp_path, FIRST, name="first")
    )
    score = Score(spec)
    shares = [score.add(one.result) for one in boards]
    assert sum(share is not None for share in shares) == 4
    standing = score.standing()
    assert standing.deals == 4
    assert standing.won + standing.drawn + standing.lost == 8
    by_hand = Fraction()
    for (rotation, _), one in match.played.items():
        seat = spec.rotations[rotation].index(0)
        by_hand += Fraction(one.result.points[seat], 2)
    assert score.results.mean == by_hand / 8


def test_the_loser_loses_to_each_survivor() -> None:
    spec = spec_of("durak/volga", rule_set=rules("durak/volga", players=4))
    score = Score(spec)
    shares = []
    for rotation in range(4):
        mine = spec.rotations[rotation].index(0)
        loser = mine if rotation == 0 else (mine + 1) % 4
        points = tuple(0 if seat == loser else 2 for seat in range(4))
        shares.append(score.add(BoardResult(rotation, 0, (), points, (loser,), None)))
    # Lost to three once; then three times level with two and ahead of one.
    assert shares[:3] == [None] * 3
    assert shares[3] == (0 + 3 * (Fraction(1, 3) + Fraction(2, 3) * Fraction(1, 2))) / 4


def test_the_first_bot_takes_the_side_of_seat_0() -> None:
    assert lineup(rules("durak/volga", players=3)) == (0, 1, 1)
    assert lineup(rules("burako/pairs")) == (0, 1, 0, 1)


def test_a_trouble_is_found_again_in_the_replay(tmp_path: Path) -> None:
    mine = bot_file(
        tmp_path,
        """
        asked = 0
        def choose(self, view, legal, clock):
            self.asked += 1
            if self.board == 1 and self.asked == 3:
                return "nonsense"
            return 0
        """,
    )
    spec = spec_of("durak/volga", boards=2)
    match, _, troubles = play_locally(spec, mine, bot_file(tmp_path, FIRST, name="first"))
    assert [trouble.cause for trouble in troubles] == [Cause.NONSENSE] * 2
    data = replay_of(spec, match.played, 0)
    moves = [record.move for record in read_frames(data) if record.HasField("move")]
    for trouble in troubles:
        number = decision_in_replay(data, trouble.place)
        assert number is not None
        assert moves[number - 1].fault == Fault.MALFORMED.value
    assert isinstance(match.played[0, 0], BoardPlayed)
