"""Generates arena/protocol from proto/, and tells when the committed code is out of date."""

import argparse
import filecmp
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

PROJECT_DIR = Path(__file__).resolve().parents[1]
SOURCES = PROJECT_DIR / "proto"
BASELINE = SOURCES / "baseline.binpb"


def _sources() -> list[str]:
    return sorted(str(path.relative_to(SOURCES)) for path in SOURCES.rglob("*.proto"))


def generate(target: Path) -> None:
    """Write the Python code for every .proto file under `target`."""
    subprocess.run(
        [
            sys.executable, "-m", "grpc_tools.protoc", f"--proto_path={SOURCES}",
            f"--python_out={target}", f"--pyi_out={target}", f"--grpc_python_out={target}",
            *_sources(),
        ],
        check=True,
    )  # fmt: skip
    # Files without a service get an empty gRPC module: leave those out.
    for path in target.rglob("*_pb2_grpc.py"):
        if "Stub" not in path.read_text():
            path.unlink()
    for folder in {path.parent for path in target.rglob("*_pb2.py")}:
        (folder / "__init__.py").touch()


def differences() -> list[str]:
    """The generated files that are missing, changed or left over in the repository."""
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder)
        generate(fresh)
        new = {path.relative_to(fresh) for path in fresh.rglob("*") if path.is_file()}
        committed = {
            path.relative_to(PROJECT_DIR)
            for path in (PROJECT_DIR / "arena" / "protocol").rglob("*_pb2*.py*")
            if path.suffix in {".py", ".pyi"}
        }
        changed = {
            path
            for path in new & committed
            if not filecmp.cmp(fresh / path, PROJECT_DIR / path, shallow=False)
        }
        generated = {path for path in new if "_pb2" in path.name}
    return sorted(str(path) for path in changed | (generated ^ committed))


def buf(*arguments: str) -> int:
    """Run buf, which comes in a wheel and needs no network for this."""
    program = shutil.which("buf", path=sysconfig.get_path("scripts"))
    if program is None:
        sys.exit("buf is not installed: run `make lint`, which installs it.")
    with tempfile.TemporaryDirectory() as cache:  # its own would be in the user's home
        environment = {**os.environ, "BUF_CACHE_DIR": cache}
        done = subprocess.run([program, *arguments], cwd=SOURCES, env=environment, check=False)
    return done.returncode


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing, only compare")
    parser.add_argument(
        "--accept-breaking", action="store_true", help="make today's protocol the new baseline"
    )
    arguments = parser.parse_args()
    if arguments.accept_breaking:
        sys.exit(buf("build", "--output", str(BASELINE)))
    if not arguments.check:
        generate(PROJECT_DIR)
        return
    if stale := differences():
        sys.exit(f"Out of date, run `make proto`: {', '.join(stale)}")
    sys.exit(buf("lint") or buf("breaking", "--against", str(BASELINE)))


if __name__ == "__main__":
    main()
