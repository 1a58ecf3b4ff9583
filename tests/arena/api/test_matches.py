"""Matches for programs: found, read, replayed, retold and taken back."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from arena.match_states import MatchState
from arena.models import BotVersion, Match
from arena.services.challenges import challenge_create
from tests.api_client import client_with_token
from tests.api_document import conforms
from tests.arena.replayed_matches import match_replayed
from tests.arena.shown_matches import DUEL, FOUR, REPLAY, bot_playing, match_played, match_step_to
from tests.arena.wire.played import Trouble
from tests.factories import MatchFactory, UserFactory
from tournaments.models import User

pytestmark = pytest.mark.django_db
LIST = reverse("api:matches")


def at(name: str, match: Match, *more: object) -> str:
    return reverse(f"api:{name}", args=[match.public_id, *more])


def ids(client: Client, **asked: str) -> list[str]:
    return [one["id"] for one in conforms(client.get(LIST, asked))["results"]]


def test_a_match_that_is_over_is_told_with_everything(
    ana: User, mustard: BotVersion, pepper: BotVersion, played: Match
) -> None:
    told = conforms(client_with_token(ana).get(at("match", played)))
    assert told["state"] == "settled"
    assert told["text"].startswith("Ana's Mustard beat Bea's Pepper: it took")
    assert (told["seed"], told["has_replay"]) == (played.seed, True)
    first, second = told["sides"]
    assert (first["bot"], first["version"]) == (mustard.bot.public_id, mustard.number)
    assert (second["name"], second["author"]) == ("Pepper", "Bea")
    assert (first["points"], second["points"]) == (7, 1)
    assert first["share"] + second["share"] == pytest.approx(1)
    boards = {(one["board"], one["rotation"]): one for one in told["results"]}
    assert boards[0, 0]["points"] == [2, 0]
    assert boards[1, 1]["forfeit"]["sides"] == [1]
    assert told["unrated"].startswith("Challenges are not rated")
    assert told["page"] == f"/matches/{played.public_id}/"


@pytest.mark.parametrize("state", [MatchState.QUEUED, MatchState.SENT, MatchState.PLAYING])
def test_nothing_tells_the_cards_before_the_match_is_over(
    ana: User, played: Match, state: MatchState
) -> None:
    match_step_to(played, state, ended_at=None, settled_number=None)
    program = client_with_token(ana)
    told = conforms(program.get(at("match", played)))
    assert (told["seed"], told["has_replay"], told["results"]) == (None, False, [])
    assert told["verify_command"] == ""
    assert played.seed not in program.get(LIST).content.decode()
    assert program.get(at("match_replay", played)).status_code == 404
    answer = program.get(at("match_game", played, 0, 0))
    assert (answer.status_code, conforms(answer)["code"]) == (404, "not_over")


def test_a_match_that_waits_tells_its_place(mustard: BotVersion, pepper: BotVersion) -> None:
    MatchFactory.create(versions=[mustard, pepper])
    match = MatchFactory.create(versions=[pepper, mustard])
    told = conforms(Client().get(at("match", match)))
    assert told["queue"] == {"position": 2, "wait_seconds": None, "is_paused": False}
    assert [one["queue"]["position"] for one in conforms(Client().get(LIST))["results"]] == [2, 1]


def test_lists_are_narrowed_down(
    ana: User, mustard: BotVersion, pepper: BotVersion, played: Match
) -> None:
    waiting = MatchFactory.create(versions=[pepper, bot_playing(UserFactory.create(), "Salt")])
    client = Client()
    assert ids(client) == [waiting.public_id, played.public_id]
    assert ids(client, state="settled") == [played.public_id]
    assert ids(client, bot=mustard.bot.public_id) == [played.public_id]
    assert ids(client, bot=pepper.bot.public_id, state="queued") == [waiting.public_id]
    assert ids(client, bot="no-such-bot") == []
    assert ids(client, profile=FOUR) == []
    assert ids(client_with_token(ana), mine="true") == [played.public_id]
    assert ids(client_with_token(ana), mine="true", state="queued") == []


def test_what_cannot_be_asked_is_refused_by_its_name(played: Match) -> None:
    for asked, field in (({"state": "lost"}, "state"), ({"rules": DUEL}, "rules")):
        answer = Client().get(LIST, asked)
        assert [one["field"] for one in conforms(answer)["errors"]] == [field]
        assert answer.status_code == 422
    assert Client().get(LIST, {"mine": "true"}).status_code == 401
    assert Client().get(at("match", played), {"x": "1"}).status_code == 422


def test_pages_of_the_list_hang_together(mustard: BotVersion, pepper: BotVersion) -> None:
    made = [MatchFactory.create(versions=[mustard, pepper]).public_id for _ in range(5)]
    found: list[str] = []
    address = f"{LIST}?page_size=2"
    while address:
        page = conforms(Client().get(address))
        found += [one["id"] for one in page["results"]]
        address = page["next"]
    assert found == made[::-1]


def test_the_replay_is_a_file(played: Match) -> None:
    answer = Client().get(at("match_replay", played))
    conforms(answer)
    assert answer.content == REPLAY
    assert f"durako-{played.public_id}.durako" in answer["Content-Disposition"]


@pytest.mark.parametrize("profile", [DUEL, "burako/pairs"])
def test_a_game_is_retold_in_plain_text(profile: str) -> None:
    versions = [bot_playing(UserFactory.create(), name, [profile]) for name in ("<b>", "Pepper")]
    match = match_replayed(*versions, profile=profile, boards=1)
    told = conforms(Client().get(at("match_game", match, 0, 1)))
    assert (told["family"], told["game"]) == (profile.partition("/")[0], 1)
    moves = [move for passage in told["passages"] for move in passage["moves"]]
    assert len(moves) > 10
    assert any(move["notation"] for move in moves)
    texts = [move["text"] for move in moves]
    assert not any(re.search(r"</|class=|&lt;|%\(", text) for text in texts)
    assert any(seat["name"].startswith("<b>") for seat in told["seats"])
    assert all(seat["held"] for seat in told["seats"])
    assert bool(told["hands"]) == (profile == "burako/pairs")


def test_games_that_there_are_not_say_why(played: Match) -> None:
    replayed = match_replayed(boards=1)
    for match, place, asked, code in (
        (replayed, (7, 0), {}, "no_game"),
        (replayed, (0, 0), {"game": "2"}, "no_game"),
        (played, (0, 0), {}, "unreadable"),
    ):
        answer = Client().get(at("match_game", match, *place), asked)
        assert (answer.status_code, conforms(answer)["code"]) == (404, code)
    Match.objects.filter(pk=replayed.pk).update(replay_digest="0" * 64)
    assert conforms(Client().get(at("match_game", replayed, 0, 0)))["code"] == "no_replay"
    bad = Client().get(at("match_game", replayed, 0, 0), {"game": "0"})
    assert conforms(bad)["errors"][0]["field"] == "game"


def test_a_game_tells_where_the_server_decided() -> None:
    match = match_replayed(boards=1, trouble=Trouble(faults=0.3))
    told = conforms(Client().get(at("match_game", match, 0, 0)))
    moves = [move for passage in told["passages"] for move in passage["moves"]]
    notes = [note for move in moves for note in move["notes"]]
    assert any("server decided" in note for note in notes)


def test_a_board_that_never_began_is_told_as_forfeited() -> None:
    match = match_replayed(boards=1, trouble=Trouble(absent=(1,)))
    told = conforms(Client().get(at("match_game", match, 0, 0)))
    assert (told["games"], told["passages"]) == (0, [])
    assert [seat["held"] for seat in told["seats"]] == [None, None]
    assert "forfeited the board: it did not start in time" in told["ending"][0]


@pytest.fixture
def challenge(ana: User, mustard: BotVersion, pepper: BotVersion) -> Match:
    return challenge_create(by=ana, bot=mustard.bot, opponents=[pepper.bot], profile=DUEL, boards=5)


def test_a_challenge_is_taken_back_once(ana: User, challenge: Match) -> None:
    program = client_with_token(ana)
    told = conforms(program.post(at("match_withdraw", challenge)))
    assert (told["state"], told["queue"]) == ("void", None)
    assert told["reason"] == "It was withdrawn by whoever had asked for it."
    again = program.post(at("match_withdraw", challenge))
    assert (again.status_code, conforms(again)["code"]) == (409, "not_queued")


def test_nobody_else_takes_it_back(bea: User, challenge: Match) -> None:
    answer = client_with_token(bea).post(at("match_withdraw", challenge))
    assert (answer.status_code, conforms(answer)["code"]) == (403, "not_allowed")
    assert Client().post(at("match_withdraw", challenge)).status_code == 401
    challenge.refresh_from_db()
    assert challenge.state == MatchState.QUEUED


def test_a_token_that_only_reads_takes_nothing_back(ana: User, challenge: Match) -> None:
    program = client_with_token(ana, ["matches:read"])
    answer = program.post(at("match_withdraw", challenge))
    assert (answer.status_code, conforms(answer)["code"]) == (403, "scope_missing")


def queries(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


@pytest.mark.parametrize("address", [LIST, f"{LIST}?mine=true", reverse("api:challenges")])
def test_long_lists_ask_the_database_no_more_than_short_ones(
    ana: User, mustard: BotVersion, pepper: BotVersion, address: str
) -> None:
    program = client_with_token(ana)

    def grow(count: int) -> None:
        for _ in range(count):
            match_played(mustard, pepper, requested_by=ana)
            MatchFactory.create(versions=[mustard, pepper], requested_by=ana)

    grow(1)
    with_few = queries(program, f"{address}{'&' if '?' in address else '?'}page_size=100")
    grow(20)
    with_many = queries(program, f"{address}{'&' if '?' in address else '?'}page_size=100")
    assert with_many == with_few
