"""HTTP: moving a seat to another browser."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter

from . import moving
from .messages import LinkBody, LinkedSeatBody
from .requests import AnyRequest, Asked, GameId, enter, language_of, visitor
from .responses import reads, writes
from .seat_answers import Joined, LinkedSeat, SeatLink
from .showing import summary


@post("/api/games/{game:str}/seat-link", summary="A private link to my seat", responses=writes(SeatLink, status=201))
async def make_link(request: AnyRequest, game: GameId, data: JSONBody[LinkedSeatBody]) -> Response[bytes]:
    who, room = await enter(request, game)
    return who.answer(SeatLink(await moving.make_link(who.house, room, who.who, data.seat)), 201)


@get("/api/seat-links/{link:str}", summary="Which seat a private link is to", responses=reads(LinkedSeat, 404))
async def get_link(request: AnyRequest, link: Annotated[str, PathParameter(max_length=64)], language: Asked = None) -> Response[bytes]:
    who = await visitor(request)
    room, seat = await moving.find_link(who.house, link)
    yours = bool(who.who.guest) and seat.guest == who.who.guest
    return who.answer(LinkedSeat(summary(room, who.who, language_of(request, language)), seat.seat, yours))


@post("/api/seat-links", summary="Move the seat of a private link to this browser", status_code=200, responses=writes(Joined))
async def use_link(request: AnyRequest, data: JSONBody[LinkBody]) -> Response[bytes]:
    who = await visitor(request)
    await moving.find_link(who.house, data.link)
    await who.become_guest()
    return who.answer(await moving.move_seat(who.house, data.link, who.who))


SEATS = [make_link, get_link, use_link]
