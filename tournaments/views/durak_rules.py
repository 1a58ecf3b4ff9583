"""The rules of Durak in words: every named way of playing, at every number of players."""

from dataclasses import dataclass
from typing import Final, TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arena.games import rules
from arena.games.durak.explain import explain
from arena.games.durak.profiles import (
    PROFILES,
    SEED_TITLES,
    Profile,
    profile_summary,
    profile_title,
    seed_title,
)
from scoring.messages import Message
from tournaments.durak_words import ShownBout, bout_shown, cards_offered

Choice = TypeVar("Choice")

RED_SUITS: Final = ("♥", "♦")


@dataclass(frozen=True, slots=True)
class Listed:
    """A profile in the list."""

    profile: Profile
    title: Message
    summary: Message


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card as it is written, and whether in red."""

    text: str
    red: bool


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All ways of playing, by the text they come from."""
    groups = [
        (seed_title(seed), [_listed(p) for p in PROFILES.values() if p.seed == seed])
        for seed in SEED_TITLES
    ]
    return render(request, "tournaments/rules/durak.html", {"groups": groups})


@require_safe
def profile(request: HttpRequest, slug: str) -> HttpResponse:
    """One way of playing, for `?players=` and, where that is a choice, with `?cards=`."""
    found = PROFILES.get(f"durak/{slug}")
    if found is None:
        raise Http404
    players = _asked(
        request, "players", {str(count): count for count in found.players}, found.default_players
    )
    kinds = cards_offered(found)
    naming = _asked(request, "cards", {kind: kind for kind in kinds}, kinds[0])
    rule_set = rules(found.name, players=players, naming=naming)
    bout = bout_shown(rule_set)
    context = {
        "listed": _listed(found),
        "players": players,
        "naming": naming,
        "offers_spanish": len(kinds) > 1,
        "sections": explain(rule_set.options, players),
        "bout": bout,
        "hands": [] if bout is None else _hands_shown(bout),
    }
    return render(request, "tournaments/rules/durak_profile.html", context)


def _asked(request: HttpRequest, name: str, choices: dict[str, Choice], default: Choice) -> Choice:
    """What the address asks for; a page that we do not have is not found."""
    wanted = request.GET.get(name)
    if wanted is None:
        return default
    if wanted not in choices:
        raise Http404
    return choices[wanted]


def _listed(found: Profile) -> Listed:
    return Listed(found, profile_title(found), profile_summary(found))


def _hands_shown(bout: ShownBout) -> list[tuple[str, list[ShownCard]]]:
    return [
        (hand.name, [ShownCard(card, card.startswith(RED_SUITS)) for card in hand.cards])
        for hand in bout.hands
    ]
