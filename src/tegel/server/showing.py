"""What viewers are sent: states, events, summaries, as JSON. A viewer's state is made from the hidden state and nothing else."""

from __future__ import annotations

import json
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple, cast

import msgspec

from ..core import generic
from ..core.chance import format_key
from ..core.game import Game, find_game
from ..core.narrate import say_event, visible_events, visible_movements
from ..core.story import MOVEMENT, Event, Movement, read_movements
from ..core.table import Table
from ..core.view import say_move
from ..core.words import say
from . import answers
from .answers import Result, ShownMove, State, StoryEvent, Summary, encoded
from .entry import Entry
from .room import Room
from .scene import Scene
from .seat import AWAITED
from .who import Who

NOBODY = Who()
encode = msgspec.json.encode
INSIDE = ("at", "to", "begun")  # of an entry's data: by the server's own time, which is nobody else's
FIELDS = tuple(name for name in Event.__struct_fields__ if name != "move")


class Around(NamedTuple):
    """What a game adds to a position: how far its log is, whether the viewer may take back, the clocks."""

    number: int = 0
    undo: bool = False
    clocks: answers.Clocks | None = None
    undo_asked: answers.UndoAsked | None = None
    result: Result | None = None  # of a game that is over, perhaps before the rules end it


NOTHING = Around()


@lru_cache(50_000)
def show_move(name: str, move: int, language: str) -> bytes:
    """A move in all its forms; there are few enough to keep them all."""
    game = find_game(name)
    return encode(ShownMove(move, game.code(move), game.parts(move), words_of(name, move, language)))


@lru_cache(50_000)
def words_of(name: str, move: int, language: str) -> str:
    """A move in words."""
    return say_move(find_game(name), move, language)


def show_moves(game: Game, moves: list[int], language: str) -> list[ShownMove]:
    """Moves in all their forms."""
    name = game.name
    return encoded(list[ShownMove], b"[" + b",".join([show_move(name, move, language) for move in moves]) + b"]")


def show_table(scene: Scene, viewer: int, language: str, around: Around = NOTHING) -> State:
    """A position, made from what the viewer may know."""
    table, seen = scene.table, scene.seen(viewer)
    over = scene.over or around.result is not None
    return State(
        ply=len(table.moves),
        number=around.number,
        seat=viewer,
        turn=None if over else scene.turn,
        over=over,
        view=seen.facts,
        scores=seen.scores,
        preview=seen.preview,
        last=seen.last,
        legal=show_moves(table.game, [] if over else scene.legal(viewer), language),
        private=scene.private,
        undo=around.undo,
        undo_asked=around.undo_asked,
        clocks=around.clocks,
        result=around.result or (show_result(table) if scene.over else None),
    )


def show_open(table: Table, language: str, around: Around = NOTHING) -> State:
    """Everything, nothing hidden: only for games that are over."""
    shown = show_table(Scene(table), -1, language, around)
    return msgspec.structs.replace(shown, seat=None, view=table.game.view(table.state), legal=[])


def show_result(table: Table) -> Result:
    """How it ended."""
    result = table.result
    assert result is not None
    return Result(result.points, result.places, result.winners)


def show_state(room: Room, viewer: int, language: str) -> bytes:
    """The present state for a viewer; `null` while the game waits for people."""
    if room.table is None:
        return b"null"
    known = room.shown.get((viewer, language))
    if known is None:
        undo = viewer >= 0 and room.undo_to(viewer) is not None
        clocks = room.clock.plain() if room.clock else None
        if room.scene is None:
            room.scene = Scene(room.table)
        around = Around(room.number, undo, clocks, show_asked(room), ended(room) if room.over else None)
        known = encode(show_table(room.scene, viewer, language, around))
        room.shown[viewer, language] = known
    return known


def ended(room: Room) -> Result:
    """How a game that is over ended."""
    result = room.result
    assert result is not None
    return Result(**result)


def show_asked(room: Room) -> answers.UndoAsked | None:
    """Who wants to take back, and who has yet to answer."""
    return None if room.asked is None else answers.UndoAsked(room.asked.seat, room.waits_for)


def show_past(room: Room, ply: int, viewer: int | None, language: str, addressed: int = -1) -> bytes:
    """The state after so many moves; viewer None sees everything. Sentences speak to one seat, whoever's eyes it is seen with."""
    table = room.table_at(ply)
    around = Around(room.number)
    shown = show_open(table, language, around) if viewer is None else show_table(Scene(table), viewer, language, around)
    shown.ply, shown.legal = ply, []
    return encode(answers.PastState(**msgspec.structs.asdict(shown), event=_event_of_ply(room, ply, viewer, language, addressed)))


def _event_of_ply(room: Room, ply: int, viewer: int | None, language: str, addressed: int) -> answers.Event | None:
    """The move that led to a ply and still stands."""
    for entry in reversed(room.entries):
        if entry.kind == "move" and entry.ply == ply:
            return encoded(answers.Event, show_entry(room, entry, () if viewer is None else (viewer,), language, addressed))
    return None


@lru_cache(50_000)
def show_movement(name: str, moved: bytes) -> bytes:
    """A packed movement; there are few enough to keep them all."""
    return encode(read_movements(moved, find_game(name).places)[0])


def show_movements(game: Game, entry: Entry, seats: Collection[int]) -> list[Movement]:
    """The tiles that moved, as somebody who has these seats may know."""
    if game.private_events:
        return visible_movements(game, entry.story, read_movements(entry.moved, game.places), seats)
    name, moved = game.name, entry.moved
    each = [show_movement(name, moved[at : at + MOVEMENT.itemsize]) for at in range(0, len(moved), MOVEMENT.itemsize)]
    return encoded(list[Movement], b"[" + b",".join(each) + b"]")


def entry_is_about(entry: Entry, seat: int) -> bool:
    """Whether a sentence of an entry names a seat."""
    return seat >= 0 and (entry.seat == seat or any(event.seat == seat for event in entry.story))


class VisibleEntry(NamedTuple):
    """What somebody may know of an entry, whatever their language."""

    entry: Entry
    story: list[Event]
    movements: list[Movement]


def visible_entry(room: Room, entry: Entry, seats: Collection[int]) -> VisibleEntry:
    """An entry for somebody who has these seats; once the game is open everybody may know everything."""
    known = range(len(room.seats)) if room.open else seats
    return VisibleEntry(entry, visible_events(room.game, entry.story, known), show_movements(room.game, entry, known))


def show_entry(room: Room, entry: Entry, seats: Collection[int], language: str, viewer: int = -1) -> bytes:
    """An event of the log, for somebody who has these seats. Its sentences speak to the viewer as "you"."""
    return tell_entry(room, visible_entry(room, entry, seats), language, viewer)


def tell_entry(room: Room, visible: VisibleEntry, language: str, viewer: int) -> bytes:
    """The same, of what was found to be visible."""
    entry, names = visible.entry, room.names(language)
    shown = answers.Event(
        number=entry.number,
        ply=entry.ply,
        kind=cast(answers.EventKind, entry.kind),
        seat=entry.seat,
        time=entry.time,
        move=None if entry.move is None else encoded(ShownMove, show_move(room.game.name, entry.move, language)),
        say=_say_entry(room, entry, language, viewer),
        story=[show_event(room.game, event, names, language, viewer) for event in visible.story],
        movements=visible.movements,
    )
    if entry.kind == "started":
        shown.key_hash = room.key_hash()
    elif entry.kind == "over":
        shown.result, shown.key = ended(room), show_key(room)
    elif entry.kind not in ("undone", "undo_asked", "undo_agreed"):
        for name, value in entry.data.items():
            if name not in INSIDE:
                setattr(shown, name, value)
    return encode(shown)


def _say_entry(room: Room, entry: Entry, language: str, viewer: int) -> str:
    words = {
        "player": room.names(language)[entry.seat] if entry.seat >= 0 else "",
        "who": "you" if 0 <= entry.seat == viewer else "other",
    }
    if entry.move is not None:
        return say(language, "server.event.move", move=words_of(room.game.name, entry.move, language), **words)
    name = f"server.event.{entry.kind}"
    if entry.kind == "takeover":
        name = f"{name}_{entry.data['reason']}"
    return say(language, name, **words)


def show_event(game: Game, event: Event, names: list[str], language: str, viewer: int) -> StoryEvent:
    told = {name: getattr(event, name) for name in FIELDS}
    move = encoded(ShownMove, show_move(game.name, event.move, language)) if event.move >= 0 else None
    return StoryEvent(**told, move=move, say=say_event(game, event, names, language, viewer))


def show_key(room: Room) -> str | None:
    """The key, once it may be known."""
    return format_key(room.key) if room.over and room.open and not room.keyless else None


def show_seat(room: Room, seat: int, mine: bool, language: str) -> answers.SeatSummary:
    """A seat of a summary."""
    found = room.seats[seat]
    return answers.SeatSummary(
        seat=seat,
        kind=cast(answers.SeatKind, found.kind),
        name=room.names(language)[seat] if found.taken else "",
        player=found.bot,
        taken=found.taken,
        mine=mine,
        left=cast(answers.Left | None, found.left),
        commitment=None if found.commitment == AWAITED else found.commitment,
        owes=cast(answers.Owed | None, found.owes),
        bot=found.is_bot,
    )


def summary(room: Room, who: Who, language: str) -> Summary:
    """What lists and headings need."""
    mine = room.seats_of(who)
    row, ended = room.row, room.result or {}
    return Summary(
        game=room.id,
        name=room.game.name,
        title=say(language, f"{room.game.name}.title"),
        options=msgspec.to_builtins(room.options),
        status=cast(answers.Status, room.status),
        created=row["created"],
        changed=room.changed,
        ply=room.ply,
        number=room.number,
        turn=room.turn,
        seats=[show_seat(room, seat.seat, seat.seat in mine, language) for seat in room.seats],
        clock=answers.ClockSettings(**json.loads(row["clock"])) if row["clock"] else None,
        promise=room.promise,
        key_hash=room.key_hash(),
        key=show_key(room),
        points=ended.get("points"),
        places=ended.get("places"),
        winners=ended.get("winners"),
        hints=room.hints,
        origin=answers.Origin(row["origin_game"], row["origin_ply"]) if row["origin_game"] else None,
        rematch=room.rematch,
        position=bool(row["position"]),
        on_device=room.on_device,
        public=bool(row["public"]),
        offered=row["offer"] is not None,
        creator=bool(who.guest) and who.guest == row["creator"],
        tournament=row["tournament"],
        sealed=room.sealed,
    )


def unreadable(game: str, changed: int, language: str) -> Summary:
    """The summary of a game of which nothing can be read."""
    return Summary(
        game=game,
        name="",
        title=say(language, "server.unreadable"),
        options={},
        status="damaged",
        created=changed,
        changed=changed,
        ply=0,
        number=0,
        turn=None,
        seats=[],
        clock=None,
        promise=None,
        key_hash=None,
        key=None,
        points=None,
        places=None,
        winners=None,
        hints=[],
        origin=None,
        rematch=None,
        position=False,
        on_device=False,
        public=False,
        offered=False,
        creator=False,
        tournament=None,
        sealed=False,
    )


def hidden_bytes(table: Table, seat: int) -> bytes:
    """The state as a seat may know it, for a computer player in another process."""
    state = table.game.copy(table.state)
    generic.hide(state, seat)
    return bytes(state.tobytes())
