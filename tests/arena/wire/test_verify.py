"""A replay verifies if and only if its match was played by the rules."""

import random
from collections.abc import Callable

import pytest

from arena.games import profiles
from arena.protocol.v1 import match_pb2
from arena.protocol.v1.replay_pb2 import ReplayRecord
from arena.wire.frames import ReplayRefused, frame, sealed_end
from arena.wire.match_spec import MatchSpec, OnFault
from arena.wire.results import BoardResult, ForfeitReason
from arena.wire.verify import verify
from tests.arena.wire.played import Played, Trouble, match_of, play

Records = list[ReplayRecord]
TABLES = [(name, players) for name, profile in profiles().items() for players in profile.players]


def log_of(records: Records) -> bytes:
    """Records as a log."""
    return b"".join(map(frame, records))


def by_place(results: list[BoardResult] | tuple[BoardResult, ...]) -> list[BoardResult]:
    """In the order of rotations and boards."""
    return sorted(results, key=lambda result: (result.rotation, result.board))


def check(played: Played) -> None:
    """What was played is what is verified."""
    verified = verify(played.data)
    assert by_place(verified.boards) == by_place(played.results)
    assert verified.games == played.games
    assert verified.decisions == played.decisions
    assert verified.aborted == played.aborted
    assert verified.rules == played.spec.rules
    assert verified.seed == played.spec.seed
    assert verified.header.match_id == played.spec.match_id


@pytest.mark.parametrize(("profile", "players"), TABLES)
def test_what_was_played_by_the_rules_is_sound(profile: str, players: int) -> None:
    rng = random.Random(f"{profile} {players}")
    games = 1 if profile.startswith("burako") else 2
    boards = 2 if players == min(profiles()[profile].players) else 1
    check(play(match_of(profile, players, boards=boards, games=games), rng, Trouble(faults=0.01)))


@pytest.mark.parametrize("profile", ["durak/volga", "durak/german-team", "burako/pairs"])
@pytest.mark.parametrize("seed", range(4))
def test_matches_in_which_everything_goes_wrong_are_sound(profile: str, seed: int) -> None:
    rng = random.Random(seed)
    troubles = [
        Trouble(faults=0.2),
        Trouble(faults=0.05, gone=0.002),
        Trouble(absent=(1,)),
        Trouble(absent=(0, 2)),
        Trouble(abort_after=0),
        Trouble(abort_after=100, faults=0.1),
    ]
    for trouble in troubles:
        for policy in OnFault:
            spec = match_of(profile, boards=3, games=2, seed=seed, policy=policy, strikes=seed + 1)
            check(play(spec, rng, trouble))


def test_all_reasons_of_a_forfeit_come_up_here() -> None:
    rng, reasons = random.Random(1), set()
    for trouble in (Trouble(faults=0.3), Trouble(gone=0.05), Trouble(absent=(0,))):
        for seed in range(5):
            played = play(match_of("durak/volga", 3, seed=seed), rng, trouble)
            check(played)
            reasons |= {result.forfeit.reason for result in played.results if result.forfeit}
    assert reasons == set(ForfeitReason)


def test_strikes_count_even_if_the_last_one_ends_the_board() -> None:
    """The default action of a seat's last strike may end a game or the board."""
    found = 0
    for seed in range(400):
        spec = match_of("durak/duel24", boards=1, games=1, seed=seed, strikes=1)
        played = play(spec, random.Random(seed), Trouble(faults=0.02))
        check(played)
        found += any(
            result.forfeit and all(game.outcome for game in result.games)
            for result in played.results
        )
    assert found


def test_boards_of_a_match_broken_off_may_lack_their_result() -> None:
    """When the server itself breaks, what it did last may be missing."""
    spec = match_of("durak/volga", 2, boards=4)
    whole = play(spec, random.Random(1)).decisions
    played = play(spec, random.Random(1), Trouble(abort_after=whole - 3))
    records = played.records
    assert len(records[-1].end.boards) > 1
    del records[-1].end.boards[0]
    before = log_of(records[:-1])
    verified = verify(before + sealed_end(before, records[-1]))
    assert len(verified.boards) == len(played.results)


def test_a_match_with_rotations_of_its_own() -> None:
    spec = match_of("durak/volga", 3, boards=1, rotations=((2, 1, 0), (0, 1, 2)))
    check(play(spec, random.Random(3)))


# What is refused, and with which words


def faulty(spec: MatchSpec, **trouble: float) -> Records:
    """A match with mistakes."""
    return play(spec, random.Random(5), Trouble(**trouble)).records  # type: ignore[arg-type]


def place(records: Records, kind: str, number: int = 0) -> int:
    """Where the record of this kind is, the first one being number 0."""
    return [n for n, record in enumerate(records) if record.HasField(kind)][number]


def first(records: Records, wanted: Callable[[ReplayRecord], bool]) -> int:
    """Where the first such record is."""
    return next(n for n, record in enumerate(records) if wanted(record))


PLAIN = play(match_of("durak/volga", 3, boards=2, games=2), random.Random(5)).records
BURAKO = play(match_of("burako/duel", boards=1), random.Random(5)).records
FAULTS = faulty(match_of("durak/volga", 3, boards=3, games=2, strikes=2), faults=0.1)
STRICT = faulty(match_of("durak/volga", 3, boards=3, policy=OnFault.FORFEIT), faults=0.02)
ABORTED = faulty(match_of("durak/volga", 3, boards=3), abort_after=50)
Change = Callable[[Records], object]


def edit(records: Records, where: int) -> ReplayRecord:
    """A copy in the place of a record, to be changed."""
    copy = ReplayRecord()
    copy.CopyFrom(records[where])
    records[where] = copy
    return copy


def header(**fields: object) -> Change:
    """Other fields in the header."""

    def change(records: Records) -> None:
        for name, value in fields.items():
            setattr(edit(records, 0).header, name, value)

    return change


def swap_seating(records: Records) -> None:
    edit(records, 0).header.rotations[0].participants[0] = 1


def other_rules(records: Records) -> None:
    edit(records, 0).header.rules.profile = "durak/none"


def one_participant_less(records: Records) -> None:
    edit(records, 0).header.participants.pop()


def unknown_policy(records: Records) -> None:
    edit(records, 0).header.fault_policy.on_fault = 9  # type: ignore[assignment]


def first_move(**fields: object) -> Change:
    """Other fields in the first move."""

    def change(records: Records) -> None:
        move = edit(records, place(records, "move")).move
        for name, value in fields.items():
            setattr(move, name, value)

    return change


def empty_action(records: Records) -> None:
    edit(records, place(records, "move")).move.ClearField("durak")


def illegal_action(records: Records) -> None:
    move = edit(records, place(records, "move")).move
    move.durak.kind = 8  # type: ignore[assignment]  # take
    move.durak.ClearField("cards")


def move_after_the_game(records: Records) -> None:
    over = place(records, "game_began", 2)
    records.insert(over, records[over - 1])


def late_game(records: Records) -> None:
    edit(records, place(records, "game_began", 1)).game_began.game = 2


def board_too_many(records: Records) -> None:
    edit(records, place(records, "game_began", 1)).game_began.board = 2


def game_on_a_busy_board(records: Records) -> None:
    edit(records, place(records, "game_began", 1)).game_began.board = 0


def third_game(records: Records) -> None:
    """A board of two games gets another one at the end of the rotation."""
    where = place(records, "rotation_began", 1)
    record = ReplayRecord()
    record.game_began.game = 4
    records.insert(where, record)


def another_seed(records: Records) -> None:
    edit(records, -1).end.seed = bytes(32)


def short_seed(records: Records) -> None:
    edit(records, -1).end.seed = b"7"


def other_points(records: Records) -> None:
    edit(records, -1).end.boards[1].points[0] += 1


def other_losers(records: Records) -> None:
    edit(records, -1).end.boards[0].losers.append(7)


def no_outcome(records: Records) -> None:
    edit(records, -1).end.boards[0].games[0].ClearField("durak")


def a_result_less(records: Records) -> None:
    edit(records, -1).end.boards.pop()


def a_result_twice(records: Records) -> None:
    end = edit(records, -1).end
    end.boards.append(end.boards[0])


def not_aborted(records: Records) -> None:
    edit(records, -1).end.aborted = ""


def result_of_an_unfinished_board(records: Records) -> None:
    edit(records, -1).end.boards.add(rotation=0, board=2)


def forfeit_of(records: Records) -> ReplayRecord:
    """The first forfeit, to be changed."""
    return edit(records, place(records, "board_forfeited"))


def forfeit_without_reason(records: Records) -> None:
    forfeit_of(records).board_forfeited.forfeit.reason = match_pb2.FORFEIT_REASON_UNSPECIFIED


def forfeit_of_nobody(records: Records) -> None:
    forfeit_of(records).board_forfeited.forfeit.ClearField("seats")


def forfeit_of_a_guest(records: Records) -> None:
    forfeit_of(records).board_forfeited.forfeit.seats[:] = [3]


def forfeit_of_another(records: Records) -> None:
    seats = forfeit_of(records).board_forfeited.forfeit.seats
    seats[0] = (seats[0] + 1) % 3


def forfeit_for_another_reason(records: Records) -> None:
    forfeit = forfeit_of(records).board_forfeited.forfeit
    forfeit.reason = match_pb2.FORFEIT_REASON_DISCONNECTED


def forfeit_of_another_board(records: Records) -> None:
    forfeit_of(records).board_forfeited.board = 3


def forfeit_twice(records: Records) -> None:
    where = place(records, "board_forfeited")
    records.insert(where, records[where])


def forfeit_missing(records: Records) -> None:
    del records[place(records, "board_forfeited")]


def strikes_without_a_strike(records: Records) -> None:
    record = ReplayRecord()
    record.board_forfeited.forfeit.seats.append(0)
    record.board_forfeited.forfeit.reason = match_pb2.FORFEIT_REASON_STRIKES
    records.insert(place(records, "move"), record)


def strikes_before_the_first_game(records: Records) -> None:
    strikes_without_a_strike(records)
    where = place(records, "board_forfeited")
    records.insert(place(records, "game_began"), records.pop(where))


def strikes_of_a_seat_that_is_not_asked_yet(records: Records) -> None:
    """By a policy that needs no strike in the log, but needs a game."""
    moved = first(records, lambda record: record.HasField("move") and record.move.game == 0)
    seat = records[moved].move.seat
    strikes_before_the_first_game(records)
    forfeit_of(records).board_forfeited.forfeit.seats[:] = [seat]


def fault_noted(records: Records) -> None:
    """The first attack with a card that is not the default one."""
    where = first(records, lambda record: len(record.move.durak.cards) > 1)
    edit(records, where).move.fault = match_pb2.FAULT_TIMEOUT


REFUSED: list[tuple[Records, Change, str]] = [
    (PLAIN, lambda records: records.pop(), "The log has no end"),
    (PLAIN, lambda records: records.clear(), "The log is empty"),
    (PLAIN, lambda records: records.append(records[-1]), "nothing may follow the end"),
    (PLAIN, lambda records: records.insert(5, ReplayRecord()), "Record 6: it is empty"),
    (PLAIN, lambda records: records.pop(0), "Record 1: the log does not begin with its header"),
    (PLAIN, lambda records: records.insert(1, records[0]), "Record 2: no rotation has begun yet"),
    (PLAIN, lambda records: records.insert(4, records[0]), "Record 5: a log has only one header"),
    (PLAIN, lambda records: records.pop(1), "Record 2: no rotation has begun yet"),
    (PLAIN, lambda records: records.insert(1, records[1]), "Record 3: rotation 1 was to begin"),
    (PLAIN, header(match_id="another"), "the digest at its end does not fit"),
    (PLAIN, first_move(think_ms=1), "the digest at its end does not fit"),
    (PLAIN, header(format=2), "Record 1: the format is 2; this program reads 1"),
    (PLAIN, header(boards=0), "there must be boards, and games on them"),
    (PLAIN, header(games_per_board=0), "there must be boards, and games on them"),
    (PLAIN, header(boards=3), "rotation 0 is not over: 2 of its 3 boards are"),
    (PLAIN, header(boards=1), "there are only 1 boards"),
    (PLAIN, header(games_per_board=3), "rotation 0 is not over: 0 of its 2 boards are"),
    (PLAIN, header(games_per_board=1), r"board \d is over"),
    (PLAIN, header(commitment="0" * 64), "not the one committed to"),
    (PLAIN, header(commitment="ü"), "not the one committed to"),
    (PLAIN, lambda r: edit(r, 0).header.rotations.pop(), "there are only 2 rotations"),
    (PLAIN, lambda r: edit(r, 0).header.rotations.add(participants=[0, 1, 2]), "never played"),
    (PLAIN, lambda r: edit(r, 0).header.ClearField("rotations"), "seat each participant once"),
    (PLAIN, swap_seating, "every rotation must seat each participant once"),
    (PLAIN, other_rules, "nobody can play by these rules: .*durak/volga"),
    (PLAIN, lambda r: edit(r, 0).header.rules.ClearField("durak"), "nobody can play by these"),
    (PLAIN, one_participant_less, "there must be 3 participants"),
    (PLAIN, unknown_policy, "the fault policy is unknown"),
    (PLAIN, first_move(game=9), "game 9 is not being played"),
    (PLAIN, first_move(seat=7), r"seat 7 was not asked, but seat \d"),
    (PLAIN, first_move(fault=4), "there is no mistake number 4"),
    (PLAIN, empty_action, "the action cannot be read"),
    (PLAIN, illegal_action, "the action is illegal: "),
    (PLAIN, move_after_the_game, r"game \d is not being played"),
    (PLAIN, late_game, "game 1 was to begin, not game 2"),
    (PLAIN, board_too_many, "there are only 2 boards"),
    (PLAIN, game_on_a_busy_board, "board 0 has a game that is not over: game 0"),
    (PLAIN, third_game, "board 0 is over"),
    (PLAIN, another_seed, "Record 1: the seed revealed at the end is not the one committed to"),
    (PLAIN, short_seed, "Record 1: the seed revealed at the end is not the one committed to"),
    (PLAIN, other_points, "has another result than what was played"),
    (PLAIN, other_losers, "has another result than what was played"),
    (PLAIN, no_outcome, "has another result than what was played"),
    (PLAIN, a_result_less, r"the result of board \d of rotation 2 is missing"),
    (PLAIN, a_result_twice, "is not over, or its result is there twice"),
    (PLAIN, strikes_without_a_strike, "by strikes, but not by whoever has them"),
    (PLAIN, strikes_before_the_first_game, "by strikes, but not by whoever has them"),
    (PLAIN, fault_noted, "did not get the default action"),
    (ABORTED, not_aborted, "rotation 1 was never played"),
    (ABORTED, result_of_an_unfinished_board, "board 2 of rotation 0 is not over"),
    (BURAKO, lambda r: r.pop(place(r, "move", 3)), r"Record \d+: "),
    (FAULTS, forfeit_without_reason, "one of the reasons there are"),
    (FAULTS, forfeit_of_nobody, "must name seats of the table"),
    (FAULTS, forfeit_of_a_guest, "must name seats of the table"),
    (FAULTS, forfeit_of_another, "by strikes, but not by whoever has them"),
    (FAULTS, forfeit_for_another_reason, r"must be forfeited first: seat \d has 2 strikes on it"),
    (FAULTS, forfeit_of_another_board, "there are only 3 boards"),
    (FAULTS, forfeit_twice, r"board \d is over"),
    (FAULTS, forfeit_missing, r"is not over|must be forfeited first"),
    (STRICT, forfeit_of_another, "by strikes, but not by whoever has them"),
    (STRICT, strikes_of_a_seat_that_is_not_asked_yet, "by strikes, but not by whoever has them"),
    (STRICT, first_move(fault=1), "by this match's policy it forfeits the board at once"),
]


@pytest.mark.parametrize("number", range(len(REFUSED)))
def test_what_does_not_fit_is_refused_with_the_reason(number: int) -> None:
    records, change, words = REFUSED[number]
    verify(log_of(records))
    changed = list(records)
    change(changed)
    with pytest.raises(ReplayRefused, match=words) as refused:
        verify(log_of(changed))
    assert str(refused.value).endswith((".", "]"))
