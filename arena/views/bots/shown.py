"""How bots, versions and checks are put into words and signs for the pages."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext as _

from arena.models import Bot, BotVersion
from arena.profile_choices import ShownProfile, profiles_shown

PROFILES_ON_A_CARD: Final = 3


@dataclass(frozen=True)
class Badge:
    """A word of state; style and icon only repeat it."""

    text: str
    style: str
    icon: str


@dataclass(frozen=True)
class ListedBot:
    """A bot in a list."""

    public_id: str
    name: str
    owner: str
    active_number: int | None
    profiles: Sequence[ShownProfile]
    is_retired: bool
    badge: Badge | None = None
    is_benched: bool = False

    @property
    def profiles_first(self) -> Sequence[ShownProfile]:
        return self.profiles[:PROFILES_ON_A_CARD]

    @property
    def profiles_more(self) -> int:
        return max(0, len(self.profiles) - PROFILES_ON_A_CARD)


def listed(bot: Bot) -> ListedBot:
    """A bot as everybody sees it in a list; select its owner and active version with it."""
    active = bot.active_version
    return ListedBot(
        public_id=bot.public_id,
        name=bot.public_name,
        owner="" if bot.owner is None else bot.owner.public_name,
        active_number=None if active is None else active.number,
        profiles=[] if active is None else profiles_shown(active.profiles),
        is_retired=bot.is_retired,
    )


def listed_for_owner(bot: Bot, latest: BotVersion | None) -> ListedBot:
    """A bot as its author sees it in a list: with how far its latest version is, unless that is
    the one that plays."""
    shown = replace(listed(bot), owner="")
    if latest is None or latest.pk == bot.active_version_id:
        return shown
    badge = version_badge(latest)
    text = _("version %(number)d: %(state)s") % {"number": latest.number, "state": badge.text}
    return replace(shown, badge=replace(badge, text=text))


def version_badge(version: BotVersion) -> Badge:
    """How far the checks of a version are."""
    state = BotVersion.State(version.state)
    return {
        BotVersion.State.CHECKING: Badge(_("being checked"), "badge-note", "running"),
        BotVersion.State.VALID: Badge(_("passed the checks"), "badge-good", "passed"),
        BotVersion.State.INVALID: Badge(_("failed the checks"), "badge-bad", "failed"),
        BotVersion.State.UNCHECKED: Badge(_("not checked"), "badge-caution", "broken"),
    }[state]
