"""The comparison of settings of PPO goes on where it was, and tells what it found."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.ppo_settings import SETTINGS, table
from tests.rotation import in_turn

SMALL = "--seconds 0.1 --envs 8 --length 4 --games 1 --tests 1 --hidden 8"


@in_turn
def test_a_run_that_is_there_is_not_made_again(tmp_path: Path) -> None:
    if importlib.util.find_spec("torch") is None:
        pytest.skip("PyTorch is not installed: pip install 'tegel[train]'")
    out = tmp_path / "ppo.json"
    there = {"label": "azul: no look-ahead, self-play", "words": "", "seed": 1, "curve": [{"steps": 5, "greedy": 0.4, "seconds": 1}]}
    out.write_text(json.dumps([there]))
    command = [sys.executable, "benchmarks/ppo_settings.py", "--out", str(out), "--only", "azul: no look-ahead, ", *SMALL.split()]
    told = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True).stdout
    runs = json.loads(out.read_text())
    assert runs[0] == there
    assert [run["label"] for run in runs] == [each.label for each in SETTINGS if each.label.startswith("azul: no look-ahead, ")]
    assert told.endswith(table(runs))


def test_the_example_knows_every_option() -> None:
    known = Path("examples/ppo.py").read_text(encoding="utf-8")
    assert all(f'"{word}"' in known for setting in SETTINGS for word in setting.words.split() if word.startswith("--"))
