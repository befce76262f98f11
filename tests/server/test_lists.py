"""Lists of games: page after page nothing is lost and nothing told twice, also where times are equal; seats that change hands."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import update

from tegel.server.tables import games, listed
from tests.server.client import Client
from tests.server.conftest import Running

FIRST = 1_700_000_000_000


def pages(client: Client) -> list[list[dict[str, Any]]]:
    """All pages of the list, from the first to the last."""
    found = [client.get("/api/me/games")]
    while found[-1]["more"]:
        found.append(client.get("/api/me/games", before=found[-1]["next"]))
    assert found[-1]["next"] is None
    return [page["games"] for page in found]


def set_times(server: Running, times: dict[str, int]) -> None:
    """Let games have changed at other moments."""
    statements = []
    for game, time in times.items():
        statements += [update(listed).where(listed.c.game == game).values(changed=time)]
        statements += [update(games).where(games.c.id == game).values(changed=time)]
    asyncio.run_coroutine_threadsafe(server.house.log.write(statements=statements), server.loop).result(60)


@pytest.mark.parametrize("together", [1000, 7, 3], ids=["all at one moment", "seven", "three"])
def test_games_of_one_moment_stand_on_one_page_each(serve: Callable[..., Running], database: str, together: int) -> None:
    """Groups of games that changed in the same millisecond lie across the borders of pages."""
    server = serve(database=database)
    client = server.client()
    made = [client.create("azul", "here", "here")["game"] for _ in range(103)]
    set_times(server, {game: FIRST + at // together for at, game in enumerate(made)})
    found = pages(client)
    assert [len(page) for page in found] == [50, 50, 3]
    told = [(game["changed"], game["game"]) for page in found for game in page]
    assert told == sorted(told, reverse=True)
    assert sorted(game for _, game in told) == sorted(made)


def on_list(client: Client) -> list[str]:
    return [game["game"] for page in pages(client) for game in page]


def test_a_seat_that_moves_to_another_browser_takes_its_place_on_the_list_along(serve: Callable[..., Running], database: str) -> None:
    server = serve(database=database)
    anna, ben, again = server.client(), server.client(), server.client()
    other = ben.create("azul", "here", "here")["game"]
    created = anna.create("azul", "here", "link")
    game = created["game"]
    ben.join(created["seats"][1]["invitation"], name="Ben")
    assert on_list(ben) == [game, other]
    link = ben.post(f"/api/games/{game}/seat-link", {"seat": 1}, 201)["link"]
    again.post("/api/seat-links", {"link": link})
    for _ in range(2):
        assert (on_list(anna), on_list(ben), on_list(again)) == ([game], [other], [game])
        (told,) = pages(again)[0]
        assert [seat["mine"] for seat in told["seats"]] == [False, True]
        server.house.rooms.pop(game, None)
    both = {0: anna, 1: again}
    for ply in range(4):
        turn = anna.get(f"/api/games/{game}")["turn"]
        legal = both[turn].get(f"/api/games/{game}/state", seat=turn)["legal"]
        both[turn].post(f"/api/games/{game}/move", {"seat": turn, "id": f"{ply}", "ply": ply, "moves": [legal[0]["move"]]})
        assert (on_list(anna), on_list(ben), on_list(again)) == ([game], [other], [game])
    back = again.post(f"/api/games/{game}/seat-link", {"seat": 1}, 201)["link"]
    ben.post("/api/seat-links", {"link": back})
    assert (on_list(anna), on_list(ben), on_list(again)) == ([game], [game, other], []), "once each, wherever the seat has been"


def test_who_made_a_game_keeps_it_on_the_list_without_a_seat(serve: Callable[..., Running], database: str) -> None:
    server = serve(database=database)
    anna, again = server.client(), server.client()
    game = anna.create("azul", "here", "computer")["game"]
    again.post("/api/seat-links", {"link": anna.post(f"/api/games/{game}/seat-link", {"seat": 0}, 201)["link"]})
    assert (on_list(anna), on_list(again)) == ([game], [game])
    assert not any(seat["mine"] for seat in pages(anna)[0][0]["seats"])
