"""Clocks count what a player has thought: no more, no less, whatever happens to the server or to the wall clock."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine

from tegel.server import house, playing, timing, undoing
from tegel.server.clock import Clock
from tegel.server.migrations import chain_game
from tegel.server.uptime import ASLEEP, Awake
from tests.server.client import Client
from tests.server.conftest import Running
from tests.server.test_rooms import pass_time, wait_for

DAY = 86400


def freeze(server: Running) -> None:
    """The time by which games are played stands still until it is passed."""
    moment = server.house.uptime._clock()
    server.house.uptime._clock = lambda: moment


def timed_game(server: Running, clock: dict[str, Any]) -> tuple[Client, str, int]:
    """Somebody with a game of two on one screen, while time stands still; its id, and who is to move."""
    freeze(server)
    anna = server.client()
    game: str = anna.create("azul", "here", "here", clock=clock)["game"]
    return anna, game, state_of(anna, game)["turn"]


def come_back(server: Running, cookies: dict[str, str]) -> Client:
    """The same guest at a server that was started again."""
    client = server.client()
    client.http.cookies.update(cookies)
    return client


def state_of(client: Client, game: str) -> dict[str, Any]:
    """The state as the seat to move sees it, or as nobody in particular."""
    turn = client.get(f"/api/games/{game}/state")["turn"]
    found: dict[str, Any] = client.get(f"/api/games/{game}/state", seat=-1 if turn is None else turn)
    return found


def play(client: Client, game: str, id: str, status: int = 200) -> dict[str, Any]:
    """The first legal move of the seat to move."""
    state = state_of(client, game)
    body = {"seat": state["turn"], "id": id, "ply": state["ply"], "moves": [state["legal"][0]["move"]]}
    answer: dict[str, Any] = client.post(f"/api/games/{game}/move", body, status)
    return answer


def set_wall_clock(monkeypatch: pytest.MonkeyPatch, by: int) -> None:
    """Move the wall clock by so many seconds."""
    now = house.now
    for module in (playing, timing, undoing):
        monkeypatch.setattr(module, "now", lambda: now() + by * 1000)


@pytest.mark.parametrize("by", [DAY, -DAY])
def test_a_wall_clock_that_is_set_neither_flags_nor_spares(serve: Callable[..., Running], monkeypatch: pytest.MonkeyPatch, by: int) -> None:
    server = serve()
    anna, game, turn = timed_game(server, {"base": 60, "increment": 0})
    pass_time(server, 10)
    set_wall_clock(monkeypatch, by)
    play(anna, game, "1")
    state = state_of(anna, game)
    assert state["clocks"]["left"][turn] == 50_000
    assert anna.get(f"/api/games/{game}/events")["events"][-1]["used"] == 10_000, "the log says what was used"
    pass_time(server, 60)
    assert play(anna, game, "2", 409)["error"] == "illegal", "and who has thought too long is out of time"


def test_a_server_that_is_down_charges_nobody(serve: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    server = serve()
    anna, game, first = timed_game(server, {"base": 60, "increment": 0})
    pass_time(server, 10)
    play(anna, game, "1")
    pass_time(server, 20)
    cookies = dict(anna.http.cookies)
    server.stop()
    set_wall_clock(monkeypatch, DAY)
    again = serve()
    freeze(again)
    ben = come_back(again, cookies)
    state = state_of(ben, game)
    assert state["turn"] == 1 - first
    play(ben, game, "2")
    left = state_of(ben, game)["clocks"]["left"]
    assert left[first] == 50_000
    assert 30_000 <= left[1 - first] <= 40_000, "the twenty seconds before the stop count, the day does not"
    assert [seat["left"] for seat in ben.get(f"/api/games/{game}")["seats"]] == [None, None]


@pytest.mark.parametrize("jump", [8 * 3600, -8 * 3600])
def test_a_machine_that_sleeps_charges_nobody(serve: Callable[..., Running], jump: int) -> None:
    """Whether the system counts its sleep or not: what is looked at every few seconds cannot have taken hours."""
    server = serve()
    moment = 1000.0
    server.house.uptime._clock = Awake(lambda: moment)
    server.house.uptime._start = moment
    anna = server.client()
    game = anna.create("azul", "here", "here", clock={"base": 60, "increment": 0})["game"]
    turn = state_of(anna, game)["turn"]
    moment += 10
    pass_time(server, 0)
    moment += jump
    pass_time(server, 0)
    play(anna, game, "1")
    assert state_of(anna, game)["clocks"]["left"][turn] == 50_000
    for _ in range(3):
        moment += 20  # two looks are never further apart while the server runs
        pass_time(server, 0)
    assert play(anna, game, "2", 409)["say"] == "The time of this seat is up."


def test_looks_a_few_seconds_apart_add_up() -> None:
    moment = 0.0
    awake = Awake(lambda: moment)
    for _ in range(1000):
        moment += ASLEEP - 0.5
        awake()
    assert awake() == moment
    moment += ASLEEP
    assert awake() == moment - ASLEEP


def test_no_move_after_the_flag_fell_even_if_nobody_has_noticed(serve: Callable[..., Running]) -> None:
    server = serve()
    anna, game, turn = timed_game(server, {"base": 60, "increment": 0})
    uptime = server.house.uptime
    before = uptime._clock
    uptime._clock = lambda: before() + 60  # and no timer is told
    refused = play(anna, game, "late", 409)
    assert refused["say"] == "The time of this seat is up."
    assert anna.get(f"/api/games/{game}")["seats"][turn]["left"] == "clock"


def test_whose_flag_fell_takes_nothing_back(serve: Callable[..., Running]) -> None:
    server = serve()
    anna, game, first = timed_game(server, {"base": 60, "increment": 100})
    play(anna, game, "1")
    play(anna, game, "2")
    pass_time(server, 200)
    wait_for(lambda: anna.get(f"/api/games/{game}")["seats"][first]["left"] == "clock")
    wait_for(lambda: state_of(anna, game)["turn"] == 1 - first)
    state = anna.get(f"/api/games/{game}/state", seat=first)
    assert state["undo"] is False
    anna.post(f"/api/games/{game}/undo", {"seat": first, "id": "u", "ply": state["ply"]}, 409)


def test_a_log_that_tells_only_times_is_still_read(serve: Callable[..., Running], tmp_path: Path) -> None:
    server = serve()
    anna, game, first = timed_game(server, {"base": 60, "increment": 5})
    play(anna, game, "1")
    cookies = dict(anna.http.cookies)
    server.stop()
    with sqlite3.connect(tmp_path / "games.db") as database:
        started = database.execute("SELECT time FROM entries WHERE game = ? AND kind = 'started'", (game,)).fetchone()[0]
        database.execute("UPDATE entries SET data = NULL, time = ? WHERE game = ? AND kind = 'move'", (started + 20_000, game))
        database.execute("UPDATE games SET due = NULL")
    database.close()
    engine = create_engine(f"sqlite:///{tmp_path / 'games.db'}")
    with engine.begin() as connection:
        chain_game(connection, game)
    engine.dispose()
    again = serve()
    ben = come_back(again, cookies)
    assert state_of(ben, game)["clocks"]["left"][first] == 45_000


def test_taking_back_gives_back_the_time_and_nothing_more() -> None:
    """Sixty seconds became half an hour by taking back again and again: each time the increment stayed."""
    clock = Clock(60, 30, 2)
    clock.start(0, 0)
    for time in range(1, 31):
        clock.move(1, 1_000, 0)
        clock.undo(0, 500, 0)
        assert clock.left == [60_000 - 1_000 * time, 60_000]
        assert clock.running == 0


def test_taking_back_pays_for_all_of_ones_own_thinking() -> None:
    clock = Clock(60, 30, 2)
    clock.start(0, 0)
    clock.move(1, 5_000, 0)  # of the person
    clock.move(0, 100, 0)  # of the computer
    clock.undo(0, 7_000, 0)  # the person has thought again
    assert clock.left == [48_000, 60_000]


def test_a_computer_earns_nobody_time() -> None:
    """Leaving on one's turn and coming back after the computer's quick move was worth an increment each time."""
    clock = Clock(60, 10, 2)
    clock.start(0, 0)
    clock.move(1, 100, 0, earns=False)
    assert clock.left == [59_900, 60_000]


def test_who_leaves_and_comes_back_gains_no_time(serve: Callable[..., Running]) -> None:
    server = serve()
    freeze(server)
    anna, ben = server.client(), server.client()
    made = anna.create("azul", "here", "link", clock={"base": 60, "increment": 10})
    ben.join(made["seats"][1]["invitation"])
    game, people = made["game"], [anna, ben]
    first = anna.get(f"/api/games/{game}")["turn"]
    people[first].post(f"/api/games/{game}/takeover", {"seat": first, "id": "leave"})
    wait_for(lambda: anna.get(f"/api/games/{game}")["ply"] == 1)
    people[first].post(f"/api/games/{game}/return", {"seat": first, "id": "back"})
    assert anna.get(f"/api/games/{game}/state")["clocks"]["left"][first] <= 60_000


def test_taking_back_on_the_clock(serve: Callable[..., Running]) -> None:
    server = serve()
    anna, game, first = timed_game(server, {"base": 60, "increment": 30})
    for time in range(5):
        pass_time(server, 2)
        play(anna, game, f"m{time}")
        anna.post(f"/api/games/{game}/undo", {"seat": first, "id": f"u{time}", "ply": 1})
        assert state_of(anna, game)["clocks"]["left"][first] == 60_000 - 2_000 * (time + 1)
    entries = anna.get(f"/api/games/{game}/events")["events"]
    assert [entry["kind"] for entry in entries[2:]] == ["move", "undone"] * 5


def test_when_a_clock_runs_out_is_written_with_the_move(serve: Callable[..., Running], tmp_path: Path) -> None:
    server = serve()
    anna, game, _ = timed_game(server, {"base": 60, "increment": 30})
    uptime = server.house.uptime

    def due() -> int:
        with sqlite3.connect(tmp_path / "games.db") as database:
            found = database.execute("SELECT due FROM games WHERE id = ?", (game,)).fetchone()
        database.close()
        return int(found[0])

    assert due() == uptime.now() + 60_000
    pass_time(server, 7)
    play(anna, game, "1")
    assert due() == uptime.now() + 60_000
    pass_time(server, 7)
    play(anna, game, "2")
    assert due() == uptime.now() + 83_000


def test_with_time_for_each_move_every_turn_begins_anew(serve: Callable[..., Running]) -> None:
    server = serve()
    anna, game, first = timed_game(server, {"base": 60, "per_move": True})
    assert anna.get(f"/api/games/{game}")["clock"] == {"base": 60, "increment": 0, "per_move": True}
    pass_time(server, 40)
    play(anna, game, "1")
    assert state_of(anna, game)["clocks"]["left"] == [60_000, 60_000], "what was used of a turn is no loss for the next"
    pass_time(server, 50)
    play(anna, game, "2")
    pass_time(server, 59)
    play(anna, game, "3")
    pass_time(server, 61)
    wait_for(lambda: bool(anna.get(f"/api/games/{game}")["seats"][1 - first]["left"] == "clock"))
    assert anna.get(f"/api/games/{game}")["seats"][first]["left"] is None


def test_time_for_each_move_has_no_increment(serve: Callable[..., Running]) -> None:
    body = {"game": "azul", "seats": [{"kind": "here"}] * 2, "clock": {"base": 60, "increment": 5, "per_move": True}}
    assert serve().client().post("/api/games", body, 400)["say"] == "With time for each move there is no increment."


def test_taking_back_with_time_for_each_move_pays_for_the_thinking() -> None:
    clock = Clock(60, 0, 2, per_move=True)
    clock.start(0, 0)
    clock.anchor(0, 0)
    clock.move(1, 20_000, 20_000)
    assert clock.after_undo(0, 5_000)[0] == 40_000
    clock.undo(0, 5_000, 25_000)
    assert (clock.left, clock.running) == ([40_000, 60_000], 0)
    clock.move(1, 10_000, 35_000)
    assert clock.left == [60_000, 60_000]
