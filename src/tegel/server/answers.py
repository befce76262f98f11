"""What the API answers about games; files named `..._answers` have the rest, by subject. docs/api.md explains each field.

These structs are what is encoded, what the OpenAPI describes, and what the browser's types are generated from. A new field is added there,
filled where the struct is made, and explained in docs/api.md; then `python web/write_types.py`.
"""

from __future__ import annotations

from typing import Any, Literal, TypeVar, cast

import msgspec

from ..core.story import Movement

Shape = TypeVar("Shape")


def encoded(shape: type[Shape], data: bytes) -> Shape:
    """A part of an answer that is JSON already, such as a state that is kept for all who look at it."""
    return cast(Shape, msgspec.Raw(data))


Part = int | str | bool | list[int] | None  # a part of a move: a source, a colour, a line
Status = Literal["waiting", "running", "over", "record", "closed", "damaged"]
SeatKind = Literal["here", "link", "computer"]
Left = Literal["left", "absent", "clock", "resigned"]
Owed = Literal["commitment", "nonce"]
EventKind = Literal[
    "created",
    "joined",
    "vacated",
    "filled",
    "committed",
    "revealed",
    "closed",
    "started",
    "move",
    "undone",
    "undo_asked",
    "undo_agreed",
    "undo_declined",
    "takeover",
    "returned",
    "resigned",
    "hint",
    "vacation",
    "vacation_over",
    "over",
    "rematch",
]
ErrorName = Literal[
    "bad", "unknown", "forbidden", "taken", "stale", "illegal", "too_large", "too_many", "preparing", "damaged", "storage", "failed"
]


class Refused(msgspec.Struct):
    """Why not, for programs and for people."""

    error: ErrorName
    say: str


class SeatSummary(msgspec.Struct, omit_defaults=True):
    seat: int
    kind: SeatKind
    name: str
    player: str | None
    taken: bool
    mine: bool
    left: Left | None
    commitment: str | None
    owes: Owed | None
    bot: bool = False  # a bot account sits there


class ClockSettings(msgspec.Struct, frozen=True):
    base: int
    increment: int
    per_move: bool = False


class Origin(msgspec.Struct):
    game: str
    ply: int


class Summary(msgspec.Struct):
    """What lists and headings need."""

    game: str
    name: str
    title: str
    options: dict[str, str | int]
    status: Status
    created: int
    changed: int
    ply: int
    number: int
    turn: int | None
    seats: list[SeatSummary]
    clock: ClockSettings | None
    promise: str | None
    key_hash: str | None
    key: str | None
    points: list[int] | None
    places: list[int] | None
    winners: list[int] | None
    hints: list[int]  # decisions of each seat with help; nothing where there was none
    origin: Origin | None
    rematch: str | None
    position: bool
    on_device: bool  # begun on somebody's device, which chose the key
    public: bool  # the lobby shows it
    offered: bool  # and offers its free seats while it waits
    creator: bool
    tournament: str | None  # in which it is played
    sealed: bool  # only its own table sees it, and nobody its key, until the round is over


class ShownMove(msgspec.Struct):
    """A move in all its forms."""

    move: int
    code: str
    parts: dict[str, Part]
    say: str


class Result(msgspec.Struct):
    points: list[int]
    places: list[int]
    winners: list[int]


class Clocks(msgspec.Struct):
    left: list[int]
    running: int | None
    time: int  # when the turn began; while its clock stands still, when that will go on
    vacations: list[int | None] = []  # of each seat, until when its person is or was on vacation; empty where nobody was


class UndoAsked(msgspec.Struct):
    """Who wants to take back, and whose answer is awaited."""

    seat: int
    waits_for: list[int]


class State(msgspec.Struct):
    """A position as one seat may see it."""

    ply: int
    number: int
    seat: int | None
    turn: int | None
    over: bool
    view: dict[str, Any]
    scores: list[int]
    preview: list[int]
    last: bool
    legal: list[ShownMove]
    private: list[bool]
    undo: bool
    undo_asked: UndoAsked | None
    clocks: Clocks | None
    result: Result | None


class StoryEvent(msgspec.Struct):
    """A part of what a move brought; numbers that mean nothing are -1."""

    kind: str
    seat: int
    colour: int
    tile: int
    row: int
    column: int
    across: int
    down: int
    count: int
    points: int
    move: ShownMove | None
    say: str


class Event(msgspec.Struct, omit_defaults=True):
    """Something that happened; the last nine fields are there for the kinds they belong to."""

    number: int
    ply: int
    kind: EventKind
    seat: int
    time: int
    move: ShownMove | None
    say: str
    story: list[StoryEvent]
    movements: list[Movement]
    key_hash: str | None = None
    result: Result | None = None
    key: str | None = None
    player: str | None = None
    reason: Left | None = None
    game: str | None = None
    used: int | None = None
    count: int | None = None
    until: int | None = None


class PastState(State, kw_only=True):
    event: Event | None


class Events(msgspec.Struct):
    events: list[Event]
    last: int


class Acknowledged(msgspec.Struct):
    """It is on disk."""

    number: int
    ply: int
    game: str | None


class Tried(msgspec.Struct):
    ply: int
    state: State
    reveals: bool
    movements: list[Movement]  # of the last of the moves


class Scored(msgspec.Struct, omit_defaults=True):
    """A part of the points there would be if play stopped; numbers that mean nothing are left out."""

    kind: str
    seat: int
    points: int
    colour: int = -1
    row: int = -1
    column: int = -1
    across: int = -1
    down: int = -1
    count: int = -1


class MovePreview(msgspec.Struct):
    """What a legal move would do, without what it would draw or show."""

    move: int
    movements: list[Movement]
    preview: list[int]  # points if play stopped after it
    scoring: list[Scored]  # what these come from, where it is not so without the move


class Previewed(msgspec.Struct):
    ply: int
    scoring: list[Scored]  # if play stopped now
    choices: list[MovePreview]


class Presence(msgspec.Struct):
    """Which seats somebody is at, and how many watch."""

    seats: list[bool]
    watchers: int
    takeover_at: list[int | None] = []  # from when on the computer may play for those who are away
