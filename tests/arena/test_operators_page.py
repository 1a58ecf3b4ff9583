"""The operators' pages: what they say, what their buttons do, and how much they ask for it."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from arena.match_reasons import BROKE
from arena.match_states import MatchState
from arena.models import (
    ArenaState,
    BotBench,
    Match,
    MatchEvent,
    OperatorEvent,
    OperatorNotice,
    Validation,
)
from arena.selectors.operations import (
    BENCHED_SHOWN,
    MATCHES_SHOWN,
    NOTICES_SHOWN,
    REASONS_SHOWN,
    WORKERS_SHOWN,
    bots_benched,
)
from arena.services.benching import bot_bench
from arena.services.erasure import bots_of_account_erase
from arena.views.operators.page import LOG_ON_A_PAGE
from deploy.celery_app import app
from tests.arena.bot_kit import bot_sent_in
from tests.arena.match_kit import match_workers, playing_version
from tests.arena.operator_kit import REASON, operator, operator_client
from tests.arena.operator_scene import DETAIL, LOST, REFUSAL, operator_scene
from tests.factories import MatchFactory, MatchRunnerFactory, UserFactory
from tests.permissions.roles import Role, client_for
from tests.real_queues import queues_empty
from tournaments.models import User

pytestmark = pytest.mark.django_db

PAGE = "/operators/"
NOTHING = "\N{EN DASH}"


@pytest.fixture
def olga() -> User:
    return operator()


@pytest.fixture
def browser(olga: User) -> Client:
    return operator_client(olga)


def text_of(response: Any) -> str:  # noqa: ANN401 - Django's test response has no public type
    """What a page says, each cell apart."""
    return " ".join(unescape(strip_tags(response.content.decode().replace("<", " <"))).split())


def page_text(browser: Client, path: str = PAGE) -> str:
    answer = browser.get(path)
    assert answer.status_code == 200
    return text_of(answer)


def said_after(browser: Client, path: str, **data: str) -> str:
    """The page that follows a step."""
    with match_workers(commits=False):
        return text_of(browser.post(path, data, follow=True))


# What it says


def test_an_arena_where_nothing_has_happened(browser: Client) -> None:
    text = page_text(browser)
    assert "Matches are sent to the workers as they have room." in text
    assert "Nobody works here" in text
    assert "make run" in text
    assert "no match is silent" in text
    assert "Nothing has been done yet." in text


def test_workers_and_who_is_missing(browser: Client, olga: User) -> None:
    operator_scene(olga)
    workers = page_text(browser).partition(" Last seen ")[2]
    assert "runner7@cellar missing matches 4 bwrap" in workers
    assert "runner1@tower here matches, validations 4 bwrap" in workers
    assert f"runner9@attic refuses {REFUSAL}" in workers
    assert f"server@tower here results, default {NOTHING} {NOTHING} 5 hours ago" in workers


def test_queues_and_numbers(browser: Client, olga: User) -> None:
    operator_scene(olga)
    bot_sent_in(UserFactory.create(), "Waiter")
    text = page_text(browser)
    assert "matches wait 2" in text
    assert "under way 1 / 4" in text
    assert "played in the last hour 1" in text
    assert "seconds a match 30.0" in text
    assert "decisions a second in a match 300" in text
    assert "Matches 2 1 4 minutes ago" in text
    assert "Checks of bots 1 0 " in text


def test_what_is_long_past_is_not_counted(browser: Client) -> None:
    past = timezone.now() - timedelta(hours=25)
    MatchFactory.create(state=MatchState.SETTLED, ended_at=past, begun_at=past)
    void = MatchFactory.create(state=MatchState.VOID, ended_at=past, failures=3)
    MatchEvent.objects.create(
        match=void, before="playing", after="void", attempt=3, reason=LOST, at=past
    )
    text = page_text(browser)
    assert "played in the last day 0" in text
    assert f"seconds a match {NOTHING}" in text
    assert LOST not in text


def test_reasons_are_counted_and_lead_to_their_latest_match(browser: Client, olga: User) -> None:
    scene = operator_scene(olga)
    MatchEvent.objects.create(  # which an operator did, for a reason of theirs
        match=scene.tried, before="playing", after="queued", attempt=1, reason="My idea.", by=olga
    )
    answer = browser.get(PAGE)
    text = text_of(answer).partition("What went wrong in the last day")[2].partition("Workers")[0]
    assert f"{LOST} queued again 2" in text
    assert f"{LOST} void 1" in text
    assert f"{BROKE} queued again {DETAIL} 1" in text
    assert "My idea." not in text
    assert reverse("operators:match", args=[scene.given_up.public_id]) in answer.content.decode()


def test_matches_that_need_a_look(browser: Client, olga: User) -> None:
    scene = operator_scene(olga)
    text = page_text(browser).partition("Matches that need a look")[2].partition("What went")[0]
    who = "Mustard 1 : Ñandú Östlund the Relentless Card Eater 1"
    assert f"{who} given up void · attempt 3" in text
    assert f"{who} 2 attempts failed waits for its turn · attempt 2" in text
    assert f"{who} last heard of" in text
    assert text.count(who) == 3, scene


def test_who_sits_out_and_why(browser: Client, olga: User) -> None:
    operator_scene(olga)
    text = page_text(browser).partition("Bots on the bench")[2]
    assert "Clumsy 1 since" in text
    assert "the match It forfeited at least half" in text


def test_the_log_names_who_and_why(browser: Client, olga: User) -> None:
    scene = operator_scene(olga)
    text = page_text(browser).partition("The operators' log")[2]
    assert "resumed Olga" in text
    assert "A new kernel for all machines." in text
    assert f"match declared void {scene.given_up.public_id} by itself" in text


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (MatchState.PLAYING, "Nothing new is sent. 1 match is still under way."),
        (MatchState.QUEUED, "Nothing is being played any more: machines can be stopped."),
    ],
)
def test_it_says_when_machines_can_be_stopped(
    browser: Client, state: MatchState, sentence: str
) -> None:
    MatchFactory.create(state=state)
    ArenaState.objects.create(pk=1, mode=ArenaState.Mode.DRAINING)
    assert sentence in page_text(browser)


def test_checks_that_are_under_way_are_mentioned(browser: Client) -> None:
    bot_sent_in(UserFactory.create())
    Validation.objects.update(last_report=1)
    ArenaState.objects.create(pk=1, mode=ArenaState.Mode.DRAINING)
    assert "1 check of a bot is under way; if you stop its machine" in page_text(browser)


def test_it_warns_when_matches_wait_for_nobody(browser: Client) -> None:
    MatchFactory.create()
    assert "1 match waits, and no runner is ready to play." in page_text(browser)
    MatchRunnerFactory.create()
    assert "no runner is ready" not in page_text(browser)


def test_the_queue_itself_is_counted(browser: Client, empty_queues: None) -> None:
    app.send_task("arena.scheduler_heartbeat", args=[timezone.now().isoformat()])
    assert re.search(r"wait in the queue itself: .*default 1", page_text(browser))
    queues_empty()
    assert re.search(r"wait in the queue itself: .*default 0", page_text(browser))


def test_a_queue_that_does_not_answer_is_said(
    browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CELERY_BROKER_URL", "pgmq://nobody@127.0.0.1:1/none")
    assert "The queue does not answer." in page_text(browser)


def test_another_broker_is_not_asked(browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CELERY_BROKER_URL", "redis://127.0.0.1:1/0")
    text = page_text(browser)
    assert "queue itself" not in text
    assert "does not answer" not in text


def test_what_others_wrote_is_only_text(browser: Client, olga: User) -> None:
    playing = playing_version(bot__name="<b>Bold</b>")
    MatchFactory.create(versions=[playing, playing], failures=1)
    OperatorEvent.objects.create(action="pause", by=olga, reason="<script>alert(1)</script>")
    MatchRunnerFactory.create(name="<i>w</i>", refusal="<u>no</u>")
    html = browser.get(PAGE).content.decode()
    for written in ("<b>Bold", "<script>alert", "<i>w", "<u>no"):
        assert written not in html


# Long lists


def many(count: int) -> None:
    """More of everything."""
    version = playing_version()
    for number in range(count):
        MatchRunnerFactory.create()
        match = MatchFactory.create(versions=[version, version], failures=1)
        MatchEvent.objects.create(
            match=match, before="playing", after="queued", attempt=1, reason=f"Reason {number}."
        )
        bot_bench(bot=playing_version().bot, reason="It fails.")
        OperatorNotice.objects.create(subject=f"Notice {number}", text="Text.")


def test_the_number_of_questions_is_constant(browser: Client) -> None:
    many(1)
    page_text(browser)  # the first fills what is kept in memory
    with CaptureQueriesContext(connection) as few:
        page_text(browser)
    many(6)
    with CaptureQueriesContext(connection) as more:
        page_text(browser)
    assert len(more) == len(few), "\n".join(query["sql"] for query in more)
    assert len(more) < 30


def test_long_lists_are_cut_and_say_so(
    browser: Client, monkeypatch: pytest.MonkeyPatch, olga: User
) -> None:
    most = {
        "WORKERS_SHOWN": WORKERS_SHOWN,
        "REASONS_SHOWN": REASONS_SHOWN,
        "MATCHES_SHOWN": MATCHES_SHOWN,
        "BENCHED_SHOWN": BENCHED_SHOWN,
        "NOTICES_SHOWN": NOTICES_SHOWN,
    }
    for name in most:
        monkeypatch.setattr(f"arena.selectors.operations.{name}", 2)
    many(3)
    text = page_text(browser)
    assert "Only 2 workers are shown" in text
    assert "Only the 2 most frequent reasons are shown" in text
    assert text.count("Only the newest 2 are shown; there are more.") == 3


def test_the_log_has_pages(browser: Client, olga: User) -> None:
    for number in range(LOG_ON_A_PAGE + 1):
        OperatorEvent.objects.create(action="pause", by=olga, reason=f"Reason {number:03}.")
    assert "Reason 000." not in page_text(browser)
    assert "Reason 000." in page_text(browser, f"{PAGE}?page=2")
    assert "Reason 000." in page_text(browser, f"{PAGE}part/?page=2")


# Its buttons


def test_the_arena_is_paused_drained_and_resumed(browser: Client, olga: User) -> None:
    assert "The arena is paused" in said_after(browser, f"{PAGE}pause/", reason=REASON)
    text = said_after(browser, f"{PAGE}drain/", reason=REASON)
    assert "The arena is being drained" in text
    assert f": {REASON}" in text.partition(" Olga , ")[2]
    version = playing_version()
    MatchFactory.create(versions=[version, version])
    MatchRunnerFactory.create()
    assert "1 match was sent" in said_after(browser, f"{PAGE}resume/", reason=REASON)
    actions = OperatorEvent.objects.order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["pause", "drain", "resume"]


def test_a_drain_says_what_it_took_back(browser: Client) -> None:
    MatchFactory.create(state=MatchState.SENT)
    text = said_after(browser, f"{PAGE}drain/", reason=REASON)
    assert "1 match that nobody had begun is back in the queue." in text


def test_without_a_reason_the_page_asks_for_one(browser: Client) -> None:
    assert "Please say why" in said_after(browser, f"{PAGE}pause/", reason=" ")
    assert not OperatorEvent.objects.exists()


def test_what_cannot_be_done_is_said(browser: Client) -> None:
    assert "is running already" in said_after(browser, f"{PAGE}resume/", reason=REASON)


def test_a_form_of_another_site_does_nothing(olga: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = operator_client(olga).cookies
    assert strict.get(PAGE).status_code == 200
    assert strict.post(f"{PAGE}pause/", {"reason": REASON}).status_code == 403
    assert not OperatorEvent.objects.exists()


def test_rights_that_ended_meanwhile_do_nothing(
    browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ended(**_: object) -> None:
        raise PermissionDenied("Only staff with a second factor may do this.")

    monkeypatch.setattr("arena.views.operators.page.arena_pause", ended)
    assert "Only staff with a second factor" in said_after(browser, f"{PAGE}pause/", reason=REASON)


# A match


def of_match(match: Match, step: str = "") -> str:
    return f"{PAGE}matches/{match.public_id}/{step}"


def test_a_matchs_page_tells_how_it_came_to_this(browser: Client, olga: User) -> None:
    scene = operator_scene(olga)
    text = page_text(browser, of_match(scene.given_up))
    assert "Mustard 1 : Ñandú Östlund the Relentless Card Eater 1 void" in text
    assert text.count(LOST) == 4, "why, twice in its steps, and in the log"
    assert "Declare it void" not in text
    text = page_text(browser, of_match(scene.silent))
    assert "Have it played anew" in text
    assert "Declare it void" in text
    assert "Its result counts no longer" in page_text(browser, of_match(scene.settled))


def test_the_seed_is_nowhere_to_be_seen(browser: Client) -> None:
    match = MatchFactory.create(state=MatchState.PLAYING)
    admin = reverse("admin:arena_match_change", args=[match.pk])
    for path in (of_match(match), admin):
        assert match.seed not in browser.get(path).content.decode()


def test_a_match_is_requeued_and_declared_void(browser: Client) -> None:
    match = MatchFactory.create(state=MatchState.PLAYING)
    text = said_after(browser, of_match(match, "requeue/"), reason=REASON, attempt="1")
    assert "back in the queue" in text
    assert "The match is void." in said_after(browser, of_match(match, "void/"), reason=REASON)
    match.refresh_from_db()
    assert (match.state, match.reason) == (MatchState.VOID, REASON)


def test_a_form_that_is_out_of_date_is_refused(browser: Client) -> None:
    match = MatchFactory.create(state=MatchState.PLAYING, attempt=2)
    text = said_after(browser, of_match(match, "requeue/"), reason=REASON, attempt="1")
    assert "has been sent to a worker again since you looked" in text


# A bot


def test_a_bot_is_benched_and_brought_back(browser: Client) -> None:
    bot = playing_version(bot__name="Clumsy").bot
    path = f"{PAGE}bots/{bot.public_id}/"
    assert "Put it on the bench" in page_text(browser, path)
    text = said_after(browser, f"{path}bench/", reason=REASON)
    assert "Clumsy sits out from now on." in text
    assert "on the bench" in text
    assert "Clumsy may play again." in said_after(browser, f"{path}unbench/", reason=REASON)
    log = page_text(browser, path).partition("The operators' log")[2]
    assert log.count(REASON) == 2


def test_a_bot_that_nobody_owns_any_more_is_off_the_page(browser: Client) -> None:
    versions = [playing_version(bot__name=name) for name in ("Clumsy", "Erased")]
    for version in versions:
        MatchFactory.create(versions=[version, playing_version()], state=MatchState.SETTLED)
        BotBench.objects.create(bot=version.bot, version=version, reason=REASON)
    owner = versions[1].bot.owner
    assert owner is not None
    bots_of_account_erase(account=owner)
    assert BotBench.objects.filter(ended_at=None).count() == 2
    assert [one.bot for one in bots_benched().rows] == [versions[0].bot]
    assert "Clumsy" in page_text(browser)


def test_a_bot_without_a_version_has_no_button(browser: Client) -> None:
    bot = bot_sent_in(UserFactory.create()).bot
    assert "there is nothing to bench" in page_text(browser, f"{PAGE}bots/{bot.public_id}/")


# Finding


def found(browser: Client, asked: str) -> str:
    return str(browser.get(f"{PAGE}find/", {"q": asked}).headers["Location"])


def test_matches_and_bots_are_found(browser: Client) -> None:
    match = MatchFactory.create()
    bot = playing_version(bot__name="Mustard").bot
    for asked in (match.public_id, f" https://durako.example/matches/{match.public_id}/ "):
        assert found(browser, asked) == of_match(match)
    for asked in (bot.public_id, f"/bots/{bot.public_id}/", "MUSTARD"):
        assert found(browser, asked) == f"{PAGE}bots/{bot.public_id}/"


@pytest.mark.parametrize("asked", ["", "nobody", "/", "\0", "x" * 5000])
def test_what_is_not_found_is_said(browser: Client, asked: str) -> None:
    answer = browser.get(f"{PAGE}find/", {"q": asked}, follow=True)
    assert "There is no match and no bot" in text_of(answer)


# Who may


@pytest.mark.parametrize("role", [Role.MEMBER, Role.STAFF, Role.STAFF_2FA])
def test_the_way_there_is_shown_to_staff(role: Role) -> None:
    shown = f'href="{PAGE}"' in client_for(role).get("/").content.decode()
    assert shown == (role is not Role.MEMBER)


def test_an_author_does_not_come_in() -> None:
    version = playing_version()
    assert version.bot.owner is not None
    client = Client()
    client.force_login(version.bot.owner)
    assert client.get(f"{PAGE}bots/{version.bot.public_id}/").status_code == 403


@pytest.mark.parametrize("name", ["match", "matchevent", "operatorevent", "botbench"])
def test_the_staffs_site_only_shows(browser: Client, olga: User, name: str) -> None:
    operator_scene(olga)
    answer = browser.get(reverse(f"admin:arena_{name}_changelist"))
    assert answer.status_code == 200
    first = answer.context["cl"].result_list[0]
    change = reverse(f"admin:arena_{name}_change", args=[first.pk])
    assert browser.get(change).status_code == 200
    assert browser.post(change, {}).status_code == 403
    assert browser.get(reverse(f"admin:arena_{name}_add")).status_code == 403
