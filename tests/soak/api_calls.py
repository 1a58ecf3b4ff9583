"""schemathesis over the whole OpenAPI document for longer than `make test` does, each time with
other calls."""

import os
import subprocess
import sys
from typing import Final

EXAMPLES: Final = "DURAKO_FUZZ_EXAMPLES"
"""The variable that says how many calls of a kind are tried, other ones each time; without it only
a few are, always the same. Here, because a soak knows no Django."""


def soak(*, short: bool) -> None:
    """With a token and without, part by part."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "2", "tests/deploy/test_api_fuzz.py"],
        env={**os.environ, EXAMPLES: "10" if short else "150"},
        check=False,
    )
    assert done.returncode == 0, "calls that the document does not tell the truth about: see above"
