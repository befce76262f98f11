"""The scripts and the notebook of `examples/` run as they stand."""

from __future__ import annotations

import ast
import importlib.machinery
import importlib.util
import json
import runpy
import sys
import time
from collections import namedtuple
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pytest

from tegel.arena.match import run_match
from tegel.arena.schedule import new_match
from tegel.core.game import find_game
from tests.commands import tegel

EXAMPLES = Path(__file__).parents[2] / "examples"


def load(name):
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(f"example_{Path(name).stem}", EXAMPLES / name)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_example_is_told_of_and_is_python():
    page = (EXAMPLES.parent / "docs" / "research" / "README.md").read_text(encoding="utf-8")
    for path in EXAMPLES.iterdir():
        if path.suffix in (".py", ".ipynb"):
            assert f"examples/{path.name})" in page
        if path.suffix == ".py":
            ast.parse(path.read_text(encoding="utf-8"))


def test_a_policy_is_learned_and_wins_in_the_arena(tmp_path, monkeypatch, capsys):
    script = EXAMPLES / "table_learner.py"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TABLE", str(tmp_path / "table.npy"))
    monkeypatch.setattr(sys, "argv", [str(script), "200"])
    runpy.run_path(str(script), run_name="__main__")
    assert "table.npy is written" in capsys.readouterr().out
    match = new_match(find_game("azul"), {"players": 2}, [f"{script}:TableBot", "random"], seed=1, limit=60.0)
    summary = run_match(match, games=20, workers=1)
    assert summary.failures == []
    assert summary.standings[0].player.endswith("TableBot")


def test_ppo(tmp_path, monkeypatch):
    if importlib.util.find_spec("sb3_contrib") is None:
        pytest.skip("sb3-contrib is not installed: pip install 'tegel[sb3]'")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["sb3_maskable_ppo.py", "8192"])
    runpy.run_path(str(EXAMPLES / "sb3_maskable_ppo.py"), run_name="__main__")
    assert (tmp_path / "ppo.zip").exists()


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("azul", "--ahead"),
        ("duel", "--opponent greedy --reward win --observation vector"),
        ("blockers", "--opponent mix --reward roundswin --ahead --observation planes"),
    ],
)
def test_a_policy_learns_by_ppo_and_plays_in_the_arena(game, settings, tmp_path, monkeypatch):
    """A step or two, with every kind of setting; how far it comes is in the benchmark."""
    if importlib.util.find_spec("torch") is None:
        pytest.skip("PyTorch is not installed: pip install 'tegel[train]'")
    script = EXAMPLES / "ppo.py"
    words = f"--game {game} {settings} --steps 256 --envs 16 --length 8 --hidden 16 --tests 1 --games 2 --threads 1"
    monkeypatch.setattr(sys, "argv", [str(script), *words.split(), "--out", str(tmp_path)])
    threads = []
    monkeypatch.setattr("torch.set_num_threads", threads.append)
    runpy.run_path(str(script), run_name="__main__")
    assert threads == [1]  # of the network; two runs on two cores would be in each other's way
    told = json.loads((tmp_path / f"{game}_1.json").read_text())
    assert [point["steps"] for point in told["curve"]] == [0, 256]
    monkeypatch.setenv("PPO", str(tmp_path / f"{game}_1.pt"))
    match = new_match(find_game(game), {}, [f"{script}:PpoBot", "random"], seed=1, limit=60.0)
    assert run_match(match, games=2, workers=1).failures == []


def test_a_policy_copies_a_player_and_plays_in_the_arena(tmp_path, monkeypatch):
    for package, extra in (("torch", "train"), ("pyarrow", "data")):
        if importlib.util.find_spec(package) is None:
            pytest.skip(f"{package} is not installed: pip install 'tegel[{extra}]'")
    assert tegel("selfplay", "azul", str(tmp_path / "data"), "--games", "4", "--players", "greedy,greedy", "--seed", "1").returncode == 0
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.setattr(sys, "argv", ["behaviour_cloning.py", str(tmp_path / "data"), str(tmp_path / "clone.pt"), "2", "1"])
    runpy.run_path(str(EXAMPLES / "behaviour_cloning.py"), run_name="__main__")
    monkeypatch.setenv("PPO", str(tmp_path / "clone.pt"))
    match = new_match(find_game("azul"), {}, [f"{EXAMPLES / 'ppo.py'}:PpoBot", "random"], seed=1, limit=60.0)
    assert run_match(match, games=2, workers=1).failures == []


def test_a_policy_learns_by_dqn_and_plays_in_the_arena(tmp_path, monkeypatch):
    """OpenSpiel imports dm-tree for a memory of its own, which is not used here, so its absence is bridged."""
    for package, extra in (("torch", "train"), ("pyspiel", "openspiel"), ("gymnasium", "gymnasium")):
        if importlib.util.find_spec(package) is None:
            pytest.skip(f"{package} is not installed: pip install 'tegel[{extra}]'")
    if int(version("open_spiel").partition(".")[0]) < 2:
        pytest.skip("OpenSpiel's agent was another one before 2.0")
    if importlib.util.find_spec("tree") is None:
        monkeypatch.setitem(sys.modules, "tree", importlib.util.module_from_spec(importlib.machinery.ModuleSpec("tree", None)))
    dqn = load("dqn.py")
    monkeypatch.setattr(dqn, "TESTS", 1)
    monkeypatch.setattr(dqn, "GAMES", 4)
    dqn.main(512, 1, tmp_path)
    told = json.loads((tmp_path / "dqn_1.json").read_text())
    assert [point["steps"] for point in told["curve"]] == [0, 512]
    kept = dqn.load(tmp_path / "dqn_1.npz")
    fresh = dqn.make_agent(len(kept[0]), len(kept[-1]), 512, 1)
    assert not np.array_equal(kept[1], dqn.policy(kept[0], fresh)[1]), "nothing was learned"
    monkeypatch.setenv("DQN", str(tmp_path / "dqn_1.npz"))
    match = new_match(find_game("azul"), {}, [f"{EXAMPLES / 'dqn.py'}:DqnBot", "random"], seed=1, limit=60.0)
    assert run_match(match, games=2, workers=1).failures == []


def test_a_memory_keeps_the_last_rows():
    dqn = load("dqn.py")
    rows = namedtuple("rows", ["action", "seen"])
    memory = dqn.Memory.init(4, rows(0, np.zeros(2)))
    memory.extend(rows(np.arange(3), np.ones((3, 2))))
    assert set(memory.sample(50).action) <= {0, 1, 2}
    memory.extend(rows(np.arange(3, 6), np.ones((3, 2))))
    memory.append(rows(6, np.ones(2)))
    assert len(memory) == 4
    assert set(memory.sample(200).action) == {3, 4, 5, 6}
    assert memory.sample(5).seen.shape == (5, 2)


def test_the_notebook_runs(tmp_path, monkeypatch):
    """Cell by cell in one namespace, as a notebook does; a minute of this process's own time is plenty."""
    notebook = json.loads((EXAMPLES / "tour.ipynb").read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "__main__", "np": np}
    begun = time.process_time()
    for number, cell in enumerate(notebook["cells"]):
        assert not cell.get("outputs"), "kept without its output"
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"tour.ipynb, cell {number}", "exec"), names)
    assert time.process_time() - begun < 60 * 5  # compiling included, on a slow machine
