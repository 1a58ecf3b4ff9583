"""The translators' files: extracted and compiled with Babel, so that no system gettext is needed.

Each app has locale/<language>/LC_MESSAGES/django.po, which people edit, and django.mo beside it,
which Django reads. Both are committed; the test run fails when a text is missing or a .mo is old.

The kernels know no Django: they keep their sentences in tables, as English templates by code. Every
table whose name ends in TEMPLATES joins the catalogue of the app that shows it; the app translates
with gettext(template) (see tournaments.kernel_texts, arena.archive_texts and arena.step_texts).
"""

import argparse
import io
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS
from babel.messages.extract import extract as babel_extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

PROJECT_DIR = Path(__file__).resolve().parents[1]
APPS = ("arena", "tournaments")
LANGUAGES = ("de", "es")
# Whose tables of sentences an app shows: modules, and packages with everything below them.
KERNELS = {
    "tournaments": (
        "scoring.reading",
        "scoring.burako",
        "scoring.durak",
        "scoring.standings",
        "scoring.pairing",
        "scoring.league",
    ),
    "arena": ("arena.games", "arena.archive", "arena.runner.sentences"),
}
# What marks a text, and which of its arguments is what: the context, the text, its plural.
KEYWORDS = DEFAULT_KEYWORDS | {
    f"{name}_lazy": DEFAULT_KEYWORDS[name]
    for name in ("gettext", "ngettext", "pgettext", "npgettext")
}
KEYWORDS["gettext_noop"] = None
KEYWORDS["ngettext_noop"] = DEFAULT_KEYWORDS["ngettext"]  # tournaments.borrowed_texts


def po_path(app: str, language: str) -> Path:
    return PROJECT_DIR / app / "locale" / language / "LC_MESSAGES" / "django.po"


def extract(app: str) -> Catalog:
    """Every translatable text of the app's code and templates, with where it stands."""
    catalog = Catalog(fuzzy=False)
    for path in _source_files(app):
        source = path.read_text()
        if path.suffix != ".py":
            # Django turns the template's tags into gettext calls, line by line; a template's
            # indentation means nothing to Python.
            calls = templatize(source, origin=str(path))
            source = "\n".join(line.lstrip() for line in calls.splitlines())
        place = str(path.relative_to(PROJECT_DIR))
        for line, message, comments, context in babel_extract(
            "python", io.BytesIO(source.encode()), KEYWORDS, ["Translators:"]
        ):
            catalog.add(message, locations=[(place, line)], auto_comments=comments, context=context)
    return catalog


def kernel_texts(app: str) -> Catalog:
    """Every sentence in the tables of the kernels that the app shows, unless an app named before
    it has that sentence already: Django reads all catalogues as one."""
    catalog = Catalog(fuzzy=False)
    seen: set[str] = set()
    for owner, kernels in KERNELS.items():
        for kernel in kernels:
            for text in _sentences(kernel):
                if owner == app and text not in seen:
                    catalog.add(text, locations=[(kernel.replace(".", "/"), 1)])
                seen.add(text)
    return catalog


def _sentences(kernel: str) -> Iterator[str]:
    """Of a module, or of every module of a package."""
    package = import_module(kernel)
    below = walk_packages(getattr(package, "__path__", ()), prefix=f"{kernel}.")
    for module in (package, *(import_module(found.name) for found in below)):
        for name, table in vars(module).items():
            if name.endswith("TEMPLATES") and isinstance(table, Mapping):
                yield from table.values()


def updated(app: str, language: str) -> Catalog:
    """The translators' file, with today's texts: new ones empty, unused ones dropped."""
    path = po_path(app, language)
    catalog = Catalog(locale=language, fuzzy=False)
    if path.exists():
        with path.open("rb") as file:
            catalog = read_po(file, locale=language)
    texts = extract(app)
    for message in kernel_texts(app):
        if message.id:
            texts.add(message.id, locations=message.locations)
    catalog.update(texts, no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    return catalog


def po_bytes(catalog: Catalog) -> bytes:
    buffer = io.BytesIO()
    # Without line numbers a file changes only when a text does.
    write_po(
        buffer, catalog, width=100, sort_output=True, omit_header=False, include_lineno=False,
        include_previous=False,
    )  # fmt: skip
    return buffer.getvalue()


def mo_bytes(catalog: Catalog) -> bytes:
    buffer = io.BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def write() -> None:
    """Bring every .po up to date and compile it."""
    for app in APPS:
        for language in LANGUAGES:
            catalog = updated(app, language)
            path = po_path(app, language)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(po_bytes(catalog))
            path.with_suffix(".mo").write_bytes(mo_bytes(catalog))


def problems() -> Iterator[str]:
    """What is missing, as sentences."""
    for app in APPS:
        for language in LANGUAGES:
            path = po_path(app, language)
            name = path.relative_to(PROJECT_DIR)
            catalog = updated(app, language)
            if not path.exists() or path.read_bytes() != po_bytes(catalog):
                yield f"{name} does not match the code: run `make translations`."
            elif path.with_suffix(".mo").read_bytes() != mo_bytes(catalog):
                yield f"{name} was edited and not compiled: run `make translations`."
            yield from (f"{name}: {problem}" for problem in _incomplete(catalog))


def _incomplete(catalog: Catalog) -> Iterator[str]:
    for message in catalog:
        if not message.id:
            continue
        texts = [message.string] if isinstance(message.string, str) else message.string or [""]
        if not all(texts):
            yield f"no translation for {message.id!r}."
        elif message.fuzzy:
            yield f"an unsure translation for {message.id!r}."
        else:
            yield from (f"{message.id!r}: {error}" for error in message.check(catalog))


def _source_files(app: str) -> list[Path]:
    folder = PROJECT_DIR / app
    return sorted(
        path
        for path in folder.rglob("*")
        if path.suffix in {".py", ".html", ".txt"}
        and "migrations" not in path.parts
        and "protocol" not in path.parts
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing, only compare")
    if not parser.parse_args().check:
        write()
    elif found := list(problems()):
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
