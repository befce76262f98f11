"""The API's description: the routes as the framework describes them, and the frames of the socket, which OpenAPI has no place for."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Litestar

from .lobby_answers import LobbyAnswer
from .lobby_messages import AnyLobbyFrame
from .messages import AnyFrame
from .socket_answers import SocketAnswer

PLACE = "#/components/schemas/{name}"


def describe(app: Litestar) -> dict[str, Any]:
    """The OpenAPI document, with the frames under `x-frames`: what a client may say, and what it is told."""
    described: dict[str, Any] = app.openapi_schema.to_schema()
    every = [AnyFrame, SocketAnswer, AnyLobbyFrame, LobbyAnswer]
    frames, shapes = msgspec.json.schema_components(every, ref_template=PLACE)
    described["components"]["schemas"] = {**shapes, **described["components"]["schemas"]}
    described["x-frames"] = dict(zip(("said", "told", "said_in_lobby", "told_in_lobby"), frames, strict=True))
    return described
