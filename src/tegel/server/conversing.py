"""Talking over a socket, whatever about: the first frame in time, every frame counted and strictly decoded, faults told and logged."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec

from ..core.words import say
from .errors import TooMany
from .house import House, logger
from .listener import BAD_HELLO, NO_HELLO, TOO_LARGE, TOO_MANY, Listener
from .requests import address_of, house_of
from .settings import FRAME
from .showing import encode
from .socket_answers import NotUnderstood, RefusedFrame
from .strict_json import decode_strictly
from .who import Who
from .wire import AnySocket, AnyWire, take_wire

BROKEN = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)  # what decoding a bad frame raises
PATIENCE = 100  # frames over the limit, or broken, before a socket is closed

Said = TypeVar("Said")


class Goodbye(Exception):
    """The socket is to be closed with this code; None when the other side has gone."""

    def __init__(self, code: int | None) -> None:
        self.code = code


async def hold(socket: AnySocket, talk: Callable[[AnyWire], Awaitable[None]]) -> None:
    """Accept a socket and talk until one side has enough."""
    await socket.accept()
    wire = take_wire(socket)
    try:
        with house_of(socket).crowd.connected(Who(address=address_of(socket))):
            await talk(wire)
    except TooMany:
        wire.end(TOO_MANY)
    except Goodbye as goodbye:
        if goodbye.code is not None:
            wire.end(goodbye.code)
    finally:
        await wire.close()


async def hear_hello(socket: AnySocket, wire: AnyWire, decoder: Any, hello: type[Said]) -> Said:
    """The first frame, which says who is there."""
    try:
        frame = await asyncio.wait_for(receive(wire, decoder), house_of(socket).settings.caps.hello)
    except TimeoutError:
        raise Goodbye(NO_HELLO) from None
    except BROKEN:
        raise Goodbye(BAD_HELLO) from None
    if not isinstance(frame, hello):
        raise Goodbye(BAD_HELLO)
    return frame


async def receive(wire: AnyWire, decoder: Any) -> Any:
    """The next frame, strictly decoded."""
    data = await wire.next()
    if data is None:
        raise Goodbye(None)
    if len(data) > FRAME:
        raise Goodbye(TOO_LARGE)
    return decode_strictly(decoder, data)


async def listen(wire: AnyWire, house: House, listener: Listener, decoder: Any, do: Callable[[Any], Awaitable[None]]) -> None:
    """Frames from the client, one after the other."""
    wrong = 0
    while wrong <= PATIENCE:
        try:
            frame = await receive(wire, decoder)
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
            await _do_safely(house, listener, frame, do)
            wire.flush()  # an answer does not wait for those to others
    raise Goodbye(TOO_MANY)


async def _do_safely(house: House, listener: Listener, frame: Any, do: Callable[[Any], Awaitable[None]]) -> None:
    """A fault of our own is logged and told, and the socket stays."""
    try:
        await do(frame)
    except Exception:
        house.metrics.count("tegel_failures_total")
        logger.exception("a frame failed")
        said = say(listener.language, "server.refusal.failed")
        listener.send(encode(RefusedFrame(id=getattr(frame, "id", None), error="failed", say=said)))
