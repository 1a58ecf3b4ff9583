"""The pages of matches: what they say, to whom, and what can be taken home."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from arena.match_reasons import SILENT
from arena.match_states import MatchState
from arena.match_words import forfeit_text, thought_text, wait_text
from arena.models import BotVersion, Match
from arena.wire.results import ForfeitReason
from tests.arena.bot_kit import text_of
from tests.arena.shown_matches import (
    DUEL,
    PAIRS,
    REPLAY,
    at,
    bench,
    bot_playing,
    browser_of,
    match_played,
    match_step_to,
    page_of,
)
from tests.factories import MatchFactory, UserFactory
from tests.permissions.roles import Role, client_for
from tournaments.models import User

pytestmark = pytest.mark.django_db


# What everybody reads


def test_a_played_match_in_words_and_numbers(played: Match) -> None:
    page = page_of(played)
    for expected in (
        "Mustard beat Bea's Pepper: it took 87.5 % of 4 games, with 6 points more. Pepper forf",
        "Share taken 87.5 % 12.5 %",
        "Points 7 1",
        "Games won 3 0",
        "Games lost 0 3",
        "Games level 1 1",
        "Games forfeited 0 1",
        "Strikes 0 3",
        "Decisions 40 40",
        "Time per decision 12 ms 1.5 s",
        "Longest decision 37 ms 12.3 s",
        "Board 0 Rotation 0 2 : 0 Rotation 1 1 : 1 Together 3 : 1 Best of these cards Mustard",
        "Pepper: 1 board was forfeited, in rotation 1, board 1: too many strikes.",
        f"durako verify durako-{played.public_id}.durako --commitment {played.commitment} --seed ",
        "Challenges are not rated",
        played.commitment,
        played.seed,
    ):
        assert expected in page


def test_a_free_for_all_has_one_best_or_several(ana: User) -> None:
    versions = [bot_playing(ana, name) for name in ("Anís", "Bo", "Coco", "Dado")]
    match = MatchFactory.create(
        versions=versions, profile="durak/volga", state=MatchState.SETTLED, requested_by=ana
    )
    for scores, sentence in (
        ((4, 6, 2, 4), "Bo did best, with 6 points."),
        ((6, 6, 2, 6), "Anís, Bo and Dado did best, with 6 points each."),
        ((4, 4, 4, 4), "Level: 4 points each."),
    ):
        for place, scored in enumerate(scores):
            match.participants.filter(place=place).update(points=scored)
        assert sentence in page_of(match)


def test_partners_are_shown_as_one_side(ana: User, bea: User) -> None:
    versions = [bot_playing(ana, "Mustard", [PAIRS]), bot_playing(bea, "Pepper", [PAIRS])]
    match = MatchFactory.create(
        versions=versions, profile=PAIRS, state=MatchState.SETTLED, boards=1,
        results=[
            {"rotation": rotation, "board": 0, "points": [3000, 1200, 3000, 1200],
             "losers": [1, 3], "forfeit": None, "games": 4}
            for rotation in range(2)
        ],
    )  # fmt: skip
    for one in match.participants.all():
        one.points, one.decisions, one.strikes = (6000, -2400)[one.side], 100, 1
        one.save()
    page = page_of(match)
    for expected in (
        "Mustard beat Bea's Pepper: it took 100.0 % of 2 boards, with 8400 points more.",
        "Points 6,000 \N{MINUS SIGN}2,400",
        "Boards won 2 0",
        "Decisions 200 200",
        "Strikes 2 2",
        "Rotation 0 3000 : 1200 Rotation 1 3000 : 1200 Together 6000 : 2400 Best",
    ):
        assert expected in page


def test_a_match_on_its_way_keeps_its_seed(mustard: BotVersion, pepper: BotVersion) -> None:
    match = MatchFactory.create(versions=[mustard, pepper], boards=10)
    for state, said in (
        (MatchState.QUEUED, "It waits for its turn. Number 1 in the queue"),
        (MatchState.SENT, "about to begin"),
        (MatchState.PLAYING, "It is being played: 7 of 20 boards are over."),
    ):
        match_step_to(match, state, boards_over=7 if state == MatchState.PLAYING else 0)
        for address in (at("match", match), at("part", match)):
            page = Client().get(address).content.decode()
            assert match.seed not in page
            assert match.commitment in page
            assert 'data-goes-on="yes"' in page
        assert said in page_of(match)
        assert Client().get(at("replay", match)).status_code == 404


def test_an_attempt_of_ours_that_broke_is_named(mustard: BotVersion, pepper: BotVersion) -> None:
    match = MatchFactory.create(versions=[mustard, pepper], attempt=1)
    assert "broken off through no fault of the bots" in page_of(match)
    match_step_to(match, MatchState.PLAYING, attempt=2)
    assert "Attempt 2." in page_of(match)


def test_a_void_match_says_why_and_costs_nobody(mustard: BotVersion, pepper: BotVersion) -> None:
    match = MatchFactory.create(
        versions=[mustard, pepper], state=MatchState.VOID, reason=f"{SILENT} <b>"
    )
    page = page_of(match)
    assert "It is void, and cost nobody anything." in page
    assert f"{SILENT} <b>" in page
    assert "The result" not in page
    assert "Download the replay" not in page


def test_names_are_text(ana: User, pepper: BotVersion) -> None:
    match = match_played(bot_playing(ana, "<b>Salt</b>"), pepper)
    for address in (at("match", match), reverse("matches:list")):
        assert "<b>Salt" not in Client().get(address).content.decode()


@pytest.mark.parametrize("name", ["match", "part", "events", "replay"])
def test_what_is_not_there_is_not_found(name: str) -> None:
    assert Client().get(reverse(f"matches:{name}", args=["nosuchmatch"])).status_code == 404


def test_the_replay_is_for_everybody(played: Match) -> None:
    answer = Client().get(at("replay", played))
    assert answer.content == REPLAY
    assert answer["Content-Type"] == "application/octet-stream"
    name = f"durako-{played.public_id}.durako"
    assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_a_replay_that_is_lost_or_damaged_is_not_handed_out(played: Match) -> None:
    Match.objects.filter(pk=played.pk).update(replay_digest="f" * 64)
    assert Client().get(at("replay", played)).status_code == 404


# Lists


def test_the_list_newest_first_with_filters(
    mustard: BotVersion, pepper: BotVersion, played: Match, bea: User
) -> None:
    waiting = MatchFactory.create(versions=[mustard, pepper])
    coco = bot_playing(bea, "Coco")
    other = MatchFactory.create(
        versions=[pepper, coco, mustard, bot_playing(bea, "Bo")], profile="durak/volga"
    )

    def listed(query: str = "") -> list[str]:
        page = Client().get(f"{reverse('matches:list')}{query}").content.decode()
        found = [match for match in (played, waiting, other) if match.public_id in page]
        return [
            match.public_id for match in sorted(found, key=lambda one: page.index(one.public_id))
        ]

    everything = [other.public_id, waiting.public_id, played.public_id]
    assert listed() == everything
    assert listed("?state=settled") == [played.public_id]
    assert listed("?rules=durak/volga") == [other.public_id]
    assert listed(f"?bot={coco.bot.public_id}") == [other.public_id]
    assert listed("?rules=burako/duel") == []
    assert "No match fits" in text_of(Client().get("/matches/?rules=burako/duel"))


@pytest.mark.parametrize(
    "query",
    ["state=x", "state=%00", "rules=x%00", "bot=%00", "bot=nobody", "bot=" + "a" * 5000, "page=x",
     "page=-1", "page=" + "9" * 40],
)  # fmt: skip
def test_nonsense_in_the_address_is_no_error(played: Match, query: str) -> None:
    assert Client().get(f"/matches/?{query}").status_code == 200


def test_pages_of_the_list(
    mustard: BotVersion, pepper: BotVersion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.views.matches.lists.MATCHES_ON_A_PAGE", 2)
    for _ in range(5):
        MatchFactory.create(versions=[mustard, pepper])
    page = Client().get("/matches/?state=queued&page=2").content.decode()
    assert page.count('class="row match-row"') == 2
    assert "?state=queued&amp;page=3" in page


def test_ones_own_list_has_what_concerns_one(
    ana: User, mustard: BotVersion, pepper: BotVersion, played: Match
) -> None:
    of_others = MatchFactory.create(requested_by=ana)
    not_mine = MatchFactory.create(versions=[pepper, bot_playing(UserFactory.create(), "Coco")])
    page = browser_of(ana).get("/matches/mine/")
    for match, is_there in ((played, True), (of_others, True), (not_mine, False)):
        assert (match.public_id in page.content.decode()) is is_there
    text = text_of(page)
    assert "Mustard beat" in text
    assert "it took 87.5 % of 4 games, with 6 points more." in text
    assert "in the queue" in text
    assert "Of your challenges 1 of at most 3 wait or are being played; 38 of 40" in text
    part = browser_of(ana).get("/matches/mine/", headers={"HX-Request": "true"})
    assert "<html" not in part.content.decode()
    assert played.public_id in part.content.decode()


def test_ones_own_list_asks_anew_only_while_something_goes_on(ana: User, played: Match) -> None:
    """What htmx puts in says itself whether it asks once more."""
    client = browser_of(ana)
    waiting = MatchFactory.create(requested_by=ana)
    for headers in ({}, {"HX-Request": "true"}):
        page = client.get("/matches/mine/", headers=headers).content.decode()
        assert page.count('hx-trigger="every 10s" hx-swap="outerHTML"') == 1
    Match.objects.filter(pk=waiting.pk).delete()
    for headers in ({}, {"HX-Request": "true"}):
        assert "hx-trigger" not in client.get("/matches/mine/", headers=headers).content.decode()


def test_empty_lists_say_what_to_do(ana: User) -> None:
    assert "No match yet" in text_of(Client().get("/matches/"))
    assert "Look at the bots" in text_of(browser_of(ana).get("/matches/mine/"))


def test_lists_ask_the_same_however_many_there_are(
    ana: User,
    mustard: BotVersion,
    pepper: BotVersion,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    client = browser_of(ana)

    def asked() -> list[int]:
        counts = []
        for address in ("/matches/", "/matches/mine/", f"/bots/{pepper.bot.public_id}/"):
            with django_assert_max_num_queries(20) as captured:
                client.get(address)
            counts.append(len(captured))
        return counts

    def more() -> None:
        for _ in range(2):
            MatchFactory.create(versions=[mustard, pepper], requested_by=ana)
            match_played(mustard, pepper, requested_by=ana)

    more()
    before = asked()
    for _ in range(3):
        more()
    assert asked() == before


def test_a_match_asks_the_same_however_many_boards_it_has(
    ana: User, mustard: BotVersion, pepper: BotVersion,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:  # fmt: skip
    small, large = (match_played(mustard, pepper, boards=boards) for boards in (2, 50))
    for client, count in ((Client(), 2), (browser_of(ana), 5)):
        for match in (small, large):
            with django_assert_num_queries(count):
                client.get(at("match", match))


# The bot's page


def test_a_bots_page_shows_its_latest_matches(played: Match, pepper: BotVersion) -> None:
    page = Client().get(f"/bots/{pepper.bot.public_id}/")
    assert "it took 87.5 % of 4 games, with 6 points more." in text_of(page)
    assert f"/matches/?bot={pepper.bot.public_id}" in page.content.decode()
    assert f"/bots/{pepper.bot.public_id}/challenge/" in page.content.decode()


def test_a_benched_bot_says_so(ana: User, mustard: BotVersion, played: Match) -> None:
    benching = bench(mustard.bot, "It printed <nonsense>.")
    benching.match = played
    benching.save()
    address = f"/bots/{mustard.bot.public_id}/"
    public = text_of(Client().get(address))
    assert "This bot is benched" in public
    assert "nonsense" not in public
    assert "plays now" not in public
    own = text_of(browser_of(ana).get(address))
    for expected in (
        "It printed <nonsense>.",
        "Mend it and send in a new version",
        "See the match",
    ):
        assert expected in own
    for page in (Client().get(address), browser_of(ana).get(address)):
        assert f"{address}challenge/" not in page.content.decode()


# Taking a challenge back


def withdraw(client: Client, match: Match) -> Any:  # noqa: ANN401
    return client.post(at("withdraw", match), follow=True)


def test_a_challenge_is_withdrawn(ana: User, mustard: BotVersion, pepper: BotVersion) -> None:
    match = MatchFactory.create(versions=[mustard, pepper], requested_by=ana)
    client = browser_of(ana)
    assert "Withdraw the challenge" in page_of(match, client)
    page = text_of(withdraw(client, match))
    assert "The challenge is withdrawn." in page
    assert "It was withdrawn by whoever had asked for it." in page
    assert "Withdraw the challenge" not in page
    assert "begun already" in text_of(withdraw(client, match))


def test_nobody_else_withdraws_it(
    ana: User, bea: User, mustard: BotVersion, pepper: BotVersion
) -> None:
    match = MatchFactory.create(versions=[mustard, pepper], requested_by=ana)
    for client in (browser_of(bea), client_for(Role.STAFF_2FA)):
        assert "Withdraw the challenge" not in page_of(match, client)
        assert withdraw(client, match).status_code == 403
    assert "login" in Client().post(at("withdraw", match))["Location"]
    match.refresh_from_db()
    assert match.state == MatchState.QUEUED


def test_the_same_once_more(ana: User, bea: User, played: Match, pepper: BotVersion) -> None:
    page = browser_of(ana).get(at("match", played)).content.decode()
    again = f"/bots/{pepper.bot.public_id}/challenge/?bot="
    assert again in page
    assert f"profile={DUEL.replace('/', '%2F')}&amp;boards=2" in page
    assert again not in browser_of(bea).get(at("match", played)).content.decode()


# Words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "less than a minute"),
        (59.9, "less than a minute"),
        (61, "about 1 minute"),
        (600, "about 10 minutes"),
        (5399, "about 90 minutes"),
        (5400, "about 2 hours"),
        (90_000, "about 25 hours"),
    ],
)
def test_waits_are_told_no_more_exactly_than_is_known(seconds: float, words: str) -> None:
    assert wait_text(seconds) == words


@pytest.mark.parametrize(
    ("milliseconds", "words"),
    [(0.2, "less than 1 ms"), (12.4, "12 ms"), (999, "999 ms"), (12_345, "12.3 s")],
)
def test_decisions_are_timed(milliseconds: float, words: str) -> None:
    assert thought_text(milliseconds) == words


def test_every_reason_to_forfeit_has_words() -> None:
    names = [reason.name.lower() for reason in ForfeitReason]
    assert not {name for name in names if forfeit_text(name) == name}
    assert forfeit_text("something new") == "something new"
