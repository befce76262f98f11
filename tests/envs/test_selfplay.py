"""`tegel selfplay`: files that say what was played, that a second run completes, and that the loader reads."""

from __future__ import annotations

import json

import numpy as np
import pyarrow.parquet
import pytest

from tegel.cli import main
from tegel.core.chance import parse_key
from tegel.core.errors import BadOption
from tegel.core.game import find_game
from tegel.core.table import Table
from tegel.envs.data import batches, read_about
from tegel.envs.selfplay import Run, open_run, write_part

from .configurations import every_game


def play(folder, run: Run) -> None:
    for part in open_run(folder, run):
        write_part(folder, run, part)


def test_every_row_replays(tmp_path):
    """Keys and moves alone give every position, vector and result again."""
    run = Run("azul", {"players": 3}, ["random", "greedy", "random"], games=4, seed=2, part_games=3)
    play(tmp_path, run)
    rows = [row for file in sorted(tmp_path.glob("*.parquet")) for row in pyarrow.parquet.read_table(file).to_pylist()]
    game = find_game("azul")
    for number in range(4):
        mine = [row for row in rows if row["game"] == number]
        table = Table(game, game.simulation_options({"players": 3}), parse_key(mine[0]["key"].hex()))
        for ply, row in enumerate(mine):
            assert (row["ply"], row["seat"]) == (ply, table.turn)
            assert row["legal"] == table.legal
            assert row["state"] == table.state.tobytes()
            assert row["player"] == run.players[(row["seat"] - number) % 3]
            table.play(row["code"])
            assert table.moves[-1] == row["move"]
        assert table.over
        assert table.scores == mine[0]["all_points"]
        assert [row["points"] for row in mine] == [table.scores[row["seat"]] for row in mine]


@every_game()
def test_resumed_and_longer_runs_give_the_same_files(name, options, tmp_path):
    names = ["random"] * (options.get("players", 2))
    run = Run(name, options, names, games=4, seed=5, part_games=2)
    play(tmp_path, run)
    first = {file.name: file.read_bytes() for file in tmp_path.glob("*.parquet")}
    (tmp_path / "part-00000.parquet").unlink()
    assert open_run(tmp_path, run) == [0]
    play(tmp_path, Run(name, options, names, games=6, seed=5, part_games=2))
    tables = {file.name: pyarrow.parquet.read_table(file) for file in tmp_path.glob("*.parquet")}
    assert sorted(tables) == ["part-00000.parquet", "part-00001.parquet", "part-00002.parquet"]
    assert (tmp_path / "part-00001.parquet").read_bytes() == first["part-00001.parquet"]
    (tmp_path / "before.parquet").write_bytes(first["part-00000.parquet"])
    assert pyarrow.parquet.read_table(tmp_path / "before.parquet") == tables["part-00000.parquet"]


def test_another_run_does_not_mix_in(tmp_path):
    play(tmp_path / "run", Run("azul", {}, ["random", "random"], games=1))
    with pytest.raises(BadOption, match="holds another run, with seed 0 instead of 1"):
        open_run(tmp_path / "run", Run("azul", {}, ["random", "random"], games=1, seed=1))
    with pytest.raises(BadOption, match="cannot be prolonged"):
        open_run(tmp_path / "run", Run("azul", {}, ["random", "random"], games=200))
    (tmp_path / "letter.txt").write_text("hello")
    with pytest.raises(BadOption, match="is not empty"):
        open_run(tmp_path, Run("azul", {}, ["random", "random"], games=1))


def test_bad_runs_are_explained(tmp_path):
    for run, message in [
        (Run("azul", {}, ["random"], games=1), "1 players were given for 2 seats"),
        (Run("azul", {}, ["random", "nobody"], games=1), "there is no player 'nobody'"),
        (Run("azul", {}, ["random", "random"], games=0), "must be at least 1"),
        (Run("azul", {"wall": "pink"}, ["random", "random"], games=1), "wall cannot be 'pink'"),
    ]:
        with pytest.raises(BadOption, match=message):
            open_run(tmp_path, run)
    with pytest.raises(BadOption, match="tegel selfplay"):
        read_about(tmp_path)


def test_batches(tmp_path):
    play(tmp_path, Run("azul", {}, ["random", "greedy"], games=6, part_games=2))
    rows = sum(pyarrow.parquet.read_metadata(file).num_rows for file in tmp_path.glob("*.parquet"))
    plain = list(batches(tmp_path, 50, reward="points", window=1))
    mixed = list(batches(tmp_path, 50, seed=1, reward="points"))
    for found in (plain, mixed):
        assert [len(batch.moves) for batch in found] == [50] * (rows // 50) + [rows % 50]
        for batch in found:
            assert batch.masks[np.arange(len(batch.moves)), batch.moves].all()
            assert batch.vectors.shape[1] == 239
    order = [np.concatenate([batch.moves for batch in found]) for found in (plain, mixed)]
    assert order[0].tolist() != order[1].tolist()
    assert sorted(order[0]) == sorted(order[1])
    values = [np.concatenate([batch.values for batch in found]).sum() for found in (plain, mixed)]
    assert values[0] == values[1]
    assert len(list(batches(tmp_path, 50, epochs=2))) == 2 * len(plain)


def test_command(tmp_path, capsys):
    command = [
        "selfplay",
        "azul",
        str(tmp_path / "data"),
        "--games",
        "3",
        "--part",
        "2",
        "--players",
        "random,greedy",
        "-o",
        "wall=grey",
        "--json",
    ]
    assert main(command) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["files_written"] == 2
    assert main(command) == 0
    assert json.loads(capsys.readouterr().out)["files_written"] == 0
    assert read_about(tmp_path / "data")["options"] == {"wall": "grey"}
    assert main(["selfplay", "azul", str(tmp_path / "other"), "--players", "random"]) == 2
    assert capsys.readouterr().err.endswith("tegel: 1 players were given for 2 seats\n")


def test_the_folder_holds_nothing_that_readers_of_parquet_stumble_over(tmp_path):
    """pandas hands a folder to pyarrow, which reads every file of it that is not hidden; runs that go on, and older ones, too."""
    run = Run("azul", {}, ["random", "random"], games=2, part_games=1)
    for part in open_run(tmp_path, run):
        (tmp_path / "selfplay.json").write_text("{}")  # as older versions left it
        write_part(tmp_path, run, part)
    assert open_run(tmp_path, Run("azul", {}, ["random", "random"], games=3, part_games=1)) == [2]
    assert {path.suffix for path in tmp_path.iterdir()} == {".parquet"}
    (tmp_path / ".part-00002.unfinished").write_bytes(b"half")
    assert set(pyarrow.parquet.read_table(tmp_path)["game"].to_pylist()) == {0, 1}
    write_part(tmp_path, Run("azul", {}, ["random", "random"], games=3, part_games=1), 2)
    assert set(pyarrow.parquet.read_table(tmp_path)["game"].to_pylist()) == {0, 1, 2}
