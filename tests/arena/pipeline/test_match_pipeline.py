"""Issue 09: from an upload to the result, with everything real: PostgreSQL, Celery over each queue
that is installed, the game server, sandboxes. And with messages of strangers in the queues."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from arena.ab_terms import AHEAD
from arena.challenge_terms import boards_offered
from arena.match_states import OVER, MatchState
from arena.models import AbTest, ArenaState, BotVersion, Match
from arena.runner.match_orders import MATCH_ALIVE, MATCH_RESULT, PLAY, MatchOrder
from arena.runner.orders import VALIDATE
from arena.runner.queues import MATCHES, RESULTS
from arena.runner.signing import key_create, key_to_check, opened, sign
from arena.sdk.scaffold import first_bot
from arena.selectors.ab_tests import ab_test_faults
from arena.selectors.matches import match_runs
from arena.services.ladder_ticks import ladders_tick
from arena.services.league_matches import leagues_tick
from arena.services.match_making import match_create
from arena.services.match_orders import match_send
from arena.services.match_steps import match_lock
from arena.wire.verify import verify
from tests.arena.bot_kit import bot_sent_in, version_sent_in
from tests.arena.match_books import check_ladders, told
from tests.arena.match_kit import alive_of, replay_of, result_of
from tests.arena.pipeline.brokers import BROKERS, EMBEDDED, Overheard, broker
from tests.deploy.service import PROJECT_DIR, wait_for
from tests.e2e.arena_at_work import ArenaAtWork, arena_at_work
from tests.factories import UserFactory
from tournaments.league_access import LeagueVisitor
from tournaments.league_spec import league_defaults
from tournaments.models import FixtureResult, Ladder, LadderEntry, League, User
from tournaments.services.ladders import ladder_open
from tournaments.services.leagues.entries import entry_add
from tournaments.services.leagues.settings import league_create
from tournaments.services.leagues.states import league_start

PROFILE = "durak/duel24"
OFFERED = boards_offered(PROFILE)[0]
BOARDS = 2
PATIENCE_SECONDS = 200
_FIRST_LINE = "        cards = "
TALKATIVE = first_bot().replace(_FIRST_LINE, f"        print('I <b>think</b>')\n{_FIRST_LINE}", 1)
NOT_OURS = "This order was not signed by our server."


@dataclass(frozen=True)
class Scene:
    """An arena at work, and two authors with a bot each."""

    arena: ArenaAtWork
    queue: Overheard
    ana: User
    bea: User
    mustard: BotVersion
    pepper: BotVersion

    def match(self) -> Match:
        return match_create(
            kind=Match.Kind.CHALLENGE,
            profile=PROFILE,
            versions=[self.mustard, self.pepper],
            boards=BOARDS,
            requested_by=self.ana,
        )

    def order_kept_from_everybody(self, match: Match) -> tuple[MatchOrder, dict[str, str]]:
        """Send the match as the server does, but let only the test see the order."""
        self.queue.keeps_orders = True
        try:
            with transaction.atomic():
                match_send(match=match_lock(match_id=match.pk), now=timezone.now())
        finally:
            self.queue.keeps_orders = False
        envelope = self.queue.kept[-1]
        data = opened(PLAY, envelope, key_to_check(settings.TASK_SIGNING_KEY))
        return MatchOrder.from_json(data), envelope

    def order(self, *args: object) -> None:
        """Put this into the match workers' queue, as anybody could who gets at it."""
        self.queue.send_task(PLAY, args=list(args), queue=MATCHES)

    def tell(self, task: str, said: object) -> None:
        """Put this into the queue of what workers say."""
        self.queue.send_task(task, args=[said], queue=RESULTS)

    def wait(self, condition: Callable[[], bool], what: str) -> None:
        wait_for(condition, what, seconds=PATIENCE_SECONDS, details=self.arena.said)

    def wait_until_settled(self, match: Match) -> Match:
        self.wait(lambda: _fresh(match).is_over, "the match to be over")
        fresh = _fresh(match)
        assert fresh.state == MatchState.SETTLED, told(match)
        return fresh


def _fresh(match: Match) -> Match:
    return Match.objects.get(pk=match.pk)


@contextmanager
def paused() -> Iterator[None]:
    """Meanwhile nothing is sent but by the test itself."""
    ArenaState.objects.update_or_create(pk=1, defaults={"mode": ArenaState.Mode.PAUSED})
    try:
        yield
    finally:
        ArenaState.objects.filter(pk=1).update(mode=ArenaState.Mode.RUNNING)


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("queue_name", BROKERS)
def test_the_pipeline(queue_name: str, tmp_path: Path) -> None:
    """One arena for all of it: to start it takes longer than any step."""
    with broker(queue_name, tmp_path) as queue, arena_at_work(tmp_path, matches=True) as arena:
        scene = _with_bots(arena, queue)
        an_author_challenges_and_finds_the_result_the_replay_and_the_logs(scene, tmp_path)
        if queue_name == EMBEDDED:  # what is new about it is on this side of the queue
            an_ab_test_plays_its_matches_and_counts_each_once(scene)
            a_ladder_makes_its_match_and_is_moved_by_it_once(scene)
            a_league_of_bots_plays_itself_to_its_end(scene)
        orders_of_strangers_are_refused_and_a_true_one_counts_once(scene)
        results_of_strangers_change_nothing_and_a_true_one_counts_once(scene)
        a_tampered_log_is_our_failure_and_the_match_is_played_again(scene)


def _with_bots(arena: ArenaAtWork, queue: Overheard) -> Scene:
    """Two bots, sent in by the form and by the service, and checked by the runner."""
    ana = UserFactory.create(display_name="Ana")
    bea = UserFactory.create(display_name="Bea")
    answer = browser_of(ana).post(
        reverse("bots:new"),
        {
            "name": "Mustard",
            "profiles": [PROFILE],
            "file": SimpleUploadedFile("mustard.py", TALKATIVE.encode()),
        },
    )
    assert answer.status_code == 302, answer.content.decode()
    pepper = bot_sent_in(bea, "Pepper", profiles=[PROFILE])
    mustard = BotVersion.objects.get(bot__name="Mustard")
    wait_for(
        lambda: not BotVersion.objects.exclude(state=BotVersion.State.VALID).exists(),
        "the bots to pass their checks",
        seconds=PATIENCE_SECONDS,
        details=arena.said,
    )
    for version in (mustard, pepper):
        version.refresh_from_db()
    return Scene(arena, queue, ana, bea, mustard, pepper)


def browser_of(account: User) -> Client:
    client = Client()
    client.force_login(account)
    return client


def an_author_challenges_and_finds_the_result_the_replay_and_the_logs(
    scene: Scene, folder: Path
) -> None:
    ana, bea = browser_of(scene.ana), browser_of(scene.bea)
    answer = ana.post(
        reverse("bots:challenge", args=[scene.pepper.bot.public_id]),
        {
            "bot": scene.mustard.bot.public_id,
            "profile": PROFILE,
            "boards": OFFERED,
        },
    )
    assert answer.status_code == 302, answer.content.decode()
    match = scene.wait_until_settled(Match.objects.get())
    assert answer["Location"] == reverse("matches:match", args=[match.public_id])
    assert (match.requested_by, match.rated) == (scene.ana, False)
    assert match.attempt == 1, told(match)
    assert match.sandbox == "bwrap"
    assert len(match.results) == match.boards_in_all == 2 * OFFERED
    mine, theirs = match.participants.order_by("place")
    assert (mine.version, theirs.version) == (scene.mustard, scene.pepper)
    assert min(mine.decisions, theirs.decisions) > 0
    assert mine.strikes == theirs.strikes == mine.boards_forfeited == theirs.boards_forfeited == 0
    for participant in (mine, theirs):
        runs = match_runs(participant=participant)
        assert [run.rotation for run in runs] == [0, 1], "a fresh process in every rotation"
        assert all(run.cpu_seconds > 0 for run in runs)

    # On the pages: the result for everybody, what the bot printed for its author only.
    page = ana.get(answer["Location"]).content.decode()
    assert all(bot in page for bot in ("Mustard", "Pepper"))
    log = reverse("matches:log", args=[match.public_id, mine.side])
    assert "I <b>think</b>" in ana.get(log).content.decode()
    assert bea.get(log).status_code == 403
    replay = folder / "match.replay"
    taken_home = Client().get(reverse("matches:replay", args=[match.public_id]))
    replay.write_bytes(taken_home.content)
    assert verify(taken_home.content).header.match_id == match.public_id
    done = subprocess.run(
        [sys.executable, "-m", "arena.gameserver", "verify", str(replay)],
        cwd=PROJECT_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    assert str(match.games) in done.stdout


def an_ab_test_plays_its_matches_and_counts_each_once(scene: Scene) -> None:
    """Begun by the form; one after the other is played without anybody's doing, until its author
    has seen enough."""
    new = version_sent_in(scene.mustard, "better", activate=False)
    scene.wait(
        lambda: BotVersion.objects.get(pk=new.pk).state == BotVersion.State.VALID,
        "the new version to pass its checks",
    )
    ana = browser_of(scene.ana)
    bot = new.bot.public_id
    sizes = {"players": 2, "boards": OFFERED, "sets_most": 25}
    asked = {"profile": PROFILE, "question": "gain", "elo": 10, "error_rate": 0.05, **sizes}
    answer = ana.post(reverse("ab:new"), {"new": f"{bot}/{new.number}", "old": f"{bot}/1", **asked})
    assert answer.status_code == 302, answer.content.decode()
    test = AbTest.objects.get()
    scene.wait(
        lambda: AbTest.objects.get(pk=test.pk).sets > AHEAD, "more deal sets than began at once"
    )
    ana.post(reverse("ab:stop", args=[test.public_id]))
    scene.wait(
        lambda: not test.matches.exclude(state__in=OVER).exists(), "what was played to be over"
    )
    test.refresh_from_db()
    assert test.state == AbTest.State.STOPPED
    assert not list(ab_test_faults(test=test))
    assert all(match.sandbox == "bwrap" for match in test.matches.exclude(settled_number=None))
    assert "It was stopped" in ana.get(answer["Location"]).content.decode()


def a_ladder_makes_its_match_and_is_moved_by_it_once(scene: Scene) -> None:
    """By the scheduler's own step; what comes of it stands on the leaderboard."""
    ladder = ladder_open(hosting=Ladder.Hosting.BOTS, profile=PROFILE, boards=1)
    assert ladders_tick() == 1
    assert ladders_tick() == 0, "both are busy"
    match = scene.wait_until_settled(Match.objects.get(ladder=ladder))
    assert match.rated
    entry = LadderEntry.objects.get()
    assert (entry.ladder, entry.source) == (ladder, f"match:{match.public_id}")
    board = browser_of(scene.bea).get(reverse("ladders:ladder", args=[ladder.slug]))
    assert "Mustard" in board.content.decode()
    assert "Pepper" in board.content.decode()
    check_ladders()


def a_league_of_bots_plays_itself_to_its_end(scene: Scene) -> None:
    """Once its organizer has started it, by the scheduler's own steps only: round after round, with
    every result told once."""
    usual = league_defaults(
        game=League.Game.DURAK, competitors="bot", format=League.Format.DOUBLE_ROUND_ROBIN
    )
    spec = replace(usual, name="Spices", profile=PROFILE, match_length=OFFERED)
    league = league_create(account=scene.bea, spec=spec)
    name, bea = league.public_id, LeagueVisitor(account=scene.bea)
    for version in (scene.mustard, scene.pepper):
        entry_add(public_id=name, visitor=bea, competitor_id=version.bot.competitor_id)
    league_start(public_id=name, visitor=bea)

    def is_over() -> bool:
        leagues_tick()
        league.refresh_from_db()
        return league.state == League.State.FINISHED

    scene.wait(is_over, "the league to be over")
    matches = Match.objects.filter(fixture__league=league)
    told_matches = FixtureResult.objects.filter(fixture__league=league).values_list("detail__match")
    assert sorted(told_matches) == sorted(matches.values_list("public_id"))
    assert {match.state for match in matches} == {MatchState.SETTLED}
    assert (league.rounds.count(), matches.count()) == (2, 2)
    page = Client().get(reverse("leagues:league", args=[league.public_id])).content.decode()
    assert "Mustard" in page
    assert "Pepper" in page


def orders_of_strangers_are_refused_and_a_true_one_counts_once(scene: Scene) -> None:
    with paused():
        match = scene.match()
        order, envelope = scene.order_kept_from_everybody(match)
        data = order.to_json()
        late = {**data, "expires_at": timezone.now().timestamp() - 1}
        forged: list[Any] = [
            {**envelope, "signature": ""},
            {**envelope, "body": envelope["body"].replace('"boards":2', '"boards":3')},
            sign(PLAY, data, key_create()),
            sign(VALIDATE, data, settings.TASK_SIGNING_KEY),
            {"body": 5, "signature": None},
            None,
        ]
        for one in forged:
            scene.order(one)
        scene.order()
        scene.order(sign(PLAY, late, settings.TASK_SIGNING_KEY))
        scene.wait(
            lambda: (
                scene.arena.player.said().count(NOT_OURS) >= len(forged)
                and "This order is too old" in scene.arena.player.said()
            ),
            "the orders to be refused",
        )
        assert _fresh(match).state == MatchState.SENT, "nobody has begun with it"

        # The true one twice at the same time, and once more when all is over.
        scene.order(envelope)
        scene.order(envelope)
        scene.wait_until_settled(match)
        scene.order(envelope)
        ignored = f"MatchResult of attempt 1 at match '{match.public_id}' is ignored"
        scene.wait(lambda: ignored in scene.arena.trusted.log.read_text(), "the late result")
    for participant in match.participants.all():
        assert match_runs(participant=participant).count() == 2


def results_of_strangers_change_nothing_and_a_true_one_counts_once(scene: Scene) -> None:
    with paused():
        match = scene.match()
        order, _ = scene.order_kept_from_everybody(match)
        true = result_of(order)
        before = Match.objects.filter(pk=match.pk).values().get()
        damaged = {**true.to_json(), "replay": "no base64"}
        rubbish: tuple[object, ...] = (None, [], "settled", {}, damaged)
        for one in rubbish:
            scene.tell(MATCH_RESULT, one)
            scene.tell(MATCH_ALIVE, one)
        for forged in (
            replace(true, token="guessed"),
            replace(true, attempt=0),
            replace(true, attempt=2),
            replace(true, match="nowhere"),
        ):
            scene.tell(MATCH_RESULT, forged.to_json())
        scene.tell(MATCH_ALIVE, replace(alive_of(order), token="guessed").to_json())
        wait_for_words(
            scene,
            "A match's result is refused", "A match's sign of life is refused",
            f"MatchResult of attempt 1 at match '{match.public_id}' is ignored: its token is wrong",
            f"MatchResult of attempt 0 at match '{match.public_id}' is ignored: its order is not",
            f"MatchResult of attempt 2 at match '{match.public_id}' is ignored: its order is not",
            "MatchResult of attempt 1 at match 'nowhere' is ignored: there is no such match",
            f"MatchAlive of attempt 1 at match '{match.public_id}' is ignored: its token is wrong",
        )  # fmt: skip
        assert Match.objects.filter(pk=match.pk).values().get() == before

        # A true result that arrives four times settles it once.
        for _ in range(4):
            scene.tell(MATCH_RESULT, true.to_json())
        scene.wait_until_settled(match)
        scene.wait(
            lambda: (
                scene.arena.trusted.log.read_text().count(
                    f"at match '{match.public_id}' is ignored: nobody was to play it now"
                )
                == 3
            ),
            "the others to be ignored",
        )


def a_tampered_log_is_our_failure_and_the_match_is_played_again(scene: Scene) -> None:
    with paused():
        match = scene.match()
        order, _ = scene.order_kept_from_everybody(match)
        log = bytearray(replay_of(order))
        log[len(log) // 2] ^= 1
        scene.tell(MATCH_RESULT, result_of(order, replay=bytes(log)).to_json())
        scene.wait(lambda: _fresh(match).state == MatchState.QUEUED, "the log to be refused")
        assert _fresh(match).failures == 1
        scene.tell(MATCH_RESULT, result_of(order).to_json())  # the true one comes too late
        wait_for_words(scene, f"at match '{match.public_id}' is ignored: nobody was to play it now")
    settled = scene.wait_until_settled(match)
    assert (settled.attempt, settled.failures) == (2, 0), told(match)


def wait_for_words(scene: Scene, *words: str) -> None:
    """What the trusted worker says: then it has thought about it."""
    scene.wait(
        lambda: all(word in scene.arena.trusted.log.read_text() for word in words),
        f"the worker to say {words}",
    )
