"""A wider network answers like the one it was made from, and learns with all of its width."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'tegel[train]'")

from tegel.cli import main  # noqa: E402
from tegel.core.errors import BadOption  # noqa: E402
from tegel.core.game import find_game  # noqa: E402
from tegel.search.network import load_network, save_network  # noqa: E402
from tegel.train.model import from_network, new_model, to_network  # noqa: E402
from tegel.train.plan import Plan  # noqa: E402
from tegel.train.run import Run  # noqa: E402
from tegel.train.widen import widen  # noqa: E402

AZUL = find_game("azul")
NARROW = to_network(new_model(AZUL, 8))


def test_it_answers_as_before() -> None:
    inputs = torch.rand(5, len(NARROW.enter))
    before, after = from_network(AZUL, NARROW)(inputs), from_network(AZUL, widen(NARROW, 12))(inputs)
    for known, found in zip(before, after, strict=True):
        assert torch.allclose(known, found, atol=1e-6)


def test_a_run_learns_with_all_of_it(tmp_path: Path) -> None:
    settings = {"games": 8, "visits": 4, "window": 60, "sample": 8, "updates": 1, "gate_games": 2}
    run = Run(tmp_path, Plan(game="azul", options=(({}, 1.0),), hidden=12, gate_every=1e9, **settings), NARROW)
    while run.learner.updates < 3:
        run.move()
    learned = to_network(run.learner.model)
    assert learned.hidden == 12
    assert np.abs(learned.heads[:, 8:]).max() > 0
    assert np.abs(learned.value[8:]).max() > 0


def test_the_command_keeps_the_width_unless_asked(tmp_path: Path) -> None:
    narrow = tmp_path / "narrow.npz"
    save_network(AZUL, NARROW, narrow)
    few = ["--steps", "1", "--games", "2", "--visits", "2", "--sample", "2", "--gate-games", "2", "--device", "cpu"]
    for asked, width in (([], 8), (["--hidden", "12"], 12)):
        out = tmp_path / str(width)
        assert main(["train", "azul", "--players", "2", "--start", str(narrow), "--out", str(out), *few, *asked]) == 0
        assert load_network(AZUL, out / "latest.npz").hidden == width
        assert json.loads((out / "plan.json").read_text())["hidden"] == width


def test_it_does_not_get_narrower() -> None:
    assert widen(NARROW, 8) is NARROW
    with pytest.raises(BadOption, match="8 wide: hidden must be at least that, not 4"):
        widen(NARROW, 4)


def test_a_network_for_other_inputs_is_no_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    older = tmp_path / "older.npz"
    np.savez(older, **NARROW._replace(heads=NARROW.heads.T)._asdict())
    assert main(["train", "azul", "--start", str(older), "--out", str(tmp_path / "run"), "--steps", "1", "--device", "cpu"]) == 2
    assert "does not say which inputs it was made for" in capsys.readouterr().err
