"""What can go wrong while a runtime is built."""


class BuildError(Exception):
    """Its text is a sentence that says what to do."""
