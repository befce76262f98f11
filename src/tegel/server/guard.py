"""Around the whole application: only under its own names, no writes from other sites' pages, security headers on every answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from .answers import Refused
from .errors import Forbidden, Refusal
from .hosts import Hosts, read_host
from .languages import first_language
from .pace import Message, Pace, Receive, Scope, Send, close_streams
from .passage import PASSAGE
from .settings import Settings
from .showing import encode

App = Callable[[Any, Any, Any], Awaitable[None]]

POLICY = (  # `wasm-unsafe-eval` lets a page compile the engine's WebAssembly, and allows no other code
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
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

    def __init__(self, app: App, settings: Settings) -> None:
        self._app = app
        self._origins = settings.origins
        self._hosts = Hosts(settings)
        self._caps = settings.caps

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        passage = PASSAGE.get()
        if passage is None:
            await self._handle(scope, receive, send)
            return
        passage.begin(scope["type"] == "websocket")
        try:
            await self._handle(scope, receive, send)
        finally:
            passage.end()

    async def _handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if refusal := self._refusal(scope):
            await _refuse(refusal, scope, receive, send)
        elif scope["type"] == "http":
            pace = Pace(self._caps, receive, send)
            try:
                await self._app(scope, pace.receive, _with_headers(pace.send))
            except Exception:
                if not pace.gone:
                    raise
            finally:
                await close_streams(scope)
        else:
            await self._app(scope, receive, send)

    def _refusal(self, scope: Scope) -> Refusal | None:
        """Why this request goes no further."""
        given = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        name = read_host(given[0]) if len(given) == 1 else None
        if name is None:
            return Refusal("bad_host")
        if not self._hosts.answers_to(name):
            return Forbidden("other_host", host=name)
        return None if self._same_site(scope, given[0]) else Forbidden("other_site")

    def _same_site(self, scope: Scope, host: str) -> bool:
        """Pages of other sites may neither write nor open sockets: the browser would send the guest's cookie along."""
        if scope["type"] == "http" and scope["method"] in READING:
            return True
        origin = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"origin"), None)
        try:
            return origin is None or origin in self._origins or urlsplit(origin).netloc == host
        except ValueError:
            return False


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *HEADERS]
        await send(message)

    return sending


async def _refuse(refusal: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4403, "reason": ""})
        return
    language = first_language(next((value.decode("latin-1") for name, value in scope["headers"] if name == b"accept-language"), ""))
    body = encode(Refused(refusal.error, refusal.say(language)))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *HEADERS]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body if scope["method"] != "HEAD" else b""})
