"""What is read about bots."""

from collections.abc import Iterable

from django.db.models import F, Q, QuerySet

from arena.models import Bot, BotActivation, BotBench, BotVersion, OperatorEvent, Validation
from arena.models.bots import name_key
from arena.runner.sandbox.names import ISOLATING
from tournaments.models import Competitor, User
from tournaments.references import references_to

# Rows that belong to a bot, instead of to what it has played.
_PARTS_OF_A_BOT = (Bot, BotActivation, BotBench, BotVersion, OperatorEvent, Validation)


def bots_public(*, search: str = "", profile: str = "") -> QuerySet[Bot]:
    """The bots that play, by name; `search` looks into names, descriptions and authors' names."""
    playing = Bot.objects.filter(
        retired_at=None, active_version__isnull=False, owner__is_active=True
    )
    return _searched(playing, search, profile).order_by("name_key", "pk")


def bots_of_owner(*, owner: User, search: str = "", profile: str = "") -> QuerySet[Bot]:
    """An account's own, retired ones last; searched in the same way."""
    found = _searched(Bot.objects.filter(owner=owner), search, profile)
    return found.order_by(F("retired_at").asc(nulls_first=True), "name_key", "pk")


def _searched(bots: QuerySet[Bot], search: str, profile: str) -> QuerySet[Bot]:
    if profile:
        bots = bots.filter(active_version__profiles__contains=[profile])
    for word in search.replace("\0", "").split():
        by_author = Q(owner__display_name__icontains=word, owner__name_hidden=False)
        bots = bots.filter(
            Q(name_key__contains=name_key(word)) | Q(description__icontains=word) | by_author
        )
    return bots.select_related("owner", "active_version")


def bot_get(*, public_id: str) -> Bot | None:
    """The bot at this address."""
    rows = Bot.objects.select_related("owner", "active_version")
    return rows.filter(public_id=public_id).first()


def bot_named(*, name: str) -> Bot | None:
    """The bot with this whole name, however it is written."""
    rows = Bot.objects.select_related("owner", "active_version")
    return rows.filter(name_key=name_key(name)).exclude(name_key="").first()


def bot_versions(*, bot: Bot) -> QuerySet[BotVersion]:
    """Newest first."""
    return bot.versions.select_related("bot").order_by("-number")


def versions_latest(*, bots: Iterable[Bot]) -> dict[int, BotVersion]:
    """The newest version of each of these bots, by the bot's key; one query."""
    newest = BotVersion.objects.filter(bot__in=[bot.pk for bot in bots])
    newest = newest.order_by("bot_id", "-number").distinct("bot_id")
    return {version.bot_id: version for version in newest}


def version_get(*, bot: Bot, number: int) -> BotVersion | None:
    """One of a bot's versions."""
    return bot_versions(bot=bot).filter(number=number).first()


def version_may_be_rated(*, version: BotVersion) -> bool:
    """Whether its results may count: only if it passed its check in a sandbox. Whoever rates, asks
    here; that the match itself was played in a sandbox is for its report to say."""
    return version.validations.filter(
        verdict=Validation.Verdict.VALID, sandbox__in=ISOLATING
    ).exists()


def versions_rateable() -> QuerySet[BotVersion]:
    """All of which `version_may_be_rated` is true."""
    checked = Validation.objects.filter(verdict=Validation.Verdict.VALID, sandbox__in=ISOLATING)
    return BotVersion.objects.filter(pk__in=checked.values("version"))


def bot_activations(*, bot: Bot) -> QuerySet[BotActivation]:
    """Which version became active when, newest first."""
    return bot.activations.select_related("version", "by").order_by("-at", "-pk")


def bot_has_played(*, bot: Bot) -> bool:
    """Whether anybody else's results rest on it: whatever points to it, to its versions or to its
    competitor, but for its own parts."""
    competitor_rows = (
        one.to(bot.competitor) for one in references_to(Competitor) if one.model is not Bot
    )
    bot_rows = (one.to(bot) for one in references_to(Bot) if one.model not in _PARTS_OF_A_BOT)
    version_rows = (
        one.model._base_manager.filter(**{f"{one.field}__bot": bot})
        for one in references_to(BotVersion)
        if one.model not in _PARTS_OF_A_BOT
    )
    return any(rows.exists() for rows in (*competitor_rows, *bot_rows, *version_rows))
