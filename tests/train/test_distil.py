"""Distillation at toy size: the command runs, goes on from networks that are kept, and says what is wrong."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'tegel[train]'")

from benchmarks.networks import distil  # noqa: E402
from benchmarks.networks.distil import Distillation  # noqa: E402
from tegel.core.errors import BadOption  # noqa: E402
from tegel.core.game import find_game  # noqa: E402
from tegel.search.halves import halves  # noqa: E402
from tegel.search.network import load_network, save_network, shipped_network  # noqa: E402
from tegel.train.model import from_network, new_model, to_network  # noqa: E402
from tegel.train.plan import Plan  # noqa: E402
from tests.long import takes_minutes  # noqa: E402

ROOT = Path(__file__).parents[2]
AZUL = find_game("azul")


def test_training_can_go_on_from_the_networks_that_are_kept() -> None:
    """Each fits today's inputs, and its name says what it holds."""
    kept = sorted((ROOT / "benchmarks" / "networks" / "kept").glob("*.npz"))
    assert kept
    for file in kept:
        name, _, digits = file.stem.rpartition("-")
        assert hashlib.sha256(file.read_bytes()).hexdigest().startswith(digits)
        assert len(digits) == 12
        from_network(find_game(name), load_network(find_game(name), file))


def test_too_many_games_for_the_memory_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise torch.OutOfMemoryError

    monkeypatch.setattr("benchmarks.networks.games.Selfplay", full)
    given = SimpleNamespace(alone=True, undealt=0, deeper=0, every=4, fewer=8, rollout=None, games=32768)
    distillation: Any = SimpleNamespace(given=given, plan=Plan(game="azul", options=(({"players": 2}, 1.0),), window=900), game=AZUL)
    with pytest.raises(BadOption, match="900 moves of 32768 games do not fit"):
        Distillation.open(distillation)


@takes_minutes
def test_distillation_runs(tmp_path: Path) -> None:
    small = "--games 48 --visits 4 --fewer 2 --steps 160 --width 12 --depth 1 --sample 64 --match 4 --match-visits 2 --device cpu"
    command = [sys.executable, "-m", "benchmarks.networks.distil", "azul", *small.split(), "--passes", "0.2", "--student-passes", "0.2"]
    command += ["--early", "60", "--td", "0.9", "--out", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [row["match"] for row in rows if "match" in row] == ["student"] * 7 + ["teacher"]  # on each of six tables, and on all
    assert [row["learned"] for row in rows if "updates" in row] == ["teacher", "student", "teacher", "student"]
    assert next(row["values_from"] for row in rows if "values_from" in row) in ("teacher", "known")
    network = shipped_network(AZUL)
    assert network is not None
    widths = [half.hidden for half in halves(load_network(AZUL, tmp_path / "student.npz"))]
    assert widths == [half.hidden for half in halves(network)]  # as costly as the shipped one


@takes_minutes
def test_distillation_of_several_students(tmp_path: Path) -> None:
    """Two of different widths, from a small network and from games of the one table that has a share."""
    start = tmp_path / "small.npz"
    save_network(AZUL, to_network(new_model(AZUL, 8)), start)
    small = "--games 48 --visits 4 --fewer 2 --steps 160 --width 12 --depth 1 --sample 64 --match 4 --match-visits 2 --device cpu"
    command = [sys.executable, "-m", "benchmarks.networks.distil", "azul", *small.split(), "--passes", "0.2", "--student-passes", "0.2"]
    command += ["--shares", "1,0,0,0,0,0", "--hidden", "8,12", "--from", str(start), "--out", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [row["learned"] for row in rows if "updates" in row] == ["teacher", "teacher", "student-8", "student-12"]
    matches = [row for row in rows if "match" in row]
    assert [row["match"] for row in matches] == ["student-8"] * 2 + ["student-12"] * 2 + ["teacher"]  # on the table, and on all
    assert all(row["tables"] == [{"players": 2}] for row in matches)
    for width in (8, 12):
        assert [half.hidden for half in halves(load_network(AZUL, tmp_path / f"student-{width}.npz"))] == [width, width]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--shares", "0,0,0,0,0,0"), "leaves no table to play"),
        (("--shares", "1,1"), "should be 6 numbers"),
        (("--from", "nowhere.npz"), "this is no file with a network's weights"),
        (("--hidden", "256,wide"), "--hidden are whole numbers with commas between them, not '256,wide'"),
        (("--hidden", "0"), "--hidden are whole numbers"),
        (("--td", "1.5"), "--td is a number from 0 to 1, not 1.5"),
        (("--hidden", "8"), "hidden must be at least that, not 8"),
        (("--hidden", "256", "--single"), "nor with --hidden"),
        (("--hidden", "256,512", "--alone"), "--hidden takes one number there"),
    ],
)
def test_a_distillation_says_what_is_wrong(
    words: tuple[str, ...], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["distil", "azul", "--games", "48", "--device", "cpu", "--out", str(tmp_path / "run"), *words])
    assert distil.main() == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


@takes_minutes
def test_distillation_of_values_before_the_deal(tmp_path: Path) -> None:
    small = "--games 48 --visits 4 --fewer 2 --every 2 --steps 320 --window 160 --sample 64 --student-passes 0.2 --match 0 --device cpu"
    command = [sys.executable, "-m", "benchmarks.networks.distil"]
    options = ["--alone", "--again", "1", "--undealt", "264", "--deeper", "3", "--copying", "1", "--out", str(tmp_path)]
    done = subprocess.run([*command, "azul", *small.split(), *options], cwd=ROOT, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [row["from"] for row in rows if "from" in row] == ["searches"] * 2
    moves, values = halves(load_network(AZUL, tmp_path / "student.npz"))
    assert (values.hidden, values.undealt[0], moves.undealt[0]) == (264, 1, 0)
    wrong = tmp_path / "wrong.pt"
    wrong.write_text("no network")
    cases = (
        ("duel", ["--undealt", "264"], "is not for duel"),
        ("azul", ["--single", "--deeper", "3"], "does not go with"),
        ("azul", ["--deeper", "-1"], "are 0 or more"),
        ("azul", ["--teacher", str(wrong)], "is no large network"),
    )
    for game, more, said in cases:
        refused = subprocess.run([*command, game, *more, "--out", str(tmp_path)], cwd=ROOT, capture_output=True, text=True, timeout=300)
        assert refused.returncode == 2
        assert said in refused.stderr
