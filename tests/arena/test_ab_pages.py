"""The pages of A/B tests: what they offer, what they say, and to whom."""

import re
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from arena.ab_terms import AHEAD
from arena.match_states import MatchState
from arena.models import AbTest, BotVersion
from arena.services.ab_test_steps import ab_test_end
from tests.arena.ab_kit import USUAL, begun, open_matches, take, two_versions
from tests.arena.bot_kit import text_of
from tests.arena.shown_matches import FOUR, bot_playing, browser_of, match_played, match_step_to
from tests.factories import UserFactory
from tournaments.models import User

pytestmark = pytest.mark.django_db
State = AbTest.State


@pytest.fixture
def browser(ana: User) -> Client:
    return browser_of(ana)


@pytest.fixture
def versions(ana: User) -> tuple[BotVersion, BotVersion]:
    return two_versions(ana)


def at(name: str, *args: object) -> str:
    return reverse(f"ab:{name}", args=args)


def page_of(test: AbTest, browser: Client) -> str:
    return text_of(browser.get(at("test", test.public_id)))


def key(version: BotVersion) -> str:
    return f"{version.bot.public_id}/{version.number}"


def test_without_tests_the_list_says_what_to_do(browser: Client) -> None:
    assert "No A/B test yet" in text_of(browser.get(at("list")))


def test_a_test_is_begun_from_the_form(
    browser: Client, versions: tuple[BotVersion, BotVersion]
) -> None:
    new, old = versions
    page = text_of(browser.get(f"{at('new')}?new={key(new)}"))
    assert "What it takes" in page
    answer = browser.post(at("new"), {**USUAL, "new": key(new), "old": key(old)})
    test = AbTest.objects.get()
    assert answer["Location"] == at("test", test.public_id)
    assert (test.new, test.old, test.matches.count()) == (new, old, AHEAD)
    page = page_of(test, browser)
    assert "Is version 2 stronger than version 1?" in page
    assert "It has begun" in page
    assert "Is version 2" not in text_of(browser.get(at("list")))
    assert "version 2 against version 1" in text_of(browser.get(at("list")))


def test_the_list_asks_for_itself_anew_while_a_test_goes_on(
    browser: Client, versions: tuple[BotVersion, BotVersion]
) -> None:
    test = begun(versions)
    assert 'hx-trigger="every 10s"' in browser.get(at("list")).content.decode()
    part = browser.get(at("list"), headers={"HX-Request": "true"}).content.decode()
    assert "<h1" not in part
    assert test.public_id in part
    ab_test_end(test=test, state=State.STOPPED, reason=AbTest.Reason.BY_AUTHOR)
    assert "hx-trigger" not in browser.get(at("list")).content.decode()


@pytest.mark.parametrize("page", ["0", "-1", "99999999999999999999", "x" * 10_000])
def test_absurd_pages_of_the_list(browser: Client, page: str) -> None:
    assert browser.get(at("list"), {"page": page}).status_code == 200


def test_one_version_is_not_enough(browser: Client, ana: User) -> None:
    assert "None of your versions can play now" in text_of(browser.get(at("new")))
    bot_playing(ana, "Mustard")
    assert "only one version" in text_of(browser.get(at("new")))


def test_versions_without_rules_in_common(browser: Client, ana: User) -> None:
    bot_playing(ana, "Mustard", ["durak/duel24"])
    bot_playing(ana, "Pepper", ["burako/duel"])
    assert "No rules in common" in text_of(browser.get(at("new")))


def test_what_is_offered_follows_from_the_rules(browser: Client, ana: User) -> None:
    two_versions(ana, FOUR)
    page = browser.get(at("new"), headers={"HX-Request": "true"}).content.decode()
    assert "<h1" not in page
    assert "4 players" in page
    assert "2 players" in page


@pytest.mark.parametrize(
    "query",
    ["new=x", "new=%00", f"profile={'x' * 10_000}", "elo=-5&boards=0&sets_most=x&error_rate=nan"],
)
def test_nonsense_in_the_address_is_not_asked_for(
    browser: Client, versions: tuple[BotVersion, BotVersion], query: str
) -> None:
    assert browser.get(f"{at('new')}?{query}").status_code == 200


def test_nonsense_in_the_form_is_refused(
    browser: Client, versions: tuple[BotVersion, BotVersion]
) -> None:
    stranger = two_versions()[0]
    answers = [
        {"new": key(stranger), "old": key(versions[1])},
        {"new": key(versions[0]), "old": key(versions[0])},
        {"new": key(versions[0]), "old": key(versions[1]), "boards": "7"},
        {"new": key(versions[0]), "old": key(versions[1]), "elo": "x"},
        {"new": "", "old": ""},
    ]
    for answer in answers:
        assert browser.post(at("new"), {**USUAL, **answer}).status_code == 200
    assert not AbTest.objects.exists()


def test_the_quota_is_said_before_and_after(
    browser: Client, versions: tuple[BotVersion, BotVersion]
) -> None:
    for elo in (10, 20):
        begun(versions, elo=elo)
    assert "as soon as one of them is over" in text_of(browser.get(at("new")))
    form = {**USUAL, "new": key(versions[0]), "old": key(versions[1]), "elo": 50}
    assert "as soon as one of them is over" in text_of(browser.post(at("new"), form))
    assert AbTest.objects.count() == 2


def test_only_the_author_sees_a_test(versions: tuple[BotVersion, BotVersion]) -> None:
    test = begun(versions)
    stranger = browser_of(UserFactory.create())
    for name in ("test", "part", "events"):
        assert stranger.get(at(name, test.public_id)).status_code == 404
    assert stranger.post(at("stop", test.public_id)).status_code == 404
    assert "No A/B test yet" in text_of(stranger.get(at("list")))


def test_the_answer_in_words(browser: Client, versions: tuple[BotVersion, BotVersion]) -> None:
    test = begun(versions, elo=100)
    late = match_step_to(open_matches(test)[-1], MatchState.PLAYING)
    while test.is_running:
        take(open_matches(test)[0], [2, 2, 1, 2, 1, 2, 2, 1, 2, 2])
        test.refresh_from_db()
    take(late, [1] * 10)
    page = page_of(test, browser)
    assert "Version 2 is stronger than version 1: +" in page
    assert f"after {test.sets} deal sets" in page
    ends = re.findall(r"\+\d+ \((\S+) to (\S+)\) Elo", page)
    lies = re.findall(r"the difference lies between (\S+) and (\S+) Elo", page)
    assert len(ends) >= 2, "in the sentence and among the numbers"
    assert set(ends) == set(lies)
    assert "by mistake is at most 5 %" in page
    assert "1 deal set was still being played when the test ended" in page
    assert "Ask again" in page
    assert f"{test.points_new} : {test.points_old}" in page


@pytest.mark.parametrize(
    ("question", "state", "words"),
    [
        ("gain", State.FAILED, "Version 2 is not 20 Elo stronger than version 1"),
        ("keep", State.PASSED, "Version 2 is no weaker than version 1"),
        ("keep", State.FAILED, "Version 2 is weaker than version 1"),
    ],
)
def test_other_answers(
    browser: Client,
    versions: tuple[BotVersion, BotVersion],
    question: str,
    state: AbTest.State,
    words: str,
) -> None:
    test = begun(versions, question=question)
    take(open_matches(test)[0], [1] * 10)
    test.refresh_from_db()
    ab_test_end(test=test, state=state)
    assert words in page_of(test, browser)


@pytest.mark.parametrize("reason", AbTest.Reason)
def test_every_end_without_an_answer_has_its_sentence(
    browser: Client, versions: tuple[BotVersion, BotVersion], reason: AbTest.Reason
) -> None:
    test = begun(versions)
    ab_test_end(test=test, state=State.STOPPED, reason=reason)
    assert "after 0 deal sets" in page_of(test, browser)


def test_it_is_stopped_from_its_page(
    browser: Client, versions: tuple[BotVersion, BotVersion]
) -> None:
    test = begun(versions)
    assert "Stop the test" in page_of(test, browser)
    page = text_of(browser.post(at("stop", test.public_id), follow=True))
    assert "The test is stopped." in page
    assert "over already" in text_of(browser.post(at("stop", test.public_id), follow=True))


def test_two_bots_are_named_in_full(browser: Client, ana: User) -> None:
    test = begun((bot_playing(ana, "Mustard"), bot_playing(ana, "Pepper")))
    assert "Is Mustard, version 1 stronger than Pepper, version 1?" in page_of(test, browser)


def test_it_begins_on_the_page_of_a_bot(
    browser: Client, versions: tuple[BotVersion, BotVersion], ana: User
) -> None:
    new, old = versions
    address = reverse("bots:bot", args=[new.bot.public_id])
    page = browser.get(address)
    assert "Test version 2 against 1" in text_of(page)
    query = urlencode({"new": key(new), "old": key(old)}).replace("&", "&amp;")
    assert f"{at('new')}?{query}" in page.content.decode()
    assert "Test version" not in text_of(browser_of(UserFactory.create()).get(address))
    alone = bot_playing(ana, "Pepper").bot
    assert "Test version" not in text_of(browser.get(reverse("bots:bot", args=[alone.public_id])))


def test_it_begins_on_the_page_of_a_match_between_ones_own(browser: Client, ana: User) -> None:
    mustard, pepper = bot_playing(ana, "Mustard"), bot_playing(ana, "Pepper")
    words = "begin an A/B test"
    address = reverse("matches:match", args=[match_played(mustard, pepper).public_id])
    assert words in text_of(browser.get(address))
    assert words not in text_of(Client().get(address))
    stranger = bot_playing(UserFactory.create(), "Salt")
    other = reverse("matches:match", args=[match_played(mustard, stranger).public_id])
    assert words not in text_of(browser.get(other))


def test_a_match_leads_its_author_back_to_the_test(
    browser: Client, versions: tuple[BotVersion, BotVersion]
) -> None:
    test = begun(versions)
    address = reverse("matches:match", args=[open_matches(test)[0].public_id])
    page = browser.get(address)
    assert at("test", test.public_id) in page.content.decode()
    name = versions[0].bot.name
    dash = "\N{EN DASH}"
    assert f"{name}, version 2 {dash} {name}, version 1" in text_of(page), "told apart"
    assert at("test", test.public_id) not in Client().get(address).content.decode()


def test_the_page_asks_the_same_however_long_it_goes_on(
    browser: Client,
    versions: tuple[BotVersion, BotVersion],
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    test = begun(versions)
    counts = []
    for _ in range(3):
        take(open_matches(test)[0], [1] * 10)
        with django_assert_max_num_queries(25) as captured:
            browser.get(at("test", test.public_id))
        counts.append(len(captured))
    assert len(set(counts)) == 1
