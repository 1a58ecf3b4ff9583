"""Becomes another program, one that it wrote itself, and looks whether that one may do more."""

import os
import shutil
import sys
from pathlib import Path

from tests.security.sandbox.hostile.calls import becoming_root, standing
from tests.security.sandbox.hostile.kit import outcome, tell

PLACE = Path("/tmp/reborn")


def main() -> None:
    if os.environ.get("REBORN"):
        tell({"reborn": os.environ["REBORN"], "standing": standing(), "root": becoming_root()})
        return
    module = [__spec__.name, *sys.argv[1:]]
    way = sys.argv[3]
    environment = {**os.environ, "REBORN": way, "LD_PRELOAD": "/tmp/evil.so"}
    if way == "tmp":
        shutil.copy(os.path.realpath(sys.executable), PLACE)
        PLACE.chmod(0o6755)
        started = str(PLACE)
    else:
        memory = os.memfd_create("reborn", 0)
        os.write(memory, Path(sys.executable).read_bytes())
        started = f"/proc/self/fd/{memory}"
    environment["PYTHONHOME"] = sys.base_prefix
    refused = outcome(lambda: os.execve(started, ["python", "-m", *module], environment))
    tell({"reborn": "", "refused": refused})


if __name__ == "__main__":
    main()
