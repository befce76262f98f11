"""The browser's review under Node: the same numbers as Python's, for the same game, seed and budget."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tegel.core.record import Record
from tegel.search.review import review as reviewing
from tegel.search.review.effort import Effort
from tegel.search.review.native import Native
from tegel.search.review.plain import plain_review
from tests.configurations import new_table, play_random

Engine = Callable[[str], Path]
SCRIPT = Path(__file__).with_name("review.mjs")
CONFIGURATIONS = [("azul", {"players": 3, "rounds": 2}, 24), ("duel", {}, 4), ("blockers", {"players": 3}, 2)]


def in_browser(engine: Path, bundle: Path, record: Record, effort: Effort, learned: bool) -> Any:
    """The review of the browser's code."""
    said = {"simulations": effort.simulations, "redraws": effort.redraws, "seed": 5}
    job = {"game": record.game.name, "record": record.dumps(), "effort": said, "learned": learned}
    node = shutil.which("node") or "node"
    command = [node, str(SCRIPT), str(bundle), str(engine)]
    done = subprocess.run(command, input=json.dumps(job), capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["found"]


def assert_same(found: Any, expected: Any, where: str = "") -> None:
    """The same structure, with numbers that differ by rounding at most."""
    if isinstance(expected, dict):
        assert list(found) == list(expected), where
        for name, value in expected.items():
            assert_same(found[name], value, f"{where}.{name}")
    elif isinstance(expected, list):
        assert len(found) == len(expected), where
        for at, value in enumerate(expected):
            assert_same(found[at], value, f"{where}[{at}]")
    elif isinstance(expected, float):
        assert found == pytest.approx(expected, abs=2e-4 if abs(expected) < 2 else 2e-2), where
    else:
        assert found == expected, where


@pytest.mark.parametrize(("name", "options", "simulations"), CONFIGURATIONS)
def test_the_browsers_review_is_pythons(
    engine: Engine, bundle: Path, monkeypatch: pytest.MonkeyPatch, name: str, options: dict[str, Any], simulations: int
) -> None:
    record = play_random(new_table(name, options, 3), 3).record
    assert record.over
    effort = Effort(simulations, 2)
    monkeypatch.setattr(reviewing, "Native", partial(Native, learned=False))  # networks round differently on different machines
    expected = json.loads(json.dumps(plain_review(reviewing.review(record, effort, seed=5))))
    found = in_browser(engine(name), bundle, record, effort, learned=False)
    assert_same(found, expected)
    assert any(move["loss"] > 0 for move in found["moves"])


def test_with_the_network_the_parts_add_up_too(engine: Engine, bundle: Path) -> None:
    record = play_random(new_table("azul", {"players": 2, "rounds": 1}, 3), 3).record
    found = in_browser(engine("azul"), bundle, record, Effort(60, 2), learned=True)
    parts = found["parts"]
    for seat in (0, 1):
        total = sum(round(10_000 * parts[each][seat]) for each in ("start", "luck", "errors", "gifts", "rest"))
        assert total == round(10_000 * parts["result"][seat])
    assert all(sum(win) == pytest.approx(1, abs=3e-4) for win in found["curve"])


@pytest.mark.parametrize(("hints", "on_device"), [((), True), ((2, 0), True), ((0, 1), False)])
def test_records_of_a_device_and_with_hints_are_read_as_well(engine: Engine, bundle: Path, hints: tuple[int, ...], on_device: bool) -> None:
    record = play_random(new_table("azul", {"players": 2, "rounds": 1}, 3), 3).record
    found = in_browser(engine("azul"), bundle, replace(record, hints=hints, on_device=on_device), Effort(4, 2), learned=False)
    assert len(found["moves"]) == len(record.moves)
