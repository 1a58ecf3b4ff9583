"""All ladders."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arena.profile_choices import ShownProfile, profile_shown
from arena.selectors.leaderboards import ladder_leaders
from arena.selectors.workers import matches_count_here
from tournaments.leaderboards import BoardRow
from tournaments.models import Ladder
from tournaments.selectors.ladders import ladders_all


@dataclass(frozen=True)
class ListedLadder:
    """A ladder, its rules and who leads it."""

    ladder: Ladder
    profile: ShownProfile
    leader: BoardRow | None


@dataclass(frozen=True)
class LadderGroup:
    """The ladders of bots, or of people."""

    of_people: bool
    open: Sequence[ListedLadder]
    closed: Sequence[ListedLadder]


@require_safe
def ladder_list(request: HttpRequest) -> HttpResponse:
    """Those of bots, those of people; what is closed comes last."""
    ladders = list(ladders_all())
    leaders = ladder_leaders(ladders=ladders, reader=request.user)
    listed = [
        ListedLadder(one, profile_shown(one.profile), next(iter(leaders.get(one.pk, ())), None))
        for one in ladders
    ]
    groups = [_group(listed, hosting) for hosting in Ladder.Hosting]
    context = {
        "groups": [group for group in groups if group.open or group.closed],
        "counts_here": matches_count_here(),
    }
    return render(request, "arena/ladders/list.html", context)


def _group(listed: Sequence[ListedLadder], hosting: str) -> LadderGroup:
    own = [one for one in listed if one.ladder.hosting == hosting]
    return LadderGroup(
        of_people=hosting == Ladder.Hosting.PEOPLE,
        open=[one for one in own if one.ladder.is_open],
        closed=[one for one in own if not one.ladder.is_open],
    )
