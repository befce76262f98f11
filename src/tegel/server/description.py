"""The API's description: the routes as the framework describes them, and the frames of the socket, which OpenAPI has no place for."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Litestar

from .messages import AnyFrame
from .socket_answers import SocketAnswer

PLACE = "#/components/schemas/{name}"


def describe(app: Litestar) -> dict[str, Any]:
    """The OpenAPI document, with the frames under `x-frames`: what a client may say, and what it is told."""
    described: dict[str, Any] = app.openapi_schema.to_schema()
    frames, shapes = msgspec.json.schema_components([AnyFrame, SocketAnswer], ref_template=PLACE)
    described["components"]["schemas"] = {**shapes, **described["components"]["schemas"]}
    described["x-frames"] = {"said": frames[0], "told": frames[1]}
    return described
