"""Matches between two networks."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'tegel[train]'")

from benchmarks.networks import match  # noqa: E402
from tegel.core.game import find_game  # noqa: E402
from tegel.search.network import save_network  # noqa: E402
from tegel.train.model import new_model, to_network  # noqa: E402

AZUL = find_game("azul")


def run_match(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["match", *words])
    return match.main()


def test_a_match_between_networks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A network against itself takes half of each pair, as both play the same moves; every number of visits has its line."""
    file = str(tmp_path / "small.npz")
    save_network(AZUL, to_network(new_model(AZUL, 8)), file)
    words = (file, "--against", file, "--players", "2", "--games", "4", "--visits", "2,3", "--device", "cpu", "--json")
    assert run_match(monkeypatch, "azul", *words) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["visits"], row["games"], row["score"], row["margin"]) for row in rows] == 2 * [(2, 4, 0.5, 0.0), (3, 4, 0.5, 0.0)]
    assert [row["table"].get("wall") for row in rows[::2]] == [None, "grey"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("azul", "--visits", "1"), "whole numbers from 2 to 10000"),
        (("azul", "--visits", "8,"), "whole numbers from 2 to 10000"),
        (("azul", "--visits", "10001"), "whole numbers from 2 to 10000"),
        (("azul", "--seed", "-1"), "--seed is a whole number from 0 on"),
        (("azul", "--games", "1"), "games must be at least 2"),
        (("azul", "--players", "9"), "allowed is 2, 3 or 4"),
        (("duel",), "does not fit duel"),
    ],
)
def test_a_match_says_what_is_wrong(
    words: tuple[str, ...], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "small.npz"
    save_network(AZUL, to_network(new_model(AZUL, 8)), file)
    assert run_match(monkeypatch, words[0], str(file), *words[1:]) == 2
    said = capsys.readouterr()
    assert told in said.err
    assert said.out == ""


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a card")
def test_a_match_on_a_card_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_match(monkeypatch, "azul", "some.npz", "--device", "cuda") == 2
    assert "no CUDA card here" in capsys.readouterr().err
