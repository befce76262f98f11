"""What every request handler needs: who asks, in which language, and answers as JSON."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.params import PathParameter, QueryParameter

from ..core.words import LANGUAGES
from .guests import COOKIE, recognise, welcome
from .house import House
from .messages import Language
from .opening import find_room
from .room import Room
from .showing import encode
from .who import Who

Connection = ASGIConnection[Any, Any, Any, Any]
AnyRequest = Request[Any, Any, Any]
Asked = Annotated[Language | None, QueryParameter(description="language of all sentences")]
GameId = Annotated[str, PathParameter(max_length=32)]
Viewer = Annotated[int, QueryParameter(ge=-1, le=7, description="the seat to see as; -1 watches")]
YEAR = 365 * 86400


class Visitor:
    """Whoever made a request."""

    def __init__(self, house: House, connection: Connection, who: Who, name: str, cookie: str) -> None:
        self.house = house
        self.who = who
        self.name = name
        self.cookie = cookie
        self._new_cookie: str | None = None
        self._secure = connection.url.scheme in ("https", "wss")

    async def become_guest(self, name: str = "") -> None:
        """Make a guest of somebody without a cookie."""
        if self.who.guest is None:
            guest, self._new_cookie = await welcome(self.house, self.who.address, name)
            self.who = Who(guest, self.who.token, self.who.address)
            self.cookie, self.name = self._new_cookie, name

    def spend(self, kind: str) -> None:
        """Count a request against the limits."""
        self.house.limits.spend(kind, self.who.sender)

    def answer(self, data: Any, status: int = 200) -> Response[bytes]:
        """JSON, with the cookie if there is a new one."""
        response = Response(data if isinstance(data, bytes) else encode(data), status_code=status, media_type="application/json")
        response.headers["cache-control"] = "no-store"
        if self._new_cookie is not None:
            response.set_cookie(COOKIE, self._new_cookie, max_age=YEAR, path="/", httponly=True, samesite="lax", secure=self._secure)
        return response


def house_of(connection: Connection) -> House:
    """The server's parts."""
    house: House = connection.app.state.house
    return house


async def visitor(connection: Connection, token: str | None = None) -> Visitor:
    """Who is at the other end: by cookie, by bearer token, at least by address."""
    house = house_of(connection)
    cookie = connection.cookies.get(COOKIE, "")
    guest = await recognise(house, cookie)
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    given = token or (bearer.strip()[:64] if scheme.lower() == "bearer" else None)
    address = connection.client.host if connection.client else ""
    who = Who(guest[0] if guest else None, given or None, address)
    return Visitor(house, connection, who, guest[1] if guest else "", cookie)


def language_of(connection: Connection, asked: str | None = None) -> str:
    """The language asked for, else the browser's first that we have, else English."""
    if asked is not None:
        return asked
    for part in connection.headers.get("accept-language", "").split(","):
        wanted = part.strip()[:2].lower()
        if wanted in LANGUAGES:
            return wanted
    return "en"


async def enter(request: AnyRequest, game: str, kind: str) -> tuple[Visitor, Room]:
    """The visitor and the room, after the limits have been asked."""
    who = await visitor(request)
    who.spend(kind)
    return who, await find_room(who.house, game)
