"""The finished games of a database, for the explorer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tegel.cli import main
from tests.server.conftest import Running
from tests.server.test_databases import play_to_the_end
from tests.server.test_statistics import finish


def test_games_of_a_running_server_can_be_explored(server: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("duckdb")
    anna = server.client()
    play_to_the_end(anna, anna.create("blockers", "here", "here")["game"], 1000)
    finish(anna, anna.create("blockers", "here", "computer")["game"])
    anna.create("blockers", "here", "here")  # one that still runs
    given_up = anna.create("blockers", "here", "here")["game"]
    anna.post(f"/api/games/{given_up}/resign", {"seat": 0, "id": "1"})
    before = anna.get("/api/me/games")
    assert main(["explore", "server", str(tmp_path / "out"), "--database", server.settings.address, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], told["left_out"], told["files"]) == (2, 2, 2)
    assert main(["explore", "show", "blockers", "seat", "--data", str(tmp_path / "out"), "--json"]) == 0
    samples = json.loads(capsys.readouterr().out)["samples"]
    assert [(sample["player"], sample["games"]) for sample in samples] == [("people", 1), ("people and computers", 1)]
    assert anna.get("/api/me/games") == before


def test_a_database_that_is_not_there_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explore", "server", str(tmp_path / "out"), "--database", str(tmp_path / "none.db")]) == 2
    assert "there is no database" in capsys.readouterr().err
