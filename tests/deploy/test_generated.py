"""What is generated and committed: protobuf code, translations, locked requirements."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import DescriptorProto, FileDescriptorSet

from arena.archive.hosted import PACKAGES_FILE
from arena.archive.hosted import hosted as what_bots_find
from arena.archive.refusals import ALL_TEMPLATES
from arena.runner.sentences import ANSWER_TEMPLATES, SENTENCES
from deploy import lock, protobuf, translations
from scoring import burako
from scoring.reading import SHAPE_TEMPLATES
from tests.deploy.service import PROJECT_DIR

LOCKS = ("requirements.txt", "requirements-dev.txt", "requirements-bench.txt")
HOSTED = "requirements-hosted.txt"


def test_the_protobuf_code_is_fresh() -> None:
    assert protobuf.differences() == []


def test_stale_missing_and_left_over_protobuf_code_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    protobuf.generate(tmp_path)
    monkeypatch.setattr(protobuf, "PROJECT_DIR", tmp_path)
    folder = tmp_path / "arena" / "protocol" / "v1"
    assert protobuf.differences() == []

    (folder / "hello_pb2.py").write_text("# by hand\n")
    (folder / "hello_pb2.pyi").unlink()
    (folder / "gone_pb2.py").touch()
    assert protobuf.differences() == [
        "arena/protocol/v1/gone_pb2.py",
        "arena/protocol/v1/hello_pb2.py",
        "arena/protocol/v1/hello_pb2.pyi",
    ]


def test_a_breaking_change_of_the_protocol_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for source in protobuf.SOURCES.rglob("*"):
        if source.is_file():
            copy = tmp_path / source.relative_to(protobuf.SOURCES)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(source.read_bytes())
    monkeypatch.setattr(protobuf, "SOURCES", tmp_path)
    assert protobuf.buf("breaking", "--against", str(protobuf.BASELINE)) == 0

    hello = tmp_path / "arena" / "protocol" / "v1" / "hello.proto"
    hello.write_text(hello.read_text().replace("uint32 minor = 2;", "string minor = 2;"))
    assert protobuf.buf("breaking", "--against", str(protobuf.BASELINE)) != 0
    assert "minor" in capfd.readouterr().out


def test_everything_in_the_protocol_is_in_the_baseline(tmp_path: Path) -> None:
    """What the baseline does not know could be broken without anybody's noticing."""
    today = tmp_path / "today.binpb"
    assert protobuf.buf("build", "--output", str(today)) == 0
    missing = _declared(today) - _declared(protobuf.BASELINE)
    assert not missing, (
        f"new since the baseline: {', '.join(sorted(missing))}. "
        "When `make lint` finds nothing broken, run `.venv/bin/python -m deploy.protobuf "
        "--accept-breaking` and commit proto/baseline.binpb."
    )


def _declared(image: Path) -> set[str]:
    """All fields, values and methods with their full names, as bots' code knows them."""
    found: set[str] = set()
    for file in FileDescriptorSet.FromString(image.read_bytes()).file:
        for message in file.message_type:
            found |= _declared_in(message, file.package)
        for enum in file.enum_type:
            found |= {f"{file.package}.{enum.name}.{value.name}" for value in enum.value}
        for service in file.service:
            found |= {f"{file.package}.{service.name}.{method.name}" for method in service.method}
    return found


def _declared_in(message: DescriptorProto, around: str) -> set[str]:
    name = f"{around}.{message.name}"
    found = {name} | {f"{name}.{field.name}" for field in message.field}
    for enum in message.enum_type:
        found |= {f"{name}.{enum.name}.{value.name}" for value in enum.value}
    for nested in message.nested_type:
        found |= _declared_in(nested, name)
    return found


def test_every_text_is_translated_and_compiled() -> None:
    assert list(translations.problems()) == []


def test_the_kernels_sentences_are_texts_too() -> None:
    texts = {message.id for message in translations.kernel_texts("tournaments") if message.id}
    assert set(SHAPE_TEMPLATES.values()) <= texts
    assert set(burako.TEMPLATES.values()) <= texts
    arena_texts = {message.id for message in translations.kernel_texts("arena") if message.id}
    assert set(ALL_TEMPLATES.values()) <= arena_texts
    assert {*SENTENCES.values(), *ANSWER_TEMPLATES.values()} <= arena_texts
    assert not texts & arena_texts


def test_texts_are_found_in_code_and_templates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = tmp_path / "arena"
    app.mkdir()
    (app / "code.py").write_text(
        "from django.utils.translation import gettext_lazy as _, ngettext, pgettext\n"
        "a = _('one text')\n"
        "b = ngettext('%(n)d card', '%(n)d cards', 2)\n"
        "c = pgettext('a suit', 'hearts')\n"
        "d = _(variable)\n"
    )
    (app / "page.html").write_text(
        "<p>\n    {% translate 'in a page' %}\n  {% blocktranslate trimmed with x=y %}\n"
        "      two\n      lines {{ x }}\n  {% endblocktranslate %}\n</p>\n"
    )
    monkeypatch.setattr(translations, "PROJECT_DIR", tmp_path)
    catalog = translations.extract("arena")
    assert {message.id for message in catalog if message.id} == {
        "one text",
        ("%(n)d card", "%(n)d cards"),
        "hearts",
        "in a page",
        "two lines %(x)s",
    }
    assert [message.context for message in catalog if message.id == "hearts"] == ["a suit"]


def test_missing_old_and_unsure_translations_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "arena").mkdir()
    (tmp_path / "arena" / "code.py").write_text("a = gettext('one %(x)s')\n")
    monkeypatch.setattr(translations, "PROJECT_DIR", tmp_path)
    monkeypatch.setattr(translations, "APPS", ("arena",))
    monkeypatch.setattr(translations, "LANGUAGES", ("es",))
    monkeypatch.setattr(translations, "KERNELS", {})
    assert any("does not match the code" in problem for problem in translations.problems())

    translations.write()
    assert list(translations.problems()) == [
        "arena/locale/es/LC_MESSAGES/django.po: no translation for 'one %(x)s'."
    ]

    path = translations.po_path("arena", "es")
    path.write_text(path.read_text().replace('msgstr ""\n', 'msgstr "uno %(x)s"\n')
                    .replace('msgstr "uno %(x)s"\n"', 'msgstr ""\n"'))  # fmt: skip
    assert any("not compiled" in problem for problem in translations.problems())
    translations.write()
    assert list(translations.problems()) == []

    path.write_text(path.read_text().replace("uno %(x)s", "uno %(y)s"))
    translations.write()
    assert any("'one %(x)s':" in problem for problem in translations.problems())


@pytest.mark.parametrize("name", [*LOCKS, HOSTED])
def test_a_lock_has_hashes_and_no_address(name: str) -> None:
    text = (PROJECT_DIR / "deploy" / name).read_text()
    assert not re.search(r"https?://|file://|--(extra-)?index-url|--find-links", text)
    requirements = re.split(r"\n(?=[a-z0-9])", text.strip(), flags=re.IGNORECASE)
    assert all("--hash=sha256:" in requirement for requirement in requirements)


def _locked(name: str) -> set[str]:
    text = (PROJECT_DIR / "deploy" / name).read_text()
    return set(re.findall(r"^[\w.-]+==\S+", text, re.MULTILINE))


def test_the_locks_hold_what_the_project_asks_for() -> None:
    project = tomllib.loads((PROJECT_DIR / "pyproject.toml").read_text())["project"]
    wanted = set(project["dependencies"])
    for name, extra in zip(LOCKS, ("server", "dev", "bench"), strict=True):
        wanted |= set(project["optional-dependencies"][extra])
        locked = {requirement.split("==")[0] for requirement in _locked(name)}
        assert {re.split(r"[\[<>=]", requirement)[0] for requirement in wanted} <= locked


def test_each_lock_is_a_part_of_the_next() -> None:
    server, dev, bench = map(_locked, LOCKS)
    assert server <= dev <= bench


def test_bots_speak_the_same_wire_as_the_server_and_find_nothing_of_it() -> None:
    server, hosted = _locked("requirements.txt"), _locked(HOSTED)
    wanted = (PROJECT_DIR / "deploy" / "requirements-hosted.in").read_text()
    names = {requirement.split("==")[0] for requirement in hosted}
    assert set(re.findall(r"^[a-z]+", wanted, re.MULTILINE)) <= names
    assert names == {"grpcio", "numpy", "protobuf", "typing-extensions"}
    shared = {requirement for requirement in hosted if not requirement.startswith("numpy==")}
    assert shared <= server


def test_authors_and_the_web_are_told_what_the_lock_holds() -> None:
    assert (PROJECT_DIR / "arena" / "archive" / PACKAGES_FILE).read_text() == lock.hosted_packages()
    told = {f"{name}=={version}" for name, version in what_bots_find().packages.items()}
    assert told == _locked(HOSTED)


def test_a_bot_authors_part_imports_without_the_servers_packages() -> None:
    """The base dependencies must be enough for what authors import."""
    code = (
        "import sys\n"
        "for name in ('django', 'celery', 'psycopg', 'kombu'): sys.modules[name] = None\n"
        "import arena.sdk, arena.games, arena.protocol.v1.hello_pb2, scoring\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=PROJECT_DIR, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
