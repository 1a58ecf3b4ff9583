"""What a ladder is about: its rules, who plays, and how ratings come about."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arena.games.deal_set import usual_rotations
from arena.games.errors import RulesRefused
from arena.games.interface import AnyRules
from arena.games.registry import profiles
from arena.games.registry import rules as rules_named
from arena.match_reasons import reason_in_words
from arena.match_words import names_text
from arena.profile_choices import profile_shown
from arena.selectors.ladder_now import (
    CORRECTED_COUNTED,
    UNDER_WAY_SHOWN,
    WAITING_COUNTED,
    Correction,
    ladder_now,
)
from arena.views.ladders.access import ladder_asked
from arena.views.matches.shown import listed_all
from arena.wire.match_spec import TimeControl
from scoring.elo import ErrorBar
from scoring.ladder import START
from tournaments.models import Ladder

_ARENA_SECTION = "arena"


@dataclass(frozen=True)
class DealSet:
    """How much is played for one result."""

    boards: int
    rotations: int
    games_per_board: int

    @property
    def games(self) -> int:
        return self.boards * self.rotations * self.games_per_board


@dataclass(frozen=True)
class ShownCorrection:
    """A correction in words."""

    correction: Correction
    names: str
    reason: str
    is_more: bool
    """Whether more ratings were corrected than anybody counted."""


@require_safe
def about(request: HttpRequest, slug: str) -> HttpResponse:
    """Rules in words, the clock, the deal set, the queue, the latest results and corrections."""
    ladder = ladder_asked(slug)
    rules = _rules(ladder)
    of_people = ladder.hosting == Ladder.Hosting.PEOPLE
    now = ladder_now(ladder=ladder)
    sides = 0 if rules is None else len(set(rules.teams))
    sections = () if rules is None else rules.explain()
    context = {
        "ladder": ladder,
        "is_peoples": of_people,
        "profile": profile_shown(ladder.profile),
        "is_played": rules is not None,
        "sections": [one for one in sections if not (of_people and one.code == _ARENA_SECTION)],
        "rules_page": _rules_page(ladder),
        "sides": sides,
        "deal_set": None
        if rules is None
        else DealSet(
            boards=ladder.boards,
            rotations=len(usual_rotations(rules)),
            games_per_board=ladder.games_per_board,
        ),
        "plays_in_pairs": 0 < sides < ladder.players,
        "clock": TimeControl(),
        "now": now,
        "waiting_is_more": now.waiting > WAITING_COUNTED,
        "waiting_counted": min(now.waiting, WAITING_COUNTED),
        "under_way_is_more": len(now.under_way) > UNDER_WAY_SHOWN,
        "under_way": listed_all(now.under_way[:UNDER_WAY_SHOWN]),
        "queue": listed_all(now.queue),
        "latest": listed_all(now.latest),
        "corrections": _corrections_shown(now.corrections),
        "terms": ladder.terms,
        "start": START,
        "start_margin": round(ErrorBar().margin(0.95)),
    }
    return render(request, "arena/ladders/about.html", context)


def _rules(ladder: Ladder) -> AnyRules | None:
    """None if nothing can be played by them any more; what was played stays."""
    try:
        return rules_named(ladder.profile, ladder.players, **ladder.options)
    except RulesRefused:
        return None


def _rules_page(ladder: Ladder) -> str:
    """The longer text, with an example; none if there is none for so many players."""
    profile = profiles().get(ladder.profile)
    if profile is None or ladder.players not in profile.players:
        return ""
    family, _slash, name = ladder.profile.partition("/")
    if family != "durak":
        return reverse("rules_burako")
    return f"{reverse('durak_rules_profile', args=[name])}?players={ladder.players}"


def _corrections_shown(corrections: Sequence[Correction]) -> list[ShownCorrection]:
    return [
        ShownCorrection(
            correction=one,
            names=_names(one),
            reason="" if one.match is None else reason_in_words(one.match.reason),
            is_more=one.ratings > CORRECTED_COUNTED,
        )
        for one in corrections
    ]


def _names(correction: Correction) -> str:
    """Who played it."""
    if correction.match is None:
        return _("A result")
    sides = {one.side: one.version.bot.public_name for one in correction.match.participants.all()}
    return names_text(list(sides.values()))
