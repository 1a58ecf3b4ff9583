"""The named rule sets, in words."""

from typing import Any, Final

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.request import Request
from rest_framework.response import Response

from arena.games.durak.profiles import PROFILES as DURAK
from arena.games.durak.ruleset import DurakRules
from arena.games.interface import Profile
from arena.games.registry import FAMILIES, profiles
from arena.games.registry import rules as rules_named
from arena.profile_choices import profile_groups
from tournaments.api.fields import PageQuery, Query, Shown, page_of
from tournaments.api.views import ApiViewSet
from tournaments.durak_words import CARDS, bout_shown, cards_offered
from tournaments.kernel_texts import message_text

_PLAYERS_MOST: Final = max(max(profile.players) for profile in profiles().values())
_PROFILE: Final[dict[str, Any]] = {
    "id": "durak/volga",
    "game": "durak",
    "title": "Volga Durak",
    "summary": "Everybody throws in, attacks are passed on, and the lowest cards make epaulettes.",
    "group": "Durak of the Volga Germans",
    "players": [2, 3, 4, 5, 6],
    "default_players": 4,
    "cards": ["french", "spanish"],
    "rated": True,
    "page": "/rules/durak/volga/",
}
_RULES: Final[dict[str, Any]] = {
    **_PROFILE,
    "for_players": 2,
    "for_cards": "french",
    "sections": [
        {
            "code": "setup",
            "title": "Setup",
            "sentences": ["There are 2 of you at the table, and everybody plays alone."],
        }
    ],
    "example": {
        "title": "An attack is passed on",
        "situation": ["Trump is spades.", "Cards in the draw pile: 24."],
        "hands": [{"name": "Ana", "cards": ["♥8", "♦8", "♣8", "♠10", "♠K", "♣A"]}],
        "steps": [{"notation": "♠K", "text": "Ana attacks Boris with ♠K."}],
    },
}


class ProfileShown(Shown):
    """A named way of playing."""

    id = serializers.CharField(help_text="Its game and its name, with a stroke between.")
    game = serializers.ChoiceField(choices=list(FAMILIES))
    title = serializers.CharField()
    summary = serializers.CharField()
    group = serializers.CharField(help_text="The text that it comes from, in words.")
    players = serializers.ListField(child=serializers.IntegerField())
    default_players = serializers.IntegerField()
    cards = serializers.ListField(
        child=serializers.ChoiceField(choices=list(CARDS)),
        help_text="Of Durak: how the cards can be named, the usual way first.",
    )
    rated = serializers.BooleanField(help_text="Whether games by it may count for ratings.")
    page = serializers.CharField(help_text="The address of its page.")


class RulesSectionShown(Shown):
    """A heading and what is said under it."""

    code = serializers.CharField(help_text="Stable.")
    title = serializers.CharField()
    sentences = serializers.ListField(child=serializers.CharField())


class BoutHandShown(Shown):
    """A player's cards."""

    name = serializers.CharField()
    cards = serializers.ListField(child=serializers.CharField())


class BoutStepShown(Shown):
    """What happens."""

    notation = serializers.CharField(help_text="As replays write it; empty for what follows.")
    text = serializers.CharField()


class BoutShown(Shown):
    """A part of a real game, with all hands open."""

    title = serializers.CharField()
    situation = serializers.ListField(child=serializers.CharField())
    hands = BoutHandShown(many=True)
    steps = BoutStepShown(many=True)


class ProfileRulesShown(ProfileShown):
    """A way of playing, with its rules in words."""

    for_players = serializers.IntegerField(help_text="For how many players this is told.")
    for_cards = serializers.ChoiceField(choices=list(CARDS), allow_null=True)
    sections = RulesSectionShown(many=True)
    example = BoutShown(
        allow_null=True, help_text="Of Durak: a bout that shows what is special about it."
    )


class RulesQuery(Query):
    """For whom the rules are told."""

    players = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=_PLAYERS_MOST,
        help_text="How many play: one of `players`; unless told, `default_players`.",
    )
    cards = serializers.ChoiceField(
        required=False, choices=list(CARDS), help_text="One of the profile's `cards`."
    )


class ProfileViewSet(ApiViewSet):
    """Public: no scope is needed."""

    tag = "Rules"
    thing = "rule_profiles"

    @extend_schema(
        summary="All named rule sets",
        parameters=[PageQuery],
        responses=page_of(ProfileShown),
        examples=[OpenApiExample("Rules of Durak", value=_PROFILE, response_only=True)],
    )
    def list(self, request: Request) -> Response:
        """What bots, ladders and leagues can play, in the order in which pages list it."""
        self.asked(PageQuery)
        groups = _groups()
        told = [_profile(one, groups) for one in profiles().values()]
        return self.page_of_items(told, ProfileShown)

    @extend_schema(
        summary="A named rule set, in words",
        parameters=[RulesQuery],
        responses=ProfileRulesShown,
        examples=[OpenApiExample("Rules of Durak", value=_RULES, response_only=True)],
    )
    def retrieve(self, request: Request, game: str, name: str) -> Response:
        """The rules for so many players, in the language of `Accept-Language`."""
        found = profiles().get(f"{game}/{name}")
        if found is None:
            raise Http404
        told = _profile(found, _groups())
        asked = self.asked(RulesQuery)
        players = _chosen(asked, "players", list(found.players), found.default_players)
        cards = _chosen(asked, "cards", told["cards"], next(iter(told["cards"]), None))
        options = {} if cards is None else {"naming": cards}
        rules = rules_named(found.name, players, **options)
        told |= {
            "for_players": players,
            "for_cards": cards,
            "sections": [
                {
                    "code": section.code,
                    "title": message_text(section.title),
                    "sentences": [message_text(one) for one in section.sentences],
                }
                for section in rules.explain()
            ],
            "example": bout_shown(rules) if isinstance(rules, DurakRules) else None,
        }
        return self.tell(ProfileRulesShown, told)


def _groups() -> dict[str, Any]:
    """By the names of the profiles: as they are shown, and the title of their group."""
    return {one.name: (one, title) for title, members in profile_groups() for one in members}


def _profile(profile: Profile, groups: dict[str, Any]) -> dict[str, Any]:
    shown, group = groups[profile.name]
    game, _stroke, slug = profile.name.partition("/")
    of_durak = DURAK.get(profile.name)
    page = reverse("rules_burako")
    if of_durak is not None:
        page = reverse("durak_rules_profile", args=[slug])
    return {
        "id": profile.name,
        "game": game,
        "title": shown.title,
        "summary": shown.summary,
        "group": group,
        "players": list(profile.players),
        "default_players": profile.default_players,
        "cards": [] if of_durak is None else list(cards_offered(of_durak)),
        "rated": profile.rated,
        "page": page,
    }


def _chosen(asked: dict[str, Any], name: str, choices: list[Any], usual: Any) -> Any:  # noqa: ANN401
    """What is asked for; a fault if these rules do not have it."""
    wanted = asked.get(name, usual)
    if name in asked and wanted not in choices:
        sentence = _("These rules do not have that. Choose one of: %(choices)s.")
        detail = ErrorDetail(sentence % {"choices": ", ".join(map(str, choices))}, "not_offered")
        raise serializers.ValidationError({name: [detail]})
    return wanted
