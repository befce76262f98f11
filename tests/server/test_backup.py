"""Backups made while games are played, and putting them back."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tegel.cli import main
from tegel.server.backup import back_up, check
from tegel.server.settings import Settings
from tests.server import plain_http
from tests.server.conftest import Running
from tests.server.postgres import new_database
from tests.server.test_databases import play_to_the_end


def stored_moves(file: Path) -> dict[str, list[int]]:
    """The moves of every game in a database."""
    with closing(sqlite3.connect(file)) as database:
        moves: dict[str, list[int]] = {}
        for game, move in database.execute("SELECT game, move FROM entries WHERE kind = 'move' ORDER BY game, number"):
            moves.setdefault(game, []).append(move)
    return moves


def test_a_backup_under_load_holds_all_that_was_acknowledged(serve: Callable[..., Running], tmp_path: Path) -> None:
    server = serve()
    client = server.client()
    games = [client.create("azul", "here", "here")["game"] for _ in range(3)]
    stop = threading.Event()

    def play(game: str) -> None:
        for most in range(2, 400, 2):
            if stop.is_set() or play_to_the_end(client, game, most) < most:
                return

    players = [threading.Thread(target=play, args=(game,)) for game in games]
    for player in players:
        player.start()
    try:
        for at in range(5):
            before = {game: client.get(f"/api/games/{game}")["ply"] for game in games}
            copy = tmp_path / f"copy{at}.db"
            found = back_up(server.settings.address, copy)
            assert found is not None
            assert found.damaged == []
            moves = stored_moves(copy)
            for game in games:
                assert len(moves.get(game, [])) >= before[game]
    finally:
        stop.set()
        for player in players:
            player.join()
    assert all(stored_moves(copy)[game] == stored_moves(tmp_path / "games.db")[game][: len(stored_moves(copy)[game])] for game in games)
    again = serve(database=str(copy)).client()
    again.http.cookies.update(client.http.cookies)
    for game, moves in stored_moves(copy).items():
        assert again.get(f"/api/games/{game}")["ply"] == len(moves)


@pytest.fixture
def played(serve: Callable[..., Running]) -> Running:
    """A server on which a little was played."""
    server = serve()
    client = server.client()
    play_to_the_end(client, client.create("azul", "here", "here")["game"], 4)
    return server


def test_restore_refuses_while_a_server_runs_and_overwrites_only_by_force(
    played: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, copy = ["--data", str(tmp_path)], str(tmp_path / "copy.db")
    assert main(["backup", copy, *data]) == 0
    assert "1 games" in capsys.readouterr().out
    assert main(["backup", copy, *data]) == 2, "a backup is not overwritten"
    assert main(["restore", copy, *data, "--force"]) == 2
    assert "stop it first" in capsys.readouterr().err
    played.stop()
    assert main(["restore", copy, *data]) == 2
    assert "--force" in capsys.readouterr().err
    before = stored_moves(tmp_path / "games.db")
    with closing(sqlite3.connect(tmp_path / "games.db")) as database:
        database.execute("DELETE FROM entries")
        database.commit()
    assert main(["restore", copy, *data, "--force"]) == 0
    assert stored_moves(tmp_path / "games.db") == before
    assert stored_moves(tmp_path / "games.db.before-restore") == {}, "what was replaced is kept"
    assert check(tmp_path / "games.db").damaged == []


def test_a_bad_backup_is_not_restored(played: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = tmp_path / "copy.db"
    back_up(played.settings.address, copy)
    other = ["--data", str(tmp_path / "other")]
    with closing(sqlite3.connect(copy)) as database:
        database.execute("DELETE FROM entries WHERE number = (SELECT MAX(number) FROM entries)")
        database.commit()
    assert main(["restore", str(copy), *other]) == 2
    assert "damaged" in capsys.readouterr().err
    assert main(["backup", str(tmp_path / "again.db"), "--database", str(copy)]) == 1, "said, and copied as it is"
    copy.write_bytes(copy.read_bytes()[:5000])
    assert main(["restore", str(copy), *other, "--force"]) == 2
    (tmp_path / "text").write_text("no database")
    assert main(["restore", str(tmp_path / "text"), *other]) == 2
    assert main(["restore", str(tmp_path / "nothing"), *other]) == 2
    assert "Traceback" not in capsys.readouterr().err
    assert not (tmp_path / "other" / "games.db").exists()


def test_a_second_server_is_refused_in_one_line(played: Running, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tegel", "serve", "--port", "0", "--data", str(tmp_path)]
    refused = subprocess.run(command, capture_output=True, timeout=300, check=False)
    assert refused.returncode == 2
    assert b"another Tegel server" in refused.stderr
    assert b"Traceback" not in refused.stderr


def test_postgresql_is_backed_up_by_its_own_program(database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if "://" not in database:
        pytest.skip("about PostgreSQL")
    import asyncio

    from tegel.server.database import open_database

    asyncio.run(_make(open_database, database))
    assert main(["backup", str(tmp_path / "dump"), "--database", database]) == 0
    assert (tmp_path / "dump").read_bytes()[:5] == b"PGDMP"
    assert main(["restore", str(tmp_path / "dump"), "--database", database]) == 2
    assert "pg_restore" in capsys.readouterr().err


def test_a_dump_of_a_running_server_is_restored_and_its_games_go_on(postgres: str, serve: Callable[..., Running], tmp_path: Path) -> None:
    with new_database(postgres) as before, new_database(postgres) as after:
        running = serve(database=before)
        client = running.client()
        created = client.create("azul", "here", "here")
        game = created["game"]
        tokens = [{"Authorization": f"Bearer {seat['token']}"} for seat in created["seats"]]

        def move(at: str, ply: int) -> int:
            turn = plain_http.get(f"{at}/api/games/{game}").json()["turn"]
            state = plain_http.get(f"{at}/api/games/{game}/state", params={"seat": turn}, headers=tokens[turn]).json()
            body = {"seat": turn, "id": f"{ply}", "ply": ply, "moves": [state["legal"][0]["move"]]}
            return int(plain_http.post(f"{at}/api/games/{game}/move", json=body, headers=tokens[turn]).json()["ply"])

        assert [move(running.url, ply) for ply in range(5)] == [1, 2, 3, 4, 5]
        events = client.get(f"/api/games/{game}/events")["events"]
        assert main(["backup", str(tmp_path / "dump"), "--database", before]) == 0
        assert move(running.url, 5) == 6, "the server goes on"
        subprocess.run(["pg_restore", f"--dbname={after}", str(tmp_path / "dump")], check=True, timeout=300)
        restored = serve(database=after)
        assert restored.client().get(f"/api/games/{game}/events")["events"] == events
        assert move(restored.url, 5) == 6


async def _make(open_database: Callable[..., object], database: str) -> None:
    engine = await open_database(Settings(database=database).address)  # type: ignore[misc]
    await engine.dispose()
