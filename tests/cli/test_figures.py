"""Numbers in the terminal are written as the reader's language writes them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tegel.arena.schedule import Match
from tegel.arena.tables import Pair, Standing, Start, Summary
from tegel.cli import main
from tegel.cli.commands.match import print_summary, standing_line
from tests.configurations import new_table, play_random

LINE = Standing("level:5", 3000, 1650.5, 0.55, 0.0176, 1.45, 61.25, 0.5, 1234.5, 17.0, 36.0, 17.0, 0)
SPRT: dict[str, float | int | str] = {
    **{"elo0": 0.0, "elo1": 20.0, "alpha": 0.05, "beta": 0.05},
    **{"ratio": -2.97, "sets": 1500, "accepted": "elo0", "lower": -2.94, "upper": 2.94},
}
WRITTEN = {
    "en": ["3,000 games in 1,500", "+1,234 ± 17", "1650.5/3,000", "55.0 ± 1.8", "1.45", "61.2 ± 0.5", "1,600", "LLR −2.97", "alpha 0.05"],
    "nl": ["3.000 partijen in 1.500", "+1.234 ± 17", "1650,5/3.000", "55,0 ± 1,8", "1,45", "61,2 ± 0,5", "1.600", "LLR −2,97", "alfa 0,05"],
    "fr": ["3 000 parties en 1 500", "+1 234 ± 17", "1650,5/3 000", "55,0 ± 1,8", "1,45", "61,2 ± 0,5", "1 600", "LLR −2,97", "alpha 0,05"],
}


def summary() -> Summary:
    match = Match("azul", 1, {"players": 2}, 2, ("level:5", "level:4"), 12345, 60.0, {}, "1")
    pairs = [Pair("level:5", "level:4", 1600, 0, 1400)]
    return Summary(match, 3000, 1500, [LINE, replace(LINE, player="level:4")], pairs, [Start(1, 0.525, 0.01, 60.5)], [], SPRT)


@pytest.mark.parametrize("language", WRITTEN)
def test_the_tables_of_a_match(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    print_summary(summary(), language)
    told = capsys.readouterr().out.replace("\u202f", " ")
    assert [figure for figure in WRITTEN[language] if figure not in told] == []
    assert "12345" in told, "a seed is a name, not a number"


def test_how_a_match_stands() -> None:
    assert standing_line({"a": 10.5}, None, "nl") == "a 10,5"


@pytest.mark.parametrize(
    ("language", "simulations", "margin"),
    [("en", "1,200", r"±\d+\.\d%"), ("nl", "1.200", r"±\d+,\d%"), ("fr", "1\u202f200", r"±\d+,\d\u202f%")],
)
def test_hints(language: str, simulations: str, margin: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = new_table("azul", {"players": 2, "wall": "coloured"}, 1)
    (tmp_path / "position.txt").write_text(str(table.position))
    assert main(["hint", str(tmp_path / "position.txt"), "--simulations", "1200", "--language", language]) == 0
    told = capsys.readouterr().out
    assert f"\n{simulations} " in told
    assert re.search(margin, told)


def test_reviews(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.tegel"
    play_random(new_table("azul", {"players": 2, "wall": "coloured"}, 1), 1).record.save(path)
    assert main(["analyse", str(path), "--simulations", "2", "--language", "fr"]) == 0
    told = capsys.readouterr().out
    assert ",0\u202f%" in told
    assert ".0%" not in told
