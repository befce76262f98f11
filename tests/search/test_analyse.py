"""Hints and reviews, from Python and from the command line."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import tegel
from tegel.cli import main
from tegel.core.errors import BadOption
from tegel.core.words import LANGUAGES
from tegel.search.analyse import analyse, review
from tegel.search.curve import draw_curve
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


def test_a_review_finds_what_was_lost(game_over: tegel.Record) -> None:
    ticks = []
    found = review(game_over, Budget(simulations=100), seed=1, tick=lambda: ticks.append(1))
    assert len(found.moves) == len(game_over.moves) == len(ticks)
    assert len(found.curve) == len(game_over.moves) + 1
    assert all(sum(win) == pytest.approx(1) for win in found.curve)
    assert all(played.loss >= 0 for played in found.moves)
    assert all(played.own.code == game_over.game.code(played.own.move) for played in found.moves)
    assert found.mean_loss(1) > found.mean_loss(0)  # random loses more than greedy
    assert found.curve[-1][0] == 1
    losses = [played.loss for played in found.turning_points]
    assert losses == sorted(losses, reverse=True)
    assert losses[0] == max(played.loss for played in found.moves)


def test_the_curve_is_a_picture(game_over: tegel.Record) -> None:
    found = review(game_over, Budget(simulations=20), seed=1)
    for language in LANGUAGES:
        picture = ElementTree.fromstring(draw_curve(found, language))
        lines = picture.findall("{http://www.w3.org/2000/svg}polyline")
        assert len(lines) == 2
        assert len(lines[0].attrib["points"].split()) == len(found.curve)
        assert len({line.attrib["stroke-dasharray"] for line in lines}) == 2


def test_a_running_game_cannot_be_reviewed() -> None:
    table = play_random(new_table("azul", {}, 1), 1, most=5)
    with pytest.raises(BadOption, match="over"):
        review(table.record, Budget(simulations=10))


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
        assert table.game.code(table.legal[0])[0] in capsys.readouterr().out


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


def test_exact_hint_late_in_a_round(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    table = new_table("azul", {}, 1)
    while len(table.legal) > 10:
        play_random(table, len(table.moves), most=len(table.moves) + 1)
    (tmp_path / "position.txt").write_text(table.position)
    assert main(["hint", str(tmp_path / "position.txt"), "--exact", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["exact"]
    assert answer["certainty"] == 1


def test_analyse_command(tmp_path: Path, capsys: pytest.CaptureFixture, game_over: tegel.Record) -> None:
    game_over.save(tmp_path / "game.tegel")
    curve = tmp_path / "curve.svg"
    assert main(["analyse", str(tmp_path / "game.tegel"), *FAST, "--curve", str(curve), "--language", "nl"]) == 0
    assert "Bob" in capsys.readouterr().out
    assert curve.read_text().startswith("<svg")
    assert main(["analyse", str(tmp_path / "game.tegel"), *FAST, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert len(answer["curve"]) == len(answer["moves"]) + 1


@pytest.mark.parametrize(
    "words",
    [["hint", "missing.tegel"], ["analyse", "missing.tegel"], ["hint", "GAME", "--top", "0"], ["hint", "GAME", "--simulations", "0"]],
)
def test_bad_input_is_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture, words: list[str]) -> None:
    game = tmp_path / "game.tegel"
    new_table("azul", {}, 1).record.save(game)
    assert main([str(game) if word == "GAME" else word for word in words]) == 2
    said = capsys.readouterr().err.strip()
    assert said.startswith("tegel: ")
    assert "\n" not in said
