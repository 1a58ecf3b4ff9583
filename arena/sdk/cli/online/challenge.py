"""stub"""


def challenge() -> None:
    """x"""
