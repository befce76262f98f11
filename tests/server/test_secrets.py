"""Nobody is sent what they may not know: change it, and every byte they are sent stays the same."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from tegel.core import generic
from tegel.core.differential import random_key
from tegel.core.game import find_game, game_names
from tegel.core.table import Table
from tegel.server.room import Mover, Room
from tegel.server.seat import Seat
from tegel.server.showing import hidden_bytes, show_past, show_state
from tests.server.conftest import Running

CASES = [(name, options) for name in game_names() for options in find_game(name).variants[::2]]


def seated(name: str, options: dict[str, object], source: random.Random) -> Room:
    """A running game of people, with a key of its own."""
    table = Table(find_game(name), find_game(name).options_from(options), random_key(source))
    row = {"name": name, "options": json.dumps(options), "archive": 0, "position": None, "key": None, "clock": None}
    room = Room("game", row, [Seat(seat, "here", f"P{seat}", None, "guest", None, None, None) for seat in range(table.players)])
    room.table = table
    return room


def disguised(room: Room, viewer: int, source: random.Random) -> Room:
    """The same game with everything else that the viewer may not know."""
    twin = Room(room.id, room.row, room.seats)
    assert room.table is not None
    twin.table, twin.movers = room.table.copy(), list(room.movers)
    generic.sample(twin.table.state, viewer, np.array(random_key(source), np.uint64))
    if twin.table.moves:
        before = twin.table.state_at(len(twin.table.moves) - 1)
        generic.sample(before, viewer, np.array(random_key(source), np.uint64))
        twin.table._states[-1] = before.tobytes()
    return twin


@pytest.mark.parametrize(("name", "options"), CASES, ids=lambda value: str(value))
def test_what_a_viewer_is_sent_does_not_depend_on_what_it_may_not_know(name: str, options: dict[str, object]) -> None:
    source = random.Random(f"{name} {options}")
    room = seated(name, options, source)
    assert room.table is not None
    checked = 0
    while not room.table.over and checked < 150:
        for viewer in range(-1, room.table.players):
            twin = disguised(room, viewer, source)
            assert twin.table is not None
            assert show_state(twin, viewer, "en") == show_state(room, viewer, "en")
            assert show_past(twin, twin.ply, viewer, "nl") == show_past(room, room.ply, viewer, "nl")
            assert hidden_bytes(twin.table, viewer) == hidden_bytes(room.table, viewer), "what a computer player is given"
            checked += 1
        for _ in range(source.randint(1, 4)):
            if not room.table.over:
                room.movers.append(Mover(room.table.turn or 0, computer=False))
                room.table.play(source.choice(room.table.legal))
        room.shown.clear()
        room.scene = None


def test_a_hot_seat_leaks_nothing(server: Running) -> None:
    client, watcher = server.client(), server.client()
    game = client.create("blockers", "here", "here", "here")["game"]
    table = client.sit(game, 0)
    spectator = watcher.sit(game)
    assert table.state["private"] == [True, True, True]
    source = random.Random(8)
    for _ in range(12):
        turn = table.state["turn"]
        table.send({"type": "look", "seat": turn})
        table.receive("state")
        mine = table.state["view"]
        everybody = client.get(f"/api/games/{game}/state")["view"]
        assert mine != everybody, "one's own rack is seen"
        ply = table.state["ply"]
        table.move(source.choice(table.state["legal"])["move"])
        table.until(lambda state, ply=ply: state["ply"] > ply)
        spectator.until(lambda state, ply=ply: state["ply"] > ply)
        assert spectator.state["view"] == client.get(f"/api/games/{game}/state")["view"]
        assert spectator.state["legal"] == []
