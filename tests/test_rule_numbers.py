"""Every numbered rule is named by at least one test."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
NUMBER = re.compile(r"\b[ABD]\d+(?:\.\d+)?\b")


def rules() -> set[str]:
    """The numbers of all rules; a section counts itself where its lines bear no numbers."""
    found = set()
    for path in (ROOT / "docs" / "rules").glob("*.md"):
        for section in re.split(r"^## ", path.read_text(), flags=re.M)[1:]:
            numbers = re.findall(r"^- ([ABD]\d+\.\d+)", section, flags=re.M)
            found.update(numbers or NUMBER.findall(section.split("\n")[0]))
    return found


def named_by_tests() -> set[str]:
    """The numbers in the docstrings of all test functions."""
    found = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for number in NUMBER.findall(ast.get_docstring(node) or ""):
                    found.add(number)
                    found.add(number.split(".")[0])
    return found


def test_there_are_rules() -> None:
    assert {"A3.2", "D4.5", "B4.2", "A9", "B2"} <= rules()
    assert len(rules()) > 80


def test_every_rule_is_named_by_a_test() -> None:
    assert sorted(rules() - named_by_tests()) == []
