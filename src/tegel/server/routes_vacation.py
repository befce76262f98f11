"""HTTP: one's vacation, during which clocks of days stand still."""

from __future__ import annotations

from litestar import Response, delete, get, post
from litestar.params import JSONBody

from . import vacations
from .messages import GoOnVacation
from .people_answers import Vacation
from .requests import AnyRequest, visitor
from .responses import reads, writes


@get("/api/me/vacation", summary="My vacation", responses=reads(Vacation))
async def my_vacation(request: AnyRequest) -> Response[bytes]:
    who = await visitor(request)
    return who.answer(await vacations.show(who.house, who.who))


@post("/api/me/vacation", summary="Go on vacation", status_code=200, responses=writes(Vacation))
async def begin_vacation(request: AnyRequest, data: JSONBody[GoOnVacation]) -> Response[bytes]:
    who = await visitor(request)
    return who.answer(await vacations.begin(who.house, who.who, data.days))


@delete("/api/me/vacation", summary="Come back from vacation", status_code=200, responses=writes(Vacation))
async def end_vacation(request: AnyRequest) -> Response[bytes]:
    who = await visitor(request)
    return who.answer(await vacations.end(who.house, who.who))


VACATION = [my_vacation, begin_vacation, end_vacation]
