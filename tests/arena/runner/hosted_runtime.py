"""The real hosted runtime for tests: built once per clone, by whoever comes first."""

from arena.runner.runtime import Runtime, build
from tests.deploy.service import PROJECT_DIR

FOLDER = PROJECT_DIR / "var" / "test-runtime"
"""For `DURAKO_RUNTIME` too."""


def hosted_runtime() -> Runtime:
    """Seconds for the first caller of a clone, who fetches the packages too; then at once.

    Several test processes may ask at the same time: one builds, the others wait.
    """
    return build(FOLDER)
