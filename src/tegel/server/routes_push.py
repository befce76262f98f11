"""HTTP: being told when it is one's turn, in a browser that is closed."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, delete, get, put
from litestar.params import JSONBody, PathParameter

from . import push_subscriptions
from .messages import PRINTABLE, Subscribe
from .people_answers import PushKey, Subscribed
from .requests import AnyRequest, house_of, visitor
from .responses import reads, writes
from .showing import encode

SubscriptionId = Annotated[str, PathParameter(max_length=32, pattern=PRINTABLE)]


@get("/api/push", summary="The server's public key for push messages", responses=reads(PushKey))
async def push_key(request: AnyRequest) -> Response[bytes]:
    return Response(encode(PushKey(house_of(request).push_key)), media_type="application/json")


@put("/api/me/push", summary="Tell this browser when it is my turn", responses=writes(Subscribed))
async def subscribe(request: AnyRequest, data: JSONBody[Subscribe]) -> Response[bytes]:
    who = await visitor(request)
    return who.answer(await push_subscriptions.subscribe(who.house, who.who, data))


@delete("/api/me/push/{subscription:str}", summary="Tell a browser no more", status_code=204, responses=writes(None, status=204))
async def unsubscribe(request: AnyRequest, subscription: SubscriptionId) -> Response[None]:
    who = await visitor(request)
    await push_subscriptions.unsubscribe(who.house, who.who, subscription)
    return Response(None, status_code=204)


PUSH = [push_key, subscribe, unsubscribe]
