"""What is said over a game's socket and stream; `type` says which it is. The meaning of each frame is in docs/api.md."""

from __future__ import annotations

import msgspec

from ..core.story import Movement
from .answers import ErrorName, Event, MovePreview, Presence, Scored, ShownMove, State, Summary


class Welcome(msgspec.Struct, kw_only=True, tag_field="type", tag="welcome"):
    """The first frame: all that is needed to draw the game, and what was missed."""

    summary: Summary
    state: State | None
    events: list[Event]
    presence: Presence
    after: int
    time: int


class StateTold(msgspec.Struct, kw_only=True, tag_field="type", tag="state"):
    """The present state on its own."""

    state: State | None


class EventTold(msgspec.Struct, kw_only=True, tag_field="type", tag="event"):
    """Something happened, and the state after it."""

    event: Event
    state: State | None


class SummaryTold(msgspec.Struct, kw_only=True, tag_field="type", tag="summary"):
    summary: Summary


class PresenceTold(msgspec.Struct, kw_only=True, tag_field="type", tag="presence"):
    """Who is here; `thinking` is the seat of a person who looks at the board on their turn."""

    presence: Presence
    thinking: int | None


class Greeted(msgspec.Struct, kw_only=True, tag_field="type", tag="greeting"):
    seat: int
    greeting: str
    say: str
    time: int


class Done(msgspec.Struct, kw_only=True, tag_field="type", tag="ack"):
    """What was asked is on disk."""

    id: str | None
    number: int
    ply: int
    game: str | None


class GoneOn(msgspec.Struct, kw_only=True, tag_field="type", tag="stale"):
    """The game has gone on since; a state follows."""

    id: str | None
    ply: int
    say: str


class RefusedFrame(msgspec.Struct, kw_only=True, tag_field="type", tag="refused"):
    id: str | None
    error: ErrorName
    say: str


class TriedFrame(msgspec.Struct, kw_only=True, tag_field="type", tag="tried"):
    """What moves would lead to."""

    id: str
    ply: int
    state: State
    reveals: bool
    movements: list[Movement]


class PreviewedFrame(msgspec.Struct, kw_only=True, tag_field="type", tag="previewed"):
    """What each of some legal moves would do."""

    id: str
    ply: int
    scoring: list[Scored]
    choices: list[MovePreview]


class AheadFrame(msgspec.Struct, kw_only=True, tag_field="type", tag="ahead"):
    """What one could do if it were one's turn already."""

    id: str
    ply: int
    choices: list[ShownMove]


class Pong(msgspec.Struct, kw_only=True, tag_field="type", tag="pong"):
    id: str
    time: int


class NotUnderstood(msgspec.Struct, kw_only=True, tag_field="type", tag="error"):
    """A frame that was not understood, or came too soon."""

    error: ErrorName
    say: str


SocketAnswer = (
    Welcome
    | StateTold
    | EventTold
    | SummaryTold
    | PresenceTold
    | Greeted
    | Done
    | GoneOn
    | RefusedFrame
    | TriedFrame
    | PreviewedFrame
    | AheadFrame
    | Pong
    | NotUnderstood
)
