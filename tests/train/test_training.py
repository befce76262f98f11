"""Training at toy size on the CPU: it gets better, it resumes exactly, and its numbers are what they should be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'tegel[train]'")

from tegel.core.errors import BadOption  # noqa: E402
from tegel.core.game import find_game, game_names  # noqa: E402
from tegel.search.network import load_network, run_head, run_hidden, run_value, workspace_for  # noqa: E402
from tegel.train import checkpoint  # noqa: E402
from tegel.train.batch import Batch  # noqa: E402
from tegel.train.gate import evaluator, match, passes  # noqa: E402
from tegel.train.model import from_network, new_model, to_network  # noqa: E402
from tegel.train.plan import Plan, mixture  # noqa: E402
from tegel.train.report import draw, elo, rating_curve, read_log, summary  # noqa: E402
from tegel.train.run import Run  # noqa: E402
from tegel.train.window import Window  # noqa: E402
from tests.long import takes_minutes  # noqa: E402

TOY = {"games": 48, "visits": 8, "window": 160, "sample": 256, "updates": 4, "hidden": 32, "rate": 4e-3, "gate_games": 2}
TINY = TOY | {"games": 8, "sample": 8, "updates": 1, "window": 60, "visits": 4}


STEPS = {"azul": 130, "duel": 220, "blockers": 120}  # moves of all games until a little was learned


def plan_for(name: str, settings: dict[str, Any]) -> Plan:
    """Two players, and nothing hand-made to begin with."""
    return Plan(game=name, options=(({}, 1.0),), trust=0.0, gate_every=1e9, **settings)


@takes_minutes
@pytest.mark.parametrize("name", game_names())
def test_a_trained_network_beats_an_untrained_one(name: str, tmp_path: Path) -> None:
    plan = plan_for(name, TOY)
    run = Run(tmp_path, plan)
    for _ in range(STEPS[name]):
        run.move()
    torch.manual_seed(plan.seed)
    untrained = new_model(run.game, plan.hidden, plan.trust)
    scores = match(run.game, plan, 48, 77, (run.learner.smooth, untrained), torch.float32)
    assert float(scores.mean()) > 0.6


def test_a_resumed_run_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    plan = plan_for("azul", TINY)
    whole, first = Run(tmp_path / "whole", plan), Run(tmp_path / "parts", plan)
    for _ in range(70):
        whole.move()
    for _ in range(40):
        first.move()
    first.save()
    second = Run(tmp_path / "parts", plan)
    for _ in range(30):
        second.move()
    assert whole.learner.updates == second.learner.updates > 5
    for one, other in zip(whole.learner.model.parameters(), second.learner.model.parameters(), strict=True):
        assert torch.equal(one, other)
    assert torch.equal(whole.games.batch.tensors["states"], second.games.batch.tensors["states"])


@pytest.mark.parametrize("kept", [True, False], ids=["with its games", "without its games"])
def test_the_first_row_after_resuming_tells_only_what_happened_since(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: bool) -> None:
    if not kept:
        monkeypatch.setattr(checkpoint, "LARGEST", 0)
    first = Run(tmp_path, plan_for("azul", TINY))
    for _ in range(80):
        first.move()
    first._log(10.0, None)
    first.save()
    assert first.finished > 0
    second = Run(tmp_path, first.plan)
    before = second.finished
    for _ in range(5):
        second.move()
    second._log(1.0, None)
    row = read_log(tmp_path)[-1]
    assert row["moves_per_second"] == 5 * first.plan.games
    assert row["games_per_second"] == second.finished - before
    assert row["games"] == second.finished >= first.finished == before


def test_a_run_without_its_games_goes_on_with_new_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoint, "LARGEST", 0)
    run = Run(tmp_path, plan_for("azul", TINY))
    for _ in range(45):
        run.move()
    run.save()
    again = Run(tmp_path, run.plan)
    assert again.step == 45
    assert again.learner.updates == run.learner.updates
    assert not torch.equal(again.games.batch.tensors["states"], run.games.batch.tensors["states"])
    again.move()


def test_a_run_leaves_its_log_its_networks_and_a_report(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = []
    run = Run(tmp_path, plan_for("azul", TINY), tell=rows.append)
    run.work(steps=70)
    assert [row["kind"] for row in rows][-1] == "gate"
    assert read_log(tmp_path) == rows
    for name in ("best.npz", "latest.npz"):
        load_network(run.game, tmp_path / name)
    with (tmp_path / "log.jsonl").open("a") as log:
        log.write('{"cut sho')
    assert read_log(tmp_path) == rows
    assert len(summary(rows)) > 2
    assert draw(rows).startswith("<svg")
    with pytest.raises(BadOption, match="holds a run with another rate"):
        Run(tmp_path, plan_for("azul", TINY | {"rate": 1e-4}))


def test_torch_and_the_search_evaluate_alike() -> None:
    for name in game_names():
        torch.manual_seed(3)
        model = new_model(find_game(name), 24)
        network = to_network(model)
        workspace = workspace_for(network)
        workspace.inputs[:] = np.random.default_rng(1).normal(0, 1, len(workspace.inputs))
        run_hidden(network, workspace, 0)
        run_value(network, workspace)
        for head in range(len(workspace.heads)):
            run_head(network, workspace, head)
        with torch.no_grad():
            heads, answer = from_network(find_game(name), network)(torch.from_numpy(workspace.inputs))
        assert np.allclose(heads.numpy(), workspace.heads, atol=1e-4)
        assert np.allclose(answer.numpy(), workspace.answer, atol=1e-4)


def test_games_are_played_on_to_the_end_of_the_round() -> None:
    azul = find_game("azul")
    batch = Batch(azul, [{}], [0] * 6, 4, seed=1)
    batch.deal()
    batch.think(evaluator(new_model(azul, 12), torch.float32), 1.0, 0.0)
    assert batch.trees.leaves["round_number"].tolist() == [1] * 6
    assert batch.trees.ends["round_number"].tolist() == [2] * 6


def test_examples_are_drawn_from_the_steps_there_have_been() -> None:
    azul = find_game("azul")
    batch = Batch(azul, [{}], [0] * 6, 4, seed=1)
    window = Window(batch, 100)
    window.tensors["ready"][:2], window.tensors["counts"][:2] = 1, 3
    window.inputs[:2] = 1
    source = torch.Generator().manual_seed(1)
    sample = window.draw(32, 2, 0.5, source)
    assert sample is not None
    assert bool((sample.inputs == 1).all())
    assert window.draw(32, 100, 0.5, source) is None  # had there been so many steps, almost no game would have ended


def test_equal_networks_are_not_promoted_and_score_half(tmp_path: Path) -> None:
    run = Run(tmp_path, plan_for("azul", TINY))
    model = run.learner.smooth
    scores = match(run.game, run.plan, 12, 5, (model, model), torch.float32)
    assert torch.allclose(scores, torch.full_like(scores, 0.5))  # both games of a pair are the same game
    assert passes(scores)[0] is False
    assert passes(torch.full((400,), 0.75))[0] is True


def test_what_is_trained_on() -> None:
    azul = find_game("azul")
    assert {options["players"] for options, _ in mixture(azul)} == {2, 3, 4}
    assert [options["players"] for options, _ in mixture(azul, players=3)] == [3, 3]
    assert mixture(azul, options={"wall": "grey"}) == (({"wall": "grey"}, 1.0),)
    plan = Plan(game="azul", options=mixture(azul))
    which = plan.which(1000)
    assert which.count(0) == pytest.approx(400, abs=4)
    assert all(which[at] == which[at + 1] for at in range(0, 1000, 2))  # pairs of a match are alike
    with pytest.raises(BadOption, match="visits must be at least 2"):
        Plan(game="azul", options=mixture(azul), visits=1)


def test_a_rating_is_added_up_from_gates() -> None:
    rows = [
        {"kind": "gate", "seconds": 10.0, "score": 0.75, "promoted": True},
        {"kind": "gate", "seconds": 20.0, "score": 0.5, "promoted": False},
    ]
    assert [round(rating) for _, rating in rating_curve(rows)] == [0, 191, 191]
    assert elo(0.5) == 0
