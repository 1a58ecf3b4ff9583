"""Which bots may not play for a while."""

from django.db.models import QuerySet

from arena.models import Bot, BotBench


def bot_benching(*, bot: Bot) -> BotBench | None:
    """Why the bot is on the bench; None if it is not."""
    return benchings_open().filter(bot=bot).first()


def benchings_open() -> QuerySet[BotBench]:
    """All that last, newest first."""
    return BotBench.objects.filter(ended_at=None).select_related("bot__owner", "version", "match")
