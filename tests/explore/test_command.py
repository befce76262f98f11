"""`tegel explore`: Parquet there and back, the file in the package, and what is refused."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from tegel.cli import main
from tegel.core.game import find_game, game_names
from tegel.core.table import Table
from tegel.explore.making import write_records
from tegel.explore.playing import QUICK, Batch, play
from tegel.explore.query import SEAT, Data, question_names
from tegel.explore.question import questions_of
from tegel.explore.rows import rows_of
from tegel.explore.summary import BadSummary, read_summary, summarise, write_summary

pytest.importorskip("duckdb")
LARGEST = 64_000  # bytes of a file in the package


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("explore")
    for player, games in (("quick", "300"), ("varied", "200")):
        assert main(["explore", "make", "azul", str(folder), "--games", games, "--players", "3", "--player", player, "--seed", "5"]) == 0
    return folder


def test_the_query_counts_as_plain_python_does(data: Path) -> None:
    game = find_game("azul")
    rows = rows_of(game, play(Batch("azul", {"players": 3}, QUICK, 5, 0, 300)), 0)
    found = Data(game, [data])
    for question in question_names(game):
        slow: dict[tuple[int, int], list[tuple[float, int]]] = defaultdict(list)
        for at in range(len(rows["seat"])):
            if rows[question][at] >= 0:
                slow[int(rows[question][at]), int(rows["seat"][at])].append((float(rows["win"][at]), int(rows["points"][at])))
        cells = {(cell.answer, cell.seat): cell for cell in found.cells(question) if cell.player == QUICK}
        assert set(cells) == set(slow)
        for key, cell in cells.items():
            assert cell.games == len(slow[key])
            assert cell.share == pytest.approx(sum(win for win, _ in slow[key]) / cell.games)
            assert cell.points == pytest.approx(sum(points for _, points in slow[key]) / cell.games)


def test_players_are_never_mixed(data: Path) -> None:
    summary = summarise(Data(find_game("azul"), [data]))
    assert [(sample.player, sample.players, sample.games) for sample in summary.samples] == [("quick", 3, 300), ("varied", 3, 200)]


def test_what_is_there_is_not_played_again(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = {file: file.stat().st_mtime_ns for file in data.iterdir()}
    assert main(["explore", "make", "azul", str(data), "--games", "300", "--players", "3", "--seed", "5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["played"] == [{"players": 3, "games": 300, "played_now": 0}]
    assert {file: file.stat().st_mtime_ns for file in data.iterdir()} == before


def test_a_file_is_written_and_read_back(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "azul.json"
    assert main(["explore", "write", "azul", str(file), "--data", str(data)]) == 0
    game = find_game("azul")
    assert read_summary(game, file) == summarise(Data(game, [data]))
    file.write_text(file.read_text().replace('"columns"', '"pillars"'))
    with pytest.raises(BadSummary, match="other questions"):
        read_summary(game, file)


@pytest.mark.parametrize("name", game_names())
def test_the_file_in_the_package_adds_up(name: str) -> None:
    game = find_game(name)
    summary = read_summary(game)
    text = (Path(__file__).parents[2] / "src" / "tegel" / "explore" / f"{name}.json").read_text()
    assert write_summary(summary) == text
    assert len(text) < LARGEST
    fewest, most = game.seats
    assert {(sample.player, sample.players) for sample in summary.samples} >= {
        (player, players) for player in ("quick", "varied") for players in range(fewest, most + 1)
    }
    for sample in summary.samples:
        assert sum(seat.share for seat in sample.seats) == pytest.approx(1, abs=0.001)
        for question in questions_of(game).asked:
            for seat in range(sample.players):
                there = [row[seat] for row in sample.answers[question.name] if row[seat] is not None]
                assert sum(fared.games for fared in there if fared) <= sample.games


def test_show_tells_games_intervals_and_points(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explore", "show", "blockers", SEAT, "--players", "5", "--player", "quick", "--json"]) == 0
    [sample] = json.loads(capsys.readouterr().out)["samples"]
    assert [cell["seat"] for cell in sample["cells"]] == [1, 2, 3, 4, 5]
    for cell in sample["cells"]:
        assert cell["interval"][0] < cell["share"] < cell["interval"][1]
    assert main(["explore", "show", "azul", "columns", "--players", "2"]) == 0
    assert "victories" in capsys.readouterr().out
    assert main(["explore", "show", "azul", "columns", "--sql"]) == 0
    assert "GROUP BY" in capsys.readouterr().out


REFUSED: dict[str, tuple[list[str], str]] = {
    "game": (["show", "chess"], "there is no game 'chess'"),
    "question": (["show", "azul", "luck"], "azul has no question 'luck'; its questions are seat, line"),
    "players": (["show", "azul", "seat", "--players", "5"], "azul is for 2 to 4 players, not 5"),
    "one number": (["show", "duel", "seat", "--players", "3"], "duel is for 2 players"),
    "player": (["show", "azul", "seat", "--player", "level:2"], "there are no such games; there are games of quick"),
    "no data": (["show", "azul", "seat", "--data", "nowhere"], "nowhere holds no games to explore"),
    "other data": (["show", "duel", "seat", "--data", "DATA"], "has no games of duel: it lacks the columns"),
    "no parquet": (["show", "azul", "seat", "--data", __file__], "cannot read"),
    "games": (["make", "azul", "DATA", "--games", "0"], "the number of games must be at least 1"),
    "name": (["make", "azul", "DATA", "--player", "nobody"], "there is no player 'nobody'; the players are quick, varied"),
    "jobs": (["make", "azul", "DATA", "--jobs", "0", "--seed", "9"], "the number of processes must be at least 1"),
    "seed": (["make", "azul", "DATA", "--seed", "-1"], "a seed is a number from 0"),
    "folder": (["make", "azul", __file__], "cannot write to"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_refusals_say_what_is_allowed(what: str, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words, said = REFUSED[what]
    assert main(["explore", *(str(data) if word == "DATA" else word for word in words)]) == 2
    assert said in capsys.readouterr().err


def test_records_become_rows(tmp_path: Path) -> None:
    """As the games of a server do, each variant and number of players by itself."""
    records = []
    for options in ({"players": 2}, {"players": 3}, {"players": 2, "wall": "grey"}):
        table = Table(find_game("azul"), find_game("azul").options_from(options), (1, 2, 3, 4))
        while table.turn is not None:
            table.play(table.legal[len(table.moves) % len(table.legal)])
        records.append(table.record)
    assert write_records(tmp_path, "people", records) == 3
    samples: Any = summarise(Data(find_game("azul"), [tmp_path])).samples
    assert [(sample.options, sample.players, sample.games) for sample in samples] == [
        ("wall=coloured", 2, 1),
        ("wall=coloured", 3, 1),
        ("wall=grey", 2, 1),
    ]
