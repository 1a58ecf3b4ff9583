"""Where an A/B test can be begun from, and how one comes back to it: `{% load ab_tests %}`."""

from collections.abc import Sequence
from urllib.parse import urlencode

from django import template
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from arena.ab_texts import version_key
from arena.match_sides import Side
from arena.models import Bot, BotVersion, Match
from arena.selectors.ab_tests import versions_latest_two
from tournaments.models import User

register = template.Library()


@register.simple_tag
def ab_test_of_bot(bot: Bot) -> str:
    """For its author: the button that tests the newest version against the one before."""
    if bot.is_retired:
        return ""
    match versions_latest_two(bot=bot):
        case [new, old]:
            text = _("Test version %(new)d against %(old)d") % {
                "new": new.number,
                "old": old.number,
            }
            return _button(_form_address(new, old), text)
    return ""


@register.simple_tag
def ab_test_of_match(match: Match, sides: Sequence[Side], account: User | AnonymousUser) -> str:
    """For the author: back to the test that a match is for; or on to one, where both versions are
    their own."""
    if match.ab_test is not None:
        if match.ab_test.owner_id != account.pk or account.pk is None:
            return ""
        address = reverse("ab:test", args=[match.ab_test.public_id])
        return _line(address, _("See the A/B test that it is for"))
    versions = {side.version.pk: side.version for side in sides}
    is_own = all(version.bot.owner_id == account.pk for version in versions.values())
    if len(sides) != 2 or len(versions) != 2 or not is_own or account.pk is None:
        return ""
    address = _form_address(sides[0].version, sides[1].version, profile=match.profile)
    return _line(address, _("Find out which is stronger: begin an A/B test"))


def _form_address(new: BotVersion, old: BotVersion, **more: object) -> str:
    asked = {"new": version_key(new), "old": version_key(old), **more}
    return f"{reverse('ab:new')}?{urlencode(asked)}"


def _button(address: str, text: str) -> SafeString:
    return format_html('<a class="button button-secondary" href="{}">{}</a>', address, text)


def _line(address: str, text: str) -> SafeString:
    return format_html('<p class="small"><a href="{}">{}</a></p>', address, text)
