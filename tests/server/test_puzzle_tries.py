"""First tries at puzzles: kept once, judged by the server, and the log alone makes the ratings."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import select

from tegel.cli import main
from tegel.core.game import find_game
from tegel.learn.puzzles.puzzle import shipped_puzzles
from tegel.learn.puzzles.tries import OF_PUZZLE, Try, rate_tries
from tegel.server.puzzle_ratings import move_tries
from tegel.server.puzzle_tables import puzzle_tries
from tegel.server.tokens import new_id
from tests.server.conftest import Running

PUZZLES = shipped_puzzles(find_game("azul"))
PUZZLE = PUZZLES[0]


def test_the_first_try_counts_and_no_other(server: Running) -> None:
    client = server.client()
    path = f"/api/puzzles/{PUZZLE.id}/try"
    assert client.post(path, {"move": PUZZLE.second}) == {"solved": False}
    assert client.post(path, {"move": PUZZLE.solution[0]}) == {"solved": False}, "it was tried before"
    other = server.client()
    assert other.post(path, {"move": PUZZLE.solution[0]}) == {"solved": True}
    shown = server.client()
    assert shown.post(f"/api/puzzles/{PUZZLES[1].id}/try", {"move": None}) == {"solved": False}


def test_what_is_no_try_is_refused(server: Running) -> None:
    client = server.client()
    assert client.post("/api/puzzles/nothing/try", {"move": 1}, 404)["error"] == "unknown"
    path = f"/api/puzzles/{PUZZLE.id}/try"
    for wrong in ({}, {"move": 1.5}, {"move": -1}, {"move": 1, "solved": True}):
        assert client.post(path, wrong, 400)["error"] == "bad"
    assert client.post(path, {"move": "nonsense"}, 409)["error"] == "illegal"
    assert client.get("/api/puzzles/chess/ratings", 404)["error"] == "unknown"


def test_the_command_finds_what_the_server_tells(serve: Callable[..., Running], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    running = serve()
    for number in range(4):
        client = running.client()
        for puzzle in PUZZLES[:3]:
            client.post(f"/api/puzzles/{puzzle.id}/try", {"move": puzzle.solution[0] if number else puzzle.second})
    answer = client.http.get("/api/puzzles/azul/ratings")
    told = {each["puzzle"]: each for each in answer.json()["ratings"]}
    assert {(each["tries"], each["solved"]) for each in told.values()} == {(4, 3)}
    again = client.http.get("/api/puzzles/azul/ratings", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, answer.headers["cache-control"]) == (304, "public, max-age=60")
    client.http.delete("/api/me")
    running.stop()
    capsys.readouterr()
    assert main(["puzzles", "ratings", str(tmp_path / "games.db"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["azul"]
    assert {id: (round(each["rating"]), round(each["deviation"])) for id, each in found.items()} == {
        id: (each["rating"], each["deviation"]) for id, each in told.items()
    }


def test_who_becomes_another_takes_their_tries_along(server: Running) -> None:
    other, mine = new_id(), new_id()

    async def move() -> list[tuple[str, int]]:
        row = {"game": "duel", "time": 1, "solved": 1}
        rows = [
            {**row, "guest": mine, "puzzle": "a"},
            {**row, "guest": mine, "puzzle": "b"},
            {**row, "guest": other, "puzzle": "b", "solved": 0},
        ]
        await server.house.log.write(statements=[puzzle_tries.insert().values(rows), *move_tries(mine, other)])
        found = await server.house.store.rows(select(puzzle_tries).where(puzzle_tries.c.guest == other).order_by(puzzle_tries.c.puzzle))
        return [(each["puzzle"], each["solved"]) for each in found]

    assert asyncio.run_coroutine_threadsafe(move(), server.loop).result(60) == [("a", 1), ("b", 0)]


def test_tries_are_limited(serve: Callable[..., Running]) -> None:
    client = serve(limits=0.05).client()
    answers = [client.http.post("/api/puzzles/nothing/try", json={"move": 1}).status_code for _ in range(12)]
    assert answers[:5] == [404] * 5
    assert answers[-1] == 429


def test_both_sides_move_and_grow_surer() -> None:
    easy = rate_tries({"a": 1500.0}, [Try("a", str(number), True) for number in range(50)])["a"]
    hard = rate_tries({"a": 1500.0}, [Try("a", str(number), False) for number in range(50)])["a"]
    assert easy.rating < 1500 < hard.rating
    assert easy.deviation < OF_PUZZLE
    strong = [Try(f"b{number}", "ann", True) for number in range(30)]
    puzzles = {"a": 1500.0, **{f"b{number}": 1800.0 for number in range(30)}}
    by_strong = rate_tries(puzzles, [*strong, Try("a", "ann", False)])["a"]
    by_new = rate_tries(puzzles, [Try("a", "ann", False)])["a"]
    assert by_strong.rating - 1500 > by_new.rating - 1500, "that a strong solver fails says more"
    assert rate_tries({"a": 1500.0}, [Try("gone", "ann", True)]) == {}
