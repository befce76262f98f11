"""Socket frames: what each one does, and what is answered."""

from __future__ import annotations

import msgspec

from ..core.errors import TegelError
from . import messages, nonces, opening, playing, undoing
from . import socket_answers as told
from .answers import Event, State, encoded
from .costs import PREVIEWS_AT_ONCE
from .errors import Forbidden, Stale, TooMany, sentence, short_name
from .house import House, now
from .listener import Listener
from .presence import show_presence, tell_presence
from .room import Room
from .settings import MOST_EVENTS
from .showing import encode, show_entry, show_state, summary
from .trying import show_ahead, show_attempt, show_previews

NOT_OF_BOTS = (messages.Rematch, messages.Hint)  # they make no games, and need no help


def welcome(house: House, room: Room, listener: Listener, after: int | None) -> bytes:
    """The first frame: all that is needed to draw the game, and what was missed."""
    missed = room.entries[after:] if after is not None and room.number - after <= MOST_EVENTS else []
    viewer = room.addressed(listener.who)
    return encode(
        told.Welcome(
            summary=summary(room, listener.who, listener.language),
            state=encoded(State, show_state(room, listener.seat, listener.language)),
            events=[encoded(Event, show_entry(room, entry, (listener.seat,), listener.language, viewer)) for entry in missed],
            presence=show_presence(house, room),
            after=room.number,
            time=now(),
        )
    )


def state_frame(room: Room, listener: Listener) -> bytes:
    """The present state on its own."""
    return encode(told.StateTold(state=encoded(State, show_state(room, listener.seat, listener.language))))


async def handle(house: House, room: Room, listener: Listener, frame: messages.AnyFrame) -> None:
    """Do what a frame asks; everything that can be wrong is answered, nothing is raised for bad input."""
    id = getattr(frame, "id", None)
    try:
        house.limits.spend(_kind(frame), listener.who, _size(frame))
        if listener.who.owner is not None and isinstance(frame, NOT_OF_BOTS):
            raise Forbidden("not_for_bots")
        answer = await _answer(house, room, listener, frame)
    except Stale as error:
        listener.send(encode(told.GoneOn(id=id, ply=error.ply, say=sentence(error, listener.language))))
        listener.send(state_frame(room, listener))
    except TegelError as error:
        house.metrics.count("tegel_limited_total" if isinstance(error, TooMany) else "tegel_refused_total")
        listener.send(encode(told.RefusedFrame(id=id, error=short_name(error), say=sentence(error, listener.language))))
    else:
        if isinstance(answer, playing.Done):
            answer = encode(told.Done(id=id, number=answer.number, ply=answer.ply, game=answer.game))
        if answer is not None:
            listener.send(answer)


def _kind(frame: messages.AnyFrame) -> str:
    """Which limit a frame counts against."""
    match frame:
        case messages.Play() | messages.Try() | messages.Undo() | messages.AnswerUndo() | messages.Hint():
            return "move"
        case messages.Preview() | messages.Ahead():
            return "preview"
        case messages.Greet():
            return "greet"
        case messages.Rematch():
            return "create"
        case _:
            return "write"


def _size(frame: messages.AnyFrame) -> float:
    """How much of that limit it takes."""
    return 1 + len(frame.choices) // PREVIEWS_AT_ONCE if isinstance(frame, messages.Preview) else 1


async def _answer(house: House, room: Room, listener: Listener, frame: messages.AnyFrame) -> playing.Done | bytes | None:
    who, seat = listener.who, listener.seat
    match frame:
        case messages.Play():
            return await playing.play(house, room, who, seat, frame.id, frame.ply, frame.moves)
        case messages.Try():
            tried = show_attempt(room, who, seat, frame.ply, frame.moves, listener.language)
            return encode(told.TriedFrame(id=frame.id, **msgspec.structs.asdict(tried)))
        case messages.Preview():
            found = show_previews(room, who, seat, frame)
            return encode(told.PreviewedFrame(id=frame.id, **msgspec.structs.asdict(found)))
        case messages.Ahead():
            choices = show_ahead(room, who, seat, frame.ply, listener.language)
            return encode(told.AheadFrame(id=frame.id, ply=room.ply, choices=choices))
        case messages.Hint():
            return await playing.hint(house, room, who, seat, frame.id, frame.ply)
        case messages.Undo():
            return await undoing.undo(house, room, who, seat, frame.id, frame.ply)
        case messages.AnswerUndo():
            return await undoing.answer_undo(house, room, who, seat, frame.id, frame.ply, frame.agree)
        case messages.Takeover():
            return await playing.takeover(house, room, who, frame.seat, frame.id)
        case messages.Return():
            return await playing.come_back(house, room, who, frame.seat, frame.id)
        case messages.Resign():
            return await playing.resign(house, room, who, frame.seat, frame.id)
        case messages.Commit():
            return await nonces.commit_nonce(house, room, who, frame.seat, frame.commitment)
        case messages.Reveal():
            return await nonces.reveal_nonce(house, room, who, frame.seat, frame.nonce)
        case messages.Rematch():
            return await opening.rematch(house, room, who, frame.id)
        case messages.Greet():
            playing.greet(room, who, seat, frame.greeting)
            return None
        case messages.Thinking():
            playing.require_seat(room, who, seat)
            tell_presence(house, room, thinking=seat)
            return None
        case messages.Ping():
            return encode(told.Pong(id=frame.id, time=now()))
        case messages.Look():
            return _look(room, listener, frame)
        case messages.Hello():
            return encode(told.NotUnderstood(error="bad", say="hello is said only once"))


def _look(room: Room, listener: Listener, frame: messages.Look) -> bytes:
    """See as another of one's seats, or in another language, from now on."""
    if frame.seat is not None:
        playing.require_viewer(room, listener.who, frame.seat)
        listener.seat = frame.seat
    if frame.language is not None:
        listener.language = frame.language
    return state_frame(room, listener)
