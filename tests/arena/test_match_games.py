"""The page of one game: told from the replay, only when the match is over, never a 500."""

import random
import re
import zlib
from unittest.mock import patch

import pytest
from django.core.cache import cache
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from arena.games import rules
from arena.games.registry import profiles
from arena.match_states import MatchState
from arena.models import BotVersion, Match
from arena.selectors import played_games
from arena.selectors.matches import match_replay, replay_stored_name
from arena.services.replays import replay_store
from arena.views.matches.signs import pieces_html, told_html
from scoring.messages import Message, Who
from tests.arena.bot_kit import text_of
from tests.arena.replayed_matches import match_replayed
from tests.arena.shown_matches import at, bot_playing, match_step_to, page_of
from tests.arena.wire.played import SHORT_MATCH, Trouble
from tests.factories import MatchFactory
from tournaments.models import User

pytestmark = pytest.mark.django_db

TROUBLE = Trouble(faults=0.08)


def game_at(match: Match, board: object = 0, rotation: object = 0, game: object = 1) -> str:
    return f"{at('game', match, board, rotation)}?game={game}"


def game_page(match: Match, board: int = 0, rotation: int = 0, game: int = 1) -> str:
    answer = Client().get(game_at(match, board, rotation, game))
    assert answer.status_code == 200
    return text_of(answer)


def missing(match: Match, board: object = 0, rotation: object = 0, game: object = 1) -> str:
    answer = Client().get(game_at(match, board, rotation, game))
    assert answer.status_code == 404
    return text_of(answer)


def test_a_duel_is_told(mustard: BotVersion, pepper: BotVersion) -> None:
    match = match_replayed(mustard, pepper)
    page = game_page(match)
    for expected in (
        "Seat 0 Mustard attacks first",
        "Seat 1 Pepper deals",
        "Trump is hearts. Cards in the draw pile: 13. Turned up: ♥",
        "Bout 1: Mustard attacks Pepper Mustard attacks Pepper with ♥Qqueen of hearts. ♥Q",
        "Pepper takes all the cards on the table.",
        "is the durak.",
        "Mustard: 2 points",
    ):
        assert expected in page
    assert "Seat 0 Pepper" in game_page(match, rotation=1)


@pytest.mark.long
@pytest.mark.parametrize("profile", [name for name in profiles() if name.startswith("durak")])
def test_every_profile_of_durak_is_told(ana: User, profile: str) -> None:
    size = len(set(rules(profile).teams))
    versions = [bot_playing(ana, f"Bot {number}", [profile]) for number in range(size)]
    match = match_replayed(*versions, profile=profile, boards=1)
    for rotation in (0, match.rotations - 1):
        page = game_page(match, 0, rotation)
        assert "Bout 1: Bot " in page
        assert "%(" not in page


@pytest.mark.parametrize(("profile", "target"), [("burako/duel", 1800), ("burako/pairs", 900)])
def test_hands_of_burako_are_told_one_by_one(
    mustard: BotVersion, pepper: BotVersion, profile: str, target: int
) -> None:
    short = rules(profile, target_points=target).to_json()
    match = match_replayed(mustard, pepper, profile=profile, boards=1, rules=short, seed=4)
    hands = match.results[0]["games"]
    assert hands > 1
    total = 0
    for hand in range(1, hands + 1):
        page = game_page(match, game=hand)
        assert f"Hand {hand}: who sat where" in page
        assert "Turn 1: " in page
        sums = page.replace("\N{MINUS SIGN}", "-")
        found = re.search(r"All hands so far, (-?\d+) before ?(-?\d+)", sums)
        assert found is not None
        assert int(found[1]) == total
        total = int(found[2])
    assert total in match.results[0]["points"]
    assert "There is no" not in missing(match, game=hands + 1)


def test_several_games_of_a_board(mustard: BotVersion, pepper: BotVersion) -> None:
    match = match_replayed(mustard, pepper, boards=1, games_per_board=3)
    pages = [game_page(match, game=number) for number in (1, 2, 3)]
    assert len(set(pages)) == 3
    assert all("Games of this board 123" in page for page in pages)
    missing(match, game=4)


def test_partners_are_told_apart_by_their_seats(mustard: BotVersion, pepper: BotVersion) -> None:
    short = rules("burako/pairs", **SHORT_MATCH).to_json()
    match = match_replayed(mustard, pepper, profile="burako/pairs", boards=1, rules=short, seed=4)
    page = game_page(match)
    assert "Mustard (0) draws" in page or "Mustard (2) draws" in page
    assert "Pepper (1)" in page


def test_mistakes_are_told_with_their_strikes(mustard: BotVersion, pepper: BotVersion) -> None:
    match = match_replayed(mustard, pepper, boards=4, seed=2, trouble=TROUBLE)
    told = " ".join(
        game_page(match, board, rotation) for board in range(4) for rotation in range(2)
    )
    for expected in (
        "did not answer in time, so the server decided. That is 1 strike.",
        "wanted something illegal, so the server decided.",
        "gave no answer that can be read: the server decided.",
        "That makes 2 strikes.",
        "forfeited the board: too many strikes.",
    ):
        assert expected in told


def test_a_board_without_a_game_says_who_gave_it_away(
    mustard: BotVersion, pepper: BotVersion
) -> None:
    match = match_replayed(mustard, pepper, trouble=Trouble(absent=(1,)))
    page = game_page(match)
    assert "Pepper forfeited the board: it did not start in time." in page
    assert "Move by move" not in page


def test_names_are_shown_as_they_are_and_never_as_cards(ana: User, pepper: BotVersion) -> None:
    match = match_replayed(bot_playing(ana, "<i>J</i> ♥10 %(who)s"), pepper, boards=1)
    page = Client().get(game_at(match)).content.decode()
    assert "&lt;i&gt;J&lt;/i&gt; ♥10 %(who)s</b> " in page
    assert "<i>J</i>" not in page


# Before it is over, and what cannot be read


@pytest.mark.parametrize("state", [MatchState.QUEUED, MatchState.SENT, MatchState.PLAYING])
def test_nothing_is_told_before_the_match_is_over(
    mustard: BotVersion, pepper: BotVersion, state: MatchState
) -> None:
    """Not even if a replay lay there already."""
    match = match_replayed(mustard, pepper)
    match_step_to(match, state, ended_at=None)
    page = missing(match)
    assert "The match is not over yet: its cards are shown then." in page
    assert match.seed not in page
    assert "attacks" not in page


def test_a_match_without_a_replay_says_so(mustard: BotVersion, pepper: BotVersion) -> None:
    match = MatchFactory.create(versions=[mustard, pepper], state=MatchState.VOID)
    assert "There is no replay of this match" in missing(match)
    lost = MatchFactory.create(versions=[mustard, pepper], state=MatchState.SETTLED)
    assert "There is no replay of this match" in missing(lost)


def test_a_void_match_that_was_played_is_still_told(
    mustard: BotVersion, pepper: BotVersion
) -> None:
    match = match_replayed(mustard, pepper)
    match_step_to(match, MatchState.VOID)
    assert "Bout 1" in game_page(match)


@pytest.mark.parametrize(
    ("board", "rotation", "game"),
    [
        (2, 0, 1), (0, 2, 1), (10**20, 0, 1), (0, 10**20, 1), (0, 0, 2), (0, 0, 0), (0, 0, "x"),
        (0, 0, "9" * 5000), (0, 0, "-1"), (0, 0, "²"), (0, 0, ""), (0, 0, "%00"),
    ],
)  # fmt: skip
def test_what_is_not_there_is_not_found(
    mustard: BotVersion, pepper: BotVersion, board: int, rotation: int, game: object
) -> None:
    match = match_replayed(mustard, pepper)
    assert "The match has no such game." in missing(match, board, rotation, game)


def test_hostile_replays_are_a_sentence(mustard: BotVersion, pepper: BotVersion) -> None:
    """Stored as they are, with a digest that fits."""
    match = match_replayed(mustard, pepper, boards=1)
    sound = match_replay(match=match)
    rng = random.Random(1)
    hostile = [b"", b"\x00", b"every card of a match", sound[: len(sound) // 2], sound[::-1]]
    for _ in range(20):
        damaged = bytearray(sound)
        damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        hostile.append(bytes(damaged))
    for data in hostile:
        Match.objects.filter(pk=match.pk).update(replay_digest=replay_store(data=data))
        assert Client().get(game_at(match)).status_code in {200, 404}
        assert Client().get(at("match", match)).status_code == 200


def test_the_replay_of_another_table_is_a_sentence(ana: User, pepper: BotVersion) -> None:
    three = [bot_playing(ana, name, ["durak/volga"]) for name in ("One", "Two", "Three")]
    other = match_replayed(*three, profile="durak/volga", boards=1)
    match = match_replayed(three[0], pepper, boards=1)
    Match.objects.filter(pk=match.pk).update(replay_digest=other.replay_digest)
    assert "The replay of this match cannot be read." in missing(match)


def test_a_replay_that_was_changed_on_the_disk_is_a_sentence(
    mustard: BotVersion, pepper: BotVersion
) -> None:
    match = match_replayed(mustard, pepper, seed=77)
    name = replay_stored_name(match.replay_digest)
    default_storage.delete(name)
    default_storage.save(name, ContentFile(zlib.compress(b"something else")))
    assert "There is no replay of this match" in missing(match)


# What it costs


def test_a_game_asks_the_same_however_long_the_match_is(
    mustard: BotVersion, pepper: BotVersion, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for boards in (1, 12):
        match = match_replayed(mustard, pepper, boards=boards)
        with django_assert_num_queries(2):
            Client().get(game_at(match))


def test_a_long_log_is_leafed_through_once(mustard: BotVersion, pepper: BotVersion) -> None:
    cache.clear()
    match = match_replayed(mustard, pepper, boards=3)
    with (
        patch.object(played_games, "LARGE", 0),
        patch.object(played_games, "match_replay", wraps=match_replay) as read,
    ):
        first = game_page(match, 2, 1)
        assert game_page(match, 2, 1) == first
        assert read.call_count == 1
        assert game_page(match, 1, 1) != first
        assert read.call_count == 2
    assert game_page(match, 2, 1) == first
    cache.clear()


# From the match's page


def test_every_board_of_the_match_leads_to_its_game(
    mustard: BotVersion, pepper: BotVersion
) -> None:
    match = match_replayed(mustard, pepper, boards=2)
    page = Client().get(at("match", match)).content.decode()
    for board in range(2):
        for rotation in range(2):
            assert at("game", match, board, rotation) in page
    assert "Follow a result to read its game" in page_of(match)


def test_the_games_lead_to_each_other(mustard: BotVersion, pepper: BotVersion) -> None:
    match = match_replayed(mustard, pepper, boards=2)
    page = Client().get(game_at(match, 0, 1)).content.decode()
    assert f'rel="prev" href="{at("game", match, 0, 0)}"' in page
    assert f'rel="next" href="{at("game", match, 1, 0)}"' in page
    assert f'href="{at("game", match, 0, 1)}" aria-current="page"' in page
    assert at("match", match) in page
    assert 'rel="prev"' not in Client().get(game_at(match)).content.decode()
    assert 'rel="next"' not in Client().get(game_at(match, 1, 1)).content.decode()


# Cards and tiles


@pytest.mark.parametrize(
    ("piece", "words"),
    [
        ("♥10", "10 of hearts"),
        ("♠J", "jack of spades"),
        ("♦A#2", "ace of diamonds of pack 2"),
        ("♣6=♠", "6 of clubs as spades"),
        ("9c", "9 of copas"),
        ("1b#2=e", "1 of bastos of pack 2 as espadas"),
        ("g13", "green"),
        ("[J]", "as a wildcard"),
    ],
)
def test_pieces_are_said_for_those_who_listen(piece: str, words: str) -> None:
    assert f">{words}<" in pieces_html([piece]) or f" {words}<" in pieces_html([piece])


def test_a_rank_is_no_tile() -> None:
    """A jack is written like a joker."""
    sentence = Message("x", "%(who)s: %(rank)s %(rest)s 100 %%", (
        ("who", Who(0)), ("rank", "J"), ("rest", "<b> ♥J")))  # fmt: skip
    shown = told_html(sentence, {0: "<Ana>"})
    assert shown.startswith('<b class="told-who">&lt;Ana&gt;</b>: jack &lt;b&gt; <span')
    assert shown.endswith(" 100 %")
