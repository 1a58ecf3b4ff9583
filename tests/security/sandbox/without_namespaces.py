"""Make a machine that allows no user namespaces, as far as one process is concerned, and go on.

    python -m tests.security.sandbox.without_namespaces MODULE …

An ordinary user can do that: in a user namespace of its own it sets the number that is allowed
below it to zero, as an administrator might have done for the whole machine.
"""

import os
import sys
from pathlib import Path

from tests.security.sandbox.as_user import checked, libc

CLONE_NEWUSER = 0x10000000


def main() -> None:
    uid, gid = os.getuid(), os.getgid()
    checked(libc().unshare(CLONE_NEWUSER))
    Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
    Path("/proc/self/uid_map").write_text(f"{uid} {uid} 1", encoding="ascii")
    Path("/proc/self/gid_map").write_text(f"{gid} {gid} 1", encoding="ascii")
    Path("/proc/sys/user/max_user_namespaces").write_text("0", encoding="ascii")
    os.execv(sys.executable, [sys.executable, "-m", *sys.argv[1:]])


if __name__ == "__main__":
    main()
