"""Finding bots: everybody's, and one's own."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.arena.bot_kit import ToldCheck, bot_sent_in, program, text_of
from tests.factories import UserFactory
from tournaments.models import User

pytestmark = pytest.mark.django_db

RULES = "durak/volga"


@pytest.fixture
def browser(client: Client, ana: User) -> Client:
    client.force_login(ana)
    return client


def many(count: int) -> None:
    for number in range(count):
        ToldCheck(
            bot_sent_in(
                UserFactory.create(display_name="Bea"),  # authors are searched for, too
                f"Bot {number:02}",
                profiles=["burako/duel"] if number % 2 else [RULES],
                data=program(str(number)),
            )
        ).valid()


def test_the_list_asks_the_same_however_many_there_are(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    many(3)
    with django_assert_num_queries(2):
        Client().get("/bots/")
    many_more = 6
    for number in range(many_more):
        ToldCheck(bot_sent_in(UserFactory.create(), f"More {number}")).valid()
    with django_assert_num_queries(2):
        Client().get("/bots/")


def test_ones_own_list_asks_the_same_however_many_there_are(
    browser: Client, ana: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(6):
        bot_sent_in(ana, f"Bot {number}")
    with django_assert_max_num_queries(5):
        assert text_of(browser.get("/bots/mine/")).count("being checked") == 6


def test_searching_and_filtering(client: Client) -> None:
    many(4)
    assert "Bot 01" in text_of(client.get("/bots/?q=bot+01"))
    assert "Bot 02" not in text_of(client.get("/bots/?q=bot+01"))
    by_rules = text_of(client.get("/bots/?rules=burako/duel"))
    assert ("Bot 01" in by_rules, "Bot 02" in by_rules) == (True, False)
    assert "No bot fits" in text_of(client.get("/bots/?q=nothing+like+that"))


def test_pages_of_the_list(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.views.bots.lists.BOTS_ON_A_PAGE", 2)
    many(5)
    page = client.get("/bots/?q=bot&page=2")
    assert "Bot 02" in text_of(page)
    assert "?q=bot&amp;page=3" in page.content.decode()


@pytest.mark.parametrize(
    "query",
    ["q=%00", "q=" + "a" * 5000, "q=%25_%5C", "rules=x%00", "rules=durak/none", "page=x",
     "page=-1", "page=" + "9" * 40, "q=\ud83d".encode("utf-8", "surrogatepass").hex()],
)  # fmt: skip
def test_nonsense_in_the_address_is_no_error(client: Client, query: str) -> None:
    many(1)
    assert client.get(f"/bots/?{query}").status_code == 200


def test_a_search_that_is_far_too_long_finds_nobody(client: Client) -> None:
    many(1)
    assert "Bot 00" not in text_of(client.get("/bots/?q=" + "a" * 10_000))


def test_empty_lists_say_what_to_do(browser: Client) -> None:
    assert "Write a bot" in text_of(browser.get("/bots/"))
    assert "Send in a bot" in text_of(browser.get("/bots/mine/"))
