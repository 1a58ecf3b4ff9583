"""Which bot a page is about, and what whoever asks may do with it."""

from django.http import Http404, HttpRequest

from arena.bot_access import BotAccess, bot_access
from arena.models import Bot, BotVersion
from arena.selectors.bots import bot_get, version_get
from tournaments.second_factor import second_factor_was_used


def bot_asked(request: HttpRequest, public_id: str) -> tuple[Bot, BotAccess]:
    """The bot with this address; bots are public, so strangers learn only what they may do."""
    bot = bot_get(public_id=public_id)
    if bot is None:
        raise Http404
    access = bot_access(bot=bot, account=request.user, factor_shown=second_factor_was_used(request))
    return bot, access


def version_asked(
    request: HttpRequest, public_id: str, number: int
) -> tuple[BotVersion, BotAccess]:
    """One version of a bot."""
    bot, access = bot_asked(request, public_id)
    version = version_get(bot=bot, number=number)
    if version is None:
        raise Http404
    return version, access
