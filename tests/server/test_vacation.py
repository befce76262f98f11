"""Vacation: clocks of days stand still for whoever is away, within the days of a year; nobody else's clock does, and no round waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from tegel.server import vacations
from tegel.server.clock import Clock
from tegel.server.days import DAY, DAYS
from tests.server.client import Client
from tests.server.conftest import Running
from tests.server.test_clocks import come_back, freeze, set_wall_clock
from tests.server.test_rooms import on_loop, pass_time, wait_for

THREE = {"base": 3 * DAY, "per_move": True}


def two_people(server: Running, clock: dict[str, Any] = THREE) -> tuple[str, list[Client]]:
    """A game over days between two, while time stands still; the first client is to move."""
    freeze(server)
    anna, ben = server.client(), server.client()
    made = anna.create("azul", "here", "link", clock=clock)
    ben.join(made["seats"][1]["invitation"])
    game: str = made["game"]
    people = [anna, ben]
    return game, people if anna.get(f"/api/games/{game}")["turn"] == 0 else people[::-1]


def seat_of(client: Client, game: str) -> int:
    return next(int(seat["seat"]) for seat in client.get(f"/api/games/{game}")["seats"] if seat["mine"])


def clocks(client: Client, game: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/games/{game}/state")["clocks"]
    return found


def left(server: Running, game: str) -> list[int]:
    """What everybody has left at this moment, in seconds."""
    room, present = server.house.rooms[game], server.house.uptime.now()
    return [(whole - (room.clock.used(present) if seat == room.turn else 0)) // 1000 for seat, whole in enumerate(room.clock.left)]


def move(client: Client, game: str, id: str, status: int = 200) -> None:
    seat = seat_of(client, game)
    state = client.get(f"/api/games/{game}/state", seat=seat)
    client.post(f"/api/games/{game}/move", {"seat": seat, "id": id, "ply": state["ply"], "moves": [state["legal"][0]["move"]]}, status)


def go(client: Client, days: int, status: int = 200) -> dict[str, Any]:
    answer: dict[str, Any] = client.post("/api/me/vacation", {"days": days}, status)
    return answer


def back(client: Client) -> dict[str, Any]:
    answer = client.http.delete("/api/me/vacation")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def kinds(client: Client, game: str) -> list[str]:
    return [event["kind"] for event in client.get(f"/api/games/{game}/events")["events"]]


def heard(client: Client, game: str, *more: str) -> None:
    """Wait until the game's log ends so."""
    wait_for(lambda: kinds(client, game)[-len(more) :] == list(more))


def test_a_clock_of_days_stands_still_on_vacation(serve: Callable[..., Running]) -> None:
    server = serve()
    game, (first, second) = two_people(server)
    mine = seat_of(first, game)
    pass_time(server, DAY)
    told = go(first, 10)
    assert (told["left"], told["days"]) == (20, 30)
    heard(first, game, "vacation")
    pass_time(server, 9 * DAY)
    assert left(server, game)[mine] == 2 * DAY
    seen = clocks(second, game)
    assert seen["left"][mine] == 2 * DAY * 1000
    assert abs(seen["vacations"][mine] - told["until"]) < 60_000, "others see until when"
    assert seen["vacations"][1 - mine] is None
    assert seen["time"] == seen["vacations"][mine], "the clock goes on when the vacation ends"
    pass_time(server, 1.5 * DAY)
    assert left(server, game)[mine] == 1.5 * DAY, "it ended by itself half a day ago"
    pass_time(server, 2 * DAY)
    wait_for(lambda: bool(first.get(f"/api/games/{game}")["seats"][mine]["left"] == "clock"))


def test_whose_turn_begins_on_vacation_is_not_charged(serve: Callable[..., Running]) -> None:
    server = serve()
    game, (first, second) = two_people(server)
    mine, other = seat_of(first, game), seat_of(second, game)
    go(second, 5)
    heard(first, game, "vacation")
    pass_time(server, DAY)
    assert left(server, game)[mine] == 2 * DAY, "who is not away plays by the clock"
    move(first, game, "1")
    pass_time(server, 4 * DAY)
    assert left(server, game)[other] == 3 * DAY
    pass_time(server, DAY)
    assert left(server, game)[other] == 2 * DAY


def test_who_moves_on_vacation_gives_the_turn_to_a_clock_that_runs(serve: Callable[..., Running]) -> None:
    server = serve()
    game, (first, second) = two_people(server)
    other = seat_of(second, game)
    pass_time(server, DAY)
    go(first, 20)
    heard(first, game, "vacation")
    pass_time(server, 2 * DAY)
    move(first, game, "1")
    assert first.get(f"/api/games/{game}/events")["events"][-1]["used"] == DAY * 1000, "the day before, and nothing of the vacation"
    pass_time(server, DAY)
    assert left(server, game)[other] == 2 * DAY
    pass_time(server, 2 * DAY)
    wait_for(lambda: bool(first.get(f"/api/games/{game}")["seats"][other]["left"] == "clock"))


def test_coming_back_sooner_sets_the_clock_going(serve: Callable[..., Running]) -> None:
    server = serve()
    game, (first, _) = two_people(server)
    mine = seat_of(first, game)
    pass_time(server, DAY / 2)
    go(first, 10)
    heard(first, game, "vacation")
    pass_time(server, 1.5 * DAY)
    told = back(first)
    assert (told["until"], told["left"]) == (None, 28), "begun days are used up, the others are not"
    assert told["next"] is not None
    heard(first, game, "vacation", "vacation_over")
    pass_time(server, DAY)
    assert left(server, game)[mine] == 1.5 * DAY
    assert back(first)["left"] == 28, "ending it twice changes nothing"
    assert kinds(first, game)[-1] == "vacation_over"


def test_a_vacation_survives_a_stop_and_costs_and_gives_nothing(serve: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    server = serve()
    game, (first, _) = two_people(server)
    mine, cookies = seat_of(first, game), dict(first.http.cookies)
    pass_time(server, DAY)
    go(first, 10)
    heard(first, game, "vacation")
    pass_time(server, 4 * DAY)
    server.stop()
    set_wall_clock(monkeypatch, 100 * DAY)
    monkeypatch.setattr(vacations, "now", lambda: 0)
    again = serve()
    freeze(again)
    anna = come_back(again, cookies)
    assert anna.get("/api/me/vacation")["until"] == pytest.approx(6 * DAY * 1000, abs=60_000), "the hundred days are not counted"
    anna.get(f"/api/games/{game}/state")
    assert left(again, game)[mine] == 2 * DAY
    pass_time(again, 6 * DAY + 60)
    assert left(again, game)[mine] == pytest.approx(2 * DAY - 60, abs=60)


@pytest.mark.parametrize("ended", [False, True])
def test_what_a_stop_kept_from_a_game_is_made_up_for(serve: Callable[..., Running], monkeypatch: pytest.MonkeyPatch, ended: bool) -> None:
    """The vacation is written, and the server dies before the game hears of it; it is read when its flag falls."""
    server = serve()
    game, (first, _) = two_people(server)
    mine, cookies = seat_of(first, game), dict(first.http.cookies)
    pass_time(server, DAY)

    async def dies(house: Any, room: Any) -> None:
        return

    monkeypatch.setattr(vacations, "settle", dies)
    go(first, 5)
    if ended:
        pass_time(server, DAY)
        back(first)
    assert kinds(first, game)[-1] != "vacation"
    server.stop()
    monkeypatch.undo()
    again = serve()
    freeze(again)
    pass_time(again, DAY + 60 if ended else 2 * DAY + 60)  # by what was written with the last move the flag falls now
    wait_for(lambda: game in again.house.rooms)
    anna = come_back(again, cookies)
    heard(anna, game, "vacation")
    assert left(again, game)[mine] == pytest.approx(DAY - 60 if ended else 2 * DAY, abs=30), "only the vacation was not charged"
    assert anna.get(f"/api/games/{game}")["seats"][mine]["left"] is None


def test_clocks_of_hours_and_of_whole_games_run_on(serve: Callable[..., Running]) -> None:
    server = serve()
    for clock in ({"base": 3600, "per_move": True}, {"base": 10 * DAY, "increment": 0}):
        game, (first, _) = two_people(server, clock)
        go(first, 1)
        on_loop(server, vacations.settle(server.house, server.house.rooms[game]))
        assert "vacation" not in kinds(first, game)
        pass_time(server, 60)
        assert left(server, game)[seat_of(first, game)] == clock["base"] - 60


def test_a_game_that_begins_meanwhile_knows(serve: Callable[..., Running]) -> None:
    server = serve()
    freeze(server)
    anna, ben = server.client(), server.client()
    anna.create("azul", "here", "computer")
    go(anna, 3)
    made = anna.create("azul", "here", "link", clock=THREE)
    ben.join(made["seats"][1]["invitation"])
    heard(anna, made["game"], "vacation")
    alone = anna.create("azul", "here", "here", clock=THREE)["game"]
    heard(anna, alone, "vacation", "vacation")
    pass_time(server, 3 * DAY)
    assert left(server, alone) == [3 * DAY] * 2


def test_a_game_that_looked_too_early_does_not_end_a_vacation(serve: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    """Two look at once: one has read that nobody is away, and goes on only after the other has written that somebody is."""
    server = serve()
    game, (first, _) = two_people(server)
    house = server.house
    room, read, waiting, go_on = house.rooms[game], house.store.rows, asyncio.Event(), asyncio.Event()

    async def read_slowly(query: Any) -> Any:
        found = await read(query)
        waiting.set()
        await go_on.wait()
        return found

    async def look() -> asyncio.Task[None]:
        with monkeypatch.context() as slow:
            slow.setattr(house.store, "rows", read_slowly)
            early = asyncio.create_task(vacations.settle(house, room))
            await waiting.wait()
        return early

    async def finish() -> None:
        go_on.set()
        await early

    early = on_loop(server, look())
    go(first, 10)
    wait_for(lambda: room.lock.locked() or kinds(first, game)[-1] == "vacation")
    on_loop(server, finish())
    heard(first, game, "vacation")
    on_loop(server, vacations.settle(house, room))
    assert kinds(first, game)[-1] == "vacation"


def test_days_of_a_year_are_limited_and_lie_apart(serve: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    server = serve()
    freeze(server)
    anna = server.client()
    assert go(anna, 1, 403)["error"] == "forbidden", "whoever is not known has no vacation"
    anna.create("azul", "here", "computer")
    assert go(anna, 31, 409)["say"] == "You have 30 vacation days left of 30 in a year."
    go(anna, 20)
    assert go(anna, 1, 409)["say"] == "You are on vacation already."
    pass_time(server, 20 * DAY)
    assert anna.get("/api/me/vacation")["until"] is None
    assert go(anna, 1, 409)["say"] == "Between two vacations lie at least 7 days. You can begin the next one in 7 d."
    pass_time(server, 7 * DAY + 1)
    assert go(anna, 11, 409)["say"] == "You have 10 vacation days left of 30 in a year."
    go(anna, 10)
    pass_time(server, 17 * DAY + 1)
    assert go(anna, 1, 409)["say"] == "You have no vacation days left of 30 in a year."
    pass_time(server, 341 * DAY)
    assert anna.get("/api/me/vacation")["left"] == 20, "what lies a year back is forgiven"
    for days in (0, 366, "3", None):
        anna.post("/api/me/vacation", {"days": days}, 400)


def test_a_tournament_does_not_wait_for_a_vacation(serve: Callable[..., Running]) -> None:
    server = serve()
    game, (first, second) = two_people(server)
    room = server.house.rooms[game]
    room.row["tournament"] = "t"
    go(first, 5)
    on_loop(server, vacations.settle(server.house, room))
    assert "vacation" not in kinds(second, game)
    pass_time(server, DAY)
    assert left(server, game)[seat_of(first, game)] == 2 * DAY


def test_nobody_is_taken_over_for_being_on_vacation(serve: Callable[..., Running]) -> None:
    server = serve()
    game, (first, second) = two_people(server)
    mine = seat_of(first, game)
    go(first, 10)
    heard(first, game, "vacation")
    pass_time(server, 10 * DAY)
    refused = second.post(f"/api/games/{game}/takeover", {"seat": mine, "id": "t"}, 409)
    assert "may take over in 1 d 12 h" in refused["say"]


def test_who_deletes_their_data_lets_the_clock_go_on(serve: Callable[..., Running]) -> None:
    server = serve()
    game, (first, second) = two_people(server)
    mine = seat_of(first, game)
    go(first, 10)
    heard(first, game, "vacation")
    pass_time(server, DAY)
    assert first.http.delete("/api/me").status_code == 204
    heard(second, game, "vacation", "vacation_over")
    pass_time(server, DAY)
    assert left(server, game)[mine] == 2 * DAY


def test_taking_back_on_vacation_costs_no_vacation(serve: Callable[..., Running]) -> None:
    server = serve()
    freeze(server)
    anna = server.client()
    game = anna.create("azul", "here", "here", clock=THREE)["game"]
    seat = anna.get(f"/api/games/{game}")["turn"]
    pass_time(server, DAY)
    go(anna, 10)
    heard(anna, game, "vacation", "vacation")
    state = anna.get(f"/api/games/{game}/state", seat=seat)
    anna.post(f"/api/games/{game}/move", {"seat": seat, "id": "m", "ply": 0, "moves": [state["legal"][0]["move"]]})
    pass_time(server, DAY)
    anna.post(f"/api/games/{game}/undo", {"seat": seat, "id": "u", "ply": 1})
    assert left(server, game) == [2 * DAY if at == seat else 3 * DAY for at in range(2)]

    async def forget() -> None:
        server.house.forget(server.house.rooms[game])

    on_loop(server, forget())
    assert clocks(anna, game)["left"][seat] == 2 * DAY * 1000, "read from the log it is the same"
    pass_time(server, 9 * DAY)
    assert left(server, game)[seat] == 2 * DAY


def test_the_log_alone_leads_to_the_same_clock() -> None:
    """Played live, and played again from what the entries say."""
    live, again = Clock(60, 0, 2, per_move=True), Clock(60, 0, 2, per_move=True)
    for clock in (live, again):
        clock.start(0, 0)
    live.anchor(1000, 0)
    steps: list[Callable[[Clock], None]] = [
        lambda clock: clock.hold(0, 5_000, 100_000, 99_000),
        lambda clock: clock.move(1, 5_000, 40_000, at=41_000),
        lambda clock: clock.move(0, 7_000, 47_000),
        lambda clock: clock.hold(0, 0, 50_000, 49_000),
        lambda clock: clock.undo(1, 2_000, 51_000),
    ]
    for step in steps:
        step(live)
        step(again)
    assert (live.left, live.running, live.held) == (again.left, again.running, again.held)
    assert live.since == 52_000
    due = live.due()
    again.resume(60_000, due, 59_000)
    assert (again.since, again.time, again.due()) == (live.since, live.time, due)


def test_the_choices_of_days_are_what_the_server_takes(serve: Callable[..., Running]) -> None:
    anna = serve().client()
    for days in DAYS:
        anna.create("azul", "here", "link", clock={"base": days * DAY, "per_move": True})
    for base in (4 * DAY, DAY + 1, 30 * DAY):
        body = {"game": "azul", "seats": [{"kind": "here"}] * 2, "clock": {"base": base, "per_move": True}}
        assert anna.post("/api/games", body, 400)["say"] == "For a move one can have these numbers of days: 1, 2, 3, 5, 7, 14."
        event = {"title": "Cup", "game": "azul", "format": "swiss", "size": 2, "rounds": 3, "clock": body["clock"]}
        assert "numbers of days" in anna.post("/api/tournaments", event, 400)["say"]
    anna.create("azul", "here", "here", clock={"base": 4 * DAY, "increment": 0})  # for a whole game
