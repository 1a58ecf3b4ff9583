"""Entering a whole list: what would become of every row is shown first, and nothing is saved until
that is confirmed."""

from typing import Final

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournaments.forms.leagues.entries import ImportForm
from tournaments.league_access import LeagueAccess, LeagueAction
from tournaments.league_csv import TEXT_MAX
from tournaments.league_visitors import league_visitor_of
from tournaments.services.leagues.entry_import import entries_import, entries_import_preview
from tournaments.services.leagues.entry_judging import Verdict
from tournaments.views.leagues.access import organizers_page
from tournaments.views.leagues.frame import render_page

VERDICT_TONES: Final = {
    Verdict.NEW: "badge-note",
    Verdict.KNOWN: "badge-good",
    Verdict.ALREADY: "",
    Verdict.DOUBTFUL: "badge-caution",
    Verdict.WRONG: "badge-bad",
}
_CHOICE: Final = "choice-"


@require_http_methods(["GET", "HEAD", "POST"])
@organizers_page(LeagueAction.MANAGE_ENTRIES)
def entries_import_page(request: HttpRequest, access: LeagueAccess) -> HttpResponse:
    """The list, then what it means, then done; or the list again, to change it."""
    league, visitor = access.league, league_visitor_of(request)
    if "change" in request.POST:
        form = ImportForm(initial={"text": request.POST.get("text", "")[:TEXT_MAX]})
    else:
        form = ImportForm(
            request.POST if request.method == "POST" else None,
            request.FILES if request.method == "POST" else None,
        )
    if form.is_valid():
        text, choices = form.cleaned_data["list"], _choices(request.POST)
        asked = {"public_id": league.public_id, "visitor": visitor, "text": text}
        try:
            if "confirm" in request.POST:
                count = entries_import(**asked, choices=choices)
                messages.success(request, _done(count))
                return redirect("leagues:entries", league.public_id)
            preview = entries_import_preview(**asked, choices=choices)
        except ValidationError as error:
            form.refuse(error)
        else:
            context = {
                "preview": preview,
                "rows": [(row, _tone(row.verdict), _verdict(row.verdict)) for row in preview.rows],
                "text": text,
            }
            return render_page(request, access, "entries", "entry_import_preview.html", context)
    form.focus_first_error()
    return render_page(request, access, "entries", "entry_import.html", {"form": form})


def _choices(sent: QueryDict) -> dict[int, str]:
    """What was said to doubtful rows, by line."""
    lines = {name.removeprefix(_CHOICE): name for name in sent if name.startswith(_CHOICE)}
    return {
        int(line): str(sent[name])
        for line, name in lines.items()
        if line.isascii() and line.isdigit() and len(line) <= 6
    }


def _tone(verdict: Verdict) -> str:
    return VERDICT_TONES[verdict]


def _verdict(verdict: Verdict) -> str:
    return {
        Verdict.NEW: _("new"),
        Verdict.KNOWN: _("known"),
        Verdict.ALREADY: _("entered already"),
        Verdict.DOUBTFUL: _("doubtful"),
        Verdict.WRONG: _("cannot be read"),
    }[verdict]


def _done(count: int) -> str:
    if not count:
        return _("Nothing changed: everybody on the list was entered already, or left out.")
    return ngettext("%(count)d entered.", "%(count)d entered.", count) % {"count": count}
