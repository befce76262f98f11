"""HTTP: my bot accounts."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, delete, get, post
from litestar.params import JSONBody, PathParameter

from . import account_answers as told
from . import bot_accounts, guests
from .account_messages import MakeBot
from .messages import PRINTABLE
from .requests import AnyRequest, visitor
from .responses import reads, writes

BotId = Annotated[str, PathParameter(max_length=32, pattern=PRINTABLE)]


@get("/api/me/bots", summary="My bot accounts", responses=reads(told.Bots))
async def my_bots(request: AnyRequest) -> Response[bytes]:
    who = await visitor(request)
    return who.answer(await bot_accounts.show(who.house, who.who))


@post("/api/me/bots", summary="Make a bot account", responses=writes(told.NewBot, status=201))
async def make_bot(request: AnyRequest, data: JSONBody[MakeBot]) -> Response[bytes]:
    guests.person_name(data.name)
    who = await visitor(request)
    await who.become_guest()
    return who.answer(await bot_accounts.make(who.house, who.who, data.name), 201)


@post("/api/me/bots/{bot:str}/token", summary="A new token; the old one ends", responses=writes(told.BotToken, status=201))
async def renew_token(request: AnyRequest, bot: BotId) -> Response[bytes]:
    who = await visitor(request)
    return who.answer(await bot_accounts.renew(who.house, who.who, bot), 201)


@delete("/api/me/bots/{bot:str}", summary="Remove a bot account", status_code=204, responses=writes(None, status=204))
async def delete_bot(request: AnyRequest, bot: BotId) -> Response[None]:
    who = await visitor(request)
    await bot_accounts.delete(who.house, who.who, bot)
    return Response(None, status_code=204)


BOTS = [my_bots, make_bot, renew_token, delete_bot]
