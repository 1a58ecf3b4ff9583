"""Who may play: the one home of that rule, for one bot, for several, and for the database.

Not retired, its author around, its active version valid, and not on the bench.
"""

from collections.abc import Iterable, Sequence
from enum import Enum

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from arena.models import Bot, BotBench, BotVersion


class Hindrance(Enum):
    """Why a bot may not play."""

    RETIRED = "retired"
    NOT_PLAYING = "not playing"
    BENCHED = "benched"


def bot_hindrance(*, bot: Bot, is_benched: bool) -> Hindrance | None:
    """What keeps a bot from playing; select its owner and active version with it."""
    if bot.is_retired:
        return Hindrance.RETIRED
    version, owner = bot.active_version, bot.owner
    if version is None or version.state != BotVersion.State.VALID:
        return Hindrance.NOT_PLAYING
    if owner is None or not owner.is_active:
        return Hindrance.NOT_PLAYING
    return Hindrance.BENCHED if is_benched else None


def plays_now(version: BotVersion) -> bool:
    """Whether it is this version that sits down at tables; nobody does for a retired bot."""
    return version.pk == version.bot.active_version_id and not version.bot.is_retired


def hindrance_text(*, bot: Bot, hindrance: Hindrance) -> str:
    """Why a bot cannot play now."""
    texts = {
        Hindrance.RETIRED: _("%(name)s is retired: it plays no new matches."),
        Hindrance.NOT_PLAYING: _("No version of %(name)s plays at the moment."),
        Hindrance.BENCHED: _("%(name)s is benched: it plays no matches until it is mended."),
    }
    return texts[hindrance] % {"name": bot.public_name}


def bots_hindered(*, bots: Iterable[Bot]) -> dict[int, Hindrance]:
    """Those of these bots that may not play, by their keys, and why; one query for the bench."""
    asked = {bot.pk: bot for bot in bots}
    on_the_bench = BotBench.objects.filter(bot__in=asked, ended_at=None)
    benched = set(on_the_bench.values_list("bot_id", flat=True))
    judged = {pk: bot_hindrance(bot=bot, is_benched=pk in benched) for pk, bot in asked.items()}
    return {pk: hindrance for pk, hindrance in judged.items() if hindrance is not None}


def bots_able() -> QuerySet[Bot]:
    """All that nothing keeps from playing."""
    on_the_bench = BotBench.objects.filter(bot=OuterRef("pk"), ended_at=None)
    return Bot.objects.filter(
        ~Exists(on_the_bench),
        retired_at=None,
        owner__is_active=True,
        active_version__state=BotVersion.State.VALID,
    )


def versions_may_play(*, versions: Sequence[BotVersion]) -> bool:
    """Whether all of these, which are pinned and perhaps no longer active, may play; select their
    bots with owner and active version."""
    if any(version.state != BotVersion.State.VALID for version in versions):
        return False
    return not bots_hindered(bots=[version.bot for version in versions])
