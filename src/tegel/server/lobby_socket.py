"""The lobby's socket and its routes."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import Response, get, post, websocket
from litestar.params import JSONBody

from ..core.errors import TegelError
from . import lobby_answers as told
from . import lobby_messages as messages
from . import open_tables
from .audience import SocketListener
from .conversing import Goodbye, hear_hello, hold, listen
from .errors import Forbidden, Storage, TooMany
from .house import House, now
from .listener import COME_BACK, NOT_YOURS, Listener
from .lobby import LobbyRoom, refused
from .messages import SitDown
from .opening import find_room
from .pools import Seeker, read_pool
from .relay import find_here
from .requests import AnyRequest, Asked, Connection, GameId, Visitor, language_of, visitor
from .responses import reads, writes
from .seat_answers import Joined
from .showing import encode
from .socket_answers import NotUnderstood, Pong
from .unfinished import require_few
from .wire import AnySocket, AnyWire


def lobby_of(connection: Connection) -> LobbyRoom:
    """The server's lobby."""
    lobby: LobbyRoom = connection.app.state.lobby
    return lobby


@get("/api/lobby", summary="Open tables, pools, and games to watch", responses=reads(told.LobbyTold))
async def get_lobby(request: AnyRequest, language: Asked = None) -> Response[bytes]:
    who, lobby = await visitor(request), lobby_of(request)
    lobby.require_here()
    await lobby.look()
    return who.answer(lobby.frame(lobby.show(language_of(request, language)), who.who))


@post("/api/games/{game:str}/join", summary="Take a free seat of an open table", status_code=200, responses=writes(Joined))
async def join_table(request: AnyRequest, game: GameId, data: JSONBody[SitDown]) -> Response[bytes]:
    who, lobby = await visitor(request), lobby_of(request)
    name = who.name_for_seat(data.name)
    room = await find_room(who.house, game, who.who)
    lobby.require_welcome(who.who.holder)
    await who.become_guest(name)
    joined = await open_tables.join_table(who.house, room, who.who, name or who.name, data)
    lobby.touch()
    return who.answer(joined)


@websocket("/api/lobby/socket")
async def lobby_socket(socket: AnySocket) -> None:
    """Hello, the lobby, then again whenever it has changed."""
    await hold(socket, lambda wire: _converse(socket, wire))


async def _converse(socket: AnySocket, wire: AnyWire) -> None:
    hello = await hear_hello(socket, wire, messages.lobby_frames, messages.Enter)
    found = await find_here(lambda: _find(socket, hello), socket, wire, msgspec.json.encode(hello))
    if found is None:
        return
    house, lobby = found.house, lobby_of(socket)
    listener = SocketListener(found.who, -1, hello.language, wire)
    with house.crowd.listening(found.who, None):
        lobby.enter(listener)
        try:
            talking = listen(wire, house, listener, messages.lobby_frames, lambda frame: _handle(house, lobby, listener, found.name, frame))
            await asyncio.create_task(talking, name="lobby")
        finally:
            lobby.leave(listener)


async def _find(socket: AnySocket, hello: messages.Enter) -> Visitor:
    """Who it is; raises `Elsewhere` if another process has the lobby."""
    try:
        found = await visitor(socket, hello.token)
    except Storage:
        raise Goodbye(COME_BACK) from None
    except Forbidden:
        raise Goodbye(NOT_YOURS) from None
    lobby_of(socket).require_here()
    return found


async def _handle(house: House, lobby: LobbyRoom, listener: Listener, name: str, frame: messages.AnyLobbyFrame) -> None:
    """Do what a frame asks; what cannot be done is answered."""
    try:
        match frame:
            case messages.Seek():
                await _seek(house, lobby, listener, name, frame)
            case messages.StopSeeking():
                house.limits.spend("write", listener.who)
                if listener.who.guest:
                    lobby.pools.leave(listener.who.guest)
                lobby.touch()
                listener.send(encode(told.Seeking(id=frame.id, seeking=None)))
            case messages.PingLobby():
                listener.send(encode(Pong(id=frame.id, time=now())))
            case messages.Enter():
                listener.send(encode(NotUnderstood(error="bad", say="hello is said only once")))
    except TegelError as error:
        house.metrics.count("tegel_limited_total" if isinstance(error, TooMany) else "tegel_refused_total")
        listener.send(refused(error, getattr(frame, "id", None), listener.language))


async def _seek(house: House, lobby: LobbyRoom, listener: Listener, name: str, frame: messages.Seek) -> None:
    who = listener.who
    house.limits.spend("seek", who)
    if who.guest is None:
        raise Forbidden("name_first")
    if who.owner is not None:
        raise Forbidden("not_for_bots")  # whoever asks for the next opponent asks for a person
    lobby.require_welcome(who.guest)
    pool = read_pool(frame.game, frame.players, frame.clock)
    await house.readiness.rules(pool.game)
    await require_few(house, who)
    listener.send(encode(told.Seeking(id=frame.id, seeking=pool)))
    await lobby.seek(pool, Seeker(who.guest, name, listener))


LOBBY: list[Any] = [get_lobby, join_table, lobby_socket]
