"""Who may do what with a bot: the one place where that is decided.

Everybody may read a bot's name, author, description, and of its versions the number, the date, the
profiles and which one is active. What the author's program is and said is the author's own; staff
read it too, to help and to look after the service, but do not act in an author's name.
"""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from arena.models import Bot
from tournaments.models import User


@dataclass(frozen=True)
class BotAccess:
    """What an account may do with one bot."""

    is_owner: bool = False
    is_staff: bool = False

    @property
    def may_manage(self) -> bool:
        """Submit versions, activate them, edit, retire."""
        return self.is_owner

    @property
    def may_read_private(self) -> bool:
        """Archives, logs, notes, states, and what was said between the bot and the table."""
        return self.is_owner or self.is_staff

    @property
    def may_recheck(self) -> bool:
        """Have a version checked again."""
        return self.is_owner or self.is_staff


def bot_access(*, bot: Bot, account: User | AnonymousUser, factor_shown: bool = False) -> BotAccess:
    """Judge an account as it is now; suspended ones are strangers.

    Staff are staff only in a session that has shown the second factor, as on the staff's own site:
    `tournaments.second_factor.second_factor_was_used`.
    """
    if not isinstance(account, User) or not account.is_active:
        return BotAccess()
    return BotAccess(
        is_owner=bot.owner_id == account.pk, is_staff=account.is_staff and factor_shown
    )


def require_manage(access: BotAccess) -> None:
    if not access.may_manage:
        raise PermissionDenied(_("Only the bot's author can do that."))


def require_private(access: BotAccess) -> None:
    if not access.may_read_private:
        raise PermissionDenied(_("Only the bot's author can see that."))


def require_recheck(access: BotAccess) -> None:
    if not access.may_recheck:
        raise PermissionDenied(_("Only the bot's author can have it checked again."))
