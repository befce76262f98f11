"""Hints, from Python and from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tegel
from tegel.cli import main
from tegel.core.errors import BadOption
from tegel.core.words import LANGUAGES
from tegel.search.analyse import analyse
from tegel.search.settings import Budget
from tests.configurations import new_table, play_random

FAST = ["--simulations", "40", "--threads", "1"]


@pytest.fixture(scope="module")
def game_over() -> tegel.Record:
    """A game of greedy against random."""
    from tegel.search.players import find_player

    table = tegel.game("azul", key=(5, 6, 7, 8), names=["Ann", "Bob <&>"], rounds=3)
    players = [find_player("greedy", 1), find_player("random", 1)]
    while not table.over:
        table.play(players[table.turn].decide(table.view(table.turn)))
    return table.record


def test_a_finished_game_has_no_hint(game_over: tegel.Record) -> None:
    with pytest.raises(BadOption, match="over"):
        analyse(tegel.replay(game_over), Budget(simulations=10))


def test_exact_is_refused_where_it_is_not_feasible() -> None:
    table = new_table("blockers", {}, 1)
    with pytest.raises(BadOption, match="exact"):
        analyse(table, Budget(simulations=10), exact=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_hint_for_people(tmp_path: Path, capsys: pytest.CaptureFixture, language: str) -> None:
    table = play_random(new_table("azul", {}, 1), 1, most=5)
    table.record.save(tmp_path / "game.tegel")
    (tmp_path / "position.txt").write_text(table.position)
    for file in ("game.tegel", "position.txt"):
        assert main(["hint", str(tmp_path / file), *FAST, "--language", language]) == 0
        out = capsys.readouterr().out
        assert table.game.code(table.legal[0])[0] in out
        assert {"en": "further ahead", "nl": "vooruit", "fr": "plus loin"}[language] in out or "  · " in out


def test_hint_for_programs_repeats_itself(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    table = play_random(new_table("azul", {}, 1), 1, most=5)
    table.record.save(tmp_path / "game.tegel")
    said = []
    for _ in range(2):
        assert main(["hint", str(tmp_path / "game.tegel"), *FAST, "--json", "--top", "3"]) == 0
        said.append(json.loads(capsys.readouterr().out))
    for answer in said:
        answer.pop("seconds")
    assert said[0] == said[1]
    assert len(said[0]["moves"]) == 3
    assert set(said[0]["moves"][0]) == {"move", "number", "visits", "share", "win", "points", "error", "line"}
    assert said[0]["moves"][0]["move"] in table.codes
    why = said[0]["why"]
    assert [why["better"], why["other"]] == [move["move"] for move in said[0]["moves"][:2]]
    assert all(set(reason) == {"fact", "better", "other", "worth", "say"} for reason in why["reasons"])


def test_exact_hint_late_in_a_round(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    table = new_table("azul", {}, 1)
    while len(table.legal) > 10:
        play_random(table, len(table.moves), most=len(table.moves) + 1)
    (tmp_path / "position.txt").write_text(table.position)
    assert main(["hint", str(tmp_path / "position.txt"), "--exact", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["exact"]
    assert answer["certainty"] == 1


@pytest.mark.parametrize(
    "words",
    [["hint", "missing.tegel"], ["hint", "GAME", "--top", "0"], ["hint", "GAME", "--simulations", "0"]],
)
def test_bad_input_is_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture, words: list[str]) -> None:
    game = tmp_path / "game.tegel"
    new_table("azul", {}, 1).record.save(game)
    assert main([str(game) if word == "GAME" else word for word in words]) == 2
    said = capsys.readouterr().err.strip()
    assert said.startswith("tegel: ")
    assert "\n" not in said
