"""The page on which an author challenges a bot: what it offers, and what it says when it cannot."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from arena.challenge_terms import OPEN_MAX
from arena.match_states import MatchState
from arena.models import ArenaState, BotVersion, Match
from tests.arena.bot_kit import text_of
from tests.arena.shown_matches import DUEL, FOUR, PAIRS, bench, bot_playing
from tests.factories import BotFactory, MatchFactory, MatchRunnerFactory, UserFactory
from tournaments.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(client: Client, ana: User) -> Client:
    client.force_login(ana)
    return client


@pytest.fixture
def mustard(ana: User) -> BotVersion:
    return bot_playing(ana, "Mustard", (DUEL, FOUR, PAIRS))


@pytest.fixture
def pepper() -> BotVersion:
    return bot_playing(UserFactory.create(display_name="Bea"), "Pepper", (FOUR, DUEL))


def at(version: BotVersion) -> str:
    return f"/bots/{version.bot.public_id}/challenge/"


def send(browser: Client, own: BotVersion, target: BotVersion, **changes: Any) -> Any:  # noqa: ANN401
    values = {"bot": own.bot.public_id, "profile": DUEL, "boards": 10, "after": 0, **changes}
    return browser.post(at(target), values)


def offered(page: Any, field: str) -> list[str]:  # noqa: ANN401
    return [value for value, _title in page.context["form"].fields[field].choices]


def test_a_challenge_leads_to_its_match(
    browser: Client, mustard: BotVersion, pepper: BotVersion
) -> None:
    answer = send(browser, mustard, pepper, boards=25)
    match = Match.objects.get()
    assert answer["Location"] == f"/matches/{match.public_id}/"
    assert (match.boards, match.profile) == (25, DUEL)
    assert [one.version for one in match.participants.all()] == [mustard, pepper]


def test_two_clicks_are_one_challenge(
    browser: Client, mustard: BotVersion, pepper: BotVersion
) -> None:
    first, second = (send(browser, mustard, pepper) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert Match.objects.count() == 1
    drawn = browser.get(at(pepper)).context["form"]["after"].value()
    assert send(browser, mustard, pepper, after=drawn)["Location"] != first["Location"]


def test_only_rules_that_both_know_are_offered_and_a_duel_comes_first(
    browser: Client, mustard: BotVersion, pepper: BotVersion
) -> None:
    page = browser.get(at(pepper))
    assert set(offered(page, "profile")) == {DUEL, FOUR}
    assert page.context["form"]["profile"].value() == DUEL
    page = send(browser, mustard, pepper, profile=PAIRS)
    assert page.context["form"].errors == {"profile": ["Choose rules that both of them play."]}
    assert Match.objects.count() == 0


def test_a_table_of_four_asks_who_else_sits_down(
    browser: Client, ana: User, mustard: BotVersion, pepper: BotVersion
) -> None:
    page = browser.get(f"{at(pepper)}?profile={FOUR}")
    assert "not so many are here" in text_of(page)
    assert "button-large" not in page.content.decode()
    others = [bot_playing(ana, name) for name in ("Coco", "Dado", "Eva")]
    bench(others[2].bot)
    page = browser.get(f"{at(pepper)}?profile={FOUR}&bot={mustard.bot.public_id}")
    assert offered(page, "opponent_0") == [one.bot.public_id for one in others[:2]]
    assert "opponent_2" not in page.context["form"].fields
    chosen = {f"opponent_{number}": one.bot.public_id for number, one in enumerate(others[:2])}
    same = dict.fromkeys(chosen, others[0].bot.public_id)
    page = send(browser, mustard, pepper, profile=FOUR, **same)
    assert page.context["form"].errors == {"opponent_1": ["Choose each bot once."]}
    page = send(browser, mustard, pepper, profile=FOUR)
    assert set(page.context["form"].errors) == set(chosen)
    assert Match.objects.count() == 0
    send(browser, mustard, pepper, profile=FOUR, **chosen)
    playing = [one.version for one in Match.objects.get().participants.all()]
    assert playing == [mustard, pepper, *others[:2]]


def test_without_a_script_a_choice_is_a_button(
    browser: Client, mustard: BotVersion, pepper: BotVersion
) -> None:
    page = send(browser, mustard, pepper, profile=FOUR, boards=50, choose="yes")
    assert page.context["form"]["profile"].value() == FOUR
    assert str(page.context["form"]["boards"].value()) == "50"
    assert not page.context["form"].errors
    assert Match.objects.count() == 0


def test_a_script_asks_for_the_form_only(
    browser: Client, mustard: BotVersion, pepper: BotVersion
) -> None:
    part = browser.get(f"{at(pepper)}?profile={FOUR}", headers={"HX-Request": "true"})
    assert "<html" not in part.content.decode()
    assert 'value="durak/volga" selected' in part.content.decode()


def test_only_bots_that_have_rules_in_common_are_offered(
    browser: Client, ana: User, mustard: BotVersion, pepper: BotVersion
) -> None:
    other = bot_playing(ana, "Anise", ["burako/duel"])
    page = browser.get(f"{at(pepper)}?bot={other.bot.public_id}")
    assert offered(page, "bot") == [mustard.bot.public_id]
    bench(mustard.bot)
    page = browser.get(at(pepper))
    assert "No rules in common" in text_of(page)
    assert f"/bots/{other.bot.public_id}/upload/" in page.content.decode()


def test_a_number_that_no_database_knows_is_only_a_number(
    browser: Client, mustard: BotVersion, pepper: BotVersion
) -> None:
    assert send(browser, mustard, pepper, after="9" * 40).status_code == 302
    assert Match.objects.count() == 1


def test_a_paused_arena_says_so(
    browser: Client, client: Client, mustard: BotVersion, pepper: BotVersion
) -> None:
    ArenaState.objects.create(pk=1, mode=ArenaState.Mode.PAUSED)
    assert "The arena is paused: yours begins when the staff let it go on." in text_of(
        browser.get(at(pepper))
    )
    answer = send(browser, mustard, pepper)
    assert "The arena is paused: it begins when" in text_of(client.get(answer["Location"]))
    assert "The arena is paused" in text_of(client.get(reverse("home")))


def test_a_benched_bot_is_marked_among_ones_own(browser: Client, mustard: BotVersion) -> None:
    assert "benched" not in text_of(browser.get(reverse("bots:mine")))
    bench(mustard.bot)
    assert "benched" in text_of(browser.get(reverse("bots:mine")))


@pytest.mark.parametrize(
    "changes",
    [
        {"bot": "somebodyelse"},
        {"boards": "7"},
        {"boards": "x"},
        {"boards": ""},
        {"profile": "durak/none"},
        {"profile": "\x00"},
        {"after": "x"},
        {"after": "-1"},
        {"bot": ""},
    ],
    ids=str,
)
def test_nonsense_is_said_at_its_field(
    browser: Client, mustard: BotVersion, pepper: BotVersion, changes: dict[str, str]
) -> None:
    page = send(browser, mustard, pepper, **changes)
    assert page.status_code == 200
    assert set(page.context["form"].errors) == set(changes)
    assert Match.objects.count() == 0


def test_a_very_large_number_before_does_no_harm(
    browser: Client, mustard: BotVersion, pepper: BotVersion
) -> None:
    assert send(browser, mustard, pepper, after="9" * 18).status_code in {200, 302}


def test_the_bots_of_others_are_not_sent(
    browser: Client, mustard: BotVersion, pepper: BotVersion
) -> None:
    coco = bot_playing(UserFactory.create(), "Coco")
    page = send(browser, coco, pepper)
    assert set(page.context["form"].errors) == {"bot"}
    assert Match.objects.count() == 0


def test_the_quota_is_shown_and_its_refusal_says_when(
    browser: Client, ana: User, mustard: BotVersion, pepper: BotVersion
) -> None:
    assert "0 of at most 3 wait or are being played; 40 of 40" in text_of(browser.get(at(pepper)))
    for _ in range(OPEN_MAX):
        MatchFactory.create(requested_by=ana)
    assert "as soon as one of them is over" in text_of(browser.get(at(pepper)))
    page = send(browser, mustard, pepper, after=OPEN_MAX)
    assert page.status_code == 200
    assert text_of(page).count("as soon as one of them is over") == 1
    assert Match.objects.count() == OPEN_MAX


def test_how_long_it_would_wait(browser: Client, mustard: BotVersion, pepper: BotVersion) -> None:
    page = text_of(browser.get(at(pepper)))
    assert "No match waits now. No worker is there at the moment" in page
    MatchRunnerFactory.create()
    assert "No match waits now. Yours would begin in less than a minute." in text_of(
        browser.get(at(pepper))
    )
    MatchFactory.create(state=MatchState.PLAYING, cost=600.0)
    for _ in range(2):
        MatchFactory.create(requested_by=UserFactory.create())
    page = text_of(browser.get(at(pepper)))
    assert "2 matches wait now. Yours would begin in about 10 minutes." in page


# Empty states


def test_whoever_has_no_bot_is_told_how_to_get_one(browser: Client, pepper: BotVersion) -> None:
    page = browser.get(at(pepper))
    assert "You have no bot here yet" in text_of(page)
    assert 'href="/bots/new/"' in page.content.decode()
    assert browser.post(at(pepper), {"profile": DUEL}).status_code == 200


def test_ones_only_bot_needs_somebody_else(browser: Client, mustard: BotVersion) -> None:
    assert "You need another bot for that" in text_of(browser.get(at(mustard)))


def test_whoever_has_only_bots_that_cannot_play_is_told_why(
    browser: Client, ana: User, mustard: BotVersion, pepper: BotVersion
) -> None:
    bench(mustard.bot)
    BotFactory.create(owner=ana, name="Fresh")
    BotFactory.create(owner=ana, name="Old", retired_at=timezone.now())
    page = text_of(browser.get(at(pepper)))
    for why in (
        "Mustard is benched: it plays no matches until it is mended.",
        "No version of Fresh plays at the moment.",
        "Old is retired: it plays no new matches.",
    ):
        assert why in page


@pytest.mark.parametrize("hindrance", ["benched", "retired", "no version"])
def test_a_bot_that_cannot_play_is_not_challenged(
    browser: Client, mustard: BotVersion, pepper: BotVersion, hindrance: str
) -> None:
    bot = pepper.bot
    if hindrance == "benched":
        bench(bot)
    elif hindrance == "retired":
        bot.retired_at = timezone.now()
    else:
        bot.active_version = None
    bot.save()
    assert "It cannot be challenged now" in text_of(browser.get(at(pepper)))
    assert "It cannot be challenged now" in text_of(send(browser, mustard, pepper))
    assert Match.objects.count() == 0


def test_the_page_asks_the_same_however_many_bots_there_are(
    browser: Client,
    ana: User,
    mustard: BotVersion,
    pepper: BotVersion,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    counts = []
    for turn in range(2):
        with django_assert_max_num_queries(20) as captured:
            browser.get(f"{at(pepper)}?profile={FOUR}")
        counts.append(len(captured))
        for number in range(4):
            bot_playing(ana, f"Own {turn} {number}")
            bot_playing(UserFactory.create(), f"Other {turn} {number}")
            MatchFactory.create(requested_by=ana)
    assert counts[0] == counts[1]
