"""How a submission is refused: a code, the entry at fault, and a sentence that says what to do.

The sentences are templates with named parameters, so that the web can translate the template and
fill in the same parameters (`arena.archive_texts`).
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

FILE_TEMPLATES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "file_ending": "“%(entry)s” is neither a .py nor a .zip file. Send in one Python file, or "
        "your bot's folder as a zip archive.",
        "file_empty": "“%(entry)s” is empty. Save your bot, then choose the file again.",
        "file_too_big": "“%(entry)s” is too large: at most %(limit)s are allowed. Leave out what "
        "the bot does not need to play.",
        "python_too_big": "“%(entry)s” has more than %(limit)s, the most that a Python file to "
        "start may have. Put large tables into data files.",
        "python_is_zip": "“%(entry)s” is a zip archive although its name ends in .py. Rename it "
        "so that it ends in .zip.",
        "python_not_utf8": "“%(entry)s” is not UTF-8 text (line %(line)s). Save it with the "
        "encoding UTF-8.",
        "python_nul": "“%(entry)s” has a NUL byte in line %(line)s, which Python refuses. Remove "
        "it, or save the file anew as UTF-8 text.",
        "python_syntax": "“%(entry)s” is not valid Python: line %(line)s: %(reason)s. Correct that "
        "line; “python -m py_compile” shows the same error.",
        "python_too_complex": "“%(entry)s” is too complex to be read within the limits. Put large "
        "tables into data files, and nest less deeply.",
    }
)
"""About what was sent in, or one Python file of it."""

ARCHIVE_TEMPLATES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "not_a_zip": "“%(entry)s” is not a zip archive, whatever its name says. Pack your bot's "
        "folder as .zip, not as .rar, .7z or .tar.gz.",
        "zip_truncated": "“%(entry)s” ends in the middle: a part of the archive is missing. Make "
        "it anew and upload it again.",
        "zip_trailing_data": "“%(entry)s” has %(count)s bytes after the end of the archive. Make "
        "the archive anew, and append nothing to it.",
        "zip_leading_data": "“%(entry)s” has %(count)s bytes before the beginning of the archive. "
        "Make a plain zip archive, not one that extracts itself.",
        "zip_hidden_data": "“%(entry)s”: before it the archive holds %(count)s bytes that belong "
        "to no entry. Make the archive anew with an ordinary zip program.",
        "zip_two_ends": "“%(entry)s” can be read as two different archives, because its comment "
        "looks like the end of another one. Make it anew, without a comment.",
        "zip_split": "“%(entry)s” is one part of an archive that was split into several. Make one "
        "archive that is whole.",
        "zip_damaged": "“%(entry)s” has a table of contents that cannot be right. Make the "
        "archive anew with an ordinary zip program.",
        "zip_empty": "“%(entry)s” is an archive without any file. Put your bot into it.",
        "too_many_entries": "“%(entry)s” holds %(count)s files and folders, and at most %(limit)s "
        "are allowed. Leave out what the bot does not need to play.",
        "unpacked_too_big": "“%(entry)s”: unpacked, the archive would have more than %(limit)s. "
        "Leave out what the bot does not need to play.",
        "entry_damaged": "“%(entry)s” is damaged in the archive: its data cannot be unpacked. "
        "Make the archive anew.",
        "entry_wrong_checksum": "“%(entry)s” is damaged in the archive: its checksum does not fit "
        "its data. Make the archive anew.",
        "entry_lying_size": "“%(entry)s” does not have the size that the archive states. Make the "
        "archive anew with an ordinary zip program.",
        "entry_ratio": "“%(entry)s” would become more than %(limit)s times larger when unpacked. "
        "Make such data when the bot starts instead of sending it in.",
        "entry_headers_differ": "“%(entry)s” is described in two different ways in the archive. "
        "Make the archive anew with an ordinary zip program.",
        "entry_overlaps": "“%(entry)s” shares its data with another entry of the archive. Make "
        "the archive anew with an ordinary zip program.",
        "entry_encrypted": "“%(entry)s” is encrypted. Make the archive without a password: only "
        "you and the site's staff can download it.",
        "entry_method": "“%(entry)s” is packed with the method %(method)s, which not every "
        "program can read. Choose “Deflate”, the usual one.",
    }
)
"""About the archive as such."""

ENTRY_TEMPLATES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "name_empty": "An entry of “%(entry)s” has no name. Make the archive anew with an "
        "ordinary zip program.",
        "name_not_utf8": "“%(entry)s” is a name that is not UTF-8. Rename the file with plain "
        "letters, then make the archive anew.",
        "name_too_long": "“%(entry)s” is a path of %(size)s bytes, and at most %(limit)s are "
        "allowed. Choose shorter names.",
        "name_too_deep": "“%(entry)s” lies in too many folders: a path may have at most %(limit)s "
        "parts. Use fewer folders inside each other.",
        "name_character": "“%(entry)s” has a character in its name that cannot be seen "
        "(%(character)s). Rename the file.",
        "name_backslash": "“%(entry)s” has a backslash in its name. Rename the file, or make the "
        "archive with a program that writes “/” between folders.",
        "name_absolute": "“%(entry)s” is an absolute path. Pack the bot's folder itself, so that "
        "paths begin inside of it.",
        "name_drive": "“%(entry)s” begins with a drive letter. Pack the bot's folder itself, so "
        "that paths begin inside of it.",
        "name_leads_out": "“%(entry)s” leads out of the bot's folder. Remove “..” from the path: "
        "pack only what lies in the folder.",
        "name_part": "“%(entry)s” has a part in its path that is empty or only a dot. Make the "
        "archive anew with an ordinary zip program.",
        "name_ending": "“%(entry)s” has a name that ends in a dot or a blank, which not every "
        "system can store. Rename it.",
        "name_twice": "“%(entry)s” is twice in the archive. Make the archive anew, with each file "
        "once.",
        "name_alike": "“%(entry)s” and “%(other)s” differ only in upper and lower case, or in how "
        "an accent is written. Rename one of them.",
        "file_and_folder": "“%(entry)s” is both a file and a folder in the archive. Rename one of "
        "them.",
        "folder_with_data": "“%(entry)s” is a folder that has data of its own. Make the archive "
        "anew with an ordinary zip program.",
        "entry_link": "“%(entry)s” is a link to another file. Put the file itself in its place.",
        "entry_special": "“%(entry)s” is a device, a pipe or a socket, not a file. Leave it out.",
    }
)
"""About what lies in an archive, and what it is called."""

MANIFEST_TEMPLATES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "manifest_too_big": "“%(entry)s” has more than %(limit)s, and only needs a few lines. "
        "Shorten it.",
        "manifest_not_utf8": "“%(entry)s” is not UTF-8 text (line %(line)s). Save it with the "
        "encoding UTF-8.",
        "manifest_syntax": "“%(entry)s” is not valid TOML: %(reason)s. Write lines such as "
        'start = ["python", "mybot.py"].',
        "manifest_case": "“%(entry)s” must be called “%(wanted)s”, in lower case and at the top "
        "of the archive. Rename it.",
        "manifest_key": "“%(entry)s” has the unknown key “%(key)s”. Did you mean “%(nearest)s”? "
        "Known are: %(choices)s.",
        "manifest_type": "“%(entry)s”: “%(key)s” is not what is expected. Write it like this: "
        "%(example)s",
        "manifest_text": "“%(entry)s”: “%(key)s” may have at most %(limit)s characters, all of "
        "which can be seen. Shorten or rewrite it.",
        "manifest_profile": "“%(entry)s” names the rule set “%(value)s”, which does not exist. Did "
        "you mean “%(nearest)s”? “durako rules” lists all of them.",
        "manifest_package": "“%(entry)s” asks for the package “%(value)s”, which the site does not "
        "have. It has: %(choices)s. Pack anything else into your archive.",
        "manifest_package_version": "“%(entry)s” asks for “%(value)s”. Write only the name, "
        "“%(name)s”: the site has version %(version)s.",
    }
)
"""About durako.toml."""

START_TEMPLATES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "start_nothing": "“%(entry)s” holds no Python file at its top. Add a “durako.toml” with a "
        'line that says how to start your bot: start = ["python", "mybot.py"].',
        "start_only_archive": "“%(entry)s” is an archive inside the archive, and nothing else is "
        "there. Send in that one itself.",
        "start_unclear": "“%(entry)s” holds several Python files: %(choices)s. Call the one to "
        'start “main.py”, or add a “durako.toml” with start = ["python", "mybot.py"].',
        "start_words": "“%(entry)s”: “start” needs between 1 and %(limit)s short words without "
        'characters that cannot be seen. Write start = ["python", "mybot.py"].',
        "start_program": "“%(entry)s”: bots cannot be started with “%(value)s”. Begin “start” with "
        "one of %(choices)s, or with “./” and a program of your archive.",
        "start_no_file": "“%(entry)s”: “start” does not say which file “%(value)s” is to run. "
        "Name it right after the program, without options between.",
        "start_missing": "“%(entry)s” is to be started, but there is no such file in the archive. "
        "Add it, or correct “start”; paths begin at the top of the archive.",
        "start_ending": "“%(entry)s” cannot be started with %(value)s. Name a file that ends in "
        "%(choices)s.",
        "start_option": "“%(entry)s” begins with a dash, and would be taken for an option. Rename "
        "the file.",
        "start_no_binary": "“%(entry)s” is neither a Linux program nor a script that begins with "
        "“#!”. Build it for Linux on %(machine)s.",
        "start_other_system": "“%(entry)s” is a program for %(system)s. Build it for Linux on "
        "%(machine)s.",
        "start_other_machine": "“%(entry)s” is a program for another processor. Build it for Linux "
        "on %(machine)s.",
        "start_not_program": "“%(entry)s” is a library or a part of a program, not a program. "
        "Link it to a program for Linux on %(machine)s.",
        "start_line_ends": "“%(entry)s” has Windows line ends, with which “#!” does not work. Save "
        "it with Unix line ends.",
    }
)
"""About how the bot is started."""

ALL_TEMPLATES: Final[Mapping[str, str]] = MappingProxyType(
    {
        **FILE_TEMPLATES,
        **ARCHIVE_TEMPLATES,
        **ENTRY_TEMPLATES,
        **MANIFEST_TEMPLATES,
        **START_TEMPLATES,
    }
)
LONGEST_SHOWN: Final = 200
Params = Mapping[str, str | int]


class SubmissionRefusedError(ValueError):
    """What was sent in cannot be a bot; the text says which entry, why, and what to do."""

    def __init__(self, code: str, entry: str, params: Params | None = None) -> None:
        self.code = code
        self.entry = shown(entry)
        """The file in the archive, or the file that was sent in, fit to be shown."""
        self.message = ALL_TEMPLATES[code]
        """The English sentence, with places for `params`."""
        self.params: Params = {**(params or {}), "entry": self.entry}
        super().__init__(code, entry, params)

    def __str__(self) -> str:
        return self.message % self.params


def refusal(code: str, entry: str, **params: str | int) -> SubmissionRefusedError:
    """An error to raise; texts from the submission are made fit to be shown."""
    kept = {
        name: shown(value) if isinstance(value, str) else value for name, value in params.items()
    }
    return SubmissionRefusedError(code, entry, kept)


def shown(text: str) -> str:
    """A stranger's text, with everything that cannot be seen made visible, and not too long."""
    cut = text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode("ascii")
        for character in cut
    )
