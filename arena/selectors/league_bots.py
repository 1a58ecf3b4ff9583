"""What leagues ask about bots: the arena's side of `tournaments.bot_directory`."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from django.db.models import Case, QuerySet, Value, When
from django.urls import reverse
from django.utils.translation import gettext as _

from arena.challenge_terms import boards_offered
from arena.games.registry import profiles
from arena.match_states import MatchState
from arena.models import Bot, Match
from arena.models.bots import name_key
from arena.profile_choices import profile_shown
from arena.selectors.bots import bots_public
from arena.selectors.playing import bots_able, bots_hindered, hindrance_text
from arena.two_sides import players_of_two_sides
from tournaments.bot_directory import BotLabel
from tournaments.models import Competitor, User

_PAGE_OF_A_BOT: Final = re.compile(r"(?:^|/)bots/([^/?#\s]+)")


class ArenaBots:
    """The bots of this arena, as leagues see them."""

    def labels(self, *, competitors: Collection[int]) -> Mapping[int, BotLabel]:
        """Names and pages, by the competitor's key; one query."""
        bots = Bot.objects.filter(competitor__in=competitors).select_related("owner")
        return {bot.competitor_id: _label(bot) for bot in bots}

    def search(self, *, text: str, profile: str, limit: int) -> list[Competitor]:
        """Bots that can play by these rules now: the one whose page or public id this is, or those
        that the search of the list of bots finds; whoever has the very name comes first."""
        text = text.replace("\0", "").strip()
        able = bots_able().values("pk")
        by_address = bots_public(profile=profile).filter(pk__in=able, public_id=_public_id_in(text))
        found = _competitors(by_address, limit)
        if found:
            return found
        is_the_one = Case(When(name_key=name_key(text), then=Value(0)), default=Value(1))
        by_name = bots_public(search=text, profile=profile).filter(pk__in=able)
        return _competitors(by_name.order_by(is_the_one, "name_key", "pk"), limit)

    def competitors_of(self, *, account: User) -> Collection[int]:
        """The competitors that are this account's own bots."""
        return set(Bot.objects.filter(owner=account).values_list("competitor_id", flat=True))

    def profiles(self) -> list[tuple[str, str]]:
        """Rules by which two sides of bots can meet, as everywhere on the site."""
        return [
            (name, _title(name)) for name in profiles() if players_of_two_sides(name) is not None
        ]

    def lengths(self, *, profile: str) -> tuple[int, ...]:
        """How many boards a match by these rules may have; the second is the usual number."""
        return boards_offered(profile)

    def hindrances(self, *, competitors: Collection[int], profile: str) -> Mapping[int, str]:
        """Those that cannot play by these rules now, by the competitor's key, and why; two
        queries."""
        bots = Bot.objects.filter(competitor__in=competitors)
        bots = bots.select_related("owner", "active_version")
        hindered = bots_hindered(bots=bots)
        found: dict[int, str] = {}
        for bot in bots:
            if bot.pk in hindered:
                found[bot.competitor_id] = hindrance_text(bot=bot, hindrance=hindered[bot.pk])
            elif bot.active_version is None or profile not in bot.active_version.profiles:
                found[bot.competitor_id] = _(
                    "The version of %(name)s that plays now does not know these rules."
                ) % {"name": bot.public_name}
        return found

    def match_urls(self, *, fixture: int) -> Sequence[str]:
        """In the order in which they were made; what came to nothing is not worth a look."""
        matches = Match.objects.filter(fixture=fixture).exclude(state=MatchState.VOID)
        names = matches.order_by("pk").values_list("public_id", flat=True)
        return [reverse("matches:match", args=[name]) for name in names]


def _label(bot: Bot) -> BotLabel:
    return BotLabel(
        name=bot.public_name,
        url=reverse("bots:bot", args=[bot.public_id]),
        author="" if bot.owner is None else bot.owner.public_name,
        public_id=bot.public_id,
    )


def _public_id_in(text: str) -> str:
    """Of the address of a bot's page, or the text itself."""
    found = _PAGE_OF_A_BOT.search(text)
    return found[1] if found else text


def _competitors(bots: QuerySet[Bot], limit: int) -> list[Competitor]:
    return [bot.competitor for bot in bots.select_related("competitor")[:limit]]


def _title(profile: str) -> str:
    """Where as many as usual would not be two sides, with how many they are."""
    title = profile_shown(profile).title
    if players_of_two_sides(profile) == profiles()[profile].default_players:
        return title
    return _("%(rules)s, two players") % {"rules": title}
