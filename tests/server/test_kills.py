"""`tegel serve` with several processes: games and tournaments go on when one of them is killed, stopped or started anew."""

from __future__ import annotations

import os
import signal
import sys
import time
from typing import Any

import pytest

from tests.processes import process_at
from tests.server import plain_http
from tests.server.client import Client
from tests.server.several import owner_of, supervised, wait_for
from tests.server.test_tournaments import play_round


@pytest.mark.skipif(sys.platform != "linux", reason="finds processes by /proc")
def test_a_game_goes_on_elsewhere_after_its_owner_was_killed_or_stopped(shared: str) -> None:
    with supervised(shared) as (url, _):
        client = Client(url)
        created = client.create("azul", "here", "here")
        game = created["game"]
        tokens = [{"Authorization": f"Bearer {seat['token']}"} for seat in created["seats"]]
        for ply, blow in enumerate((signal.SIGKILL, signal.SIGSTOP)):
            turn = client.get(f"/api/games/{game}")["turn"]
            state = plain_http.get(f"{url}/api/games/{game}/state", params={"seat": turn}, headers=tokens[turn], timeout=30).json()
            body = {"seat": turn, "id": f"{ply}", "ply": ply, "moves": [state["legal"][0]["move"]]}
            number, address = owner_of(shared, game)
            victim = process_at(address)
            client.close()
            os.kill(victim, blow)

            def go_on(body: Any = body, turn: int = turn) -> bool:
                made = plain_http.post(f"{url}/api/games/{game}/move", json=body, headers=tokens[turn], timeout=2)
                return made.status_code == 200 and made.json()["ply"] == body["ply"] + 1

            wait_for(go_on)
            assert owner_of(shared, game)[0] != number
            if blow == signal.SIGSTOP:
                os.kill(victim, signal.SIGCONT)
            client = Client(url)
            wait_for(lambda: "tegel_processes 2.0" in plain_http.get(f"{url}/metrics").text)
        events = client.get(f"/api/games/{game}/events")["events"]
        assert [event["ply"] for event in events if event["kind"] == "move"] == [1, 2]
        client.close()


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_rolling_restart_is_a_blink(shared: str) -> None:
    with supervised(shared) as (url, running):
        client = Client(url)
        game = client.create("azul", "here", "here")["game"]
        before = owner_of(shared, game)[0]
        running.send_signal(signal.SIGHUP)
        longest = 0.0
        until = time.monotonic() + 120
        while owner_of(shared, game)[0] in (before, 0):
            began = time.monotonic()
            assert plain_http.get(f"{url}/api/games/{game}", timeout=30).status_code == 200
            longest = max(longest, time.monotonic() - began)
            assert began < until
        assert longest < 10, "on however slow a machine"
        client.close()


@pytest.mark.skipif(sys.platform != "linux", reason="finds processes by /proc")
def test_a_tournament_goes_on_elsewhere_when_a_process_is_killed_between_rounds(shared: str) -> None:
    with supervised(shared) as (url, _):
        director = Client(url)
        plan = {"title": "League", "game": "azul", "format": "league", "rounds": 2, "auto": True}
        id = director.post("/api/tournaments", plan, 201)["id"]
        players = [Client(url) for _ in range(4)]
        for number, player in enumerate(players, 1):
            player.post(f"/api/tournaments/{id}/enter", {"name": f"Player {number}"})
        director.post(f"/api/tournaments/{id}/round", {})
        wait_for(lambda: all(player.http.get(f"/api/games/{yours(player, id)}").is_success for player in players))
        victim = process_at(owner_of(shared, yours(players[0], id))[1])
        first = play_round(players, id)
        os.kill(victim, signal.SIGKILL)
        for each in (director, *players):
            each.http.close()
        back = [returned(player) for player in (director, *players)]
        wait_for(lambda: all(yours(player, id) not in (None, *first) for player in back[1:]))
        wait_for(lambda: all(player.http.get(f"/api/games/{yours(player, id)}").is_success for player in back[1:]))
        wait_for(lambda: "tegel_processes 2.0" in plain_http.get(f"{url}/metrics").text)
        second = play_round(back[1:], id)
        shown = wait_for(lambda: (found := back[0].get(f"/api/tournaments/{id}"))["finished"] and found)
        games = [table["game"] for tables in shown["tables"] for table in tables]
        assert [len(tables) for tables in shown["tables"]] == [2, 2], "no round twice, none left out"
        assert sorted(games) == sorted([*first, *second])
        met = [tuple(sorted(table["players"])) for tables in shown["tables"] for table in tables]
        assert len(set(met)) == 4, "nobody meets twice"
        assert sum(line["points"] for line in shown["standings"]) == 4
        for each in back:
            each.close()


def yours(player: Client, id: str) -> Any:
    """The game that somebody has to play."""
    return player.http.get(f"/api/tournaments/{id}").json().get("yours")


def returned(before: Client) -> Client:
    """The same browser, with a new connection."""
    again = Client(before.url)
    again.http.cookies.update(before.http.cookies)
    return again
