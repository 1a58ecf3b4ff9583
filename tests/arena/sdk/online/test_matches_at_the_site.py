"""Challenges, matches, A/B tests and leaderboards on the command line, against the real site."""

import random
from pathlib import Path

import pytest

from arena.match_states import MatchState
from arena.models import AbTest, BotVersion, Match
from arena.sdk.cli.exits import Exit
from arena.services.match_steps import match_tell
from tests.arena.ab_kit import begun, drawn, open_matches, take, two_versions
from tests.arena.sdk.online.kit import Durako, meanwhile, told, until
from tests.arena.shown_matches import (
    DUEL,
    FOUR,
    REPLAY,
    bench,
    bot_playing,
    duel_boards,
    match_played,
    match_step_to,
    replay_kept,
)
from tests.arena.shown_matches import told as told_places
from tests.factories import BotVersionFactory, MatchFactory, UserFactory
from tournaments.models import Ladder, User
from tournaments.services.ladders import ladder_open

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def mustard(ana: User) -> BotVersion:
    return bot_playing(ana, "Mustard")


@pytest.fixture
def pepper() -> BotVersion:
    return bot_playing(UserFactory.create(display_name="Bea"), "Pepper")


def played_to_its_end() -> None:
    """By a worker whose words are made up."""
    until(Match.objects.exists)
    match = Match.objects.get()
    match_step_to(match, MatchState.PLAYING, boards_over=4)
    match_tell(match=match)
    Match.objects.filter(pk=match.pk).update(results=duel_boards(match.boards))
    match.refresh_from_db()
    told_places(match)
    match_step_to(match, MatchState.SETTLED, settled_number=1, replay_digest=replay_kept())
    match_tell(match=match)


@pytest.mark.usefixtures("mustard", "pepper")
def test_a_challenge_is_followed_to_its_result(at_site: Durako, tmp_path: Path) -> None:
    with meanwhile(played_to_its_end):
        done = at_site("challenge", "pepper", "--follow")
    assert done.exit_code == 0, done.output
    match = Match.objects.get()
    assert (match.profile, match.boards) == (DUEL, 10)
    assert done.stdout.startswith(f"Match {match.public_id}: http://127.0.0.1:")
    assert "Mustard beat" in done.stdout
    assert match.commitment in done.stdout
    assert match.seed in done.stdout
    listed = told(at_site("matches", "--mine", "--json"))
    assert [one["id"] for one in listed] == [match.public_id]
    assert match.public_id in at_site("matches", "--bot", "Pepper", "--state", "settled").stdout
    assert at_site("matches", "--state", "void").stdout == "There is none.\n"
    log = at_site("logs", match.public_id)
    assert log.exit_code == 0
    assert "thinking about <b>trumps</b>" in log.stdout
    assert "place 1" not in log.stdout
    other = at_site("logs", match.public_id, "--side", "1")
    assert other.exit_code == Exit.NO
    saved = at_site("replay", match.public_id)
    assert f"durako verify replays/{match.public_id}.durako" in saved.stdout
    assert (tmp_path / "replays" / f"{match.public_id}.durako").read_bytes() == REPLAY
    assert told(at_site("replay", match.public_id, "-o", "a/b.durako", "--json"))["bytes"] == len(
        REPLAY
    )


@pytest.mark.usefixtures("mustard", "pepper")
def test_what_was_asked_for_is_asked_for(at_site: Durako, ana: User) -> None:
    bot_playing(ana, "Anise")
    for name in ("Truco", "Wanda"):
        bot_playing(UserFactory.create(), name)
    several = at_site("challenge", "Pepper")
    assert several.exit_code == Exit.USAGE
    assert "--bot" in several.stderr
    match = told(
        at_site("challenge", "Pepper", "Truco", "Wanda", "-b", "Mustard", "-n", "5", "--json")
    )
    assert (match["profile"], match["boards"], match["state"]) == (FOUR, 5, "queued")
    assert [side["name"] for side in match["sides"]] == ["Mustard", "Pepper", "Truco", "Wanda"]
    shown = at_site("match", match["id"])
    assert "number 1 in the queue" in shown.stdout
    boards = at_site("challenge", "Pepper", "-b", "Mustard", "--boards", "7")
    assert boards.exit_code == Exit.REFUSED
    assert boards.stderr.startswith("boards: ")
    two = at_site("challenge", "Pepper", "Truco", "-b", "Mustard")
    assert two.exit_code == Exit.USAGE
    assert f"Opponents needed: {FOUR} 3, {DUEL} 1" in two.stderr
    unknown = at_site("challenge", "Pepper", "-b", "Mustard", "--profile", "burako/duel")
    assert unknown.exit_code == Exit.USAGE
    assert "burako/duel" in unknown.stderr


def test_who_cannot_play_says_why(at_site: Durako, mustard: BotVersion, pepper: BotVersion) -> None:
    bench(pepper.bot)
    done = at_site("challenge", pepper.bot.public_id)
    assert done.exit_code == Exit.USAGE
    assert "Pepper" in done.stderr


def test_what_is_void_has_an_exit_code_of_its_own(
    at_site: Durako, mustard: BotVersion, pepper: BotVersion
) -> None:
    match = MatchFactory.create(versions=[mustard, pepper], state=MatchState.VOID)
    assert at_site("match", match.public_id).exit_code == 0
    assert at_site("match", match.public_id, "--follow").exit_code == Exit.BROKEN_OFF
    replay = at_site("replay", match.public_id)
    assert replay.exit_code == Exit.NO
    assert "There is no replay of this match." in replay.stderr


def test_others_logs_stay_theirs(at_site: Durako, pepper: BotVersion) -> None:
    match = match_played(bot_playing(UserFactory.create(), "Wanda"), pepper)
    done = at_site("logs", match.public_id)
    assert done.exit_code == Exit.NO
    assert "No log of this match is for you" in done.stderr
    foreign = at_site("logs", "Pepper", "1")
    assert foreign.exit_code == Exit.USAGE
    none = at_site("match", "k3Jx0cPq2mZs81Ta")
    assert none.exit_code == Exit.USAGE
    assert "There is no match k3Jx0cPq2mZs81Ta" in none.stderr
    assert at_site("match", "../../me").exit_code == Exit.USAGE


def test_ctrl_c_says_how_to_look_again(
    at_site: Durako, mustard: BotVersion, pepper: BotVersion, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_args: object) -> None:
        raise KeyboardInterrupt

    match = MatchFactory.create(versions=[mustard, pepper], state=MatchState.PLAYING)
    with monkeypatch.context() as patch:
        patch.setattr("arena.sdk.cli.online.match.followed", stopped)
        done = at_site("match", match.public_id, "--follow")
    assert done.exit_code == Exit.STOPPED
    assert f"durako match {match.public_id} --follow" in done.stderr


def test_an_ab_test_is_begun_followed_and_answered(at_site: Durako, ana: User) -> None:
    old = bot_playing(ana, "Mustard", [DUEL])
    BotVersionFactory.create(bot=old.bot, profiles=[DUEL])

    def answered() -> None:
        rng = random.Random(1)
        until(AbTest.objects.exists)
        test = AbTest.objects.get()
        while test.state == AbTest.State.RUNNING:
            for match in open_matches(test):
                take(match, drawn(rng, 0.9, match.boards))
            test.refresh_from_db()

    with meanwhile(answered):
        done = at_site("ab", "2", "Mustard/1", "--elo", "100", "--follow")
    assert done.exit_code == 0, done.output
    test = AbTest.objects.get()
    assert (test.new.number, test.old.number, test.elo1) == (2, 1, 100)
    assert "Mustard/2 against Mustard/1, durak/duel24" in done.stdout
    assert "Version 2 is stronger" in done.stdout
    listed = told(at_site("ab", "list", "--json"))
    assert [(one["id"], one["state"]) for one in listed] == [(test.public_id, "passed")]
    assert test.public_id in at_site("ab", "list").stdout
    over = at_site("ab", "stop", test.public_id)
    assert over.exit_code == Exit.REFUSED


def test_an_ab_test_is_stopped(at_site: Durako, ana: User) -> None:
    new, _old = two_versions(ana)
    test = told(at_site("ab", "begin", f"{new.bot.name}/2", new.bot.name, "--json"))
    assert (test["new"]["version"], test["old"]["version"]) == (2, 1)
    stopped = told(at_site("ab", "stop", test["id"], "--json"))
    assert stopped["state"] == "stopped"
    assert "id" in at_site("ab", "show", test["id"]).stdout
    assert at_site("ab", "show", test["id"], "--follow").exit_code == Exit.NO
    same = at_site("ab", "1", "1")
    assert same.exit_code in {Exit.USAGE, Exit.REFUSED}
    assert "Traceback" not in same.stderr
    missing = at_site("ab", "9", "1")
    assert missing.exit_code == Exit.USAGE
    assert "cannot be compared" in missing.stderr


def test_anothers_ab_test_is_not_there(at_site: Durako) -> None:
    test = begun()
    for word in ("show", "stop"):
        done = at_site("ab", word, test.public_id)
        assert done.exit_code in {Exit.USAGE, Exit.REFUSED}
        assert "There is" in done.stderr


def test_the_ladders_and_who_stands_where(at_site: Durako) -> None:
    assert at_site("leaderboard").stdout == "There is no ladder yet.\n"
    ladder = ladder_open(hosting=Ladder.Hosting.BOTS, profile=DUEL, boards=1)
    assert ladder.slug in at_site("leaderboard").stdout
    assert told(at_site("leaderboard", "--json"))[0]["slug"] == ladder.slug
    for name in (ladder.slug, DUEL):
        shown = at_site("leaderboard", name)
        assert "Nobody." in shown.stdout
        assert f"/ladders/{ladder.slug}/" in shown.stdout
    none = at_site("leaderboard", "chess")
    assert none.exit_code == Exit.USAGE
    assert ladder.slug in none.stderr
