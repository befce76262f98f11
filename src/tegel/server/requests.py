"""What every request handler needs: who asks, in which language, and answers as JSON."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Annotated, Any

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.params import PathParameter, QueryParameter

from .guests import COOKIE, person_name, recognise, recognise_bot, welcome
from .house import House
from .languages import first_language
from .messages import PRINTABLE, Language
from .opening import find_room
from .presence import note
from .room import Room
from .showing import encode
from .tokens import hash_token, is_bot_token
from .who import Who

Connection = ASGIConnection[Any, Any, Any, Any]
AnyRequest = Request[Any, Any, Any]
Asked = Annotated[Language | None, QueryParameter(description="language of all sentences")]
GameId = Annotated[str, PathParameter(max_length=32, pattern=PRINTABLE)]
Viewer = Annotated[int, QueryParameter(ge=-1, le=7, description="the seat to see as; -1 watches")]
GAME_LINE = re.compile(r"[^\n]{0,100}\n\s*game (\w{1,32}) ")
YEAR = 365 * 86400


class Visitor:
    """Whoever made a request."""

    def __init__(self, house: House, connection: Connection, who: Who, name: str) -> None:
        self.house = house
        self.who = who
        self.name = name
        self._new_cookie: str | None = None
        self.secure = connection.url.scheme in ("https", "wss")

    async def become_guest(self, name: str = "") -> None:
        """Make a guest of somebody without a cookie."""
        if self.who.guest is None:
            self.become(*await welcome(self.house, self.who, name), name)

    def become(self, guest: str, cookie: str, name: str) -> None:
        """From now on this browser has another cookie."""
        self._new_cookie = cookie
        self.who = replace(self.who, guest=guest, cookie_hash=hash_token(cookie))
        self.name = name

    def name_for_seat(self, given: str | None) -> str:
        """The name somebody sits down under: as they say, else their own. A bot has one name."""
        if given is None or self.who.owner is not None:
            return ""
        return person_name(given)

    def answer(self, data: Any, status: int = 200) -> Response[bytes]:
        """JSON, with the cookie if there is a new one."""
        response = Response(data if isinstance(data, bytes) else encode(data), status_code=status, media_type="application/json")
        response.headers["cache-control"] = "no-store"
        if self._new_cookie is not None:
            response.set_cookie(COOKIE, self._new_cookie, max_age=YEAR, path="/", httponly=True, samesite="lax", secure=self.secure)
        return response


def house_of(connection: Connection) -> House:
    """The server's parts."""
    house: House = connection.app.state.house
    return house


def address_of(connection: Connection) -> str:
    """Where a request comes from."""
    return connection.client.host if connection.client else ""


async def visitor(connection: Connection, token: str | None = None) -> Visitor:
    """Who is at the other end: by cookie, by bearer token, at least by address. Found out once for each request."""
    state: dict[str, Any] = connection.scope["state"]
    known: Visitor | None = state.get("visitor")
    if known is not None and token is None:
        return known
    house = house_of(connection)
    cookie = connection.cookies.get(COOKIE, "")
    given = token or bearer_of(connection)
    if given and is_bot_token(given):
        found = await _bot(house, connection, given)
    else:
        who = Who(None, given or None, address_of(connection))
        guest = await recognise(house, cookie, who)
        recognised = {"guest": guest.id, "cookie_hash": hash_token(cookie)} if guest else {}
        who = replace(who, seated=who.token_hash in house.seat_tokens, **recognised)
        found = Visitor(house, connection, who, guest.name if guest else "")
    state["visitor"] = found
    return found


async def _bot(house: House, connection: Connection, token: str) -> Visitor:
    """A bot account: nobody else, whatever cookie comes along, so that it never has two people's seats."""
    address = address_of(connection)
    bot = await recognise_bot(house, token, Who(address=address))
    return Visitor(house, connection, Who(bot.id, None, address, cookie_hash=hash_token(token), owner=bot.owner), bot.name)


def bearer_of(connection: Connection) -> str:
    """The token in the header, if there is one."""
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    return bearer.strip()[:64] if scheme.lower() == "bearer" else ""


def named_in(text: str) -> str:
    """The game that a position or record is of, by its second line; empty if it does not say."""
    found = GAME_LINE.match(text)
    return found[1] if found else ""


def language_of(connection: Connection, asked: str | None = None) -> str:
    """The language asked for, else the browser's first that we have, else English."""
    if asked is not None:
        return asked
    return first_language(connection.headers.get("accept-language", ""))


async def enter(request: AnyRequest, game: str) -> tuple[Visitor, Room]:
    """The visitor and the room."""
    who = await visitor(request)
    room = await find_room(who.house, game, who.who)
    who.who = seated(who.house, room, who.who)
    note(who.house, room, who.who)
    return who, room


def seated(house: House, room: Room, who: Who) -> Who:
    """The same, with a token that turns out to be a seat's; from now on it is known and has a limit of its own."""
    if who.seated or who.token_hash is None or who.token_hash not in [seat.token_hash for seat in room.seats]:
        return who
    house.seat_tokens.add(who.token_hash)
    return replace(who, seated=True)
