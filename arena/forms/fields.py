"""The fields that bots need besides Django's own."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from arena.archive.limits import PYTHON_FILE_BYTES
from arena.profile_choices import ShownProfile, profile_groups
from arena.upload_limits import FILE_BYTES_MAX, FILE_ENDINGS, file_check, too_large_text


class ProgramField(forms.FileField):
    """A bot's program: one .py or one .zip; how large each may be, the archive knows."""

    default_error_messages = {  # noqa: RUF012 - Django's way to say it
        "required": _("Choose the file to send in: one .py file, or a .zip."),
        "invalid": _("Your browser sent no file. Choose it again, and send the form once more."),
        "missing": _("Your browser sent no file. Choose it again, and send the form once more."),
        "empty": _("This file is empty. Save your bot first, and choose the file again."),
        "max_length": ngettext_lazy(
            "Give the file a shorter name: at most %(max)d character.",
            "Give the file a shorter name: at most %(max)d characters.",
            "max",
        ),
    }

    def __init__(self) -> None:
        attrs = {
            "accept": ",".join(FILE_ENDINGS),
            "data-most-bytes": str(FILE_BYTES_MAX),
            "data-most-python-bytes": str(PYTHON_FILE_BYTES),
        }
        super().__init__(
            label=_("Your bot"),
            help_text=_(
                "One .py file of at most 1 MiB, or a .zip with everything it needs, of at most "
                "10 MiB."
            ),
            max_length=200,
            widget=forms.FileInput(attrs=attrs),
        )

    def clean(self, data: Any, initial: Any = None) -> Any:  # noqa: ANN401 - Django's signature
        file = super().clean(data, initial)
        if isinstance(file, UploadedFile):
            file_check(name=file.name or "", size=file.size or 0)
        return file


class ProfilesField(forms.MultipleChoiceField):
    """The rule sets that a bot plays."""

    default_error_messages = {  # noqa: RUF012 - Django's way to say it
        "invalid_choice": _("There is no rule set “%(value)s”. Choose from the list."),
        "invalid_list": _("Choose the rule sets from the list."),
    }

    def __init__(self) -> None:
        super().__init__(
            label=_("Which rules does it play?"),
            help_text=_(
                "It is tried out by each of them before it may play. A .zip can name them in its "
                "durako.toml instead."
            ),
            required=False,
            choices=_choices,
            widget=forms.CheckboxSelectMultiple,
        )

    def grouped(self, chosen: Sequence[str]) -> list[dict[str, object]]:
        """For the page: groups of rule sets, folded unless something in them is chosen."""
        groups = profile_groups()
        return [
            {
                "title": title,
                "is_open": number == 0 or any(profile.name in chosen for profile in members),
                "profiles": [(profile, profile.name in chosen) for profile in members],
            }
            for number, (title, members) in enumerate(groups)
        ]


def _choices() -> list[tuple[str, list[tuple[str, str]]]]:
    return [
        (title, [(profile.name, profile.title) for profile in members])
        for title, members in profile_groups()
    ]


__all__ = ["FILE_BYTES_MAX", "ProfilesField", "ProgramField", "ShownProfile", "too_large_text"]
