"""How fast a client must be: a deadline for the body of a request, and for every piece of the answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, MutableMapping
from typing import Any

from litestar.exceptions import HTTPException

from .passage import PASSAGE
from .settings import Caps

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


def closing(scope: Any, stream: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    """A stream that is surely closed when its request is over, also where it broke off in the middle of being sent."""
    scope.setdefault("state", {}).setdefault("streams", []).append(stream)
    return stream


async def close_streams(scope: Scope) -> None:
    """The request is over."""
    for stream in scope.get("state", {}).pop("streams", ()):
        await stream.aclose()


class TooSlow(HTTPException):
    """The body did not come in time."""

    status_code = 408


class Pace:
    """One request and its answer."""

    def __init__(self, caps: Caps, receive: Receive, send: Send) -> None:
        self._caps = caps
        self._receive = receive
        self._send = send
        self._until = asyncio.get_running_loop().time() + caps.body
        self._complete = False
        self.gone = False  # whether the client was given up

    async def receive(self) -> Message:
        """The next part of the request, while there is time."""
        if self._complete:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            raise TooSlow(detail="the body did not come in time", headers={"connection": "close"}) from None
        self._complete = not message.get("more_body", False)
        return message

    async def send(self, message: Message) -> None:
        """A part of the answer; who does not take it is cut off."""
        try:
            async with asyncio.timeout(self._caps.answer):
                await self._send(message)
        except TimeoutError:
            self.gone = True
            passage = PASSAGE.get()
            if passage is not None:
                passage.abort()
            raise
