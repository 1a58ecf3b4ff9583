"""Which bot a call is about, and what whoever calls may do with it."""

from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from arena.bot_access import BotAccess, bot_access
from arena.models import Bot, BotVersion
from arena.selectors.bots import bot_get, version_get
from tournaments.models import User


def bot_asked(account: User | None, public_id: str) -> tuple[Bot, BotAccess]:
    """The bot with this id. A token shows no second factor, so staff are strangers here."""
    bot = bot_get(public_id=public_id)
    if bot is None:
        raise Http404
    return bot, bot_access(bot=bot, account=account or AnonymousUser())


def version_asked(
    account: User | None, public_id: str, number: int
) -> tuple[BotVersion, BotAccess]:
    """One version of a bot."""
    bot, access = bot_asked(account, public_id)
    version = version_get(bot=bot, number=number)
    if version is None:
        raise Http404
    return version, access
