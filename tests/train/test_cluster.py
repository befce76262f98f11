"""Training with games on a Ray of this machine: with one worker it is the run without, and a lost worker loses only its games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'tegel[train]'")
ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'tegel[cluster]'")

from tegel.core.cluster import connect  # noqa: E402
from tegel.core.errors import BadOption  # noqa: E402
from tegel.core.game import find_game  # noqa: E402
from tegel.train.cluster import ClusterGames  # noqa: E402
from tegel.train.plan import Plan  # noqa: E402
from tegel.train.run import Run  # noqa: E402

TINY = {"games": 8, "visits": 4, "window": 60, "sample": 8, "updates": 1, "hidden": 32, "rate": 4e-3, "gate_games": 2}
PLAN = Plan(game="azul", options=(({}, 1.0),), trust=0.0, gate_every=1e9, **TINY)


def same(one: Run, other: Run) -> bool:
    pairs = zip(one.learner.model.parameters(), other.learner.model.parameters(), strict=True)
    return all(torch.equal(mine, theirs) for mine, theirs in pairs)


def moved(run: Run, moves: int) -> Run:
    for _ in range(moves):
        run.move()
    return run


def release(run: Run) -> Run:
    """Let the run's workers go, so that others can have their cores."""
    games: Any = run.games
    for worker in games.workers:
        ray.kill(worker)
    return run


def on_ray(folder: Path, cores: int) -> Run:
    """A run on a Ray of so many cores, that has been started."""
    games: Any = ClusterGames(find_game("azul"), PLAN, None)
    assert len(games.workers) == cores
    return Run(folder, PLAN, games=games)


def test_games_on_a_cluster(tmp_path: Path) -> None:
    """One Ray after the other: starting one takes seconds."""
    here = moved(Run(tmp_path / "here", PLAN), 50)
    assert here.learner.updates > 3
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level="error")
    try:
        there = moved(on_ray(tmp_path / "there", 1), 50)
        assert same(here, there)
        assert (there.finished, there.games.totals, there.games.seats) == (here.finished, here.games.totals, here.games.seats)
        there.save()
    finally:
        ray.shutdown()
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
    try:
        two = on_ray(tmp_path / "there", 2)  # goes on where one worker ended
        assert (two.step, two.finished) == (50, there.finished)
        ready = int(two.window.tensors["ready"].sum())
        moved(two, 2)
        games: Any = two.games
        ray.kill(games.workers[0])
        before = two.finished
        moved(two, 5)
        assert two.step == 57
        assert two.finished >= before
        assert int(two.window.tensors["ready"].sum()) >= ready - 7 * PLAN.games  # but for what the ring has overwritten
        two.gate()
        assert two.gates == 1
        assert Run(tmp_path / "there", PLAN).step == 50  # what was kept does for a run without a cluster, too
    finally:
        ray.shutdown()


def test_several_workers_come_out_the_same_each_time(tmp_path: Path) -> None:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
    try:
        first = release(moved(on_ray(tmp_path / "first", 2), 45))
        second = release(moved(on_ray(tmp_path / "second", 2), 45))
        assert first.learner.updates > 1
        assert same(first, second)
    finally:
        ray.shutdown()


def test_a_cluster_without_cards_says_so(tmp_path: Path) -> None:
    connect("local", "--cluster")
    try:
        with pytest.raises(BadOption, match="the cluster has no card; --device cpu plays on its cores"):
            ClusterGames(find_game("azul"), Plan(game="azul", options=(({}, 1.0),), device="cuda", **TINY), None)
    finally:
        ray.shutdown()
