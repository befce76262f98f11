"""Damaged games: every one is noticed, frozen and readable up to the damage; none is silently shorter."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.stored_games import SqliteFile, copy_game
from tegel.core.words import LANGUAGES
from tegel.server import store
from tests.server.client import Client
from tests.server.conftest import Running
from tests.server.test_databases import play_to_the_end

PLIES = 6
COLUMNS = ("kind", "seat", "move", "id", "data", "time", "hash", "number")
OF_GAME = ("name", "rules", "options", "secret", "promise", "clock", "created", "origin_game", "position", "key", "archive", "last", "head")


def alter(value: Any, source: random.Random) -> Any:
    """One bit of a value the other way round."""
    if value is None:
        return "x"
    if isinstance(value, int):
        return value ^ (1 << source.randrange(8))
    data = bytearray(value.encode())
    if not data:
        return "x"
    data[source.randrange(len(data))] ^= 1 << source.randrange(8)
    return bytes(data)


def damage(database: sqlite3.Connection, game: str, at: int) -> None:
    """The at-th way to damage a game."""
    source = random.Random(at)
    last = PLIES + 2
    if at < 2 * len(COLUMNS):  # a byte of each column, somewhere in the middle and in the last entry
        name, number = COLUMNS[at // 2], last if at % 2 else source.randint(1, last - 1)
        (value,) = database.execute(f"SELECT {name} FROM entries WHERE game = ? AND number = ?", (game, number)).fetchone()
        new = value + 100 if name == "number" else alter(value, source)
        database.execute(f"UPDATE entries SET {name} = CAST(? AS TEXT) WHERE game = ? AND number = ?", (new, game, number))
        return
    at -= 2 * len(COLUMNS)
    if at < len(OF_GAME):
        (value,) = database.execute(f"SELECT {OF_GAME[at]} FROM games WHERE id = ?", (game,)).fetchone()
        database.execute(f"UPDATE games SET {OF_GAME[at]} = CAST(? AS TEXT) WHERE id = ?", (alter(value, source), game))
        return
    at -= len(OF_GAME)
    ways = [
        f"DELETE FROM entries WHERE game = :game AND number = {last}",
        f"DELETE FROM entries WHERE game = :game AND number > {last - 3}",
        "DELETE FROM entries WHERE game = :game AND number = 4",
        "DELETE FROM entries WHERE game = :game AND number = 1",
        "DELETE FROM entries WHERE game = :game",
        "UPDATE entries SET number = 1000 - number WHERE game = :game",
        f"INSERT INTO entries SELECT game, {last + 1}, kind, seat, move, NULL, data, time, hash FROM entries WHERE game=:game AND number=4",
        "UPDATE seats SET kind = 'computer', player = 'random' WHERE game = :game AND seat = 1",
        "UPDATE seats SET nonce = 'ff' WHERE game = :game AND seat = 0",
        "DELETE FROM seats WHERE game = :game AND seat = 1",
        "DELETE FROM seats WHERE game = :game",
    ]
    database.execute(ways[at], {"game": game})


WAYS = 2 * len(COLUMNS) + len(OF_GAME) + 11


@pytest.fixture
def damaged(serve: Callable[..., Running], tmp_path: Path) -> tuple[Client, list[str], str]:
    """A server over as many damaged games as there are ways to damage one, and a sound one."""
    first = serve()
    client = first.client()
    played = client.create("azul", "here", "here")["game"]
    play_to_the_end(client, played, PLIES)
    cookies = dict(client.http.cookies)
    first.stop()
    database = sqlite3.connect(tmp_path / "games.db")
    games = [*(f"copy{at}" for at in range(WAYS)), played]
    copy_game(SqliteFile(database), played, games[:-1])
    for at, game in enumerate(games[:-1]):
        damage(database, game, at)
    database.commit()
    database.close()
    again = serve().client()
    again.http.cookies.update(cookies)
    return again, games[:-1], games[-1]


def test_no_damaged_game_is_silently_shorter(damaged: tuple[Client, list[str], str]) -> None:
    client, games, sound = damaged
    assert len(games) >= 40
    for at, game in enumerate(games):
        answer = client.http.get(f"/api/games/{game}")
        if answer.status_code == 409:
            assert answer.json()["error"] == "damaged", at
            continue
        assert answer.status_code == 200, (at, answer.text)
        assert answer.json()["status"] == "damaged", f"way {at} was not noticed"
        assert client.http.get(f"/api/games/{game}/events").status_code == 200, "it can be read up to the damage"
        body = {"seat": 0, "id": "m", "ply": answer.json()["ply"], "moves": [0]}
        for path in ("move", "undo", "takeover", "rematch"):
            sent = {"move": body, "undo": {"seat": 0, "id": "u", "ply": body["ply"]}, "takeover": {"seat": 0, "id": "t"}}
            refused = client.http.post(f"/api/games/{game}/{path}", json=sent.get(path, {"id": "r"}))
            assert refused.status_code in (403, 409), refused.text
            if path == "move" and refused.status_code == 409:
                assert refused.json()["error"] == "damaged"
    assert client.get(f"/api/games/{sound}")["status"] == "running"
    assert play_to_the_end(client, sound, PLIES + 4) == PLIES + 4


def test_damaged_games_are_listed_as_such_and_spoil_nothing(damaged: tuple[Client, list[str], str]) -> None:
    client, games, sound = damaged
    told = client.get("/api/me/games")
    assert {game["game"] for game in told["games"]} == {sound, *games}
    for game in games:
        client.http.get(f"/api/games/{game}")  # looked at once, it is known
    status = {game["game"]: game["status"] for game in client.get("/api/me/games")["games"]}
    assert status.pop(sound) == "running"
    assert set(status.values()) == {"damaged"}


def test_a_damaged_game_says_so_in_three_languages(damaged: tuple[Client, list[str], str]) -> None:
    client, games, _ = damaged
    said = set()
    for language in LANGUAGES:
        body = {"seat": 0, "id": "m", "ply": 0, "moves": [0]}
        refused = client.post(f"/api/games/{games[0]}/move", body, 409, headers={"accept-language": language})
        assert refused["error"] == "damaged"
        said.add(refused["say"])
    assert len(said) == 3


def test_a_running_game_of_other_rules_is_frozen(serve: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = serve()
    client = first.client()
    game = client.create("azul", "here", "here")["game"]
    play_to_the_end(client, game, 4)
    cookies = dict(client.http.cookies)
    first.stop()
    replay = store._replay

    def with_other_rules(room: Any, log: Any) -> None:
        room.game = replace(room.game, version=99)
        replay(room, log)

    monkeypatch.setattr(store, "_replay", with_other_rules)
    again = serve().client()
    again.http.cookies.update(cookies)
    assert again.get(f"/api/games/{game}")["status"] == "damaged"
    refused = again.post(f"/api/games/{game}/move", {"seat": 0, "id": "a", "ply": 4, "moves": [0]}, 409)
    assert refused["error"] == "damaged"
    assert "99" in refused["say"]
    with sqlite3.connect(tmp_path / "games.db") as database:
        assert database.execute("SELECT status FROM games").fetchone() == ("running",), "another version can go on with it"
    database.close()
