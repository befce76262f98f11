"""The comparison of settings of PPO goes on where it was, and tells what it found."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.ppo_settings import SETTINGS, main, table
from tests.rotation import in_turn

SMALL = "--seconds 0.1 --envs 8 --length 4 --games 1 --tests 1 --hidden 8 --seeds 1 2"


@in_turn
def test_a_run_that_is_there_is_not_made_again(tmp_path: Path) -> None:
    if importlib.util.find_spec("torch") is None:
        pytest.skip("PyTorch is not installed: pip install 'tegel[train]'")
    out = tmp_path / "ppo.json"
    there = {"label": "azul: no look-ahead, self-play", "words": "", "seed": 1, "curve": [{"steps": 5, "greedy": 0.4, "seconds": 1}]}
    out.write_text(json.dumps([there]))
    words = ["--out", str(out), "--only", "azul: no look-ahead, ", *SMALL.split()]
    command = [sys.executable, "benchmarks/ppo_settings.py", *words]
    told = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True).stdout
    runs = json.loads(out.read_text())
    assert runs[0] == there
    wanted = [each.label for each in SETTINGS if each.label.startswith("azul: no look-ahead, ")]
    assert sorted((run["label"], run["seed"]) for run in runs) == sorted((label, seed) for label in wanted for seed in (1, 2))
    assert told.endswith(table(runs))


def test_the_example_knows_every_option() -> None:
    known = Path("examples/ppo.py").read_text(encoding="utf-8")
    assert all(f'"{word}"' in known for setting in SETTINGS for word in setting.words.split() if word.startswith("--"))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("--out {folder}/missing/ppo.json", "cannot be written: No such file or directory"),
        ("--out {folder}/ppo.json --only chess", "no setting has 'chess' in its label; there are azul: look-ahead"),
        ("--out {folder}/ppo.json --seconds 0", "--seconds must be more than 0"),
        ("--out {folder}/broken.json --table", "broken.json does not hold runs"),
    ],
)
def test_what_cannot_be_done_is_one_line_before_the_work(
    words: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken.json").write_text("{")
    monkeypatch.setattr(sys, "argv", ["ppo_settings.py", *words.format(folder=tmp_path).split()])
    assert main() == 2
    told = capsys.readouterr().err
    assert why in told
    assert len(told.splitlines()) == 1
    assert not (tmp_path / "ppo.json").exists()
