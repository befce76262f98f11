"""Open data: all games that people finished here, verifiable, and nobody named who did not agree."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tegel.core.record import Record
from tegel.core.replay import verify
from tests.commands import tegel
from tests.server import plain_http
from tests.server.conftest import Running
from tests.server.test_ratings import person, play, verdict

TOKEN = "a token of the operator"


@pytest.fixture
def served(serve: Callable[..., Running]) -> Running:
    """Two finished games of three people, one of whom agreed to be named; and one that still runs."""
    server = serve(proxy="127.0.0.1", export_token=TOKEN)
    anna, bo, chris = (
        person(server, f"10.0.0.{at}", name, shown=name == "Annabel") for at, name in enumerate(("Annabel", "Boudewijn", "Chris"))
    )
    for game in (play(anna, bo), play(bo, chris, game="duel")):
        verdict(server, game)
    anna.create("azul", "here", "link")
    return server


def test_the_stream_needs_the_token(served: Running, serve: Callable[..., Running], tmp_path: Path) -> None:
    address = f"{served.url}/api/games.ndjson"
    assert plain_http.get(address).status_code == 403
    assert plain_http.get(address, headers={"authorization": "Bearer wrong"}).status_code == 403
    answer = plain_http.get(address, headers={"authorization": f"Bearer {TOKEN}"}, timeout=60)
    assert answer.status_code == 200
    games = [json.loads(line) for line in answer.text.splitlines()]
    assert [game["game"] for game in games] == ["azul", "duel"]
    assert plain_http.get(address, params={"after": games[-1]["ended"]}, headers={"authorization": f"Bearer {TOKEN}"}).text == ""
    assert [seat["name"] for seat in games[0]["seats"]] == ["Annabel", None]
    assert "Boudewijn" not in answer.text
    assert "Chris" not in answer.text
    assert games[0]["seats"][0]["place"] == 1
    for game in games:
        verify(Record.loads(game["record"]))


def test_without_a_token_nobody_may(server: Running) -> None:
    assert plain_http.get(f"{server.url}/api/games.ndjson", headers={"authorization": "Bearer x"}).status_code == 403


def test_the_command_writes_parquet_and_records(served: Running, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    folder = tmp_path / "out"
    done = tegel("export", str(folder), "--database", str(served.settings.data / "games.db"), "--json")
    assert (done.returncode, json.loads(done.stdout)["games"]) == (0, 2)
    rows = parquet.read_table(folder / "games.parquet").to_pylist()
    assert [row["game"] for row in rows] == ["azul", "duel"]
    assert rows[0]["seats"][1]["name"] is None
    records = sorted((folder / "records").glob("*.tegel"))
    assert len(records) == 2
    assert all(tegel("verify", str(record)).returncode == 0 for record in records)
    assert "Boudewijn" not in "".join(record.read_text() for record in records)
    assert tegel("export", str(folder), "--database", str(served.settings.data / "games.db"), "--ndjson").returncode == 0
    assert len((folder / "games.ndjson").read_text().splitlines()) == 2
