"""The pages of score sheets; what their scripts ask for is in `sheet_api`."""

import uuid
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.forms.sheets import NewSheetForm, WritePolicyForm
from tournaments.models import Sheet, User
from tournaments.qr import qr_data_url
from tournaments.rate_limits import SHEET_CREATE, rate_limit_note
from tournaments.selectors.rated_sheets import sheet_rating
from tournaments.selectors.sheet_state import State, sheet_state, side_names, side_title
from tournaments.selectors.sheets import (
    sheet_find,
    sheet_link_active,
    sheet_link_token,
    sheets_of_visitor,
    sheets_to_adopt,
)
from tournaments.services.sheets import (
    sheet_create,
    sheet_link_revoke,
    sheet_link_rotate,
    sheet_policy_set,
    sheet_rematch,
    sheets_adopt,
)
from tournaments.sheet_access import (
    SheetDeniedError,
    require_manage,
    require_read,
    sheet_access,
)
from tournaments.sheet_texts import sheet_texts
from tournaments.sheet_visitors import creator_visitor_of, visitor_of
from tournaments.views.sheet_denials import denied_page

LISTED_MAX = 100
_BADGES = {
    Sheet.Status.PLAYING: "badge-note",
    Sheet.Status.FINISHED: "badge-caution",
    Sheet.Status.DISPUTED: "badge-bad",
    Sheet.Status.CONFIRMED: "badge-good",
}
_ones_own = cache_control(private=True, no_cache=True)


@_ones_own
@require_safe
def sheet_list(request: HttpRequest) -> HttpResponse:
    """One's sheets, with or without an account, and the way to a new one."""
    visitor = visitor_of(request)
    context = {
        "sheets": [_item(sheet) for sheet in sheets_of_visitor(visitor=visitor)[:LISTED_MAX]],
        "adoptable": sheets_to_adopt(visitor=visitor).count() if visitor.account else 0,
        "login_url": f"{reverse('account_login')}?next={reverse('sheets:list')}",
    }
    return render(request, "tournaments/sheets/list.html", context)


@_ones_own
@require_http_methods(["GET", "HEAD", "POST"])
def sheet_new(request: HttpRequest) -> HttpResponse:
    """Who plays, then go. A page of rules leads here with `?rules=` and its public id."""
    account = request.user if isinstance(request.user, User) else None
    form = NewSheetForm(
        request.POST if request.method == "POST" else None,
        account=account,
        rules_page=request.GET.get("rules", "").replace("\x00", ""),
    )
    if form.is_valid():
        if not rate_limit_note(request, SHEET_CREATE, key=_who(request)):
            return render(request, "429.html", status=429)
        try:
            created = sheet_create(
                visitor=creator_visitor_of(request),
                seats=form.seat_specs(),
                rule_version=form.cleaned_data["rule_version"],
                first_starter=form.cleaned_data["first_starter"] or 0,
            )
        except ValidationError as error:
            form.refuse(error)
        else:
            return redirect("sheets:sheet", created.public_id)
    form.focus_first_error()
    return render(request, "tournaments/sheets/new.html", {"form": form})


@_ones_own
@require_safe
def sheet(request: HttpRequest, public_id: uuid.UUID) -> HttpResponse:
    """An open sheet: all of it to read, and what the scripts need to go on from there."""
    try:
        found, visitor = sheet_find(public_id=public_id), visitor_of(request)
        access = sheet_access(sheet=found, visitor=visitor)
        require_read(access)
    except SheetDeniedError as error:
        return denied_page(request, error)
    state = sheet_state(sheet=found, access=access)
    context = {
        "state": state,
        "board": _board(state),
        "texts": sheet_texts(),
        "config": _config(public_id),
        "rating": sheet_rating(sheet=found, visitor=visitor),
        "fixture": getattr(found, "fixture", None),
        "sheet_id": public_id,
    }
    return render(request, "tournaments/sheets/sheet.html", context)


@_ones_own
@require_safe
def sheet_share(request: HttpRequest, public_id: uuid.UUID) -> HttpResponse:
    """The link, its QR code, and who may write."""
    try:
        found = sheet_find(public_id=public_id)
        require_manage(sheet_access(sheet=found, visitor=visitor_of(request)))
    except SheetDeniedError as error:
        return denied_page(request, error)
    link = sheet_link_active(sheet=found)
    address = ""
    if link is not None:
        path = reverse("sheets:link", args=[sheet_link_token(link=link)])
        address = request.build_absolute_uri(path)
    context = {
        "sheet": found,
        "sides": [side_title(names) for names in side_names(found)],
        "link": address,
        "qr": qr_data_url(address) if address else "",
        "form": WritePolicyForm(initial={"write_policy": found.write_policy}),
    }
    return render(request, "tournaments/sheets/share.html", context)


@require_POST
def sheet_link_make(request: HttpRequest, public_id: uuid.UUID) -> HttpResponse:
    """A new link; older ones die."""
    try:
        sheet_link_rotate(public_id=public_id, visitor=visitor_of(request))
    except SheetDeniedError as error:
        return denied_page(request, error)
    messages.success(request, _("Here is a new link."))
    return redirect("sheets:share", public_id)


@require_POST
def sheet_link_withdraw(request: HttpRequest, public_id: uuid.UUID) -> HttpResponse:
    """No link any more."""
    try:
        sheet_link_revoke(public_id=public_id, visitor=visitor_of(request))
    except SheetDeniedError as error:
        return denied_page(request, error)
    messages.success(request, _("The link is withdrawn. Nobody can open the sheet with it."))
    return redirect("sheets:share", public_id)


@require_POST
def sheet_policy(request: HttpRequest, public_id: uuid.UUID) -> HttpResponse:
    """Who may write from now on."""
    try:
        sheet_policy_set(
            public_id=public_id,
            visitor=visitor_of(request),
            write_policy=request.POST.get("write_policy", ""),
        )
    except SheetDeniedError as error:
        return denied_page(request, error)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    else:
        messages.success(request, _("It is saved who may write."))
    return redirect("sheets:share", public_id)


@require_POST
def sheet_again(request: HttpRequest, public_id: uuid.UUID) -> HttpResponse:
    """A rematch: the same people and rules on a new sheet."""
    if not rate_limit_note(request, SHEET_CREATE, key=_who(request)):
        return render(request, "429.html", status=429)
    try:
        again = sheet_rematch(public_id=public_id, visitor=creator_visitor_of(request))
    except SheetDeniedError as error:
        return denied_page(request, error)
    return redirect("sheets:sheet", again.public_id)


@require_POST
def sheet_adopt(request: HttpRequest) -> HttpResponse:
    """Keep the sheets of this browser in the account that is signed in."""
    if request.user.is_authenticated:
        count = sheets_adopt(account=request.user, visitor=visitor_of(request))
        text = ngettext(
            "%(count)d sheet belongs to your account now.",
            "%(count)d sheets belong to your account now.",
            count,
        )
        messages.success(request, text % {"count": count})
    return redirect("sheets:list")


def _who(request: HttpRequest) -> str:
    """Whose sheets are counted: an account's, or a session's (an address has its own limit)."""
    return str(request.user.pk or request.session.session_key or "")


def _item(found: Sheet) -> dict[str, Any]:
    """A sheet in the list."""
    totals = {side.number: side.total for side in found.sides.all()}
    hands = ngettext("%(count)d hand", "%(count)d hands", found.hands_count)
    return {
        "url": reverse("sheets:sheet", args=[found.public_id]),
        "sides": [
            {"name": side_title(names), "total": totals.get(number, 0)}
            for number, names in enumerate(side_names(found))
        ],
        "status": found.get_status_display(),
        "badge": _BADGES[Sheet.Status(found.status)],
        "hands": hands % {"count": found.hands_count},
        "created_at": found.created_at,
    }


def _board(state: State) -> list[dict[str, object]]:
    """The score for readers without JavaScript."""
    needed = state["to_target"] or (0, 0)
    return [
        {"name": name, "total": total, "to_target": lacking}
        for name, total, lacking in zip(state["sides"], state["totals"], needed, strict=True)
    ]


def _config(public_id: uuid.UUID) -> dict[str, object]:
    """Where the scripts find what they ask for."""
    routes = ("state", "entries", "preview", "events", "rating")
    urls = {name: reverse(f"sheets:{name}", args=[public_id]) for name in routes}
    return {
        "urls": {**urls, "list": reverse("sheets:list"), "worker": reverse("sheets:worker")},
        "csrf_cookie": settings.CSRF_COOKIE_NAME,
    }
