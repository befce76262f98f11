"""HTTP: studies that are shared by link. Whoever has the link can read one; only who shared it can take it back."""

from __future__ import annotations

from litestar import Response, delete, get, post
from litestar.params import RawBody

from ..studies.checking import check_study
from ..studies.notation import BadStudy
from . import studies
from .board_answers import SharedStudy
from .requests import AnyRequest, GameId, house_of, visitor
from .responses import PLAIN, reads, writes
from .settings import TEXT


@post("/api/studies", summary="Share a study by link", request_max_body_size=TEXT, responses=writes(SharedStudy, status=201))
async def post_study(request: AnyRequest, body: RawBody) -> Response[bytes]:
    who = await visitor(request)
    try:
        text = body.decode()
    except UnicodeDecodeError:
        raise BadStudy("this is not text in UTF-8") from None
    await who.house.readiness.rules(studies.game_in(text))
    checked = check_study(text)
    await who.become_guest()
    return who.answer(SharedStudy(await studies.share(who.house, who.who, checked.game.name, text)), 201)


@get("/api/studies/{study:str}", summary="A shared study as text", media_type="text/plain", responses=reads(str, 404, kind=PLAIN))
async def get_study(request: AnyRequest, study: GameId) -> Response[str]:
    return Response((await studies.find(house_of(request), study)).text, media_type=PLAIN)


@delete("/api/studies/{study:str}", summary="Take a shared study back", status_code=204, responses=writes(None, status=204))
async def delete_study(request: AnyRequest, study: GameId) -> Response[None]:
    who = await visitor(request)
    await studies.take_back(who.house, who.who, study)
    return Response(None, status_code=204)


STUDIES = [post_study, get_study, delete_study]
