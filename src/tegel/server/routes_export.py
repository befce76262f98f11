"""HTTP: finished games as a stream of lines, for whoever holds the operator's token."""

from __future__ import annotations

import hmac
from collections.abc import AsyncGenerator
from typing import Annotated

from litestar import get
from litestar.params import QueryParameter
from litestar.response import Stream

from .errors import Forbidden
from .exporting import finished_games
from .house import House
from .requests import AnyRequest, house_of
from .responses import LINES, reads
from .showing import encode


def require_token(request: AnyRequest, house: House) -> None:
    """Only with the token the server was started with; without one nobody may."""
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    token = house.settings.export_token
    if not token or scheme.lower() != "bearer" or not hmac.compare_digest(given.strip().encode(), token.encode()):
        raise Forbidden("no_export")


@get("/api/games.ndjson", summary="Finished games, a line each", responses=reads(str, 403, kind=LINES))
async def export(
    request: AnyRequest,
    after: Annotated[int, QueryParameter(ge=0, le=2**53, description="only games that ended after this moment (milliseconds)")] = 0,
) -> Stream:
    house = house_of(request)
    require_token(request, house)
    return Stream(_lines(house, after), media_type=LINES)


async def _lines(house: House, after: int) -> AsyncGenerator[bytes, None]:
    async for game in finished_games(house.store, after):
        yield encode(game) + b"\n"


EXPORT = [export]
