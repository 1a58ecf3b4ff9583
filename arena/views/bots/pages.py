"""The page of a bot and that of a version, and what their buttons do."""

import shlex
from dataclasses import dataclass
from typing import Final, cast
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from arena.bot_access import BotAccess, require_manage, require_private, require_recheck
from arena.bot_downloads import archive_attachment, log_attachment
from arena.check_progress import progress_now
from arena.match_reasons import reason_in_words
from arena.models import Bot, BotVersion
from arena.profile_choices import profiles_shown
from arena.selectors.benching import bot_benching
from arena.selectors.bot_results import bot_matches_latest
from arena.selectors.bots import bot_versions
from arena.selectors.playing import bot_hindrance, plays_now
from arena.services.bots import bot_version_activate
from arena.services.validations import validation_repeat
from arena.views.bots.access import bot_asked, version_asked
from arena.views.bots.shown import Badge, version_badge
from arena.views.bots.standing import bot_standing
from arena.views.matches.shown import listed_all
from tournaments.admin_site import staff_may_enter
from tournaments.models import User
from tournaments.selectors.rating_history import VersionRecord

VERSIONS_ON_A_PAGE: Final = 25
LATEST_MATCHES: Final = 5


@dataclass(frozen=True)
class VersionRow:
    """A version in its bot's list."""

    version: BotVersion
    is_active: bool
    is_earlier: bool
    may_activate: bool
    badge: Badge | None
    record: VersionRecord | None
    """What it did on the ladder that is shown."""


@never_cache
@require_safe
def bot(request: HttpRequest, public_id: str) -> HttpResponse:
    """What everybody may know about a bot; for its author also what can be done with it."""
    found, access = bot_asked(request, public_id)
    pages = Paginator(bot_versions(bot=found), VERSIONS_ON_A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    active = found.active_version
    standing = bot_standing(request, found)
    records = cast("dict[int, VersionRecord]", standing["version_records"])
    context = {
        **standing,
        "bot": found,
        "owner_name": "" if found.owner is None else found.owner.public_name,
        "active": active,
        "profiles": [] if active is None else profiles_shown(active.profiles),
        "versions": [
            _row(found, version, access, records.get(version.number))
            for version in page.object_list
        ],
        "page": page,
        "page_numbers": pages.get_elided_page_range(page.number, on_each_side=1, on_ends=1),
        "query": _query(request),
        "may_manage": access.may_manage,
        "may_inspect": access.may_read_private,
        "for_operators": staff_may_enter(request),
        **_matches(found),
    }
    return render(request, "arena/bots/bot.html", context)


def _query(request: HttpRequest) -> str:
    """What links to other pages of the versions keep."""
    slug = request.GET.get("ladder", "")
    return f"{urlencode({'ladder': slug})}&" if slug else ""


def _matches(found: Bot) -> dict[str, object]:
    """What it has played lately, and whether it may play."""
    benching = bot_benching(bot=found)
    hindrance = bot_hindrance(bot=found, is_benched=benching is not None)
    return {
        "benching": benching,
        "bench_reason": "" if benching is None else reason_in_words(benching.reason),
        "may_be_challenged": hindrance is None,
        "latest_matches": listed_all(bot_matches_latest(bot=found, count=LATEST_MATCHES)),
    }


def _row(
    found: Bot, version: BotVersion, access: BotAccess, record: VersionRecord | None
) -> VersionRow:
    active = found.active_version
    return VersionRow(
        version=version,
        is_active=plays_now(version),
        is_earlier=active is not None and version.number < active.number,
        may_activate=_may_activate(found, version, access),
        badge=version_badge(version) if access.may_read_private else None,
        record=record,
    )


def _may_activate(found: Bot, version: BotVersion, access: BotAccess) -> bool:
    return (
        access.may_manage
        and not found.is_retired
        and version.state == BotVersion.State.VALID
        and version.pk != found.active_version_id
    )


@never_cache
@require_safe
def version(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """A version: public facts, and for its author how its checks go."""
    found, access = version_asked(request, public_id, number)
    context = {
        **_facts(found),
        "may_manage": access.may_manage,
        "may_inspect": access.may_read_private,
    }
    if access.may_read_private:
        context |= _check(found, access)
    return render(request, "arena/bots/version.html", context)


@never_cache
@require_safe
def check_part(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Only the panel of the checks, for the script that keeps it up to date."""
    found, access = version_asked(request, public_id, number)
    require_private(access)
    context = {
        "bot": found.bot,
        "version": found,
        "may_manage": access.may_manage,
        **_check(found, access),
    }
    return render(request, "arena/bots/_progress.html", context)


def _facts(found: BotVersion) -> dict[str, object]:
    return {
        "bot": found.bot,
        "version": found,
        "is_active": plays_now(found),
        "profiles": profiles_shown(found.profiles),
        "command": shlex.join(map(str, found.command)),
    }


def _check(found: BotVersion, access: BotAccess) -> dict[str, object]:
    where = [found.bot.public_id, found.number]
    progress = progress_now(found)
    return {
        "is_active": plays_now(found),
        "progress": progress,
        "part_url": reverse("bots:check_part", args=where),
        "events_url": reverse("bots:events", args=where),
        "may_activate": _may_activate(found.bot, found, access),
        "may_check_again": access.may_recheck
        and not progress.goes_on
        and found.state == BotVersion.State.UNCHECKED,
    }


@login_required
@require_POST
def activate(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Let this version play: the newest, or an earlier one again."""
    found, access = version_asked(request, public_id, number)
    require_manage(access)
    try:
        bot_version_activate(bot=found.bot, number=number, by=cast("User", request.user))
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    else:
        messages.success(request, _("Version %(number)d plays now.") % {"number": number})
    return redirect("bots:bot", public_id)


@login_required
@require_POST
def check_again(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Once more from the beginning, after something of ours broke."""
    found, access = version_asked(request, public_id, number)
    require_recheck(access)
    try:
        validation_repeat(version=found, by=cast("User", request.user))
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    return redirect("bots:version", public_id, number)


@never_cache
@login_required
@require_safe
def archive(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """The file as it was sent in."""
    found, access = version_asked(request, public_id, number)
    require_private(access)
    return archive_attachment(found)


@never_cache
@login_required
@require_safe
def log(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """What the program printed while it was checked, all of it, as text."""
    found, access = version_asked(request, public_id, number)
    require_private(access)
    return log_attachment(found)
