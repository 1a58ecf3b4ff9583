"""Every attack that was named when the sandbox was planned, and the test that proves it harmless.

An attack without a test, and a test that is not there any more, both fail here.
"""

import importlib
from collections.abc import Iterator
from types import FunctionType

import pytest

IN_THE_SANDBOX = {
    "test_sight": """
        read_etc_shadow read_host_home env_has_only_allowlist pid1_environ_no_secret
        proc_shows_only_self inherited_fds_only_012 write_bot_dir write_root unlink_socket
        sibling_socket""",
    "test_network": "tcp_loopback tcp_internet vsock netlink_packet abstract_uds",
    "test_kernel": """
        mount unshare_userns ptrace keyctl io_uring setuid0 caps_zero_nnp_1_seccomp_2
        host_uid_not_root fork_strict raise_rlimit""",
    "test_greed": "forkbomb thread_bomb memory_bomb tmp_fill shm_private stdout_flood",
    "test_endings": "cpu_loop sleep_forever kill_all kill_sibling",
    "test_worker_death": "worker_sigkill",
    "test_host": "host_never_follows_bot_symlink",
    "test_refusal": "probe_fails_match_refused insecure_flag_needs_debug",
}
ON_THE_WIRE = """
    message_too_big metadata_too_big turn_timeout out_of_turn stream_flood token_guess_lockout
    token_replay_other_match token_after_match_end silent_connection_closed sibling_socket"""
IN_ARCHIVES = {
    "zip bombs": [
        "packed 1000 times", "honest and too large", "entries inside of each other",
        "many entries with the same data", "archives in archives",
    ],
    "traversal": ["a way out", "a way out in the middle", "a way out among ignored files"],
    "absolute paths": ["an absolute path", "two slashes first", "a drive"],
    "symlinks": ["a link", "a link that names no system", "a link in a further field"],
    "devices": ["a device", "a disk", "a pipe", "a socket"],
    "case duplicates": ["two cases", "two cases of a folder", "two ways to write an accent"],
    "backslashes": ["backslashes", "a share"],
    "too many entries": ["too many files", "too many folders that are not listed"],
    "lying sizes": [
        "larger than it says", "smaller than it says", "much larger, and says nothing", "two sizes",
    ],
}  # fmt: skip
ARCHIVES = ("tests.security.test_archives", "it_is_refused_with_the_entry_and_nothing_is_written")
NAMED_AT_FIRST = 57
"""Kinds of malformed archives among them; so that none is dropped here without a thought."""


def proofs() -> Iterator[tuple[str, str, str, str]]:
    """The attack, the module, the test without its first word, and which case of it."""
    for module, names in IN_THE_SANDBOX.items():
        for name in names.split():
            yield name, f"tests.security.sandbox.{module}", name, ""
    for name in ON_THE_WIRE.split():
        yield name, "tests.security.test_wire_attacks", name, ""
    for name, cases in IN_ARCHIVES.items():
        for case in cases:
            yield name, *ARCHIVES, case


@pytest.mark.parametrize(
    ("module", "test", "case"),
    [pytest.param(*proof, id=f"{name} {proof[-1]}".strip()) for name, *proof in proofs()],
)
def test_the_attack_has_its_test(module: str, test: str, case: str) -> None:
    found = getattr(importlib.import_module(module), f"test_{test}", None)
    assert isinstance(found, FunctionType), f"{module} has no test_{test}"
    assert not case or case in _cases(found), f"test_{test} has no case {case!r}"


def _cases(test: FunctionType) -> list[str]:
    marks = getattr(test, "pytestmark", [])
    return [str(case) for mark in marks if mark.name == "parametrize" for case in mark.args[1]]


def test_no_attack_was_dropped() -> None:
    assert len({name for name, *_ in proofs()}) == NAMED_AT_FIRST
