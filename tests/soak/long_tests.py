"""The tests that take too long for `make test`: whole stories with everything real, pages in every
language, and schemathesis over the whole OpenAPI document, in the long soak with more calls, and
with other ones each time."""

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
    """All that are marked `long`."""
    done = subprocess.run(
        [sys.executable, "-m", "tests", "long"],
        env={**os.environ, EXAMPLES: "10" if short else str(LONG)},
        check=False,
    )
    assert done.returncode == 0, "some of the long tests failed: see above"
