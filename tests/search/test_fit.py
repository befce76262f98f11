"""Weights: found for every configuration, written and read back, and fitted in the right direction."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tegel.core.errors import BadOption
from tegel.core.game import find_game, game_names
from tegel.search import fit_rollouts, values
from tegel.search.fit import Samples, fit, fit_softmax, losses, main, play
from tegel.search.values import find_values, find_weights, read_weights, write_weights
from tests.configurations import CONFIGURATIONS, NAMES, new_table


@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=NAMES)
def test_every_configuration_has_weights(configuration: tuple[str, dict]) -> None:
    table = new_table(*configuration, seed=1)
    module = find_values(table.game)
    weights = find_weights(table.game, table.state)
    assert weights.value.shape == (module.STAGES, 2, len(module.FEATURES))
    again = read_weights(module, write_weights(module, weights))
    assert np.abs(again.value - weights.value).max() < 1e-4
    assert np.abs(again.prior - weights.prior).max() < 1e-4


def test_softmax_weights_are_recovered() -> None:
    source = np.random.default_rng(1)
    true = np.array([1.0, -2.0, 0.5])
    groups = [source.normal(size=(4, 3)) for _ in range(3000)]
    targets = []
    for group in groups:
        chance = np.exp(group @ true)
        targets.append(chance / chance.sum())
    assert fit_softmax(groups, targets, np.zeros(3), 1e-6) == pytest.approx(true, abs=1e-3)


@pytest.mark.parametrize("name", game_names())
def test_fitting_lowers_every_loss(name: str) -> None:
    game = find_game(name)
    module = find_values(game)
    samples = Samples()
    source = random.Random(1)
    limit = {"rounds": 6} if "rounds" in game.options.ALLOWED else {}
    for _ in range(3):
        play(game, limit, 8, source, samples)
    old = find_weights(game, new_table(name, {}, 1).state)
    before, after = losses(samples, old), losses(samples, fit(module, samples, old))
    assert len(samples.stages) == len(samples.wins) == len(samples.points)
    for head in before:
        assert after[head] < before[head]


def test_weights_are_written_where_one_asks_and_never_into_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = Path(values.__file__).parent / "blockers.json"
    before = shipped.read_bytes()
    monkeypatch.chdir(tmp_path)
    words = ["blockers", "--games", "2", "--simulations", "4"]
    first = next(iter(json.loads(before)))
    assert main([*words, "--variant", first]) == 0
    assert shipped.read_bytes() == before
    written = json.loads((tmp_path / "blockers.json").read_text())
    assert written.keys() == json.loads(before).keys()
    assert written[first] != json.loads(before)[first]
    assert main([*words, "--variant", first, "--output", str(tmp_path / "other.json")]) == 0
    assert (tmp_path / "other.json").is_file()


@pytest.mark.parametrize("fitting", [main, fit_rollouts.main], ids=["fit", "fit_rollouts"])
def test_a_file_that_cannot_be_written_is_refused_before_the_work(
    fitting: Callable[[list[str]], int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tegel.search.fit.self_play", None)
    monkeypatch.setattr(fit_rollouts, "fit_variant", None)
    with pytest.raises(BadOption, match=r"there is no folder .*lost: --output is a file in a folder that exists$"):
        fitting(["duel", "--output", str(tmp_path / "lost" / "duel.json")])
    with pytest.raises(BadOption, match=r" is a folder: --output is a file in a folder that exists$"):
        fitting(["duel", "--output", str(tmp_path)])


@pytest.mark.parametrize(
    ("name", "words", "told"),
    [
        ("fit", ("--games", "0"), "at least one game and one simulation are needed"),
        ("fit", ("--simulations", "0"), "at least one game and one simulation are needed"),
        ("fit", ("--variant", "coloured"), "duel has no variant 'coloured'; its variants are 'standard'"),
        ("fit_rollouts", ("--games", "0"), "at least one game is needed"),
    ],
)
def test_bad_input_is_refused_as_every_command_does(name: str, words: tuple[str, str], told: str) -> None:
    command = [sys.executable, "-m", f"tegel.search.{name}", "duel", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (2, f"{name}: {told}\n")


def test_a_game_without_weights_begins_with_zeros(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = next(iter(values.saved_weights(find_values(find_game("blockers")))))
    monkeypatch.setattr(values, "_unfitted", set())
    monkeypatch.setattr("tegel.search.fit.saved_weights", lambda module, what="": {})
    with monkeypatch.context() as bare:
        bare.setattr(values, "saved_weights", lambda module, what="": {})
        words = ["blockers", "--games", "2", "--simulations", "4", "--variant", first, "--output", str(tmp_path / "new.json")]
        assert main(words) == 0
        written = json.loads((tmp_path / "new.json").read_text())
        assert written.keys() == {first}
        assert any(any(weights) for weights in written[first]["win"].values())
    values._weights.cache_clear()


def test_a_step_that_overshoots_is_halved() -> None:
    """From weights that are nearly sure and wrong, Newton's method alone leaps ever further away."""
    groups, targets = [np.array([[1.0], [0.0]])] * 10, [np.array([0.4, 0.6])] * 10
    found = fit_softmax(groups, targets, np.array([8.0]), ridge=1e-3)
    assert found == pytest.approx([np.log(0.4 / 0.6)], abs=0.01)
