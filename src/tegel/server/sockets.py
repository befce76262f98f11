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

from ..core.words import say
from . import messages
from .audience import SocketListener, StreamListener
from .errors import Damaged, Forbidden, NotFound, Preparing, Storage, TooMany
from .frames import handle, welcome
from .house import House, logger
from .listener import BAD_HELLO, COME_BACK, NO_GAME, NO_HELLO, NOT_YOURS, TOO_LARGE, TOO_MANY, Listener
from .opening import find_room
from .pace import closing
from .playing import require_viewer
from .presence import announce, note
from .requests import AnyRequest, Asked, GameId, Viewer, address_of, enter, house_of, language_of, seated, visitor
from .responses import reads
from .room import Room
from .settings import FRAME
from .showing import encode
from .socket_answers import NotUnderstood, RefusedFrame
from .strict_json import decode_strictly
from .who import Who
from .wire import AnySocket, AnyWire, take_wire

HEARTBEAT = 15.0
BROKEN = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)  # what decoding a bad frame raises
PATIENCE = 100  # frames over the limit, or broken, before a socket is closed


class Goodbye(Exception):
    """The socket is to be closed with this code; None when the other side has gone."""

    def __init__(self, code: int | None) -> None:
        self.code = code


@websocket("/api/games/{game:str}/socket")
async def game_socket(socket: AnySocket, game: GameId) -> None:
    """Hello, welcome, then frames both ways until one side has enough."""
    await socket.accept()
    wire = take_wire(socket)
    try:
        with house_of(socket).crowd.connected(Who(address=address_of(socket))):
            await _converse(socket, wire, game)
    except TooMany:
        wire.end(TOO_MANY)
    except Goodbye as goodbye:
        if goodbye.code is not None:
            wire.end(goodbye.code)
    finally:
        await wire.close()


async def _converse(socket: AnySocket, wire: AnyWire, game: str) -> None:
    try:
        hello = await asyncio.wait_for(_receive(wire), house_of(socket).settings.caps.hello)
    except TimeoutError:
        raise Goodbye(NO_HELLO) from None
    except BROKEN:
        raise Goodbye(BAD_HELLO) from None
    if not isinstance(hello, messages.Hello):
        raise Goodbye(BAD_HELLO)
    try:
        found = await visitor(socket, hello.token)
        room = await find_room(found.house, game)
        require_viewer(room, found.who, hello.seat)
    except (NotFound, Damaged):
        raise Goodbye(NO_GAME) from None
    except Storage:
        raise Goodbye(COME_BACK) from None
    except Forbidden:
        raise Goodbye(NOT_YOURS) from None
    except Preparing:
        raise Goodbye(COME_BACK) from None
    listener = SocketListener(seated(found.house, room, found.who), hello.seat, hello.language, wire)
    with found.house.crowd.listening(listener.who, room):
        found.house.teller.now(room)
        listener.send(welcome(found.house, room, listener, hello.after))
        with _attached(found.house, room, listener):
            await asyncio.create_task(_listen(wire, found.house, room, listener), name="socket")


@contextmanager
def _attached(house: House, room: Room, listener: Listener) -> Iterator[None]:
    """As long as a listener is told what happens."""
    room.listeners.add(listener)
    note(house, room, listener.who)
    announce(house, room)
    try:
        yield
    finally:
        room.listeners.discard(listener)
        note(house, room, listener.who)
        announce(house, room)


async def _receive(wire: AnyWire) -> messages.AnyFrame:
    """The next frame, strictly decoded."""
    data = await wire.next()
    if data is None:
        raise Goodbye(None)
    if len(data) > FRAME:
        raise Goodbye(TOO_LARGE)
    frame: messages.AnyFrame = decode_strictly(messages.frames, data)
    return frame


async def _listen(wire: AnyWire, house: House, room: Room, listener: Listener) -> None:
    """Frames from the client, one after the other."""
    wrong = 0
    while wrong <= PATIENCE:
        try:
            frame = await _receive(wire)
            house.limits.spend("frame", listener.who)
        except BROKEN as error:
            wrong += 1
            house.metrics.count("tegel_bad_frames_total")
            listener.send(encode(NotUnderstood(error="bad", say=str(error))))
        except TooMany as error:
            wrong += 1
            house.metrics.count("tegel_limited_total")
            listener.send(encode(NotUnderstood(error="too_many", say=error.say(listener.language))))
        else:
            await _handle_safely(house, room, listener, frame)
            wire.flush()  # an answer does not wait for those to others
    raise Goodbye(TOO_MANY)


async def _handle_safely(house: House, room: Room, listener: Listener, frame: messages.AnyFrame) -> None:
    """A fault of our own is logged and told, and the socket stays."""
    try:
        await handle(house, room, listener, frame)
    except Exception:
        house.metrics.count("tegel_failures_total")
        logger.exception("a frame failed", extra={"game": room.id})
        said = say(listener.language, "server.refusal.failed")
        listener.send(encode(RefusedFrame(id=getattr(frame, "id", None), error="failed", say=said)))


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
