"""Matches with luck taken out: unbiased, narrower, and on the command line."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tegel.arena.adjusted import FEW, adjust, coefficients
from tegel.arena.playing import Played
from tegel.cli import main


def invented(sets: int, real: float, seed: int) -> list[list[Played]]:
    """Sets in which a wins 60 % of the games, moved by luck of which a part is real."""
    source = random.Random(seed)
    found = []
    for number in range(sets):
        games = []
        for turned in (0, 1):
            luck = source.uniform(-0.3, 0.3)
            won = source.random() < 0.6 + real * luck
            seats, lucks = ["a", "b"], [luck, -luck]
            places = [1, 2] if won else [2, 1]
            if turned:
                seats, lucks, places = seats[::-1], lucks[::-1], places[::-1]
            games.append(Played(2 * number + turned, seats, 0, places, [0, 0], [None, None], "", [0.0, 0.0], lucks))
        found.append(games)
    return found


def test_it_is_unbiased_and_narrower() -> None:
    errors = []
    for seed in range(40):
        found = adjust("a", invented(200, 1.3, seed))
        assert found.adjusted_margin < found.win_margin
        assert found.fewer == pytest.approx((found.win_margin / found.adjusted_margin) ** 2)
        errors.append((found.adjusted_share - 0.6) / found.adjusted_margin * 1.96)
    assert abs(sum(errors) / len(errors)) < 4 / len(errors) ** 0.5
    assert sum(abs(error) > 1.96 for error in errors) <= 6


def test_luck_that_is_only_noise_hardly_counts() -> None:
    found = adjust("a", invented(2000, 0.0, 1))
    assert abs(found.coefficient) < 0.2
    assert found.fewer == pytest.approx(1, abs=0.03)


def test_players_mirror_each_other() -> None:
    sets = invented(50, 1.0, 1)
    one, other = adjust("a", sets), adjust("b", sets)
    assert one.adjusted_share + other.adjusted_share == pytest.approx(1)
    assert one.luck == pytest.approx(-other.luck)


def test_with_few_sets_luck_counts_as_measured() -> None:
    assert coefficients([0.5] * (FEW - 1), list(range(FEW - 1))) == [1.0] * (FEW - 1)
    assert adjust("a", []).fewer is None


WORDS = ["match", "azul", "-o", "rounds=2", "--players", "greedy,random", "--games", "4", "--workers", "1"]
CHEAP = ["--luck-adjusted", "--simulations", "8", "--redraws", "2"]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = ["--out", str(tmp_path / "m")]
    assert main([*WORDS, *CHEAP, *folder, "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["match"]["luck"] == [8, 2]
    assert [line["player"] for line in summary["luck"]] == [line["player"] for line in summary["standings"]]
    for line, standing in zip(summary["luck"], summary["standings"], strict=True):
        assert line["win_share"] == standing["win_share"]
        assert line["win_margin"] == standing["win_margin"]
        assert line["adjusted_share"] == pytest.approx(line["win_share"] - line["luck"])
    assert sum(line["luck"] for line in summary["luck"]) == pytest.approx(0, abs=1e-5)
    games = [json.loads(line) for line in (tmp_path / "m" / "games.jsonl").read_text().splitlines()]
    assert all(sum(game["luck"]) == pytest.approx(0, abs=1e-5) for game in games)
    assert any(game["luck"][0] for game in games)
    assert main([*WORDS, *CHEAP, *folder, "--language", "nl"]) == 0  # the same games, read again
    assert "zonder geluk" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--redraws", "4"], "--luck-adjusted"),
        (["--luck-adjusted", "--redraws", "1"], "2 to"),
        (["--luck-adjusted", "--simulations", "0"], "simulations"),
    ],
)
def test_bad_input_is_one_clear_line(capsys: pytest.CaptureFixture[str], words: list[str], said: str) -> None:
    assert main([*WORDS, *words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
