"""What match workers say: what counts, counts once; what is forged, late or tampered never does."""

import json
import random
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from arena.match_reasons import BROKE
from arena.match_states import NEXT, MatchState, TransitionRefusedError, check_transition
from arena.models import Bot, Match, MatchEvent, MatchRun
from arena.selectors.matches import match_replay
from arena.services.match_failures import FAILURES_MAX
from arena.services.match_orders import matches_dispatch
from arena.services.match_reading import match_alive_read, match_result_read
from arena.services.match_reports import match_alive_record, match_result_record
from arena.services.report_reading import ReportRefusedError
from arena.wire.match_spec import FaultPolicy, TimeControl
from arena.wire.verify import verify
from tests.arena.match_kit import MatchWorkers, alive_of, replay_of, result_of, sent
from tests.arena.wire.played import Trouble
from tests.tournaments.ladder_kit import ladder_made
from tournaments.models import CompetitorRecord, ResultEvent
from tournaments.services.results import records_rebuilt, records_stored

pytestmark = pytest.mark.django_db


def steps(match: Match) -> list[str]:
    return [event.after for event in MatchEvent.objects.filter(match=match).order_by("pk")]


def test_a_match_from_the_queue_to_its_result(workers: MatchWorkers) -> None:
    match = sent()
    order = workers.order_of(match)
    assert match_alive_record(alive=alive_of(order))
    assert match_alive_record(alive=alive_of(order, 2, boards_over=3))
    match.refresh_from_db()
    assert (match.state, match.boards_over) == (MatchState.PLAYING, 3)

    assert match_result_record(result=result_of(order))
    match.refresh_from_db()
    assert (match.state, match.settled_number, match.token_hash) == (MatchState.SETTLED, 1, "")
    assert steps(match) == ["queued", "sent", "playing", "settled"]
    verified = verify(match_replay(match=match))
    assert verified.seed.hex() == match.seed
    assert len(match.results) == 4
    places = list(match.participants.order_by("place"))
    for place in places:
        assert place.points == sum(board["points"][place.place] for board in match.results)
    assert sum(place.decisions for place in places) == match.decisions == verified.decisions
    assert MatchRun.objects.filter(participant=places[1]).count() == 2
    assert ResultEvent.objects.count() == 2
    assert records_stored() == records_rebuilt() != {}


def test_a_result_counts_once_however_often_it_comes(workers: MatchWorkers) -> None:
    match = sent()
    result = result_of(workers.order_of(match))
    told = [match_result_record(result=result) for _ in range(3)]
    assert told == [True, False, False]
    assert ResultEvent.objects.filter(match=match.public_id).count() == 2
    assert MatchRun.objects.count() == 4
    assert steps(match).count("settled") == 1


def test_a_result_may_come_before_any_sign_of_life_and_signs_after_it(
    workers: MatchWorkers,
) -> None:
    match = sent()
    order = workers.order_of(match)
    assert match_result_record(result=result_of(order))
    assert not match_alive_record(alive=alive_of(order))
    match.refresh_from_db()
    assert match.state == MatchState.SETTLED


def test_what_an_earlier_attempt_says_is_ignored(workers: MatchWorkers) -> None:
    match = sent()
    old = workers.order_of(match)
    assert match_result_record(result=result_of(old, broken="The machine caught fire."))
    assert matches_dispatch() == 1
    new = workers.order_of(match)
    assert (new.attempt, new.token != old.token, new.seed) == (2, True, old.seed)
    assert not match_alive_record(alive=alive_of(old, 9))
    assert not match_result_record(result=result_of(old))
    assert not match_result_record(result=replace(result_of(old), attempt=2))
    assert match_result_record(result=result_of(new))


@pytest.mark.parametrize(
    "changes",
    [
        {"token": "x" * 43},
        {"token": ""},
        {"attempt": 0},
        {"attempt": 2},
        {"match": "nobody"},
    ],
)
def test_forged_results_change_nothing(workers: MatchWorkers, changes: dict[str, Any]) -> None:
    match = sent()
    forged = replace(result_of(workers.order_of(match)), **changes)
    assert not match_result_record(result=forged)
    match.refresh_from_db()
    assert (match.state, match.failures) == (MatchState.SENT, 0)
    assert not ResultEvent.objects.exists()


def test_an_older_sign_of_life_does_not_undo_a_newer_one(workers: MatchWorkers) -> None:
    match = sent()
    order = workers.order_of(match)
    assert match_alive_record(alive=alive_of(order, 5, boards_over=3))
    assert not match_alive_record(alive=alive_of(order, 4, boards_over=1))
    match.refresh_from_db()
    assert match.boards_over == 3


def _flipped(data: bytes) -> bytes:
    place = len(data) // 2
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


@pytest.mark.parametrize(
    ("what", "tampered"),
    [
        ("a bit", lambda order: _flipped(replay_of(order))),
        ("nothing", lambda _order: b""),
        ("cut off", lambda order: replay_of(order)[:-40]),
        ("another match", lambda order: replay_of(order, match_id="another")),
        ("another shuffle", lambda order: replay_of(order, seed=bytes(32))),
        ("fewer boards", lambda order: replay_of(order, boards=1)),
        (
            "other players",
            lambda order: replay_of(order, participants=("a", "b")),
        ),
        (
            "one rotation",
            lambda order: replay_of(order, rotations=((0, 1),)),
        ),
        ("another clock", lambda order: replay_of(order, time_control=TimeControl(bank=99.0))),
        (
            "another policy",
            lambda order: replay_of(order, fault_policy=FaultPolicy(strikes=9)),
        ),
        ("broken off", lambda order: replay_of(order, Trouble(abort_after=5))),
    ],
)
def test_a_log_that_is_not_this_match_played_to_its_end_is_our_failure(
    workers: MatchWorkers,
    what: str,
    tampered: Any,  # noqa: ANN401
) -> None:
    match = sent()
    order = workers.order_of(match)
    assert match_result_record(result=result_of(order, replay=tampered(order))), what
    match.refresh_from_db()
    assert (match.state, match.failures) == (MatchState.QUEUED, 1)
    assert not ResultEvent.objects.exists()
    assert steps(match)[-1] == "queued"
    assert MatchEvent.objects.filter(match=match).latest("pk").reason


def test_three_failures_of_ours_void_the_match_and_cost_nobody(
    workers: MatchWorkers, mailoutbox: list[Any]
) -> None:
    match = sent()
    for number in range(FAILURES_MAX):
        order = workers.order_of(match)
        assert match_result_record(result=result_of(order, broken=f"Fire {number}."))
        matches_dispatch()
    match.refresh_from_db()
    assert match.state == MatchState.VOID
    assert match.reason == BROKE
    assert MatchEvent.objects.filter(match=match).latest("pk").detail == "Fire 2."
    assert not CompetitorRecord.objects.exists()
    assert match.operator_events.get().action == "void"


def test_a_worker_without_a_sandbox_is_believed_on_a_development_server_only(
    workers: MatchWorkers,
    settings: Any,  # noqa: ANN401
) -> None:
    match = sent()
    order = workers.order_of(match)
    assert match_result_record(result=result_of(order, sandbox="insecure"))
    match.refresh_from_db()
    assert (match.state, match.failures) == (MatchState.QUEUED, 1)
    settings.DEBUG = True
    matches_dispatch()
    Match.objects.update(rated=True, ladder=ladder_made())
    assert match_result_record(result=result_of(workers.order_of(match), sandbox="insecure"))
    match.refresh_from_db()
    assert match.state == MatchState.SETTLED
    assert not match.rated
    assert not ResultEvent.objects.filter(rated=True).exists()


def test_forfeits_strikes_and_times_are_counted_by_who_was_guilty(workers: MatchWorkers) -> None:
    match = sent()
    order = workers.order_of(match)
    replay = replay_of(order, Trouble(absent=(1,)))
    assert match_result_record(result=result_of(order, replay=replay))
    forfeited = match.participants.order_by("place").values_list("boards_forfeited", flat=True)
    assert list(forfeited) == [0, 2]


def test_partners_are_one_side(workers: MatchWorkers) -> None:
    match = sent(profile="burako/pairs", boards=1)
    order = workers.order_of(match)
    assert [program.name for program in order.programs[:2]] == [
        program.name for program in order.programs[2:]
    ]
    runs = result_of(order, broken="none").runs
    assert match_result_record(result=result_of(order, runs=runs))
    assert ResultEvent.objects.filter(match=match.public_id).count() == 2


def test_what_the_bots_of_those_printed_who_have_left_is_not_kept(workers: MatchWorkers) -> None:
    match = sent()
    order = workers.order_of(match)
    leaving = match.participants.get(place=0).version.bot
    Bot.objects.filter(pk=leaving.pk).update(owner=None, retired_at=timezone.now())
    assert match_result_record(result=result_of(order))
    said = MatchRun.objects.order_by("participant__place").values_list(
        "participant__place", "stdout"
    )
    assert set(said) == {(0, ""), (1, "hello from 1")}


def test_settlements_are_numbered_without_gaps(workers: MatchWorkers) -> None:
    for expected in (1, 2, 3):
        match = sent()
        assert match_result_record(result=result_of(workers.order_of(match)))
        match.refresh_from_db()
        assert match.settled_number == expected
    assert records_stored() == records_rebuilt()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


@given(st.data())
def test_fuzz_results_of_anything_are_read_or_refused(data: st.DataObject) -> None:
    """What is read can be kept and compared; nothing else raises."""
    whole = json.loads(
        json.dumps(
            {
                "match": "m", "attempt": 1, "token": "t", "worker": "w", "sandbox": "bwrap",
                "broken": "", "overtime": False, "stopped": False,
                "replay": "eJwDAAAAAAE=", "runs": [], "number": 1, "boards_over": 0, "boards": 2,
            }
        )
    )  # fmt: skip
    name = data.draw(st.sampled_from([*whole, ""]))
    changed: Any = data.draw(JSON) if not name else whole | {name: data.draw(JSON)}
    for read in (match_alive_read, match_result_read):
        with suppress(ReportRefusedError):
            read(changed)


def test_a_whole_result_comes_through_its_json(workers: MatchWorkers) -> None:
    match = sent()
    result = result_of(workers.order_of(match))
    assert match_result_read(json.loads(json.dumps(result.to_json()))) == result


@pytest.mark.parametrize("before", list(MatchState))
@pytest.mark.parametrize("after", list(MatchState))
def test_only_what_may_follow_follows(before: MatchState, after: MatchState) -> None:
    if after in NEXT[before]:
        check_transition(before, after)
    else:
        with pytest.raises(TransitionRefusedError):
            check_transition(before, after)


@pytest.mark.parametrize("seed", range(3))
def test_whatever_order_messages_come_in_each_match_is_settled_once(
    workers: MatchWorkers, seed: int
) -> None:
    rng = random.Random(seed)
    matches = [sent() for _ in range(3)]
    messages: list[Any] = []
    for match in matches:
        order = workers.order_of(match)
        messages += [alive_of(order, number) for number in (1, 2, 3)]
        messages += [result_of(order)] * 2
    rng.shuffle(messages)
    for message in messages:
        if hasattr(message, "runs"):
            match_result_record(result=message)
        else:
            match_alive_record(alive=message)
    assert set(Match.objects.values_list("settled_number", flat=True)) == {1, 2, 3}
    assert ResultEvent.objects.count() == 6
    assert records_stored() == records_rebuilt()
