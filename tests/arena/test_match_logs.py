"""What a bot printed in a match is for its own author and the staff, always as text."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from arena.models import BotVersion, Match, MatchRun
from arena.services.challenges import challenge_withdraw
from arena.services.match_outputs import OUTPUTS_KEPT, match_outputs_prune
from arena.tasks import match_leftovers_prune_task
from tests.arena.bot_kit import text_of
from tests.arena.shown_matches import (
    STDERR,
    STDOUT,
    at,
    browser_of,
    match_played,
    page_of,
)
from tests.factories import MatchFactory, UserFactory
from tests.permissions.roles import Role, client_for
from tournaments.models import User
from tournaments.services.accounts import account_delete

pytestmark = pytest.mark.django_db


def reader(role: str, ana: User, bea: User) -> Client:
    authors = {"the author": ana, "the other author": bea}
    return browser_of(authors[role]) if role in authors else client_for(Role(role))


@pytest.mark.parametrize(
    ("role", "reads"),
    [
        (Role.ANONYMOUS, ()),
        (Role.MEMBER, ()),
        (Role.SUSPENDED, ()),
        (Role.STAFF, ()),
        ("the author", (0,)),
        ("the other author", (1,)),
        (Role.STAFF_2FA, (0, 1)),
    ],
)
def test_logs_are_for_the_bots_own_author_and_staff(
    played: Match, ana: User, bea: User, role: str, reads: tuple[int, ...]
) -> None:
    client = reader(role, ana, bea)
    for name in ("match", "part"):
        page = text_of(client.get(at(name, played)))
        for side in (0, 1):
            assert (f"place {side}" in page) is (side in reads), (name, side)
        assert ("Its processes" in page) is bool(reads)
        assert ("durako debug" in page) is bool(reads)
    for side in (0, 1):
        answer = client.get(at("log", played, side))
        if side in reads:
            assert f"place {side}" in answer.content.decode()
            assert f"place {1 - side}" not in answer.content.decode()
        else:
            assert answer.status_code in {302, 403}
            assert b"place" not in answer.content


def test_an_author_who_is_suspended_or_left_reads_nothing(played: Match, ana: User) -> None:
    client = browser_of(ana)
    ana.is_active = False
    ana.save()
    assert "Its processes" not in text_of(client.get(at("match", played)))
    assert client.get(at("log", played, 0)).status_code in {302, 403}


def test_who_asked_for_a_match_of_others_reads_no_logs(
    mustard: BotVersion, pepper: BotVersion
) -> None:
    asker = UserFactory.create()
    match = match_played(mustard, pepper, requested_by=asker)
    assert "Its processes" not in page_of(match, browser_of(asker))


def test_logs_are_text(played: Match, ana: User) -> None:
    client = browser_of(ana)
    page = client.get(at("match", played)).content.decode()
    assert "thinking about &lt;b&gt;trumps&lt;/b&gt;\\x1b[31m\\u202e place 0" in page
    assert STDERR.splitlines()[-1] in page
    assert "It printed more: 4.0" in text_of(client.get(at("match", played)))
    answer = client.get(at("log", played, 0))
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer["X-Content-Type-Options"] == "nosniff"
    name = f"mustard-{played.public_id}.log"
    assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
    text = answer.content.decode()
    assert text.startswith(f"== rotation 0, seat 0 ==\n-- stdout --\n{STDOUT} place 0\n")
    assert "It printed more: 4.0\N{NO-BREAK SPACE}KB were not kept.\n" in text


def test_the_words_around_a_log_are_in_the_readers_language(played: Match, ana: User) -> None:
    played.participants.get(place=0).runs.filter(rotation=0).update(stdout="", stderr="")
    client = browser_of(ana)
    text = client.get(at("log", played, 0), headers={"accept-language": "de"}).content.decode()
    assert "== Rotation 0, Platz 0 ==\nEr hat nichts ausgegeben.\n" in text
    assert "wurden nicht behalten." in text


def test_a_long_output_is_cut_on_the_page_only(played: Match, ana: User) -> None:
    run = played.participants.get(place=0).runs.get(rotation=0)
    run.stdout = "first line\n" + "x" * 10_000
    run.save()
    client = browser_of(ana)
    page = page_of(played, client)
    assert "first line" not in page
    assert "the end of it; the whole is in the file" in page
    assert b"first line" in client.get(at("log", played, 0)).content


def test_a_log_of_nobody_is_not_found(played: Match, ana: User) -> None:
    client = browser_of(ana)
    assert client.get(at("log", played, 7)).status_code == 404
    played.participants.get(place=0).runs.all().delete()
    assert client.get(at("log", played, 0)).status_code == 404
    assert "None were started" in page_of(played, client)


def test_who_leaves_takes_the_logs_along_and_the_match_stays(
    played: Match, ana: User, mustard: BotVersion, pepper: BotVersion
) -> None:
    challenge_withdraw(
        match=MatchFactory.create(versions=[mustard, pepper], requested_by=ana), by=ana
    )
    account_delete(account=ana)
    runs = MatchRun.objects.filter(participant__version=mustard)
    assert runs.count() == 2
    assert not runs.exclude(stdout="", stderr="").exists()
    assert MatchRun.objects.exclude(stdout="", stderr="").count() == 2
    page = page_of(played)
    assert "Mustard" not in page
    assert "Deleted bot" in page
    assert "with 6 points more" in page


def test_what_was_printed_is_kept_for_thirty_days(played: Match, ana: User, bea: User) -> None:
    client = browser_of(ana)
    assert "What it printed is kept for 30 days" in page_of(played, client)
    later = match_played(*(one.version for one in played.participants.all()), requested_by=ana)
    end = timezone.now() - OUTPUTS_KEPT
    Match.objects.filter(pk=played.pk).update(ended_at=end - timedelta(minutes=1))
    Match.objects.filter(pk=later.pk).update(ended_at=end + timedelta(minutes=1))
    match_leftovers_prune_task()
    assert match_outputs_prune() == 0
    kept = MatchRun.objects.exclude(stdout="", stderr="")
    assert set(kept.values_list("participant__match", flat=True)) == {later.pk}
    assert MatchRun.objects.filter(participant__match=played, cpu_seconds__gt=0).exists()
    page = page_of(played, client)
    assert "What it printed was kept for 30 days after the match, and is gone." in page
    assert "It printed nothing" not in page
    assert "Download the log" not in page


def test_what_is_printed_after_its_author_left_is_emptied(played: Match, ana: User) -> None:
    account_delete(account=ana)
    runs = MatchRun.objects.filter(participant__version__bot__owner=None)
    assert runs.update(stdout="from a match that was being played") == 2
    assert match_outputs_prune() == 2
    assert not runs.exclude(stdout="").exists()
    assert MatchRun.objects.exclude(stdout="", stderr="").count() == 2, (
        "the opponent's author reads on"
    )


def test_the_author_is_told_why_and_how_to_look(played: Match, bea: User, ana: User) -> None:
    page = page_of(played, browser_of(bea))
    assert "What went wrong" in page
    assert "It got 3 strikes" in page
    assert f"durako watch durako-{played.public_id}.durako" in page
    assert f"durako debug durako-{played.public_id}.durako bot.py --decision N" in page
    assert "ended by us, after the rotation" in page
    assert "crashed" in page
    assert "What went wrong" not in page_of(played, browser_of(ana))
