"""stub"""


def league() -> None:
    """x"""
