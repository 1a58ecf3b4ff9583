"""A bot's standing on its page, and two bots head to head: what is said, and at what cost."""

from collections.abc import Sequence

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from arena.models import Bot, BotVersion, Match
from arena.selectors.bot_results import (
    bot_matches_latest,
    bot_timings,
    meetings_latest,
    opponents_of,
    rated_matches_latest,
)
from arena.views.bots.standing import OPPONENTS_ON_A_PAGE
from scoring.elo import expected_score
from tests.arena.bot_kit import text_of
from tests.arena.rated_matches import first_wins, match_rated, match_voided, next_version
from tests.arena.shown_matches import DUEL, FOUR, bot_playing, match_played
from tests.factories import BotVersionFactory, MatchFactory, UserFactory
from tests.tournaments.ladder_kit import ladder_made
from tournaments.models import Ladder, Rating, User

pytestmark = pytest.mark.django_db

MINUS = "\N{MINUS SIGN}"


@pytest.fixture
def ladder() -> Ladder:
    return ladder_made(DUEL)


@pytest.fixture
def mustard(ana: User) -> BotVersion:
    return bot_playing(ana, "Mustard")


@pytest.fixture
def truco() -> BotVersion:
    return bot_playing(UserFactory.create(display_name="Bea"), "Truco")


def page(version: BotVersion, query: str = "") -> str:
    where = reverse("bots:bot", args=[version.bot.public_id])
    return text_of(Client().get(f"{where}{query}"))


def head_to_head(one: BotVersion, other: BotVersion, query: str = "") -> str:
    where = reverse("bots:versus", args=[one.bot.public_id, other.bot.public_id])
    return text_of(Client().get(f"{where}{query}"))


def second_wins(board: int, rotation: int) -> Sequence[int]:
    return [0, 2]


def level(board: int, rotation: int) -> Sequence[int]:
    return [1, 1]


def first_is_last(board: int, rotation: int) -> Sequence[int]:
    return [0, 2, 2, 2]


def one_after_another(board: int, rotation: int) -> Sequence[int]:
    return [3, 2, 1, 0]


def queries_of(address: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert Client().get(address).status_code == 200
    return len(asked)


# The bot's page


def test_a_bot_without_a_ladder_by_its_rules_can_be_challenged(mustard: BotVersion) -> None:
    assert "There is no ladder by the rules that it plays." in page(mustard)


def test_a_bot_without_results_is_told_what_happens_next(
    mustard: BotVersion, ladder: Ladder
) -> None:
    text = page(mustard)
    assert "No result on “" in text
    assert "It is paired by itself" in text


def test_where_it_stands(ladder: Ladder, mustard: BotVersion, truco: BotVersion) -> None:
    match_rated(ladder, [mustard, truco])
    text = page(mustard)
    # Both begin at 1500 and K is 400: everything instead of one half is 200 points.
    assert "1700 ± " in text
    assert "provisional" in text
    assert "rank of 2 bots" in text
    assert "1 : 0 : 0" in text
    assert "raw points in 4 games" in text
    assert "against Truco" in text
    assert "+200" in text
    assert "100.0 % of the deal set, 50.0 % expected · raw points 8 : 4" in text
    theirs = page(truco)
    assert "1300 ± " in theirs
    assert f"{MINUS}200" in theirs
    ranks = [
        Client().get(reverse("bots:bot", args=[one.bot.public_id])).context["rank"]
        for one in (mustard, truco)
    ]
    assert ranks == [1, 2]
    assert "12 ms" in text  # 480 ms for 40 decisions
    assert "37 ms" in text


def test_a_new_version_keeps_the_rating_and_is_less_certain(
    ladder: Ladder, mustard: BotVersion, truco: BotVersion
) -> None:
    for _ in range(3):
        match_rated(ladder, [mustard, truco])
    second = next_version(mustard)
    rating = Rating.objects.get(competitor=mustard.bot.competitor_id)
    now = round(rating.standing.bar.margin())
    text = page(mustard)
    assert f"It takes over the rating of {round(rating.value / 1e6)};" in text
    assert f"instead of ± {now}." in text
    match_rated(ladder, [second, truco])
    text = page(mustard)
    assert "It takes over the rating" not in text
    assert "with 3 results" in text
    assert f"from {round(rating.value / 1e6)} ± " in text
    assert "with 1 result" in text
    assert "Version 2 plays" in text


def test_a_version_that_is_back_is_not_said_to_be_new(
    ladder: Ladder, mustard: BotVersion, truco: BotVersion
) -> None:
    match_rated(ladder, [mustard, truco])
    second = next_version(mustard)
    assert "Version 2 has no result here yet." in page(mustard)
    match_rated(ladder, [second, truco])
    Bot.objects.filter(pk=mustard.bot_id).update(active_version=mustard)
    text = page(mustard)
    assert "Version 1 plays again. It takes over the rating" in text
    assert "has no result here yet" not in text


@pytest.mark.parametrize("why", ["other rules", "closed"])
def test_nobody_is_awaited_where_the_version_does_not_play(
    ladder: Ladder, mustard: BotVersion, truco: BotVersion, why: str
) -> None:
    match_rated(ladder, [mustard, truco])
    if why == "closed":
        next_version(mustard)
        Ladder.objects.filter(pk=ladder.pk).update(is_open=False)
    else:
        BotVersionFactory.create(bot=mustard.bot, profiles=[FOUR], active=True)
    text = page(mustard)
    assert "Results by opponent" in text
    assert "takes over the rating" not in text


def test_corrections_are_said_in_words(
    ladder: Ladder, mustard: BotVersion, truco: BotVersion
) -> None:
    match_rated(ladder, [mustard, truco])
    void = match_rated(ladder, [mustard, truco])
    match_rated(ladder, [mustard, truco])
    match_voided(void)
    text = page(mustard)
    assert "corrected: an earlier result counts no longer" in text
    assert "It was declared void afterwards: it counts no longer" in text
    assert "2 : 0 : 0" in text


def test_every_ladder_has_its_tab(ladder: Ladder, mustard: BotVersion, truco: BotVersion) -> None:
    table = ladder_made(FOUR, players=4)
    others = [bot_playing(UserFactory.create(), name) for name in ("Wanda", "Vera")]
    match_rated(ladder, [mustard, truco])
    match_rated(table, [mustard, truco, *others], first_is_last)
    match_rated(table, [mustard, truco, *others], first_is_last)
    assert "against Truco, Wanda and Vera" in page(mustard)  # where it has played most
    assert "against Truco, Wanda" not in page(mustard, f"?ladder={ladder.slug}")
    assert "1 : 0 : 0" in page(mustard, f"?ladder={ladder.slug}")
    assert "0 : 0 : 2" in page(mustard, f"?ladder={table.slug}")


@pytest.mark.parametrize(
    "query",
    [
        "?ladder=nobody-knows",
        "?ladder=%00",
        f"?ladder={'x' * 10_000}",
        "?opponents=0",
        "?opponents=-1",
        "?opponents=99999999999999999999",
        "?opponents=%D9%A3",
        "?page=99999999999999999999&ladder=a%26b",
    ],
)
def test_nonsense_is_answered_with_what_is_there(
    ladder: Ladder, mustard: BotVersion, truco: BotVersion, query: str
) -> None:
    match_rated(ladder, [mustard, truco])
    assert "1700 ± " in page(mustard, query)


def test_opponents_come_in_pages_the_most_played_first(
    ladder: Ladder, mustard: BotVersion, truco: BotVersion
) -> None:
    owner = UserFactory.create()
    for number in range(OPPONENTS_ON_A_PAGE + 1):
        match_rated(ladder, [mustard, bot_playing(owner, f"Sparring {number:02}")], level)
    match_rated(ladder, [mustard, truco])
    match_rated(ladder, [truco, mustard])
    answer = Client().get(reverse("bots:bot", args=[mustard.bot.public_id]))
    assert [row.name for row in answer.context["opponents"]][:2] == ["Truco", "Sparring 00"]
    assert len(answer.context["opponents"]) == OPPONENTS_ON_A_PAGE
    assert answer.context["opponents"][0].score.share == 0.5
    rest = Client().get(answer.request["PATH_INFO"], {"opponents": 2})
    assert len(rest.context["opponents"]) == 2
    assert rest.context["opponents_next"] is None
    assert "There are no more opponents." in page(mustard, "?opponents=3")


def test_a_page_takes_as_many_queries_whatever_was_played(
    ladder: Ladder, mustard: BotVersion, truco: BotVersion
) -> None:
    address = reverse("bots:bot", args=[mustard.bot.public_id])
    versus = reverse("bots:versus", args=[mustard.bot.public_id, truco.bot.public_id])
    match_rated(ladder, [mustard, truco])
    few = queries_of(address), queries_of(versus)
    playing = mustard
    for _ in range(6):
        playing = next_version(playing)
        for _ in range(3):
            match_rated(ladder, [playing, truco])
        match_rated(ladder, [playing, bot_playing(UserFactory.create(), f"Bot {playing.pk}")])
    assert (queries_of(address), queries_of(versus)) == few
    assert few[0] <= 26
    assert few[1] <= 16


# What is read


def test_the_latest_matches_are_those_of_all_versions(
    ladder: Ladder, mustard: BotVersion, truco: BotVersion
) -> None:
    first = match_rated(ladder, [mustard, truco])
    second = next_version(mustard)
    waiting = MatchFactory.create(versions=[second, truco])
    last = match_rated(ladder, [truco, mustard])
    MatchFactory.create()  # somebody else's
    found = bot_matches_latest(bot=mustard.bot, count=5)
    assert [match.pk for match in found] == [last.pk, waiting.pk, first.pk]
    assert [match.pk for match in bot_matches_latest(bot=mustard.bot, count=2)] == [
        last.pk, waiting.pk,
    ]  # fmt: skip


def test_timing_is_told_by_rules(ladder: Ladder, mustard: BotVersion, truco: BotVersion) -> None:
    match_rated(ladder, [mustard, truco])
    match_rated(ladder, [truco, mustard])
    MatchFactory.create(versions=[mustard, truco])  # has not been played
    (timing,) = bot_timings(bot=mustard.bot)
    assert (timing.profile, timing.matches, timing.decisions) == (DUEL, 2, 80)
    assert (timing.think_ms, timing.longest_ms) == (480 + 1480, 37)
    assert bot_timings(bot=bot_playing(UserFactory.create(), "Idle").bot) == []


def test_rated_matches_come_with_what_they_did(
    ladder: Ladder, mustard: BotVersion, truco: BotVersion
) -> None:
    matches = [match_rated(ladder, [mustard, truco]) for _ in range(3)]
    found = rated_matches_latest(bot=mustard.bot, ladder=ladder, count=2)
    assert [row.match.pk for row in found] == [matches[2].pk, matches[1].pk]
    assert all(row.counts and row.event.delta > 0 for row in found)


def test_meetings_are_found_from_either_side(
    ladder: Ladder, mustard: BotVersion, truco: BotVersion
) -> None:
    other = bot_playing(UserFactory.create(), "Wanda")
    met = [match_rated(ladder, [mustard, truco]) for _ in range(2)]
    match_rated(ladder, [mustard, other])
    match_rated(ladder, [truco, other])
    for fewer in (mustard.bot, truco.bot):
        found = meetings_latest(
            one=mustard.bot, other=truco.bot, ladder=ladder, fewer=fewer, count=10
        )
        assert [row.match.pk for row in found] == [met[1].pk, met[0].pk]
        assert all(row.event.competitor_id == mustard.bot.competitor_id for row in found)


def test_opponents_are_read_by_index_in_their_order(
    ladder: Ladder, mustard: BotVersion, truco: BotVersion
) -> None:
    """Where sorting is forbidden, an index has to have the order already."""
    match_rated(ladder, [mustard, truco])
    with CaptureQueriesContext(connection) as asked:
        list(opponents_of(bot=mustard.bot, ladder=ladder)[:10])
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off")
        cursor.execute("SET LOCAL enable_bitmapscan = off")
        cursor.execute(f"EXPLAIN {asked[0]['sql']}")
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert "encounter_most_played" in plan
    assert "Sort" not in plan


# Head to head


def test_two_who_have_not_met(mustard: BotVersion, truco: BotVersion) -> None:
    assert "They have not met yet" in head_to_head(mustard, truco)


def test_nobody_plays_against_themselves(
    ladder: Ladder, mustard: BotVersion, truco: BotVersion
) -> None:
    assert "Nobody plays against themselves" in head_to_head(mustard, mustard)
    match_rated(ladder, [mustard, truco])
    assert "Whom it has met most" in head_to_head(mustard, mustard)


def test_unknown_bots_are_not_found(mustard: BotVersion) -> None:
    for ids in (["nobody-here", mustard.bot.public_id], [mustard.bot.public_id, "nobody-here"]):
        assert Client().get(reverse("bots:versus", args=ids)).status_code == 404


def test_the_score_with_its_error_bar_and_what_was_expected(
    ladder: Ladder, mustard: BotVersion, truco: BotVersion
) -> None:
    match_rated(ladder, [mustard, truco], first_wins)
    match_rated(ladder, [mustard, truco], level)
    match_rated(ladder, [mustard, truco], second_wins)
    where = reverse("bots:versus", args=[mustard.bot.public_id, truco.bot.public_id])
    answer = Client().get(where)
    (row,) = answer.context["scores"]
    assert (row.encounter.won, row.encounter.level, row.encounter.lost) == (1, 1, 1)
    assert row.score.share == 0.5
    assert 0.3 < row.score.margin < 1
    mine, theirs = (
        Rating.objects.get(competitor=one.bot.competitor_id).value for one in (mustard, truco)
    )
    assert row.expected == float(expected_score(mine, theirs))
    text = text_of(answer)
    assert "50.0 % ± " in text
    assert "12 : 16" in text
    assert "16 : 12" in head_to_head(truco, mustard)


def test_the_same_cards_side_by_side(
    ladder: Ladder, mustard: BotVersion, truco: BotVersion
) -> None:
    def points(board: int, rotation: int) -> Sequence[int]:
        return [[2, 0], [0, 2]][rotation] if board == 0 else [2, 0]

    match = match_rated(ladder, [mustard, truco], points)
    where = reverse("bots:versus", args=[mustard.bot.public_id, truco.bot.public_id])
    answer = Client().get(where)
    text = text_of(answer)
    assert "Mustard made more on 1, Truco on 0 and both as much on 1 of 2 boards." in text
    assert answer.context["comparison"].hand_names == ["Cards of seat 0", "Cards of seat 1"]
    game = reverse("matches:game", args=[match.public_id, 1, 1])
    assert f'href="{game}"' in answer.content.decode()


def test_another_match_can_be_laid_out(
    ladder: Ladder, mustard: BotVersion, truco: BotVersion
) -> None:
    first = match_rated(ladder, [mustard, truco], first_wins)
    match_rated(ladder, [mustard, truco], second_wins)
    assert "Mustard made more on 0, Truco" in head_to_head(mustard, truco)
    text = head_to_head(mustard, truco, f"?match={first.public_id}")
    assert "Mustard made more on 2, Truco" in text


@pytest.mark.parametrize("asked", ["nobody", "%00", "x" * 10_000, "of others"])
def test_a_match_that_is_not_theirs_is_not_laid_out(
    ladder: Ladder, mustard: BotVersion, truco: BotVersion, asked: str
) -> None:
    match_rated(ladder, [mustard, truco], first_wins)
    foreign = match_rated(ladder, [bot_playing(UserFactory.create(), "Wanda"), truco], second_wins)
    name = foreign.public_id if asked == "of others" else asked
    text = head_to_head(mustard, truco, f"?match={name}&ladder={name}")
    assert "Mustard made more on 2, Truco" in text


def test_a_void_match_is_said_to_be_so_and_not_laid_out(
    ladder: Ladder, mustard: BotVersion, truco: BotVersion
) -> None:
    match_rated(ladder, [mustard, truco], first_wins)
    match_voided(match_rated(ladder, [mustard, truco], second_wins))
    text = head_to_head(mustard, truco)
    assert "It was declared void afterwards" in text
    assert "Mustard made more on 2, Truco" in text


def test_matches_outside_the_ladders_are_shown_without_a_score(
    mustard: BotVersion, truco: BotVersion
) -> None:
    match_played(mustard, truco)
    text = head_to_head(mustard, truco)
    assert "They have met on no ladder: these matches count nowhere." in text
    assert "The same cards" in text


def test_a_table_of_four_is_compared_by_its_four_hands(
    mustard: BotVersion, truco: BotVersion
) -> None:
    table = ladder_made(FOUR, players=4)
    others = [bot_playing(UserFactory.create(), name) for name in ("Wanda", "Vera")]
    match_rated(table, [mustard, truco, *others], one_after_another)
    text = head_to_head(mustard, truco)
    assert "Cards of seat 3" in text
    assert "Mustard made more on 2, Truco" in text


def test_a_bot_whose_author_has_left_is_still_compared(
    ladder: Ladder, mustard: BotVersion, truco: BotVersion
) -> None:
    match_rated(ladder, [mustard, truco])
    Bot.objects.filter(pk=truco.bot_id).update(
        owner=None, name="", name_key="", retired_at=Match.objects.all()[0].ended_at
    )
    assert f"Deleted bot {truco.bot_id}" in head_to_head(mustard, truco)
    assert f"Deleted bot {truco.bot_id}" in page(mustard)
    assert "1300 ± " in page(truco)
