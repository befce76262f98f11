"""No answer, refusals included, depends on what the viewer may not know: two games that differ only in that answer alike, byte for byte."""

from __future__ import annotations

import asyncio
import json
import random
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np
import pytest

from tegel.core import generic
from tegel.core.differential import random_key
from tegel.core.errors import TegelError
from tegel.core.game import find_game, game_names
from tegel.core.position import write_position
from tegel.core.table import Table
from tegel.core.takeback import reveals
from tegel.server import frames, messages, opening, playing, presence, undoing
from tegel.server.entry import Entry
from tegel.server.errors import sentence, short_name
from tegel.server.limits import Limits
from tegel.server.listener import Listener
from tegel.server.room import Room
from tegel.server.routes_records import require_past, require_ply
from tegel.server.seat import Seat
from tegel.server.settings import Settings
from tegel.server.showing import show_entry, show_past, show_state, summary
from tegel.server.tables import games
from tegel.server.telling import broadcast
from tegel.server.uptime import Uptime
from tegel.server.who import Who

CASES = [(name, options) for name in game_names() for options in find_game(name).variants[::2]]
NOWHERE = 32767  # a number that is no move of any game


class Ear(Listener):
    """Somebody who keeps all that is sent."""

    def __init__(self, room: Room, seat: int) -> None:
        super().__init__(Who(guest=f"guest {seat}", address="somewhere"), seat, "en")
        self.heard: list[bytes] = []
        room.listeners.add(self)

    def send(self, frame: bytes) -> None:
        self.heard.append(frame)


async def _written(*_: Any, **__: Any) -> None:
    """Everything is on disk at once."""


def house(room: Room) -> Any:
    """As much of a server as answering needs; nothing happens by itself in it."""
    metrics = SimpleNamespace(count=lambda *_: None)
    log = SimpleNamespace(write=_written)
    teller = SimpleNamespace(now=lambda room: None, later=broadcast)
    around = {"stopping": True, "rooms": {room.id: room}, "uptime": Uptime(), "settings": Settings()}
    rater = SimpleNamespace(wake=lambda: None)
    return SimpleNamespace(limits=Limits(1e9), metrics=metrics, log=log, teller=teller, rater=rater, ended=lambda room: None, **around)


def new_room(name: str, options: dict[str, object], source: random.Random) -> Room:
    """A running game of people."""
    game = find_game(name)
    table = Table(game, game.options_from(options), random_key(source))
    written = json.dumps(msgspec.to_builtins(table.options))
    row = {column.name: None for column in games.columns} | {"id": "game", "name": name, "options": written, "rules": game.version}
    row |= {"archive": 0, "created": 0, "changed": 0, "secret": "00" * 32, "promise": "11" * 32, "creator": "guest 0"}
    room = Room("game", row, [Seat(at, "here", f"P{at}", None, f"guest {at}", None, None, "ab" * 32) for at in range(table.players)])
    room.table = table
    return room


def play(room: Room, source: random.Random) -> None:
    """One random move."""
    assert room.table is not None
    room.accept(Entry(room.number + 1, "move", room.table.turn or 0, source.choice(room.table.legal), None, {}, 0))


def disguised(room: Room, viewer: int, source: random.Random) -> Room:
    """The same game, with everything else that the viewer may not know."""
    assert room.table is not None
    twin = Room(room.id, room.row, [Seat(**vars(seat)) for seat in room.seats])
    twin.table, twin.movers, twin.entries = room.table.copy(), list(room.movers), list(room.entries)
    past = [np.frombuffer(bytearray(state), room.game.dtype)[0] for state in twin.table._states]
    for state in [twin.table.state, *past]:
        generic.sample(state, viewer, np.array(random_key(source), np.uint64))
    twin.table._states = [state.tobytes() for state in past]
    return twin


def requests(room: Room, viewer: int, source: random.Random) -> list[messages.AnyFrame]:
    """What somebody might ask to find something out, without committing to a move that reveals; the last may change the game."""
    assert room.table is not None
    ply, game = room.ply, room.game
    any_move = [source.randrange(game.moves) for _ in range(4)]
    known = [move for move in room.table.legal if viewer == room.table.turn]
    first = source.sample(known, min(4, len(known)))
    showing = [move for move in first if reveals(game, room.table.state, move)]
    lists = [[NOWHERE], [any_move[0]], [any_move[1], NOWHERE], ["nonsense"]]
    lists = [moves for moves in lists if moves[0] not in known]
    lists += [[move, other, NOWHERE] for move in first for other in any_move]
    lists += [[move, NOWHERE] for move in first] + [[move, "zz"] for move in first]
    asked: list[messages.AnyFrame] = [messages.Play(f"p{at}", ply, moves) for at, moves in enumerate(lists)]
    asked += [messages.Try(f"t{at}", ply, moves) for at, moves in enumerate([*lists, *[[move] for move in first]])]
    asked += [messages.Preview("v", ply, [], known), messages.Preview("w", ply, [], any_move)] if known else []
    asked += [messages.Preview(f"v{at}", ply, [move], any_move) for at, move in enumerate(first)]
    asked += [messages.Ahead("ahead", ply), messages.Ahead("later", ply + 1)]
    asked += [messages.Play("late", ply + 1, [0]), messages.Undo("early", max(0, ply - 1) if ply else 5)]
    asked += [messages.AnswerUndo("yes", ply, True)]
    asked += [messages.Takeover("take", seat) for seat in range(len(room.seats)) if seat != viewer]
    asked += [messages.Return("back", max(0, viewer)), messages.Greet("hello"), messages.Greet("boo"), messages.Thinking(ply)]
    asked += [messages.Look(seat=seat) for seat in range(len(room.seats)) if seat != viewer]
    asked += [messages.Rematch("again"), messages.Ping("here")]
    quiet = [move for move in first if move not in showing]
    asked.append(messages.Play("quiet", ply, [quiet[0]]) if quiet and source.random() < 0.5 else messages.Undo("undo", ply))
    return asked


async def answers(room: Room, viewer: int, asked: list[messages.AnyFrame]) -> list[bytes]:
    """All that is answered."""
    server, ear = house(room), Ear(room, viewer)
    for seat in range(-1, len(room.seats)):
        if seat != viewer:
            Ear(room, seat)
    said = [show_state(room, viewer, "nl"), msgspec.json.encode(summary(room, ear.who, "fr")), *looking_back(room, server, ear.who)]
    said += [show_entry(room, entry, (viewer,), "en") for entry in room.entries] + [room.record().dumps().encode()]
    for frame in asked:
        await frames.handle(server, room, ear, frame)
    for ply, seat in ((room.ply + 1, 0), (0, 7), (0, (viewer + 1) % len(room.seats))):
        if room.over:  # then anybody may branch, and a new game is no answer to compare
            break
        try:
            await opening.branch(server, room, ear.who, "", messages.Branch(ply, seat))
        except TegelError as error:
            said.append(f"{short_name(error)} {sentence(error, 'en')}".encode())
    return said + ear.heard + [show_state(room, viewer, "en")]


def looking_back(room: Room, server: Any, who: Who) -> list[bytes]:
    """Plies and positions, of others too."""
    said = []
    visitor: Any = SimpleNamespace(house=server, who=who)
    for seat in range(-1, len(room.seats)):
        for ply in (room.ply - 1, room.ply, room.ply + 1):
            try:
                require_past(room, who, seat)
                past = show_past(room, require_ply(visitor, room, ply), seat, "en") if ply >= 0 else b""
                said.append(past + write_position(room.game, room.table_at(max(0, ply)).view(seat).state).encode())
            except TegelError as error:
                said.append(f"{short_name(error)} {sentence(error, 'en')}".encode())
    return said


@pytest.mark.parametrize(("name", "options"), CASES, ids=str)
def test_answers_do_not_depend_on_what_the_viewer_may_not_know(
    name: str, options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "now", lambda: 0)
    monkeypatch.setattr(frames, "now", lambda: 0)
    monkeypatch.setattr(presence, "now", lambda: 0)
    monkeypatch.setattr(undoing, "now", lambda: 0)
    monkeypatch.setattr(Uptime, "now", lambda self: 0)
    source = random.Random(f"{name} {options}")
    for _ in range(3):
        room = new_room(name, options, source)
        assert room.table is not None
        while not room.table.over:
            for viewer in range(-1, room.table.players):
                asked = requests(room, viewer, source)
                one, other = (asyncio.run(answers(disguised(room, viewer, source), viewer, asked)) for _ in range(2))
                assert one == other
            for _ in range(source.randint(3, 12)):
                if not room.table.over:
                    play(room, source)


@pytest.mark.parametrize(("name", "options"), CASES, ids=str)
def test_a_sequence_goes_up_to_a_move_that_reveals_and_not_past_it(name: str, options: dict[str, object]) -> None:
    source = random.Random(f"{name} {options} 2")
    room = new_room(name, options, source)
    assert room.table is not None
    stopped = 0
    while not room.table.over:
        seat = room.table.turn or 0
        for move in room.table.legal[:2]:
            if reveals(room.game, room.table.state, move):
                ear = Ear(room, seat)
                before = room.number
                asyncio.run(frames.handle(house(room), room, ear, messages.Play("x", room.ply, [move, 0, NOWHERE])))
                told = json.loads(ear.heard[-1])
                assert (told["type"], told["error"]) == ("refused", "illegal")
                assert "past" in told["say"]
                assert room.number == before
                stopped += 1
                room.listeners.clear()
        play(room, source)
    assert stopped > 0
