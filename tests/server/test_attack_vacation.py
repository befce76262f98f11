"""Vacation as a way to stall: nobody gets more days by being several guests."""

from __future__ import annotations

from collections.abc import Callable

from tegel.server.days import DAY
from tests.server.client import Client
from tests.server.conftest import Running
from tests.server.test_rooms import pass_time, wait_for
from tests.server.test_vacation import go, heard, left, seat_of, two_people


def fresh(server: Running) -> Client:
    """Somebody who has never been on vacation."""
    client = server.client()
    assert client.http.put("/api/me", json={"name": "Fresh"}).status_code == 200
    return client


def flag_fell(client: Client, game: str, seat: int) -> bool:
    return bool(client.get(f"/api/games/{game}")["seats"][seat]["left"] == "clock")


def hand_on(server: Running, game: str, seat: int, holder: Client) -> Client:
    """Give the seat by a private link to somebody who has just gone on vacation."""
    other = fresh(server)
    go(other, 30)
    link = holder.post(f"/api/games/{game}/seat-link", {"seat": seat}, 201)["link"]
    other.post("/api/seat-links", {"link": link})
    return other


def test_a_seat_passed_on_among_guests_on_vacation_stands_still_thirty_days_in_all(serve: Callable[..., Running]) -> None:
    server = serve()
    game, (first, second) = two_people(server)
    mine = seat_of(first, game)
    go(first, 20)
    heard(second, game, "vacation")
    pass_time(server, 20 * DAY)
    other = hand_on(server, game, mine, first)
    pass_time(server, 3 * DAY)  # its flag would fall now
    heard(second, game, "vacation", "vacation")
    hand_on(server, game, mine, other)
    pass_time(server, 9 * DAY)
    assert not flag_fell(second, game, mine)
    assert left(server, game)[mine] == DAY, "thirty days in all, and two of three"
    pass_time(server, DAY)
    wait_for(lambda: flag_fell(second, game, mine))


def test_a_guest_on_vacation_brings_an_account_no_more_days(serve: Callable[..., Running]) -> None:
    """Whose days are used up goes on vacation as another guest, and moves that guest along."""
    server = serve()
    game, (first, second) = two_people(server)
    mine = seat_of(first, game)
    codes = first.post("/api/account/codes", {}, 201)["codes"]
    go(first, 30)
    heard(second, game, "vacation")
    pass_time(server, 30 * DAY)
    other = fresh(server)
    go(other, 30)
    other.post("/api/account/recover", {"code": codes[0], "bring": True})
    assert other.get("/api/me/vacation")["left"] == 0
    pass_time(server, 3 * DAY)
    wait_for(lambda: flag_fell(second, game, mine))
