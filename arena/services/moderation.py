"""What staff do to bots. Every step leaves a ModerationEvent, as in tournaments."""

from django.db import transaction
from django.db.models import Q

from arena.models import Bot
from arena.services.bots import bot_describe
from arena.services.validation_orders import bot_lock
from tournaments.models import ModerationEvent, User
from tournaments.services.moderation import moderation_record, moderator_lock


@transaction.atomic
def bot_moderate_name(*, bot: Bot, actor: User, reason: str, name: str) -> ModerationEvent:
    """Replace an offensive name. The description goes with it: its author can write another."""
    # Both accounts in one order: of two members of staff with bots, neither waits for the other.
    accounts = User.objects.filter(Q(pk=actor.pk) | Q(bots=bot)).order_by("pk")
    list(accounts.select_for_update(no_key=True, of=("self",)))
    moderator = moderator_lock(actor)
    locked = bot_lock(bot_id=bot.pk)
    before = locked.name
    bot_describe(bot=locked, name=name, description="")
    return moderation_record(
        locked.owner,
        moderator,
        ModerationEvent.Action.RENAME_BOT,
        reason,
        before=before,
        after=locked.name,
    )
