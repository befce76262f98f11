"""Every numbered rule is checked by at least one test: one that bears `@pytest.mark.rule("A3.2")` and asserts something."""

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


def sections() -> set[str]:
    """The numbers of all sections, which a test may name as a whole."""
    texts = [path.read_text() for path in (ROOT / "docs" / "rules").glob("*.md")]
    return {number for text in texts for number in re.findall(r"^## ([ABD]\d+)\b", text, flags=re.M)}


def marked(node: ast.AST) -> list[str]:
    """The rules named by the marker of a test function; none for anything else."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or not node.name.startswith("test_"):
        return []
    calls = [call for call in node.decorator_list if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.rule"]
    return [ast.literal_eval(argument) for call in calls for argument in call.args]


def asserts_something(node: ast.AST) -> bool:
    """Whether an assertion that can fail, or an expected error, is in a function."""
    for part in ast.walk(node):
        if isinstance(part, ast.Assert) and not isinstance(part.test, ast.Constant):
            return True
        if isinstance(part, ast.With) and any(ast.unparse(item.context_expr).startswith("pytest.raises(") for item in part.items):
            return True
    return False


def marked_tests() -> list[tuple[str, list[str], bool]]:
    """Every test with a marker: its name, the rules it names, and whether it asserts anything."""
    return [
        (f"{path.name}::{node.name}", marked(node), asserts_something(node))
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and marked(node)
    ]


def test_there_are_rules() -> None:
    assert {"A3.2", "D4.5", "B4.2", "A9", "B2"} <= rules()
    assert len(rules()) > 80


def test_every_rule_is_checked_by_a_test() -> None:
    checked = {number for _, numbers, asserts in marked_tests() if asserts for number in numbers}
    assert sorted(rules() - checked) == []


def test_every_marked_test_asserts_something() -> None:
    assert [name for name, _, asserts in marked_tests() if not asserts] == []


def test_only_rules_that_exist_are_named() -> None:
    known = rules() | sections()
    assert [(name, number) for name, numbers, _ in marked_tests() for number in numbers if number not in known] == []


def test_a_mention_in_a_docstring_is_not_enough() -> None:
    functions = ast.parse(
        """
def test_mentioned():
    "A3.2"
    assert len(rules()) > 0

@pytest.mark.rule("A3.2")
def test_says_nothing():
    "A3.2"
    assert True

@pytest.mark.rule("A3.2", "A3.3")
def test_checks():
    assert len(rules()) > 0
"""
    ).body
    assert [(marked(function), asserts_something(function)) for function in functions] == [
        ([], True),
        (["A3.2"], False),
        (["A3.2", "A3.3"], True),
    ]
