"""The WebSocket of a game, and the same events as a stream."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import msgspec
from litestar import get, websocket
from litestar.params import QueryParameter
from litestar.response import Stream

from . import messages
from .audience import SocketListener, StreamListener
from .conversing import Goodbye, hear_hello, hold, listen
from .errors import Damaged, Forbidden, NotFound, Preparing, Storage
from .frames import handle, welcome
from .house import House
from .listener import COME_BACK, NO_GAME, NOT_YOURS, Listener
from .opening import find_room
from .pace import closing
from .playing import require_viewer
from .presence import announce, note
from .relay import find_here
from .requests import AnyRequest, Asked, GameId, Viewer, Visitor, enter, language_of, seated, visitor
from .responses import reads
from .room import Room
from .wire import AnySocket, AnyWire

HEARTBEAT = 15.0


@websocket("/api/games/{game:str}/socket")
async def game_socket(socket: AnySocket, game: GameId) -> None:
    """Hello, welcome, then frames both ways until one side has enough."""
    await hold(socket, lambda wire: _converse(socket, wire, game))


async def _converse(socket: AnySocket, wire: AnyWire, game: str) -> None:
    hello = await hear_hello(socket, wire, messages.frames, messages.Hello)
    here = await find_here(lambda: _find(socket, hello, game), socket, wire, msgspec.json.encode(hello))
    if here is None:
        return
    found, room = here
    house = found.house
    listener = SocketListener(seated(house, room, found.who), hello.seat, hello.language, wire)
    with house.crowd.listening(listener.who, room):
        house.teller.now(room)
        listener.send(welcome(house, room, listener, hello.after))
        with _attached(house, room, listener):
            talking = listen(wire, house, listener, messages.frames, lambda frame: handle(house, room, listener, frame))
            await asyncio.create_task(talking, name="socket")


async def _find(socket: AnySocket, hello: messages.Hello, game: str) -> tuple[Visitor, Room]:
    """Who it is, and the game, if they may see it so; raises `Elsewhere` if another process has it."""
    try:
        found = await visitor(socket, hello.token)
        room = await find_room(found.house, game, found.who)
        require_viewer(room, found.who, hello.seat)
    except (NotFound, Damaged):
        raise Goodbye(NO_GAME) from None
    except Storage:
        raise Goodbye(COME_BACK) from None
    except Forbidden:
        raise Goodbye(NOT_YOURS) from None
    except Preparing:
        raise Goodbye(COME_BACK) from None
    return found, room


@contextmanager
def _attached(house: House, room: Room, listener: Listener) -> Iterator[None]:
    """As long as a listener is told what happens."""
    if not house.knows(listener.who):
        listener.end(COME_BACK)
    room.listeners.add(listener)
    note(house, room, listener.who)
    announce(house, room)
    try:
        yield
    finally:
        room.listeners.discard(listener)
        note(house, room, listener.who)
        announce(house, room)


@get(
    "/api/games/{game:str}/stream",
    summary="The events as a stream (server-sent events or ndjson)",
    media_type="text/event-stream",
    responses=reads(str, 403, 404, kind="text/event-stream"),
)
async def game_stream(
    request: AnyRequest,
    game: GameId,
    seat: Viewer = -1,
    after: Annotated[int | None, QueryParameter(ge=0, le=10_000_000)] = None,
    language: Asked = None,
) -> Stream:
    who, room = await enter(request, game)
    require_viewer(room, who.who, seat)
    last = request.headers.get("last-event-id", "")
    if after is None and last.isascii() and last.isdigit() and len(last) < 9:
        after = int(last)
    lines = "application/x-ndjson" in request.headers.get("accept", "")
    listener = StreamListener(who.who, seat, language_of(request, language))
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    kind = "application/x-ndjson" if lines else "text/event-stream"
    who.house.crowd.require_connection(who.who)
    who.house.crowd.require_listener(who.who, room)
    return Stream(closing(request.scope, _stream(who.house, room, listener, after, lines)), media_type=kind, headers=headers)


async def _stream(house: House, room: Room, listener: StreamListener, after: int | None, lines: bool) -> AsyncGenerator[bytes, None]:
    """The welcome, then every frame; an empty line now and then shows that we are still here."""
    with house.crowd.connected(listener.who), house.crowd.listening(listener.who, room):
        house.teller.now(room)
        listener.send(welcome(house, room, listener, after))
        with _attached(house, room, listener):
            async for frame in _frames(listener):
                if frame:
                    yield frame + b"\n" if lines else _server_sent(frame)
                else:
                    yield b"\n" if lines else b":\n\n"


async def _frames(listener: StreamListener) -> AsyncIterator[bytes]:
    """Every frame until the end; an empty one when nothing has happened for a while."""
    while True:
        try:
            frame = await asyncio.wait_for(listener.next(), HEARTBEAT)
        except TimeoutError:
            frame = b""
        if frame is None:
            return
        yield frame


def _server_sent(frame: bytes) -> bytes:
    """A frame as a server-sent event, with its number as id so that a browser resumes by itself."""
    told: dict[str, Any] = msgspec.json.decode(frame)
    number = told["event"]["number"] if told["type"] == "event" else told.get("after")
    head = f"id: {number}\n" if number is not None else ""
    return f"{head}event: {told['type']}\ndata: ".encode() + frame + b"\n\n"


SOCKETS: list[Any] = [game_socket, game_stream]
