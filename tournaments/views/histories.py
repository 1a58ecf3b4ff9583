"""The pages of players and pairs: what they have played, and how they did against each other."""

from collections.abc import Sequence
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.forms import HistoryForm
from tournaments.models import Player, User
from tournaments.selectors.histories import (
    Sides,
    history_matches,
    history_opponents,
    history_opponents_of_pair,
    history_page,
    history_summary,
    sides_of_pair,
    sides_of_player,
)
from tournaments.selectors.people import (
    pair_find,
    pair_is_insider,
    pair_may_read,
    pairs_of_player,
    player_find,
    player_is_insider,
    player_is_managed_by,
    player_is_own,
    player_may_read,
)
from tournaments.selectors.player_ratings import played_hands, rated_marks, versus_scores
from tournaments.selectors.versus import Versus, versus_of_pairs, versus_of_players
from tournaments.services.people import player_history_publish
from tournaments.views.player_standing import player_standing


@never_cache
@require_safe
def player(request: HttpRequest, public_id: str) -> HttpResponse:
    """A player's history."""
    found = player_find(public_id=public_id)
    if found is None or not player_may_read(player=found, reader=request.user):
        raise Http404
    insider = player_is_insider(player=found, reader=request.user)
    sides = sides_of_player(player=found)
    context = {
        "player": found,
        "is_own": player_is_own(player=found, reader=request.user),
        "is_guest": player_is_managed_by(player=found, account=request.user),
        "opponents": history_opponents(player=found, reader=request.user, insider=insider),
        "pairs": pairs_of_player(player=found, reader=request.user),
        **player_standing(request, found, insider=insider),
        **_history(request, sides, of=[found], insider=insider, seen_by=found),
    }
    return render(request, "tournaments/people/player.html", context)


@never_cache
@require_safe
def pair(request: HttpRequest, public_id: str) -> HttpResponse:
    """A pair's history."""
    found = pair_find(public_id=public_id)
    if found is None or not pair_may_read(pair=found, reader=request.user):
        raise Http404
    insider = pair_is_insider(pair=found, reader=request.user)
    context = {
        "pair": found,
        "opponents": history_opponents_of_pair(pair=found, reader=request.user, insider=insider),
        **_history(request, sides_of_pair(pair=found), of=found.players, insider=insider),
    }
    return render(request, "tournaments/people/pair.html", context)


@never_cache
@require_safe
def players_versus(request: HttpRequest, public_id: str, other_id: str) -> HttpResponse:
    """Two players on opposite sides, alone or with partners."""
    found = versus_of_players(public_id=public_id, other_id=other_id, reader=request.user)
    return _versus(request, found, route="player")


@never_cache
@require_safe
def pairs_versus(request: HttpRequest, public_id: str, other_id: str) -> HttpResponse:
    """Two pairs against each other."""
    found = versus_of_pairs(public_id=public_id, other_id=other_id, reader=request.user)
    return _versus(request, found, route="pair")


@login_required
@require_POST
def publish(request: HttpRequest) -> HttpResponse:
    """Open one's history to everybody, or close it again."""
    form = HistoryForm(request.POST)
    form.is_valid()  # a box is ticked or it is not
    public = bool(form.cleaned_data.get("public"))
    found = player_history_publish(account=cast("User", request.user), public=public)
    said = (
        _("Anybody may read your history now.")
        if public
        else _("Only you and those you played with see your results now.")
    )
    messages.success(request, said)
    return redirect("player", public_id=found.public_id)


def _versus(request: HttpRequest, found: Versus | None, *, route: str) -> HttpResponse:
    if found is None:
        raise Http404
    one, two = found.between
    context = {
        "one": one,
        "two": two,
        "route": route,
        "scores": versus_scores(sides=found.sides),
        **_history(
            request,
            found.sides.prefetch_related("result__sheet__entries"),
            of=found.players,
            insider=found.insider,
            seen_by=found.seen_by,
            with_hands=True,
        ),
    }
    return render(request, "tournaments/people/versus.html", context)


def _history(
    request: HttpRequest,
    sides: Sides,
    *,
    of: Sequence[Player],
    insider: bool,
    seen_by: Player | None = None,
    with_hands: bool = False,
) -> dict[str, object]:
    """`seen_by`: whose rating the matches have moved."""
    page = history_page(sides=sides, number=request.GET.get("page"))
    rows = list(page)
    return {
        "summary": history_summary(sides=sides),
        "page": page,
        "matches": history_matches(
            rows=rows,
            of=of,
            reader=request.user,
            insider=insider,
            rated=rated_marks(rows=rows, player=seen_by),
            played=played_hands(rows=rows) if with_hands else None,
        ),
        "insider": insider,
    }
