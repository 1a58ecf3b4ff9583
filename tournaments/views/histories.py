"""The pages of players and pairs: what they have played, and how they did against each other."""

from collections.abc import Sequence
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.forms import HistoryForm
from tournaments.models import Pair, Player, User
from tournaments.selectors.histories import (
    Sides,
    history_matches,
    history_opponents,
    history_opponents_of_pair,
    history_page,
    history_summary,
    sides_against_pair,
    sides_against_player,
    sides_of_pair,
    sides_of_player,
)
from tournaments.selectors.people import (
    pair_may_read,
    pairs_of_player,
    player_is_insider,
    player_is_managed_by,
    player_is_own,
    player_may_read,
)
from tournaments.selectors.player_ratings import played_hands, rated_marks, versus_scores
from tournaments.services.people import player_history_publish
from tournaments.views.player_standing import player_standing


@never_cache
@require_safe
def player(request: HttpRequest, public_id: str) -> HttpResponse:
    """A player's history."""
    found = _any_player(public_id)
    if not player_may_read(player=found, reader=request.user):
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
    found = _any_pair(public_id)
    if not pair_may_read(pair=found, reader=request.user):
        raise Http404
    insider = _pair_insider(request, found)
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
    one, two = _any_player(public_id), _any_player(other_id)
    sides = sides_against_player(sides=sides_of_player(player=one), player=two)
    return _versus(
        request,
        sides,
        between=(one, two),
        of=[one, two],
        insider=any(player_is_insider(player=each, reader=request.user) for each in (one, two)),
        opened=all(player_may_read(player=each, reader=request.user) for each in (one, two)),
    )


@never_cache
@require_safe
def pairs_versus(request: HttpRequest, public_id: str, other_id: str) -> HttpResponse:
    """Two pairs against each other."""
    one, two = _any_pair(public_id), _any_pair(other_id)
    sides = sides_against_pair(sides=sides_of_pair(pair=one), pair=two)
    return _versus(
        request,
        sides,
        between=(one, two),
        of=[*one.players, *two.players],
        insider=any(_pair_insider(request, each) for each in (one, two)),
        opened=all(pair_may_read(pair=each, reader=request.user) for each in (one, two)),
    )


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


def _any_player(public_id: str) -> Player:
    return get_object_or_404(Player.objects.select_related("account"), public_id=public_id)


def _any_pair(public_id: str) -> Pair:
    pairs = Pair.objects.select_related("first__account", "second__account")
    return get_object_or_404(pairs, public_id=public_id)


def _pair_insider(request: HttpRequest, found: Pair) -> bool:
    return any(player_is_insider(player=one, reader=request.user) for one in found.players)


def _versus(
    request: HttpRequest,
    sides: Sides,
    *,
    between: tuple[Player | Pair, Player | Pair],
    of: Sequence[Player],
    insider: bool,
    opened: bool,
) -> HttpResponse:
    """An insider of one reads about another they have met; everybody else, what both opened."""
    if between[0] == between[1] or not (opened or (insider and sides.exists())):
        raise Http404
    context = {
        "one": between[0],
        "two": between[1],
        "route": "player" if isinstance(between[0], Player) else "pair",
        "scores": versus_scores(sides=sides),
        **_history(
            request,
            sides.prefetch_related("result__sheet__entries"),
            of=of,
            insider=insider,
            seen_by=between[0] if isinstance(between[0], Player) else None,
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
