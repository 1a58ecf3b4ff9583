"""The reference bots of a first run: sent in like everybody's, checked like everybody's."""

import runpy
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from arena.archive import hosted, read_submission, unpack
from arena.games import rules
from arena.games.registry import profiles as known_profiles
from arena.models import Bot, BotVersion
from arena.reference_bots import BURAKO, DURAK, REFERENCE_BOTS, ReferenceBot
from arena.runner.orders import Verdict
from arena.sdk import Bot as SdkBot
from arena.sdk import running
from arena.sdk.bot import plays
from arena.sdk.bots import REFERENCE
from arena.sdk.bots.greedy import GreedyBot
from arena.sdk.bots.search import SearchBot
from arena.services import demo_bots
from tests.arena.bot_kit import bot_sent_in, text_of
from tests.arena.bots import Runner
from tests.arena.gameserver.server_process import ServerProcess
from tests.arena.runner.test_validation import Place
from tests.arena.sdk.offline import play
from tests.factories import UserFactory
from tests.tournaments.browsing import is_logged_in, log_in
from tournaments.demo import DEMO_ACCOUNTS, HOUSE_ACCOUNT
from tournaments.models import User
from tournaments.services.accounts import account_unverified_prune

every_bot = pytest.mark.parametrize("bot", REFERENCE_BOTS, ids=lambda bot: bot.key)


def test_every_reference_bot_of_the_kit_is_there_once() -> None:
    assert sorted(bot.key for bot in REFERENCE_BOTS) == sorted(REFERENCE)
    assert len({bot.name for bot in REFERENCE_BOTS}) == len(REFERENCE_BOTS)


def test_the_demo_shows_every_rule_text_and_both_burakos() -> None:
    seeds = [known_profiles()[name].seed for name in DURAK]
    assert sorted(seeds) == ["S0", "S1", "S2", "S3"]
    assert sorted(BURAKO) == sorted(name for name in known_profiles() if name.startswith("burako/"))


@every_bot
def test_its_archive_is_taken_and_says_what_it_plays(bot: ReferenceBot) -> None:
    submission = read_submission(bot.file_name, bot.archive(), hosted=hosted())
    assert submission.command == ("python", "main.py")
    assert set(submission.profiles) == set(bot.profiles)
    assert (submission.name, submission.description) == (bot.name, bot.description)
    assert bot.archive() == bot.archive(), "what is sent in twice is recognised by its bytes"
    assert all(plays(REFERENCE[bot.key], profile) for profile in bot.profiles)


class QuickSearch(SearchBot):
    """Thinks little: how well it plays is another test's business."""

    samples = 2
    positions = 20


@every_bot
def test_its_program_plays_its_profiles(
    bot: ReferenceBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[type[SdkBot]] = []
    monkeypatch.setattr(running, "connect", lambda bot, **_: started.append(bot))
    monkeypatch.setenv("DURAKO_ADDRESS", "unix:nowhere")
    monkeypatch.setenv("DURAKO_TOKEN", "a token")
    monkeypatch.setattr("sys.argv", ["main.py"])
    unpack(bot.file_name, bot.archive(), tmp_path / "bot")
    runpy.run_path(str(tmp_path / "bot" / "main.py"), run_name="__main__")
    assert started == [REFERENCE[bot.key]]
    player = QuickSearch if started[0] is SearchBot else started[0]
    for profile in bot.profiles:
        game = rules(profile).deal(3)
        play(game, [player, *[GreedyBot] * (game.rules.players - 1)])


def test_one_of_them_passes_the_real_check_in_a_real_sandbox(tmp_path: Path) -> None:
    bot = next(bot for bot in REFERENCE_BOTS if bot.key == "heuristic")
    submission = read_submission(bot.file_name, bot.archive(), hosted=hosted())
    with ServerProcess() as server:
        told = Place(tmp_path, server).validate(
            bot.archive(),
            name=bot.file_name,
            command=submission.command,
            profiles=submission.profiles,
        )
    assert told.last.verdict is Verdict.VALID, told.last
    assert told.last.sandbox == "bwrap"


@pytest.mark.django_db
def test_they_are_sent_in_by_the_house_and_two_are_checked_at_once(queue: Runner) -> None:
    call_command("demo_bots")
    bots = Bot.objects.order_by("pk")
    assert [bot.name for bot in bots] == [bot.name for bot in REFERENCE_BOTS]
    assert {bot.owner.email for bot in bots if bot.owner} == {HOUSE_ACCOUNT.email}
    assert all("reference bot" in bot.description for bot in bots)
    assert {version.state for version in BotVersion.objects.all()} == {BotVersion.State.CHECKING}
    assert [order.program.name for order in queue.orders] == ["Heuristic v1", "Greedy v1"]
    for bot in bots:
        queue.answer(bot.versions.get(), Verdict.VALID)
        bot.refresh_from_db()
        assert bot.active_version == bot.versions.get()


@pytest.mark.django_db
def test_sending_them_in_again_changes_nothing(queue: Runner) -> None:
    call_command("demo_bots")
    renamed = Bot.objects.get(name="Greedy")
    Bot.objects.filter(pk=renamed.pk).update(name="Grabby", name_key="grabby")
    before = list(BotVersion.objects.order_by("pk").values())
    sent = len(queue.orders)
    call_command("demo_bots")
    assert list(BotVersion.objects.order_by("pk").values()) == before
    assert (User.objects.count(), len(queue.orders)) == (1, sent)


@pytest.mark.django_db
def test_what_is_missing_is_sent_in(queue: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as earlier:
        earlier.setattr(demo_bots, "REFERENCE_BOTS", REFERENCE_BOTS[:2])
        call_command("demo_bots")
    assert Bot.objects.count() == 2
    call_command("demo_bots")
    assert sorted(Bot.objects.values_list("name", flat=True)) == sorted(
        bot.name for bot in REFERENCE_BOTS
    )


@pytest.mark.django_db
def test_a_name_that_somebody_else_has_is_told(queue: Runner) -> None:
    bot_sent_in(UserFactory.create(), "heuristic")
    with pytest.raises(CommandError, match="Another bot has this name"):
        call_command("demo_bots")


@pytest.mark.django_db
def test_it_is_not_allowed_unless_the_settings_say_so(settings: Settings) -> None:
    settings.DEMO_ALLOWED = False
    with pytest.raises(CommandError, match="do not allow"):
        call_command("demo_bots")
    assert not User.objects.exists()


@pytest.mark.django_db
def test_nobody_logs_in_as_the_house_and_it_stays(client: Client, queue: Runner) -> None:
    call_command("demo_bots")
    house = User.objects.get(email=HOUSE_ACCOUNT.email)
    assert HOUSE_ACCOUNT not in DEMO_ACCOUNTS
    assert not house.has_usable_password()
    assert not house.is_staff
    for password in ("", "None", "durako"):
        log_in(client, house.email, password)
        assert not is_logged_in(client)
    assert account_unverified_prune(older_than=timedelta(0)) == 0


@pytest.mark.django_db
def test_a_visitor_sees_what_they_are(client: Client, queue: Runner) -> None:
    call_command("demo_bots")
    for bot in Bot.objects.order_by("pk"):
        queue.answer(bot.versions.get(), Verdict.VALID)
    text = text_of(client.get(reverse("bots:list")))
    assert all(bot.name in text for bot in REFERENCE_BOTS)
    address = reverse("bots:bot", kwargs={"public_id": Bot.objects.get(name="Greedy").public_id})
    assert "A reference bot of Durako" in text_of(client.get(address))
