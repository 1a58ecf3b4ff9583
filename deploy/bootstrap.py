"""From a bare Python to an installed environment: `make` runs this before anything else.

Only the standard library, and only Python that old versions can read far enough to say that they
are too old. Nothing of ours is imported, and nothing is installed outside the project's folder,
except a browser for the tests where the machine has none.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

PROJECT_DIR = Path(__file__).resolve().parent.parent
VENV_DIR = PROJECT_DIR / ".venv"
VENV_PYTHON = VENV_DIR / "bin" / "python"
LOCKS = {
    "server": PROJECT_DIR / "deploy" / "requirements.txt",
    "dev": PROJECT_DIR / "deploy" / "requirements-dev.txt",
    "bench": PROJECT_DIR / "deploy" / "requirements-bench.txt",
}
CONTAINED = {"server": (), "dev": ("server",), "bench": ("dev", "server")}
HEADLESS = "chromium-headless-shell"
"""The same Chromium without windows: it takes a fifth less of the cores. Debian's package and
Playwright's download have this name, too."""
BROWSERS = (HEADLESS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
OLDEST_PYTHON = (3, 11)


def say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - nothing nicer is installed yet


def stop(text: str) -> None:
    sys.exit("\n" + text)


def install(kind: str) -> None:
    """Make `.venv` hold what the lock says, or more: bench contains dev, dev contains server."""
    if VENV_DIR.exists() and VENV_DIR.stat().st_uid != os.geteuid():
        stop(f"{VENV_DIR} belongs to another user: run this as that user, or in your own clone.")
    wanted = _fingerprint(kind)
    stamp = VENV_DIR / "installed"
    if wanted in _read(stamp).split() and _runs(VENV_PYTHON):
        return
    try:
        _make_venv()
        stamp.unlink(missing_ok=True)
    except OSError as error:
        stop(
            f"The environment cannot be created in {VENV_DIR} ({error.strerror}). "
            "Make the folder writable, or clone into one that is."
        )
    lock = LOCKS[kind]
    count = lock.read_text().count("==")
    say(f"Installing {count} locked packages into .venv (only now and when they change) …")
    pip = [str(VENV_PYTHON), "-m", "pip", "--disable-pip-version-check"]
    done = subprocess.run(
        [*pip, "install", "--require-hashes", "--no-deps", "--requirement", str(lock)],
        env={**os.environ, "PIP_NO_INPUT": "1", "PIP_ROOT_USER_ACTION": "ignore"},
        check=False,
    )
    if done.returncode != 0:
        stop(
            "The packages could not be installed; pip's message is above. Check the network (or "
            "your pip configuration) and run the same command again: it goes on where it stopped."
        )
    stamp.write_text("\n".join(map(_fingerprint, (kind, *CONTAINED[kind]))))


def _make_venv() -> None:
    if VENV_PYTHON.exists() and _runs(VENV_PYTHON):
        return
    shutil.rmtree(VENV_DIR, ignore_errors=True)
    VENV_DIR.mkdir()
    say(f"Creating .venv with Python {sys.version.split()[0]} …")
    done = subprocess.run(
        [sys.executable, "-m", "venv", str(VENV_DIR)], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        shutil.rmtree(VENV_DIR, ignore_errors=True)
        stop(
            f"Python could not create a virtual environment:\n{done.stdout}{done.stderr}\n"
            "On Debian and Ubuntu the package python3-venv is missing."
        )


def _runs(python: Path) -> bool:
    """A folder that was moved to another machine, or an upgraded system, may break it."""
    try:
        return subprocess.run([python, "-c", ""], check=False).returncode == 0
    except OSError:
        return False


def _fingerprint(kind: str) -> str:
    return hashlib.sha256(LOCKS[kind].read_bytes()).hexdigest()


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""


def chromium() -> str | None:
    """The Chromium that CHROMIUM names, or the machine's own."""
    names = (os.environ.get("CHROMIUM", ""), *BROWSERS)
    return next((found for name in names if name and (found := shutil.which(name))), None)


def browser() -> None:
    """A Chromium for the browser tests: the machine's, else Debian's, else Playwright's."""
    named = os.environ.get("CHROMIUM")
    if named and not shutil.which(named):
        stop(f"CHROMIUM names {named}, which cannot be run. Name another, or unset it.")
    if chromium():
        return
    if os.geteuid() == 0 and shutil.which("apt-get"):
        say("Installing Chromium for the browser tests with apt (only now) …")
        apt = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        install = ["install", "-y", "-qq", "--no-install-recommends"]
        for arguments in (["update", "-qq"], [*install, HEADLESS], [*install, "chromium"]):
            command = ["apt-get", *arguments]
            subprocess.run(command, env=apt, stdout=subprocess.DEVNULL, check=False)
            if chromium():
                return
    say("Downloading Playwright's Chromium for the browser tests (only now) …")
    done = subprocess.run(
        [str(VENV_PYTHON), "-m", "playwright", "install", HEADLESS],
        capture_output=True,
        check=False,
    )
    if done.returncode != 0:
        say("!!! NO CHROMIUM COULD BE FOUND OR INSTALLED: THE BROWSER TESTS WILL BE SKIPPED !!!")


def main() -> None:
    if sys.version_info < OLDEST_PYTHON:
        stop(
            f"Durako needs Python 3.11 or newer; this is {sys.version.split()[0]}. "
            "Name a newer one: make run PYTHON=python3.12"
        )
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=sorted(LOCKS))
    parser.add_argument("--browser", action="store_true")
    arguments = parser.parse_args()
    install(arguments.kind)
    if arguments.browser:
        browser()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        stop("Interrupted. Run the same command again: it goes on where it stopped.")
