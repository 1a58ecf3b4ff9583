"""The ladders' own matches: a backlog as large as there is room, of bots that may play."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from arena.games.registry import rules
from arena.match_states import MatchState
from arena.models import ArenaState, Bot, BotVersion, Match, WorkerPresence
from arena.selectors.ladder_field import (
    LadderField,
    bots_rateable,
    ladder_field,
    ladders_by_turn,
)
from arena.services.benching import bot_bench
from arena.services.ladder_ticks import WAITING_PER_SLOT, ladders_tick
from arena.services.match_making import match_create
from arena.services.match_orders import matches_dispatch
from arena.services.operations import arena_drain, arena_pause, arena_resume
from arena.tasks import ladders_tick_task
from deploy.celery_app import app
from scoring.elo import ErrorBar
from tests.arena.match_kit import (
    MatchWorkers,
    created,
    match_workers,
    playing_version,
    rateable_version,
)
from tests.arena.operator_kit import REASON, operator
from tests.arena.test_bot_concurrency import at_once
from tests.factories import PROFILE, BotVersionFactory, MatchRunnerFactory, UserFactory
from tests.tournaments.ladder_kit import ladder_made, result_between
from tournaments.demo import HOUSE_ACCOUNT
from tournaments.models import Ladder, Rating, User
from tournaments.services.ratings import rating_result_record

pytestmark = pytest.mark.django_db

TABLE = "durak/volga"


@pytest.fixture(autouse=True)
def _nobody_plays(request: pytest.FixtureRequest) -> Iterator[MatchWorkers]:
    marker = request.node.get_closest_marker("django_db")
    with match_workers(commits=bool(marker and marker.kwargs.get("transaction"))) as found:
        yield found


def tick(seed: int = 1) -> int:
    return ladders_tick(rng=random.Random(seed))


def field_of(count: int, profile: str = PROFILE, owner: User | None = None) -> list[BotVersion]:
    """Bots that may play on ladders: each of its own author, or all of one."""
    given = {} if owner is None else {"bot__owner": owner}
    return [rateable_version(profile, **given) for _ in range(count)]


def seated(ladder: Ladder | None = None) -> list[set[BotVersion]]:
    """Who is at which table, in the order of making."""
    matches = Match.objects.order_by("pk") if ladder is None else ladder.matches.order_by("pk")
    return [{one.version for one in match.participants.all()} for match in matches]


def field_now(ladder: Ladder) -> LadderField:
    return ladder_field(ladder=ladder, bots=bots_rateable()[ladder.profile])


def over() -> None:
    """Whatever waits is over."""
    Match.objects.filter(state=MatchState.QUEUED).update(
        state=MatchState.VOID, reason="So much for that.", ended_at=timezone.now()
    )


def test_a_match_is_what_the_ladder_says() -> None:
    ladder = ladder_made(PROFILE)
    Ladder.objects.update(boards=7, games_per_board=3)
    versions = field_of(2)
    MatchRunnerFactory.create()
    assert tick() == 1
    match = Match.objects.get()
    assert (match.kind, match.rated, match.requested_by) == (Match.Kind.LADDER, True, None)
    assert (match.ladder, match.profile) == (ladder, PROFILE)
    assert (match.boards, match.games_per_board) == (7, 3)
    assert seated() == [set(versions)]


def test_a_match_has_the_ladder_s_players_and_options() -> None:
    ladder_made(TABLE, players=3)
    Ladder.objects.update(options={"deck": 24})
    field_of(4, TABLE)
    MatchRunnerFactory.create()
    assert tick() == 1
    match = Match.objects.get()
    assert match.participants.count() == 3
    assert match.rules == rules(TABLE, 3, deck=24).to_json() != rules(TABLE, 3).to_json()


def test_partners_are_one_bot() -> None:
    ladder_made("burako/pairs", players=4)
    versions = field_of(2, "burako/pairs")
    MatchRunnerFactory.create()
    assert tick() == 1
    match = Match.objects.get()
    assert match.participants.count() == 4
    assert seated() == [set(versions)]
    over()
    (field,) = [field_now(ladder) for ladder in Ladder.objects.all()]
    one, other = sorted(version.bot.competitor_id for version in versions)
    assert dict(field.lately.met) == {(one, other): 1}


def test_there_are_as_many_as_there_is_room_for() -> None:
    ladder_made(PROFILE)
    field_of(20)
    assert tick() == 0, "nobody could play them"
    MatchRunnerFactory.create(slots=2)
    assert tick() == 2 * WAITING_PER_SLOT
    assert tick() == 0
    first = Match.objects.order_by("pk")[:1]
    Match.objects.filter(pk__in=first).update(state=MatchState.PLAYING)
    assert tick() == 1, "what is being played waits no longer"
    MatchRunnerFactory.create(slots=1)
    assert tick() == WAITING_PER_SLOT
    WorkerPresence.objects.all().delete()
    assert tick() == 0


def test_challenges_that_wait_leave_the_ladders_their_room() -> None:
    ladder_made(PROFILE)
    field_of(10)
    for _ in range(5):
        created(requested_by=UserFactory.create())
    MatchRunnerFactory.create()
    assert tick() == WAITING_PER_SLOT


def test_nobody_is_at_two_tables_of_a_ladder() -> None:
    ladder_made(PROFILE)
    versions = field_of(5)
    MatchRunnerFactory.create(slots=8)
    assert tick() == 2
    assert tick() == 0, "one is left, and has nobody to play with"
    newcomer = rateable_version()
    assert tick() == 1
    (left,) = set(versions).difference(*seated()[:2])
    assert seated()[2] == {left, newcomer}


def test_who_plays_a_rated_challenge_on_the_ladder_is_busy_there() -> None:
    ladder, versions = ladder_made(PROFILE), field_of(3)
    created(ladder=ladder, versions=versions[:2])
    MatchRunnerFactory.create()
    assert tick() == 0
    over()
    assert tick() == 1


def test_a_bot_may_be_busy_on_several_ladders() -> None:
    for players in (2, 3):
        ladder_made(TABLE, players=players)
    field_of(3, TABLE)
    MatchRunnerFactory.create(slots=4)
    assert tick() == 2


@pytest.mark.parametrize("stop", [arena_pause, arena_drain])
def test_a_paused_arena_makes_none(stop: Callable[..., object]) -> None:
    ladder_made(PROFILE)
    field_of(4)
    MatchRunnerFactory.create()
    staff = operator()
    stop(by=staff, reason=REASON)
    assert tick() == 0
    arena_resume(by=staff, reason=REASON)
    assert ArenaState.objects.get().mode == ArenaState.Mode.RUNNING
    assert tick() > 0


def test_only_bots_that_may_be_rated_there_play() -> None:
    ladder_made(PROFILE)
    fine = field_of(2)
    benched, retired, orphaned = field_of(3)
    bot_bench(bot=benched.bot, reason="It failed.")
    Bot.objects.filter(pk=retired.bot_id).update(retired_at=timezone.now())
    User.objects.filter(bots=orphaned.bot).update(is_active=False)
    playing_version()  # not checked in a sandbox
    rateable_version(TABLE)  # other rules
    BotVersionFactory.create(state=BotVersion.State.INVALID)  # and never active
    idle = rateable_version()
    Bot.objects.filter(pk=idle.bot_id).update(active_version=None)
    MatchRunnerFactory.create(slots=8)
    assert tick() == 1
    assert seated() == [set(fine)]


def test_the_active_version_plays() -> None:
    ladder_made(PROFILE)
    (old, _) = field_of(2)
    newer = BotVersionFactory.create(bot=old.bot, profiles=[PROFILE], active=True)
    MatchRunnerFactory.create()
    assert tick() == 0, "the new one is not checked in a sandbox"
    Bot.objects.filter(pk=old.bot_id).update(active_version=old)
    assert tick() == 1
    assert newer.participations.count() == 0


@pytest.mark.parametrize("bots", [0, 1])
def test_too_few_bots_play_nothing(bots: int) -> None:
    ladder_made(PROFILE)
    field_of(bots)
    MatchRunnerFactory.create()
    assert tick() == 0


def test_without_ladders_there_is_nothing_to_do() -> None:
    field_of(4)
    MatchRunnerFactory.create()
    assert tick() == 0
    ladder_made(PROFILE)
    Ladder.objects.update(is_open=False)
    assert tick() == 0
    Ladder.objects.update(is_open=True, hosting=Ladder.Hosting.PEOPLE)
    assert tick() == 0
    Ladder.objects.update(hosting=Ladder.Hosting.BOTS)
    assert tick() > 0


def test_ladders_take_turns() -> None:
    """If there is room for fewer than one each, whoever has waited longest is next."""
    ladders = [ladder_made(TABLE, players=players) for players in (2, 3, 4, 5, 6)]
    field_of(6, TABLE)
    MatchRunnerFactory.create()
    for _ in range(5):
        assert tick() > 0
        over()
    made = Counter(Match.objects.values_list("ladder", flat=True))
    assert set(made) == {ladder.pk for ladder in ladders}
    assert made.total() == 10
    assert set(made.values()) == {2}


def test_what_one_ladder_cannot_use_is_for_the_next() -> None:
    few, many = ladder_made(PROFILE), ladder_made(TABLE)
    field_of(2, PROFILE)
    field_of(20, TABLE)
    MatchRunnerFactory.create(slots=4)
    assert tick() == 4 * WAITING_PER_SLOT
    assert (few.matches.count(), many.matches.count()) == (1, 7)


def test_rules_that_are_gone_stop_their_own_ladder_only() -> None:
    gone, there = ladder_made(PROFILE), ladder_made(TABLE)
    Ladder.objects.filter(pk=gone.pk).update(profile="durak/forgotten")
    field_of(4, TABLE)
    MatchRunnerFactory.create()
    assert tick() == 2
    assert there.matches.count() == 2


def test_matches_that_are_too_long_stop_their_own_ladder_only() -> None:
    """1,000 hands on each of 11 boards are more than a match may have."""
    long, there = ladder_made("burako/duel"), ladder_made(TABLE)
    Ladder.objects.filter(pk=long.pk).update(options={"hand_limit": 1000}, boards=11)
    field_of(4, "burako/duel")
    field_of(4, TABLE)
    MatchRunnerFactory.create(slots=4)
    assert tick() == there.matches.count() > 0
    assert long.matches.count() == 0


def test_one_author_s_bots_are_never_together_at_larger_tables() -> None:
    ladder_made(TABLE, players=3)
    ana = UserFactory.create()
    mine = field_of(5, TABLE, owner=ana)
    others = field_of(2, TABLE)
    MatchRunnerFactory.create(slots=4)
    assert tick() == 1
    (table,) = seated()
    assert table > set(others)
    assert len(table & set(mine)) == 1


def test_the_reference_bots_are_readable_by_everybody_and_may_meet() -> None:
    ladder_made(TABLE, players=4)
    house = UserFactory.create(email=HOUSE_ACCOUNT.email)
    versions = field_of(4, TABLE, owner=house)
    MatchRunnerFactory.create()
    assert tick() == 1
    assert seated() == [set(versions)]


@pytest.mark.parametrize("whose", ["one author's", "the house's", "several authors'"])
def test_no_table_is_laid_for_two_bots_of_one_author(whose: str) -> None:
    ladder = ladder_made(TABLE, players=3)
    email = HOUSE_ACCOUNT.email if whose == "the house's" else "ana@example.com"
    owner = None if whose == "several authors'" else UserFactory.create(email=email)
    versions = [*field_of(2, TABLE, owner=owner), *field_of(1, TABLE)]

    def lay() -> Match:
        return match_create(
            kind=Match.Kind.LADDER, profile=TABLE, versions=versions, boards=1, ladder=ladder
        )

    if whose == "one author's":
        with pytest.raises(ValidationError, match="Bots of one author never sit together"):
            lay()
        assert not Match.objects.exists()
    else:
        assert lay().participants.count() == 3


def test_two_bots_of_one_author_may_meet_at_a_table_for_two() -> None:
    ladder = ladder_made(PROFILE)
    versions = field_of(2, owner=UserFactory.create())
    match = match_create(
        kind=Match.Kind.LADDER, profile=PROFILE, versions=versions, boards=1, ladder=ladder
    )
    assert match.rated


def test_what_the_matchmaking_is_told() -> None:
    ladder, (one, other, new) = ladder_made(PROFILE), field_of(3)
    mine, theirs, newcomers = (version.bot.competitor_id for version in (one, other, new))
    for number in range(1, 4):
        rating_result_record(result=result_between(ladder, number, mine, theirs, Fraction(1)))
    hour = timedelta(hours=1)
    Rating.objects.update(last_at=timezone.now() - hour)
    field = field_now(ladder)
    told = {one.competitor: one for one in field.candidates}
    rating = Rating.objects.get(competitor=mine)
    assert told[mine].rating * 1_000_000 == pytest.approx(rating.value)
    assert told[mine].error ** 2 == pytest.approx(rating.variance)
    assert told[mine].rating > told[newcomers].rating > told[theirs].rating
    assert told[newcomers].error == ErrorBar.NEWCOMER
    assert told[mine].waited == pytest.approx(3600, abs=600)
    assert told[newcomers].waited < 600
    assert field.versions == {mine: one.pk, theirs: other.pk, newcomers: new.pk}
    assert field.sides == 2
    # What was made for somebody counts, whatever became of it.
    created(ladder=ladder, kind=Match.Kind.LADDER, versions=[one, new])
    over()
    field = field_now(ladder)
    told = {one.competitor: one for one in field.candidates}
    assert told[mine].waited < 600 < told[theirs].waited
    assert dict(field.lately.met) == {(mine, newcomers): 1}


def test_of_a_new_version_less_is_known_than_of_the_one_before() -> None:
    ladder, (one, other) = ladder_made(PROFILE), field_of(2)
    mine, theirs = one.bot.competitor_id, other.bot.competitor_id
    rating_result_record(result=result_between(ladder, 1, mine, theirs, Fraction(1, 2)))
    Rating.objects.update(variance=60.0**2)
    rateable_version(bot=one.bot)
    told = {one.competitor: one for one in field_now(ladder).candidates}
    assert told[mine].error == pytest.approx(100)
    assert told[theirs].error == pytest.approx(60)


def test_the_first_ladder_is_the_one_that_waited_longest() -> None:
    one, two, three = (ladder_made(TABLE, players=players) for players in (2, 3, 4))
    versions = field_of(3, TABLE)
    created(ladder=two, profile=TABLE, versions=versions)
    created(ladder=one, profile=TABLE, versions=versions[:2])
    assert ladders_by_turn() == [three, two, one]


def test_the_number_of_queries_does_not_depend_on_the_number_of_bots() -> None:
    ladder_made(PROFILE)
    field_of(4)
    MatchRunnerFactory.create()

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert tick() == 2
        over()
        return len(asked)

    queries()
    few = queries()
    field_of(30)
    assert queries() == few


def test_nobody_s_challenge_waits_behind_the_ladders_nor_the_other_way_round() -> None:
    """The service has the share of one author."""
    ladder_made(PROFILE)
    field_of(30)
    MatchRunnerFactory.create(slots=6)
    assert tick() == 6 * WAITING_PER_SLOT
    ana, bea = (UserFactory.create() for _ in range(2))
    for _ in range(5):
        for author in (ana, bea):
            created(requested_by=author, profile=PROFILE)
    Match.objects.update(cost=3.0)
    assert matches_dispatch() == 6
    under_way = Match.objects.filter(state=MatchState.SENT)
    assert Counter(under_way.values_list("requested_by", flat=True)) == {
        None: 2, ana.pk: 2, bea.pk: 2,
    }  # fmt: skip


def test_the_ladders_fill_the_time_that_nobody_wants() -> None:
    ladder_made(PROFILE)
    field_of(16)
    MatchRunnerFactory.create(slots=3)
    assert tick() == 6
    assert matches_dispatch() == 3
    assert tick() == 2, "of those who are left"


@pytest.mark.django_db(transaction=True)
def test_two_ticks_at_once_make_no_more_than_one() -> None:
    ladder_made(PROFILE)
    field_of(20)
    MatchRunnerFactory.create(slots=2)
    assert set(at_once([ladders_tick] * 6)) == {"done"}
    assert Match.objects.count() == 2 * WAITING_PER_SLOT
    tables = seated()
    assert len(set().union(*tables)) == 2 * len(tables)


def test_the_scheduler_asks_for_it() -> None:
    ladder_made(PROFILE)
    field_of(2)
    MatchRunnerFactory.create()
    assert app.conf.beat_schedule["ladders-tick"]["task"] == ladders_tick_task.name
    ladders_tick_task()
    assert Match.objects.count() == 1
