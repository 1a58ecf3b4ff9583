"""What becomes of bots when their author's account is erased."""

from functools import partial

from django.db import transaction
from django.utils import timezone

from arena.models import Bot, BotActivation, BotVersion, MatchRun, Validation
from arena.selectors.bots import bot_has_played
from arena.services.ab_test_steps import ab_tests_of_account_stop
from arena.services.archives import archive_release
from arena.topics import bot_topic
from tournaments.live.notify import live_notify
from tournaments.models import User


@transaction.atomic
def bots_of_account_erase(*, account: User) -> None:
    """Bots that never played go, with everything that was submitted. Those that played keep the
    versions that their opponents' results rest on, and lose owner, name, texts and logs.

    The arena's row and the account must be locked: the account's matches are wanted soon.
    """
    ab_tests_of_account_stop(account=account)
    bots = Bot.objects.select_for_update(of=("self",)).filter(owner=account).order_by("pk")
    for bot in bots:
        live_notify(bot_topic(bot.public_id))
        if bot_has_played(bot=bot):
            _anonymize(bot)
        else:
            _delete(bot)


def _anonymize(bot: Bot) -> None:
    bot.owner = None
    bot.name = bot.name_key = bot.description = ""
    bot.retired_at = bot.retired_at or timezone.now()
    bot.save()
    bot.versions.exclude(note="").update(note="")
    validations = Validation.objects.filter(version__bot=bot)
    validations.update(steps=[], usage=[], log="", token_hash="")
    MatchRun.objects.filter(participant__version__bot=bot).update(stdout="", stderr="")
    now = timezone.now()
    validations.filter(verdict="").update(verdict=Validation.Verdict.BROKEN, ended_at=now)
    bot.versions.filter(state=BotVersion.State.CHECKING).update(state=BotVersion.State.UNCHECKED)


def _delete(bot: Bot) -> None:
    digests = set(bot.versions.values_list("digest", flat=True))
    competitor = bot.competitor
    Validation.objects.filter(version__bot=bot).delete()
    BotActivation.objects.filter(bot=bot).delete()
    bot.delete()  # and the database its versions
    competitor.delete()
    for digest in digests:
        transaction.on_commit(partial(archive_release, digest=digest), robust=True)
