"""What can go wrong while starting, told as a sentence that says what to do."""


class Problem(Exception):  # noqa: N818 - it is shown to a person, who does not think in errors
    """Its text is printed as it stands, without a traceback."""
