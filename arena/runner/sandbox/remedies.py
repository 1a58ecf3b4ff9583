"""What to do where a sandbox does not start: what bwrap says, and what the machine is set to."""

from pathlib import Path
from typing import Final

_CONTAINER: Final = (
    "In a container, start it with --security-opt seccomp=unconfined --security-opt "
    "apparmor=unconfined --security-opt systempaths=unconfined, or run the worker outside."
)


def remedy(complaint: str, *, proc: Path = Path("/proc")) -> str:
    """One sentence for one cause; the machine's settings are believed before the complaint."""
    if "bwrap of version" in complaint:
        return ""  # it says so itself
    if _setting(proc / "sys/kernel/apparmor_restrict_unprivileged_userns") == "1":
        return (
            "Allow user namespaces: sysctl kernel.apparmor_restrict_unprivileged_userns=0, "
            "or an AppArmor profile for bwrap."
        )
    if _setting(proc / "sys/kernel/unprivileged_userns_clone") == "0":
        return "Allow user namespaces: sysctl kernel.unprivileged_userns_clone=1."
    if _setting(proc / "sys/user/max_user_namespaces") == "0":
        return "Allow user namespaces: sysctl user.max_user_namespaces=10000."
    if "unshare" in complaint or "namespace" in complaint or "proc" in complaint:
        return _CONTAINER
    return "Run `manage.py doctor` for more, and build the hosted runtime again."


def _setting(path: Path) -> str:
    return path.read_text().strip() if path.exists() else ""
