"""What an author does with a bot: send it in, send in another version, edit, retire."""

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from arena.bot_access import require_manage
from arena.forms.bots import BotForm, NewBotForm, VersionForm
from arena.models import BotVersion
from arena.selectors.bots import bot_versions
from arena.services.bots import (
    SameFileError,
    bot_create_submitted,
    bot_edit,
    bot_retire,
    bot_return,
    bot_version_submit,
)
from arena.upload_limits import BOT_UPLOAD, busy_text, too_large_files, too_often_text
from arena.upload_turns import UploadsBusyError, upload_turn
from arena.views.bots.access import bot_asked
from arena.views.bots.uploads import limits_uploads
from tournaments.models import User
from tournaments.rate_limits import rate_limit_note


@never_cache
@login_required
@limits_uploads
@require_http_methods(["GET", "HEAD", "POST"])
def bot_new(request: HttpRequest) -> HttpResponse:
    """A bot and its first version, in one form."""
    form = NewBotForm(
        request.POST if request.method == "POST" else None,
        request.FILES if request.method == "POST" else None,
        too_large=too_large_files(request),
    )
    if form.is_valid():
        if not rate_limit_note(request, BOT_UPLOAD):
            return _too_often(request, form, "arena/bots/new.html", {})
        try:
            with upload_turn():
                version = bot_create_submitted(
                    owner=cast("User", request.user),
                    name=form.cleaned_data["name"],
                    description=form.cleaned_data["description"],
                    profiles=form.cleaned_data["profiles"],
                    **_file(form.cleaned_data["file"]),
                )
        except UploadsBusyError:
            return _busy(request, form, "arena/bots/new.html", {})
        except ValidationError as error:
            form.refuse(error)
        else:
            return _sent(request, version)
    return _form_page(request, form, "arena/bots/new.html", {})


@never_cache
@login_required
@limits_uploads
@require_http_methods(["GET", "HEAD", "POST"])
def bot_upload(request: HttpRequest, public_id: str) -> HttpResponse:
    """Another version of a bot."""
    bot, access = bot_asked(request, public_id)
    require_manage(access)
    latest = bot_versions(bot=bot).first()
    number = 0 if latest is None else latest.number
    form = VersionForm(
        request.POST if request.method == "POST" else None,
        request.FILES if request.method == "POST" else None,
        too_large=too_large_files(request),
        initial={"after": number, "profiles": [] if latest is None else latest.profiles},
    )
    context = {"bot": bot, "next_number": number + 1}
    if form.is_valid():
        if not rate_limit_note(request, BOT_UPLOAD):
            return _too_often(request, form, "arena/bots/upload.html", context)
        try:
            with upload_turn():
                version = bot_version_submit(
                    bot=bot,
                    by=cast("User", request.user),
                    profiles=form.cleaned_data["profiles"],
                    note=form.cleaned_data["note"],
                    activate=form.cleaned_data["activate"],
                    after=form.cleaned_data["after"],
                    same_again=form.cleaned_data["same_again"],
                    **_file(form.cleaned_data["file"]),
                )
        except UploadsBusyError:
            return _busy(request, form, "arena/bots/upload.html", context)
        except SameFileError as error:
            form.refuse_same_file(error.number)
        except ValidationError as error:
            form.refuse(error)
        else:
            return _sent(request, version)
    return _form_page(request, form, "arena/bots/upload.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def bot_words(request: HttpRequest, public_id: str) -> HttpResponse:
    """A bot's name and description."""
    bot, access = bot_asked(request, public_id)
    require_manage(access)
    form = BotForm(
        request.POST if request.method == "POST" else None,
        initial={"name": bot.name, "description": bot.description},
    )
    if form.is_valid():
        try:
            bot_edit(bot=bot, by=cast("User", request.user), **form.cleaned_data)
        except ValidationError as error:
            form.refuse(error)
        else:
            messages.success(request, _("Name and description are saved."))
            return redirect("bots:bot", bot.public_id)
    form.focus_first_error()
    return render(request, "arena/bots/edit.html", {"form": form, "bot": bot})


@login_required
@require_POST
def retire(request: HttpRequest, public_id: str) -> HttpResponse:
    """Let a bot play no more."""
    bot, access = bot_asked(request, public_id)
    require_manage(access)
    bot_retire(bot=bot, by=cast("User", request.user))
    messages.success(request, _("%(name)s is retired.") % {"name": bot.public_name})
    return redirect("bots:bot", bot.public_id)


@login_required
@require_POST
def come_back(request: HttpRequest, public_id: str) -> HttpResponse:
    """Let a retired bot play again."""
    bot, access = bot_asked(request, public_id)
    require_manage(access)
    try:
        bot_return(bot=bot, by=cast("User", request.user))
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    else:
        messages.success(request, _("%(name)s is back.") % {"name": bot.public_name})
    return redirect("bots:bot", bot.public_id)


def _file(file: "UploadedFile[bytes]") -> dict[str, Any]:
    return {"file_name": file.name or "", "data": file.read()}


def _sent(request: HttpRequest, version: BotVersion) -> HttpResponse:
    """On to the page of its checks; to a script the address is named instead, so that it can show
    that page with all that belongs to it."""
    address = reverse("bots:version", args=[version.bot.public_id, version.number])
    if request.headers.get("X-Requested-With") == "XMLHttpRequest":
        return HttpResponse(status=201, headers={"Location": address})
    return redirect(address)


def _too_often(
    request: HttpRequest, form: NewBotForm | VersionForm, template: str, context: dict[str, object]
) -> HttpResponse:
    """What was typed stays; it can be sent later."""
    form.add_error(None, too_often_text())
    return _form_page(request, form, template, context, status=429)


def _busy(
    request: HttpRequest, form: NewBotForm | VersionForm, template: str, context: dict[str, object]
) -> HttpResponse:
    """As above; nothing of it was read."""
    form.add_error(None, busy_text())
    return _form_page(request, form, template, context, status=503)


def _form_page(
    request: HttpRequest,
    form: NewBotForm | VersionForm,
    template: str,
    context: dict[str, object],
    status: int = 200,
) -> HttpResponse:
    form.focus_first_error()
    context = {**context, "form": form, "authors_url": reverse("authors")}
    return render(request, template, context, status=status)
