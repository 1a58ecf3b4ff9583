"""How versions and rates are named wherever A/B tests are shown."""

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from arena.models import BotVersion


def version_named(version: BotVersion) -> str:
    return _("%(name)s, version %(number)d") % {
        "name": version.bot.public_name,
        "number": version.number,
    }


def version_key(version: BotVersion) -> str:
    """How addresses and forms name a version."""
    return f"{version.bot.public_id}/{version.number}"


def percent_text(rate: float) -> str:
    """A part of one; a tenth of a percent only where there is one."""
    percent = round(100 * rate, 1)
    digits = 0 if percent == round(percent) else 1
    return f"{number_format(percent, digits)}\N{NO-BREAK SPACE}%"
