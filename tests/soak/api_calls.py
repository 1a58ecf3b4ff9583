"""schemathesis over the whole OpenAPI document for longer than `make test` does, each time with
other calls."""

import os
import subprocess
import sys
from typing import Final

EXAMPLES: Final = "DURAKO_FUZZ_EXAMPLES"
"""The variable that says how many calls of a kind are tried; here, as soaks know no Django."""
LONG: Final = 100
"""From so many on they are other ones each time; fewer are always the same, so that nobody's change
fails by chance."""


def soak(*, short: bool) -> None:
    """With a token and without, part by part."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "2", "tests/deploy/test_api_fuzz.py"],
        env={**os.environ, EXAMPLES: "10" if short else str(LONG)},
        check=False,
    )
    assert done.returncode == 0, "calls that the document does not tell the truth about: see above"
