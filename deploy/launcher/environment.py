"""The launcher's folder: secrets made once, and one launcher at a time."""

import contextlib
import fcntl
import hashlib
import json
import os
import secrets
import socket
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Self

from arena.runner.signing import key_create
from deploy.launcher.problems import Problem

PROJECT_DIR = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Secrets:
    """Made on the first start, kept in one file that only its owner may read."""

    django: str = field(default_factory=lambda: secrets.token_urlsafe(48))
    database_admin: str = field(default_factory=lambda: secrets.token_hex(24))
    database: str = field(default_factory=lambda: secrets.token_hex(24))
    queue: str = field(default_factory=lambda: secrets.token_hex(24))
    demo: str = field(default_factory=lambda: secrets.token_hex(6))
    task_signing: str = field(default_factory=key_create)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read them; make those that are missing."""
        known = _read_json_object(path)
        if not known and (path.parent / "postgres").exists():
            raise Problem(
                f"{path} is missing. It holds the passwords of the database beside it: restore it "
                f"from a backup, or move {path.parent} away to begin anew without its data."
            )
        loaded = cls(**{name: known[name] for name in cls.__dataclass_fields__ if name in known})
        if asdict(loaded) != known:
            write_private(path, json.dumps(asdict(loaded), indent=2))
        return loaded


def _read_json_object(path: Path) -> dict[str, str]:
    try:
        known = json.loads(path.read_text())
    except FileNotFoundError:
        return {}
    except ValueError:  # not JSON, or not even text
        known = None
    if not isinstance(known, dict):
        raise Problem(
            f"{path} cannot be read. It holds the database's passwords: restore it from a backup, "
            f"or move {path.parent} away to begin anew without its data."
        )
    return known


def write_private(path: Path, text: str) -> None:
    """Write a file for its owner only, whole or not at all."""
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.unlink(missing_ok=True)
    with os.fdopen(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
        file.write(text)
    unfinished.replace(path)


def var_dir() -> Path:
    """The folder that holds everything this machine makes."""
    return Path(os.environ.get("DURAKO_VAR", str(PROJECT_DIR / "var"))).absolute()


def make_var_dir() -> Path:
    """Create the folder, or say what is in the way."""
    folder = var_dir()
    _check_owner(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        (folder / "log").mkdir(exist_ok=True)
        probe = folder / ".writable"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise Problem(
            f"Durako keeps its data in {folder}, which cannot be written ({error.strerror}). "
            "Make it writable, or choose another folder: `DURAKO_VAR=/some/folder make run`."
        ) from error
    return folder


def _check_owner(folder: Path) -> None:
    """One start as root would leave files that the owner cannot use any more."""
    if folder.exists() and folder.stat().st_uid != os.geteuid():
        raise Problem(
            f"{folder} belongs to another user (number {folder.stat().st_uid}). Run this as that "
            "user, or choose another folder: `DURAKO_VAR=/some/folder make run`."
        )


@contextmanager
def only_launcher(folder: Path) -> Iterator[None]:
    """Hold the folder for this launcher. The lock goes with the process, however it ends."""
    with (folder / "launcher.lock").open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.seek(0)
            raise Problem(
                f"Durako already runs from {folder} (process {file.read().strip() or 'unknown'}). "
                "Stop that one first, or choose another folder: "
                "`DURAKO_VAR=/some/folder make run PORT=8001 GAME_PORT=8011`."
            ) from error
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield


def make_sockets_dir(folder: Path) -> Path:
    """A folder for Unix sockets: their names must be short, and bots in their sandboxes must get
    through to them, though they may not enter ours."""
    name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
    sockets = Path(tempfile.gettempdir()) / f"durako-{name}"
    with contextlib.suppress(FileExistsError):
        sockets.mkdir(mode=0o711)
    found = sockets.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
        raise Problem(f"{sockets} belongs to somebody else. Remove it, or set TMPDIR.")
    sockets.chmod(0o711)
    return sockets


def check_port_is_free(host: str, port: int, variable: str) -> None:
    """Better a sentence now than a web process that cannot start."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise Problem(
                f"Port {port} on {host} cannot be used ({error.strerror}). Stop the program that "
                f"uses it, or choose another: `make run {variable}={max(port, 8000) + 1}`."
            ) from error


def check_ports_differ(port: int, game_port: int) -> None:
    """Each of them is free, but the web and the game server cannot share one."""
    if port == game_port:
        other = port + 1 if port < 65535 else port - 1
        raise Problem(
            f"The web and the game server cannot both listen on port {port}. "
            f"Choose another for one of them: `make run PORT={port} GAME_PORT={other}`."
        )
