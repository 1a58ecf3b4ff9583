"""Every clause of the rules has a test that carries its number."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CLAUSE = r"(?:rule_\d+|O\d+|V1|TM?\d+|EP1|SW1|CT1|NT1|SE1|WE1|CH\d|1J_\d+b?|1[HIK]|A\d_\d+)"
LEADING = re.compile(rf"test_({CLAUSE}(?:_and_{CLAUSE})*)_", re.IGNORECASE)


def clauses() -> list[str]:
    """The list in `clauses.txt`, runs written out."""
    found: list[str] = []
    for line in (HERE / "clauses.txt").read_text().splitlines():
        for word in line.split()[1:] if line and not line.startswith("#") else ():
            first, _, last = word.partition("-")
            head, number = re.fullmatch(r"(.*?)(\d+b?)", first).groups() if last else (first, "")  # type: ignore[union-attr]
            until = int(last.removeprefix(head)) if last else 0
            found += [f"{head}{n}" for n in range(int(number), until + 1)] if last else [first]
    return found


@cache
def by_clause() -> dict[str, list[str]]:
    """The tests of each clause, by the numbers in their names."""
    found: dict[str, list[str]] = {}
    for path in sorted(HERE.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            named = LEADING.match(node.name) if isinstance(node, ast.FunctionDef) else None
            for clause in named[1].split("_and_") if named else ():
                found.setdefault(clause.casefold(), []).append(f"{path.name}::{named}")
    return found


def test_the_list_is_complete() -> None:
    listed = clauses()
    assert len(set(listed)) == len(listed)
    assert len(listed) == 20 + 42 + 11 + 7 + 1 + 5 + 4 + 2 + 5 + 1 + 44


@pytest.mark.parametrize("clause", clauses())
def test_a_clause_has_a_test(clause: str) -> None:
    assert by_clause().get(clause.casefold()), f"name a test after clause {clause}"


def test_no_test_names_a_clause_that_is_not_there() -> None:
    assert set(by_clause()) <= {clause.casefold() for clause in clauses()}
