"""Tokens are compared in constant time: how long `==` takes tells how much of a guess was right.

A clock would hardly see it, so the source is looked at.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import arena.gameserver as package

FOLDER = Path(package.__file__).parent
SECRET = ("token", "digest")
COMPARES_IN_CONSTANT_TIME = {
    "doors.py": ["SeatDoor._admit"],
    "tokens.py": ["TicketBook.find", "same_token"],
}


def compared_plainly(source: str) -> list[str]:
    """Comparisons that end at the first difference, of something that is named like a secret."""
    return [
        ast.unparse(node)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Compare)
        and any(isinstance(op, ast.Eq | ast.NotEq) for op in node.ops)
        and any(_is_secret(side) for side in (node.left, *node.comparators))
    ]


def _is_secret(side: ast.expr) -> bool:
    """A value by such a name, or what a function by such a name gives; not its length."""
    called = side.func if isinstance(side, ast.Call) else side
    name = {ast.Name: "id", ast.Attribute: "attr"}.get(type(called), "")
    return any(word in getattr(called, name, "") for word in SECRET)


def callers(source: str) -> Iterator[str]:
    """Functions that call `hmac.compare_digest`."""
    for around in ast.walk(ast.parse(source)):
        for node in getattr(around, "body", []) if _holds_functions(around) else ():
            if isinstance(node, ast.FunctionDef) and "hmac.compare_digest(" in ast.unparse(node):
                yield (
                    f"{around.name}.{node.name}" if isinstance(around, ast.ClassDef) else node.name
                )


def _holds_functions(node: ast.AST) -> bool:
    return isinstance(node, ast.Module | ast.ClassDef)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.name)
def test_no_secret_is_compared_plainly(path: Path) -> None:
    assert compared_plainly(path.read_text()) == []


def test_tokens_are_compared_where_they_are_checked() -> None:
    found = {path.name: sorted(callers(path.read_text())) for path in FOLDER.glob("*.py")}
    assert {name: functions for name, functions in found.items() if functions} == (
        COMPARES_IN_CONSTANT_TIME
    )


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ("token_digest(token) == self._ticket.digest", True),
        ("if given_token != wanted: pass", True),
        ("hmac.compare_digest(token_digest(one), digest)", False),
        ("name == TOKEN", False),
        ("len(token) < 32", False),
    ],
)
def test_what_a_plain_comparison_looks_like(source: str, seen: bool) -> None:
    assert bool(compared_plainly(source)) is seen
