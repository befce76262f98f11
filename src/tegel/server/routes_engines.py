"""The files of the engine for browsers."""

from __future__ import annotations

import asyncio

from litestar import Response, get
from litestar.params import FromPath

from .errors import NotFound
from .lasting import answer_lasting, make_lasting
from .pages import FOREVER, read_file
from .requests import AnyRequest, house_of
from .showing import encode


@get("/engine/engines.json", include_in_schema=False)
async def engine_list(request: AnyRequest) -> Response[bytes]:
    return answer_lasting(request, make_lasting(encode(house_of(request).engines.show())))


@get("/engine/{version:str}/{file:str}", include_in_schema=False)
async def engine_file(request: AnyRequest, version: FromPath[str], file: FromPath[str]) -> Response[bytes]:
    found = house_of(request).engines.find_file(version, file)
    if found is None:
        raise NotFound("no_page")
    made, kind = await asyncio.to_thread(read_file, found)
    return answer_lasting(request, made, kind, FOREVER)


ENGINES = [engine_list, engine_file]
