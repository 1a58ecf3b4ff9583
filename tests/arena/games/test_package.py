"""The package's own description shows the interface, so it must be true."""

import doctest

import arena.games


def test_the_examples_of_the_package_are_true() -> None:
    tested = doctest.testmod(arena.games, optionflags=doctest.ELLIPSIS)
    assert tested.attempted > 20
    assert not tested.failed
