"""The study of which search chooses better: choices are played on with the same luck, gains are counted right, and files go on."""

from __future__ import annotations

import doctest
import importlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tegel.core.game import find_game
from tegel.search.network import shipped_network
from tegel.search.think import evaluator_for
from tests.configurations import new_table, play_random
from tests.rotation import in_turn

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
SMALL = ("--budget", "8", "--plays", "2", "--quick", "2", "--deals", "1", "--workers", "1")


@pytest.fixture
def choices(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return importlib.import_module("choices")


def row(choices: Any, number: int, outcomes: dict[str, list[float]], *chosen: str) -> Any:
    return choices.Row(number, "", 1 + number % 2, dict(zip((*choices.USUAL, "other"), chosen, strict=True)), outcomes)


def test_gains_are_counted_from_both_usual_choices(choices: Any) -> None:
    outcomes = {"a": [0.2, 0.4], "b": [0.5, 0.5], "c": [0.1, 0.1]}
    rows = [row(choices, 0, outcomes, "a", "b", "c"), row(choices, 1, {}, "a", "a", "a"), row(choices, 2, outcomes, "a", "a", "b")]
    assert [choices.gain(one, "other") for one in rows] == pytest.approx([0.1 - 0.4, 0, 0.5 - 0.3])
    assert [choices.gain(one, "usual") for one in rows] == pytest.approx([0.3 - 0.4, 0, 0])
    lines = choices.table_of(rows, ["usual", "other"]).splitlines()
    assert lines[0] == "3 positions"
    assert lines[2].startswith("other  -0.0333 ±")
    assert "67% other choices; by round 1: -0.0500 ± 0.4900, 2: +0.0000" in lines[2]
    assert doctest.testmod(choices).failed == 0


def test_a_move_is_played_on_to_the_next_round_but_one(choices: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table = play_random(new_table("azul", {"players": 3}, 1), 1, most=6)
    view, game = table.view(table.turn), find_game("azul")
    network = shipped_network(game, 3)
    assert network is not None
    study = choices.Study("azul", {}, "8", 1, 2, 2, 2, 3)
    evaluator = evaluator_for(game, network)
    before = view.state.tobytes()
    played = [choices.outcome_of(view, move, evaluator, study, "luck") for move in view.legal[:2] * 2]
    assert played[:2] == played[2:]
    assert played[0] != played[1]
    assert all(0 <= chance <= 1 for chance in played)
    assert view.state.tobytes() == before
    rounds, rollout = [], choices.likely_rollout
    monkeypatch.setattr(choices, "likely_rollout", lambda state, *rest: (rounds.append(int(state.round_number)), rollout(state, *rest)))
    choices.outcome_of(view, view.legal[0], evaluator, study, "luck")
    assert rounds == [int(view.state.round_number) + 1] * study.deals


def run(*words: str) -> Any:
    return subprocess.run([sys.executable, "choices.py", *words], cwd=BENCHMARKS, capture_output=True, text=True, timeout=300)


@in_turn
def test_a_file_goes_on_with_other_players(tmp_path: Path) -> None:
    keep = tmp_path / "kept.jsonl"
    first = run("azul", *SMALL, "--positions", "3", "--player", "2", "--keep", str(keep))
    assert first.returncode == 0, first.stderr
    _, *before = map(json.loads, keep.read_text().splitlines())
    then = run("azul", *SMALL, "--positions", "4", "--player", "2", "--player", "4 explore=3", "--keep", str(keep))
    assert then.returncode == 0, then.stderr
    assert then.stdout.startswith("4 positions")
    _, *after = map(json.loads, keep.read_text().splitlines())
    last = {one["number"]: one for one in after}
    for one in before:
        assert one["chosen"].items() <= last[one["number"]]["chosen"].items()
        assert one["outcomes"].items() <= last[one["number"]]["outcomes"].items()
    other = run("azul", *SMALL, "--seed", "2", "--keep", str(keep))
    assert other.returncode == 2
    assert "kept.jsonl keeps positions of another study" in other.stderr
    with keep.open("a") as file:
        file.write('{"number": 3, "posit')
    broken = run("azul", *SMALL, "--keep", str(keep))
    assert broken.returncode == 2
    assert "was not written by this command, or not to its end" in broken.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--positions", "0"), "are 1 or more"),
        (("--player", "soon"), "'soon' is no budget"),
        (("--player", "4 nothing=1"), "a setting is NAME=NUMBER"),
        (("--player", "4 network=none.npz"), "none.npz"),
        (("--player", "4 spread=2"), "spread is a part"),
        (("--keep", "no/such/folder/kept.jsonl"), "No such file or directory: 'no/such/folder/kept.jsonl'"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_played(words: tuple[str, ...], told: str) -> None:
    done = run("azul", *words)
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr
