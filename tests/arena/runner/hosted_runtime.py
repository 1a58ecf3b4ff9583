"""The real hosted runtime for tests: built once per clone, by whoever comes first."""

from pathlib import Path

from arena.runner.runtime import Runtime, build

FOLDER = Path(__file__).resolve().parents[3] / "var" / "test-runtime"
"""For `DURAKO_RUNTIME` too."""


def hosted_runtime() -> Runtime:
    """Seconds for the first caller of a clone, who fetches the packages too; then at once.

    Several test processes may ask at the same time: one builds, the others wait.
    """
    return build(FOLDER)
