"""The reference bots as bots of the house: sent in and checked like everybody's."""

from arena.models import BotVersion
from arena.reference_bots import REFERENCE_BOTS
from arena.services.bots import bot_create_submitted
from tournaments.demo import HOUSE_ACCOUNT
from tournaments.models import User
from tournaments.services.accounts import account_create_verified


def demo_bots_submit() -> int:
    """Send in the reference bots that are not here yet; returns how many."""
    house = _house_account()
    here = set(BotVersion.objects.filter(bot__owner=house).values_list("file_name", flat=True))
    missing = [bot for bot in REFERENCE_BOTS if bot.file_name not in here]
    for bot in missing:
        bot_create_submitted(
            owner=house,
            name=bot.name,
            description=bot.description,
            file_name=bot.file_name,
            data=bot.archive(),
        )
    return len(missing)


def _house_account() -> User:
    house = User.objects.filter(email=HOUSE_ACCOUNT.email).first()
    return house or account_create_verified(
        email=HOUSE_ACCOUNT.email, password=None, display_name=HOUSE_ACCOUNT.display_name
    )
