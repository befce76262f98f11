"""How long somebody may be away goes by the clock of the game, and requests count as being here."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import pytest

from tegel.server import house as housing
from tegel.server.keeping import Kept
from tests.server.client import Client
from tests.server.conftest import Running
from tests.server.test_rooms import pass_time, wait_for

DAY = 86400


def by_link(server: Running, **more: Any) -> tuple[str, Client, Client]:
    """A game of two."""
    anna, ben = server.client(), server.client()
    created = anna.create("azul", "here", "link", **more)
    ben.join(created["seats"][1]["invitation"])
    return created["game"], anna, ben


def take_over(client: Client, game: str, id: str, status: int) -> dict[str, Any]:
    """Let the computer play for the other."""
    answer: dict[str, Any] = client.post(f"/api/games/{game}/takeover", {"seat": 1, "id": id}, status)
    return answer


def test_in_a_game_of_days_one_may_be_away_for_days(serve: Callable[..., Running]) -> None:
    server = serve()
    game, anna, ben = by_link(server, clock={"base": 30 * DAY, "increment": 0})
    ben.get(f"/api/games/{game}")
    pass_time(server, 31)
    said = take_over(anna, game, "1", 409)["say"]
    assert said == "This player has not been away long enough: the computer may take over in 2 d 23 h."
    pass_time(server, 2 * DAY)
    take_over(anna, game, "2", 409)
    pass_time(server, DAY)
    take_over(anna, game, "3", 200)


def test_a_request_counts_as_being_here(serve: Callable[..., Running]) -> None:
    server = serve()
    game, anna, ben = by_link(server)
    pass_time(server, 25)
    ben.get(f"/api/games/{game}/state", seat=1)
    pass_time(server, 25)
    take_over(anna, game, "1", 409)
    pass_time(server, 25)
    take_over(anna, game, "2", 200)


def test_who_is_away_stays_away_although_the_game_is_put_away(serve: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housing, "Kept", lambda: Kept(most=1))
    server = serve()
    game, anna, ben = by_link(server, clock={"base": 10 * DAY, "increment": 0})
    ben.get(f"/api/games/{game}")
    pass_time(server, DAY - 60)
    anna.create("azul", "here", "here")

    def away() -> bool:
        gc.collect()
        return game not in server.house.rooms

    wait_for(away)
    take_over(anna, game, "1", 409)
    pass_time(server, 120)
    take_over(anna, game, "2", 200)


def test_everybody_is_told_when_the_computer_may_take_over(serve: Callable[..., Running]) -> None:
    server = serve()
    game, anna, ben = by_link(server)
    one, two = anna.sit(game, 0), ben.sit(game, 1)
    told = one.receive("presence")["presence"]
    while not all(told["seats"]):
        told = one.receive("presence")["presence"]
    assert told["takeover_at"] == [None, None]
    two.close()
    told = one.receive("presence")["presence"]
    while told["seats"][1]:
        told = one.receive("presence")["presence"]
    assert told["takeover_at"][0] is None
    assert told["takeover_at"][1] is not None
