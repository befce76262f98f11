"""Passing on to another process what is about a game that it owns.

A request is first handled here, like any other; only where that comes upon a game of another process (`Elsewhere`) is it handed on, bytes
as they are, to be handled there. So every route works at every process, and no route knows of it. A relay knows nothing of the game: what
the owner sends goes through one line in the order it was sent. If the owner is gone, or the game has moved, the request is handled here
anew, which finds the new owner, or becomes it.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

from .answers import Refused
from .errors import Elsewhere, Storage
from .faults import BUSY
from .guard import READING, App
from .languages import first_language
from .leases import Leases
from .line import ASK, END, FRAME, OPEN_REQUEST, OPEN_SOCKET, TAKEN, Line, NotThere, call
from .linked import ELSEWHERE, RELAYED, pack, unpack
from .listener import COME_BACK, LOOK_AGAIN
from .settings import TEXT
from .showing import encode
from .wire import AnySocket, AnyWire

PATIENCE = 8.0  # seconds in which an owner must be found: longer than a lease lasts
STOPPING_PATIENCE = 2.0  # and once the server stops: shorter than those have who are still talking
FIRST_PAUSE, LONGEST_PAUSE = 0.02, 0.5
CONNECT_WITHIN = 2.0
ANSWER_WITHIN = 2.0  # seconds for the answer to a question

Found = TypeVar("Found")
Deliver = Callable[[int, bytes], None]
PASSED_ON = ("scheme", "path", "raw_path", "query_string", "headers", "client")


class Unreachable(Exception):
    """The owner cannot be reached at this moment."""


class Links:
    """Lines to the other processes, each opened when first wanted, and what goes over them."""

    def __init__(self, leases: Leases, key: bytes) -> None:
        self._leases = leases
        self._key = key
        self._lines: dict[int, asyncio.Task[Line]] = {}
        self._channels: dict[Line, dict[int, Deliver]] = {}
        self._numbers = itertools.count(1)
        self._tasks: set[asyncio.Task[None]] = set()
        self.closing = False

    async def line(self, number: int) -> Line:
        """The line to another process."""
        if number not in self._leases.peers or self.closing:
            raise Unreachable
        opening = self._lines.get(number)
        if opening is None or (opening.done() and (opening.exception() is not None or opening.result().closed)):
            opening = self._lines[number] = asyncio.create_task(self._open(number))
        try:
            return await asyncio.shield(opening)
        except NotThere:
            await self._leases.depose(number)
        except (OSError, TimeoutError):
            pass
        raise Unreachable

    async def _open(self, number: int) -> Line:
        async with asyncio.timeout(CONNECT_WITHIN):
            line = await call(self._leases.peers[number], self._key, number, self._deliver)
        self._channels[line] = {}

        def lose(line: Line) -> None:
            for deliver in list(self._channels.pop(line).values()):
                deliver(END, b"")
            if not self.closing:
                self._check(number)

        line.lost = lose
        if line.closed:
            lose(line)
        return line

    def _check(self, number: int) -> None:
        """A line has broken: if nobody listens there any more the games of that process are free now, and not when its lease runs out."""

        async def check() -> None:
            with suppress(Unreachable):
                await self.line(number)

        task = asyncio.create_task(check(), name="check")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _deliver(self, line: Line, kind: int, channel: int, payload: bytes) -> None:
        deliver = self._channels[line].get(channel)
        if deliver is not None:
            deliver(kind, payload)

    def open(self, line: Line, kind: int, told: Any, deliver: Deliver) -> Channel:
        """A new channel; `deliver` gets what comes, with an empty `END` if the line breaks."""
        channel = Channel(line, next(self._numbers) % 2**32, self._channels.get(line, {}))
        self._channels.get(line, {})[channel.number] = deliver
        line.post(kind, channel.number, pack(told))
        if line.closed:
            deliver(END, b"")
        return channel

    async def ask(self, number: int, name: str, value: Any = None) -> Any:
        """Ask another process something; None if it does not answer."""
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        def deliver(kind: int, payload: bytes) -> None:
            if not answer.done():
                answer.set_result(unpack(payload) if kind == FRAME else None)

        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                channel = self.open(await self.line(number), ASK, (name, value), deliver)
                try:
                    return await answer
                finally:
                    channel.close()
        except (TimeoutError, Unreachable):
            return None

    async def ask_all(self, name: str, value: Any = None) -> list[Any]:
        """Ask all others; those that do not answer are left out."""
        answers = await asyncio.gather(*(self.ask(number, name, value) for number in list(self._leases.peers)))
        return [answer for answer in answers if answer is not None]

    def close(self) -> None:
        """Hang up."""
        self.closing = True
        for line in list(self._channels):
            line.abort()


class Channel:
    """One socket or request on a line."""

    def __init__(self, line: Line, number: int, channels: dict[int, Deliver]) -> None:
        self._line = line
        self.number = number
        self._channels = channels

    def post(self, kind: int, payload: bytes = b"") -> None:
        """Send a frame."""
        self._line.post(kind, self.number, payload)

    def close(self) -> None:
        """Nothing more is wanted of it."""
        self._channels.pop(self.number, None)


class Search:
    """How long an owner has been looked for; ever longer pauses between two tries."""

    def __init__(self) -> None:
        self._until = time.monotonic() + PATIENCE
        self._pause = FIRST_PAUSE
        self._hurried = False

    async def goes_on(self, stopping: bool) -> bool:
        """Wait before the next try; False when it has taken too long. A server that stops does not wait for long."""
        if stopping and not self._hurried:
            self._hurried = True
            self._until = min(self._until, time.monotonic() + STOPPING_PATIENCE)
        if time.monotonic() > self._until:
            return False
        await asyncio.sleep(self._pause)
        self._pause = min(LONGEST_PAUSE, 2 * self._pause)
        return True


async def relay_socket(links: Links, owner: int, scope: Any, wire: AnyWire, hello: bytes) -> bool:
    """Carry the frames of a socket both ways until one side has enough; False if the owner did not take it.

    What another process passed on is not passed on again: that one looks for the owner.
    """
    if RELAYED in scope:
        wire.end(LOOK_AGAIN)
        return True
    begun: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def deliver(kind: int, payload: bytes) -> None:
        if kind == FRAME:
            wire.post(payload)
            _settle(begun, True)
            return
        code = int.from_bytes(payload, "big") or LOOK_AGAIN
        if code != LOOK_AGAIN or begun.done():
            wire.end(code if code != LOOK_AGAIN else COME_BACK)
        _settle(begun, code != LOOK_AGAIN)

    try:
        line = await links.line(owner)
    except Unreachable:
        return False
    channel = links.open(line, OPEN_SOCKET, {name: scope[name] for name in PASSED_ON}, deliver)
    try:
        channel.post(FRAME, hello)
        if not await begun:
            return False
        while (frame := await wire.next()) is not None:
            channel.post(FRAME, frame)
        return True
    finally:
        channel.post(END)
        channel.close()


async def find_here(find: Callable[[], Awaitable[Found]], socket: AnySocket, wire: AnyWire, hello: bytes) -> Found | None:
    """What is found here; None if it was at another process, and the socket was carried there until its end."""
    search, house = Search(), socket.app.state.house
    while True:
        try:
            return await find()
        except Elsewhere as elsewhere:
            links: Links = house.sharing.links
            if await relay_socket(links, elsewhere.owner, socket.scope, wire, hello):
                return None
        if house.stopping or not await search.goes_on(False):  # where a server stops, another finds the owner sooner
            wire.end(COME_BACK)
            return None


def _settle(future: asyncio.Future[bool], value: bool) -> None:
    if not future.done():
        future.set_result(value)


class Relay:
    """An ASGI application around another: what that finds elsewhere is passed on."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        body = Body(receive)
        search = Search()
        while True:
            here = {**scope, "state": scope.setdefault("state", {})}

            async def send_unless_elsewhere(message: Any, here: Any = here) -> None:
                if ELSEWHERE not in here:
                    await send(message)

            await self._app(here, body.again(), send_unless_elsewhere)
            if ELSEWHERE not in here or await self._pass_on(here[ELSEWHERE], here, body, send):
                return
            if not await search.goes_on(here["app"].state.house.stopping):
                await _refuse(scope, send, Storage(BUSY))
                return

    async def _pass_on(self, owner: int, scope: Any, body: Body, send: Any) -> bool:
        """Whether the owner has answered, or might have done what was asked; if not, it is to be looked for again."""
        links: Links = scope["app"].state.house.sharing.links
        try:
            line = await links.line(owner)
        except Unreachable:
            return False
        answer: asyncio.Queue[tuple[int, bytes]] = asyncio.Queue()
        told = {name: scope[name] for name in PASSED_ON} | {"method": scope["method"], "body": await body.read()}
        channel = links.open(line, OPEN_REQUEST, told, lambda kind, payload: answer.put_nowait((kind, payload)))
        leaving = asyncio.create_task(body.gone(lambda: answer.put_nowait((TAKEN, b""))))
        begun = False
        try:
            while True:
                kind, payload = await answer.get()
                if kind == TAKEN:  # whoever asked has left
                    return True
                if kind == END:
                    return begun or await self._ended(payload, scope, send)
                begun = True
                await send(unpack(payload))
                channel.post(TAKEN)
        finally:
            leaving.cancel()
            channel.post(END)
            channel.close()

    async def _ended(self, payload: bytes, scope: Any, send: Any) -> bool:
        """There was no answer: what changes nothing is asked again; what may have been done is not."""
        if int.from_bytes(payload, "big") == LOOK_AGAIN or scope["method"] in READING:
            return False
        await _refuse(scope, send, Storage(BUSY))
        return True


class Body:
    """The body of a request, which can be read several times."""

    def __init__(self, receive: Any) -> None:
        self._receive = receive
        self._messages: list[Any] = []

    @property
    def _complete(self) -> bool:
        return bool(self._messages) and not self._messages[-1].get("more_body", False)

    async def _more(self) -> Any:
        message = await self._receive()
        if not self._complete:
            self._messages.append(message)
        return message

    def again(self) -> Any:
        """What an application receives, from the beginning."""
        at = itertools.count()

        async def receive() -> Any:
            position = next(at)
            return self._messages[position] if position < len(self._messages) else await self._more()

        return receive

    async def read(self) -> bytes:
        """All of it; more than any route takes is not wanted."""
        while not self._complete and sum(len(message.get("body", b"")) for message in self._messages) <= TEXT:
            await self._more()
        return b"".join(message.get("body", b"") for message in self._messages)

    async def gone(self, tell: Callable[[], None]) -> None:
        """Say when whoever asked has left; the body must have been read."""
        while (await self._receive())["type"] != "http.disconnect":
            pass
        tell()


async def _refuse(scope: Any, send: Any, error: Storage) -> None:
    accepted = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"accept-language"), "")
    body = encode(Refused(error.error, error.say(first_language(accepted))))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": body if scope["method"] != "HEAD" else b""})
