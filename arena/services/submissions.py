"""What was sent in, read and judged before anything of it is stored."""

import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from arena.archive import Submission, SubmissionRefusedError, hosted, read_submission
from arena.archive_texts import refusal_text
from arena.games.registry import profiles as known_profiles
from arena.models.bots import FILE_NAME_MAX_LENGTH


def submission_read(*, file_name: str, data: bytes, profiles: Sequence[str]) -> Submission:
    """The submission with the profiles that it is to play: those chosen, else the manifest's.

    Faults are named at `file` and `profiles`.
    """
    try:
        submission = read_submission(_plain_name(file_name), data, hosted=hosted())
    except SubmissionRefusedError as refused:
        raise ValidationError(
            {"file": ValidationError(refusal_text(refused), code=refused.code)}
        ) from refused
    return replace(submission, profiles=_played(profiles or submission.profiles))


def _played(names: Sequence[str]) -> tuple[str, ...]:
    """Each once, in the order in which the rules are listed everywhere."""
    known = known_profiles()
    if unknown := [name for name in names if name not in known]:
        raise ValidationError(
            {
                "profiles": ValidationError(
                    _("There are no rules named “%(name)s”: choose among those listed."),
                    code="unknown_profile",
                    params={"name": str(unknown[0])[:100]},
                )
            }
        )
    if not names:
        raise ValidationError(
            {
                "profiles": ValidationError(
                    _("Choose at least one set of rules that your bot plays."), code="no_profile"
                )
            }
        )
    return tuple(name for name in known if name in set(names))


def _plain_name(file_name: str) -> str:
    """The last part of a path, without what cannot be seen; its ending is kept."""
    last = PurePosixPath(file_name.replace("\\", "/")).name
    seen = "".join(char for char in last if unicodedata.category(char)[0] != "C").strip()
    path = PurePosixPath(seen or "bot")
    return path.stem[: FILE_NAME_MAX_LENGTH - len(path.suffix)] + path.suffix
