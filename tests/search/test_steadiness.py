"""The study of what luck does to a search: its table takes luck off, and the command runs and says what is wrong."""

from __future__ import annotations

import doctest
import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def steadiness(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return importlib.import_module("steadiness")


def test_the_table_takes_luck_off(steadiness: Any) -> None:
    source = np.random.default_rng(1)
    truth = source.normal(0.5, 0.1, (5000, 1, 1)) + np.array([0.0, 0.0, 0.03])[:, None]
    found = truth + source.normal(0, 1, (5000, 3, 4)) * np.array([0.05, 0.02, 0.01])[:, None]
    rows = [line.split() for line in steadiness.table_of(found, ["1", "2", "3"]).splitlines()[1:]]
    assert [float(row[1]) for row in rows] == pytest.approx([0.05, 0.02, 0.01], abs=0.001)
    assert float(rows[1][2]) < 0.006
    assert float(rows[2][2]) == pytest.approx(0.03, abs=0.002)
    assert doctest.testmod(steadiness).failed == 0


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("-o", "players=3", "--positions", "1", "--budgets", "4,8", "--times", "2"), 0, "1 positions, 2 moves"),
        (("--times", "1"), 2, "two times"),
        (("--budgets", "soon"), 2, "'soon' is no budget"),
        (("--set", "nothing=1"), 2, "a setting is NAME=NUMBER"),
    ],
)
def test_the_command(words: tuple[str, ...], code: int, told: str) -> None:
    done = subprocess.run([sys.executable, "steadiness.py", "azul", *words], cwd=BENCHMARKS, capture_output=True, text=True, timeout=300)
    assert done.returncode == code, done.stderr
    assert told in done.stdout + done.stderr
