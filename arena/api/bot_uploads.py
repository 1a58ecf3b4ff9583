"""Files that programs send in: the same limits as on the pages, in the same order.

Whether the bot is one's own, how many files were sent in this hour and what was sent is judged
before anybody waits for a turn; and the turn comes before the transaction of an idempotency key, so
that nobody waits with a database connection in hand.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, ClassVar, Concatenate, Final, ParamSpec, TypeVar

from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.request import Request
from rest_framework.response import Response

from arena.games.registry import profiles
from arena.models.bots import FILE_NAME_MAX_LENGTH, NOTE_MAX_LENGTH
from arena.services.bots import SameFileError
from arena.upload_limits import (
    BOT_UPLOAD,
    busy_text,
    file_check,
    limit_size,
    too_large_files,
    too_large_text,
    too_often_text,
)
from arena.upload_turns import UploadsBusyError, upload_turn
from tournaments.api.fields import Body, ProblemShown
from tournaments.api.limits import limit_count
from tournaments.api.problems import problem_of
from tournaments.api.views import ApiViewSet
from tournaments.problem_details import CONTENT_TYPE, FieldFault, Problem

_FILE: Final = "file"
_BUSY_SECONDS: Final = 60
BUSY_ANSWERS: Final = {
    (503, CONTENT_TYPE): OpenApiResponse(
        ProblemShown, "Too many send in bots right now: try again after `Retry-After` seconds."
    ),
    (507, CONTENT_TYPE): OpenApiResponse(ProblemShown, "There is no room at the moment."),
}


class ProgramFile(serializers.FileField):
    """One .py or one .zip."""

    def __init__(self) -> None:
        super().__init__(
            max_length=FILE_NAME_MAX_LENGTH,
            help_text="One .py file of at most 1 MiB, or a .zip of at most 10 MiB.",
        )

    def to_internal_value(self, data: Any) -> Any:  # noqa: ANN401 - as the library has it
        file = super().to_internal_value(data)
        try:
            file_check(name=file.name or "", size=file.size or 0)
        except ValidationError as error:
            detail = ErrorDetail(" ".join(error.messages), str(error.code))
            raise serializers.ValidationError([detail]) from error
        return file


class ProgramBody(Body):
    """A file and the rules that it plays."""

    file = ProgramFile()
    profiles = serializers.ListField(
        child=serializers.ChoiceField(choices=list(profiles())),
        required=False,
        max_length=len(profiles()),
        help_text=(
            "Ids of `/rules/profiles/`; once for each that it plays. A .zip can name them in its "
            "durako.toml instead."
        ),
    )
    note = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=NOTE_MAX_LENGTH,
        help_text="What is new in it: a note for yourself.",
    )
    activate = serializers.BooleanField(
        required=False,
        help_text="Let it play once it has passed the checks; unless told, yes.",
    )


class UploadViewSet(ApiViewSet):
    """Creates things from files."""

    upload_actions: ClassVar[frozenset[str]] = frozenset({"create"})
    wish: dict[str, Any]
    """What was sent, read and checked."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        """Refuse before anything of a file is read."""
        super().initial(request, *args, **kwargs)
        if self.action not in self.upload_actions:
            return
        self.check_upload(**kwargs)
        plain = request._request  # noqa: SLF001 - Django's own request
        limit_count(request, BOT_UPLOAD, sentence=too_often_text())
        limit_size(plain)

    def check_upload(self, **kwargs: Any) -> None:  # noqa: ANN401 - the address's
        """Refuse whoever may not send this in."""

    def read(self, form: type[Body]) -> dict[str, Any]:
        """What was sent; a file that was too large to be read is named at its field."""
        request = self.request
        _data = request.data  # read it: only then is it known what was dropped
        dropped = too_large_files(request._request)  # noqa: SLF001
        if _FILE in dropped:
            detail = ErrorDetail(too_large_text(dropped[_FILE]), "too_large")
            raise serializers.ValidationError({_FILE: [detail]})
        return self.sent(form)


View = TypeVar("View", bound=UploadViewSet)
Rest = ParamSpec("Rest")
Action = Callable[Concatenate[View, Request, Rest], Response]


def in_upload_turn(form: type[Body]) -> Callable[[Action[View, Rest]], Action[View, Rest]]:
    """Read what was sent into the view's `wish`, then wait for a turn."""

    def wrap(action: Action[View, Rest]) -> Action[View, Rest]:
        @wraps(action)
        def run(
            view: View, request: Request, /, *args: Rest.args, **kwargs: Rest.kwargs
        ) -> Response:
            view.wish = view.read(form)
            with upload_turn():
                return action(view, request, *args, **kwargs)

        return run

    return wrap


def program_sent(wish: dict[str, Any]) -> dict[str, Any]:
    """As the services take it."""
    file: UploadedFile[bytes] = wish["file"]
    return {
        "file_name": file.name or "",
        "data": file.read(),
        "profiles": wish.get("profiles", []),
        "note": wish.get("note", ""),
        "activate": wish.get("activate", True),
    }


@problem_of.register
def _of_uploads_busy_error(error: UploadsBusyError) -> Problem:
    return Problem(503, "uploads_busy", busy_text(), retry_after=_BUSY_SECONDS)


@problem_of.register
def _of_same_file_error(error: SameFileError) -> Problem:
    sentence = _(
        "This is the same file as version %(number)d. Send another one, or say “same_again”."
    ) % {"number": error.number}
    return Problem(409, "same_file", sentence, (FieldFault(_FILE, "same_file", sentence),))
