"""The API's description: the routes as the framework describes them, and the frames of the socket, which OpenAPI has no place for."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

import msgspec
from litestar import Litestar
from litestar.openapi import OpenAPIConfig

from .. import __version__
from .lasting import Lasting, make_lasting
from .lobby_answers import LobbyAnswer
from .lobby_messages import AnyLobbyFrame
from .messages import AnyFrame
from .showing import encode
from .socket_answers import SocketAnswer

PLACE = "#/components/schemas/{name}"


class Description:
    """The description as it is answered. It takes most of a second to make, so the first who asks has it made, beside other work."""

    def __init__(self, routes: tuple[Any, ...]) -> None:
        self._routes = routes
        self._making: asyncio.Task[Lasting] | None = None

    async def get(self) -> Lasting:
        """The same for everybody who asks meanwhile and later."""
        if self._making is None:
            self._making = asyncio.create_task(asyncio.to_thread(_encoded, self._routes))
        return await asyncio.shield(self._making)


@cache
def _encoded(routes: tuple[Any, ...]) -> Lasting:
    return make_lasting(encode(describe(routes)))


def describe(routes: tuple[Any, ...]) -> dict[str, Any]:
    """The OpenAPI document, with the frames under `x-frames`: what a client may say, and what it is told."""
    app = Litestar(routes, logging_config=None, openapi_config=OpenAPIConfig(title="Tegel", version=__version__))
    described: dict[str, Any] = app.openapi_schema.to_schema()
    every = [AnyFrame, SocketAnswer, AnyLobbyFrame, LobbyAnswer]
    frames, shapes = msgspec.json.schema_components(every, ref_template=PLACE)
    described["components"]["schemas"] = {**shapes, **described["components"]["schemas"]}
    described["x-frames"] = dict(zip(("said", "told", "said_in_lobby", "told_in_lobby"), frames, strict=True))
    return described
