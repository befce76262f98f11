"""Around the whole application: security headers on every answer, and no writes from other sites' pages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from .showing import encode

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
READING = ("GET", "HEAD", "OPTIONS")


class Guard:
    """An ASGI application around another."""

    def __init__(self, app: App, origins: tuple[str, ...]) -> None:
        self._app = app
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif not self._allowed(scope):
            await _refuse(scope, receive, send)
        elif scope["type"] == "http":
            await self._app(scope, receive, _with_headers(send))
        else:
            await self._app(scope, receive, send)

    def _allowed(self, scope: Scope) -> bool:
        """Pages of other sites may neither write nor open sockets: the browser would send the guest's cookie along."""
        if scope["type"] == "http" and scope["method"] in READING:
            return True
        headers = {name: value.decode("latin-1") for name, value in scope["headers"] if name in (b"origin", b"host")}
        origin = headers.get(b"origin")
        try:
            return origin is None or origin in self._origins or urlsplit(origin).netloc == headers.get(b"host")
        except ValueError:
            return False


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *HEADERS]
        await send(message)

    return sending


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4403, "reason": ""})
        return
    body = encode({"error": "forbidden", "say": "this page is of another site"})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *HEADERS]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": body})
