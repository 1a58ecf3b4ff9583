"""The page of a match, and what can be taken home from it."""

from collections.abc import Sequence
from typing import cast
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from arena.kit_commands import replay_file_name, verify_command
from arena.match_access import sides_with_readable_logs
from arena.match_logs import bot_log
from arena.match_outcome import taken_shares
from arena.match_rating_steps import rating_steps, unrated_text
from arena.match_reasons import reason_in_words
from arena.match_sentences import state_sentence
from arena.match_sides import Side, match_sides
from arena.match_states import MatchState
from arena.match_words import kind_text
from arena.models import Match
from arena.profile_choices import profile_shown
from arena.selectors.match_queue import queue_place
from arena.selectors.match_ratings import match_rating
from arena.selectors.matches import (
    match_participants,
    match_replay_once_over,
    match_voided_afterwards,
)
from arena.services.challenges import challenge_withdraw
from arena.views.matches.access import match_asked
from arena.views.matches.own import own_part
from arena.views.matches.result import (
    RecordLine,
    SideRecord,
    board_rows,
    forfeit_notes,
    record_lines,
    side_records,
)
from arena.views.matches.shown import match_badge
from arena.views.readers import reader_of
from tournaments.admin_site import staff_may_enter
from tournaments.downloads import TEXT, attachment
from tournaments.models import User


@never_cache
@require_safe
def match(request: HttpRequest, public_id: str) -> HttpResponse:
    """Everything about a match; for authors also what their bots printed."""
    found = match_asked(request, public_id)
    context = {**_context(request, found), "for_operators": staff_may_enter(request)}
    return render(request, "arena/matches/match.html", context)


@never_cache
@require_safe
def part(request: HttpRequest, public_id: str) -> HttpResponse:
    """Only the panel, for the script that keeps it up to date."""
    found = match_asked(request, public_id)
    return render(request, "arena/matches/_match.html", _context(request, found))


def _context(request: HttpRequest, found: Match) -> dict[str, object]:
    sides = match_sides(match_participants(match=found))
    place = queue_place(match=found)
    is_settled = found.state == MatchState.SETTLED
    context: dict[str, object] = {
        "match": found,
        "sides": sides,
        "profile": profile_shown(found.profile),
        "kind": kind_text(found),
        "badge": match_badge(found.state),
        "sentence": state_sentence(found, sides, place),
        "goes_on": not found.is_over,
        "may_withdraw": found.state == MatchState.QUEUED
        and found.kind == Match.Kind.CHALLENGE
        and request.user.is_authenticated
        and found.requested_by_id == request.user.pk,
        "void_reason": reason_in_words(found.reason) if found.state == MatchState.VOID else "",
        "voided": match_voided_afterwards(match=found),
    }
    if found.is_over:
        forfeits = forfeit_notes(found, sides)
        participants = match_participants(match=found)
        records = side_records(found, sides) if is_settled else []
        context |= {
            "records": records,
            "record_lines": _taken_lines(found, sides, records) + record_lines(found, records),
            "forfeits": forfeits,
            "rematch_url": _rematch_url(request, found, sides),
            "board_rows": board_rows(found, sides) if found.results else [],
            "rotation_numbers": range(found.rotations),
            "replay_name": replay_file_name(found) if found.replay_digest else "",
            "verify_command": verify_command(found),
            **_rating(found, sides),
            "own_parts": [
                own_part(found, side, participants, forfeits)
                for side in sides_with_readable_logs(sides, reader=reader_of(request))
            ],
        }
    return context


def _taken_lines(
    found: Match, sides: Sequence[Side], records: Sequence[SideRecord]
) -> list[RecordLine]:
    """How much of the deal set each side took; the points come after it."""
    shares = taken_shares(found, sides) if records else []
    if not shares:
        return []
    lines: list[RecordLine] = []
    if len(shares) > 2:
        places = [(one.place, one.place == 1, one.side.name) for one in shares]
        lines.append((_("Place"), [*places]))
    best = max(one.share for one in shares)
    is_level = all(one.share == best for one in shares)
    taken = [(one.text, one.share == best and not is_level, one.side.name) for one in shares]
    return [*lines, (_("Share taken"), [*taken])]


def _rating(found: Match, sides: Sequence[Side]) -> dict[str, object]:
    rating = None if found.ladder_id is None else match_rating(match=found)
    if rating is None:
        return {"unrated": unrated_text(found)}
    return {"rating": rating, "rating_steps": rating_steps(rating, sides)}


def _rematch_url(request: HttpRequest, found: Match, sides: Sequence[Side]) -> str:
    """The same challenge once more, for who asked for it; the versions are those that play then."""
    is_own = request.user.is_authenticated and found.requested_by_id == request.user.pk
    if not is_own or found.kind != Match.Kind.CHALLENGE or len(sides) < 2:
        return ""
    asked = {
        "bot": sides[0].version.bot.public_id,
        "profile": found.profile,
        "boards": found.boards,
    }
    address = reverse("bots:challenge", args=[sides[1].version.bot.public_id])
    return f"{address}?{urlencode(asked)}"


@login_required
@require_POST
def withdraw(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take a challenge back that has not begun."""
    found = match_asked(request, public_id)
    try:
        challenge_withdraw(match=found, by=cast("User", request.user))
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    else:
        messages.success(request, _("The challenge is withdrawn."))
    return redirect("matches:match", public_id)


@require_safe
def replay(request: HttpRequest, public_id: str) -> HttpResponse:
    """The event log; there as soon as the match is over, because it tells every card."""
    found = match_asked(request, public_id)
    data = match_replay_once_over(match=found)
    if data is None:
        raise Http404
    return attachment(data, replay_file_name(found), "application/octet-stream")


@never_cache
@login_required
@require_safe
def log(request: HttpRequest, public_id: str, side: int) -> HttpResponse:
    """What one bot printed, all of it, as text; only for its author and the staff."""
    found = match_asked(request, public_id)
    asked = bot_log(match=found, side=side, reader=reader_of(request))
    if asked is None:
        raise Http404
    return attachment(asked.data, asked.name, TEXT)
