"""What the row of a game says about its log: enough to list the game and to know whether it goes on by itself, without playing it again.

It is written in the same transaction as the entries that lead to it. A fact that is to be known of games not in memory (a moment at which
something is due, say) is one more column: declare it in `tables`, name it in `COLUMNS`, work it out in `forecast`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..core.story import Event
from ..core.table import Step, turn_of
from .entry import Entry
from .results import laid_of, result_of, sources_of
from .room import Room

COLUMNS = ("last", "head", "changed", "status", "ply", "turn", "bot", "stand_ins", "result", "rematch")


class Change(NamedTuple):
    """What is written of a game beside its entries: new values of its row, and on whose lists it moves up."""

    game: str
    values: dict[str, Any]  # of `COLUMNS`
    guests: tuple[str, ...]
    before: int  # the time of its last change so far

    def lists(self) -> list[dict[str, Any]]:
        """Its places on the lists, old and new."""
        places = {"game": self.game, "changed": self.values["changed"], "before": self.before}
        return [{"guest": guest, **places} for guest in self.guests]


@dataclass
class _Ahead:
    """Where a game will stand."""

    status: str
    ply: int
    turn: int | None
    state: Any
    stand_ins: dict[int, tuple[str, str]]
    result: dict[str, Any] | None
    rematch: str | None


def advance(room: Room, fresh: Sequence[Entry]) -> Change:
    """What is to be written with entries that have been chained."""
    guests = {room.row["creator"], *(seat.guest for seat in room.seats)} - {None, ""}
    return Change(room.id, forecast(room, fresh), tuple(sorted(guests)), room.row["changed"])


def forecast(room: Room, fresh: Sequence[Entry]) -> dict[str, Any]:
    """The columns as they will be once the room has accepted these entries."""
    ahead = _now(room) if room.table is None or room.over or room.table.over else _running(room)
    for entry in fresh:
        _go_on(room, ahead, entry, fresh)
    last = fresh[-1] if fresh else room.entries[-1]
    turn = None if ahead.status != "running" else ahead.turn
    bot = turn is not None and (turn in ahead.stand_ins or room.seats[turn].kind == "computer")
    return {
        "last": last.number,
        "head": last.hash,
        "changed": last.time,
        "status": ahead.status,
        "ply": ahead.ply,
        "turn": turn,
        "bot": int(bot),
        "stand_ins": json.dumps(ahead.stand_ins) if ahead.stand_ins else None,
        "result": json.dumps(ahead.result) if ahead.result else None,
        "rematch": ahead.rematch,
    }


def _running(room: Room) -> _Ahead:
    """Where a game stands that is going on."""
    assert room.table is not None
    return _Ahead(room.status, room.ply, room.table.turn, room.table.state, _stand_ins(room), None, room.rematch)


def _stand_ins(room: Room) -> dict[int, tuple[str, str]]:
    return {seat.seat: (seat.left, seat.stand_in) for seat in room.seats if seat.left and seat.stand_in}


def _now(room: Room) -> _Ahead:
    state = room.table.state if room.table else None
    turn = None if state is None else turn_of(state)
    result = room.result if turn is None or room.over else None
    if result is not None and room.over:
        _complete(result, room, room.entries)
    return _Ahead(room.status, room.ply, turn, state, _stand_ins(room), result, room.rematch)


def _go_on(room: Room, ahead: _Ahead, entry: Entry, fresh: Sequence[Entry]) -> None:
    if entry.kind == "started":
        ahead.status = "record" if room.archive else "running"
        ahead.state = room.new_table().state
        ahead.turn = turn_of(ahead.state)
    elif entry.kind == "closed":
        ahead.status = "closed"
    elif entry.kind == "move":
        assert entry.step is not None
        ahead.ply += 1
        _stand_at(ahead, entry.step.state, entry.step.turn)
    elif entry.kind == "undone":
        assert room.table is not None
        ahead.ply = entry.data["ply"]
        state = room.table.state_at(ahead.ply)
        _stand_at(ahead, state, turn_of(state))
    elif entry.kind == "takeover":
        ahead.stand_ins[entry.seat] = entry.data["reason"], entry.data["player"]
    elif entry.kind == "resigned":
        ahead.stand_ins[entry.seat] = "resigned", entry.data["player"]
    elif entry.kind == "returned":
        ahead.stand_ins.pop(entry.seat, None)
    elif entry.kind == "over":
        ahead.status = "record" if room.archive else "over"
        resigned = [seat for seat, (why, _) in ahead.stand_ins.items() if why == "resigned"]
        ahead.result = result_of(ahead.state, resigned)
        _complete(ahead.result, room, [*room.entries, *fresh])
    elif entry.kind == "rematch":
        ahead.rematch = entry.data["game"]


def _complete(result: dict[str, Any], room: Room, entries: Sequence[Entry]) -> None:
    """Add to a result where the points came from, where tiles were laid, and who was helped how often."""
    story = _standing(entries)
    result["sources"] = sources_of(story, len(room.seats))
    if room.game.board:
        result["laid"] = laid_of(story, room.game.board, len(room.seats))
    hints = [entry for entry in entries if entry.kind == "hint"]
    if hints:
        counts = [sum(entry.data.get("count", 1) for entry in hints if entry.seat == seat) for seat in range(len(room.seats))]
        result["hints"] = counts


def _standing(entries: Sequence[Entry]) -> list[Event]:
    """What happened in the moves that were not taken back."""
    stories: list[Sequence[Event]] = []
    for entry in entries:
        if entry.kind == "move":
            stories.append(entry.step.events if entry.step else entry.story)
        elif entry.kind == "undone":
            del stories[entry.data["ply"] :]
    return [event for story in stories for event in story]


def _stand_at(ahead: _Ahead, state: Any, turn: int | None) -> None:
    ahead.state, ahead.turn = state, turn
    ahead.result = result_of(state) if turn is None else None


def work_out(room: Room, fresh: Sequence[Entry]) -> None:
    """Work the moves of a new game out, so that its progress can be told before it is written."""
    moves = [entry for entry in fresh if entry.kind == "move"]
    table = room.new_table() if moves else None
    step: Step | None = None
    for entry in moves:
        assert table is not None
        assert entry.move is not None
        step = entry.step = table.step(entry.move, step)
