"""HTTP: looking back. Plies, records, positions, examples."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter, RawBody

from ..core.errors import BadPosition, BadRecord
from ..core.game import game_names
from ..core.position import write_position
from ..core.table import Table
from ..core.words import say
from . import uploading
from .answers import PastState
from .board_answers import Example, Examples, Judgement, Position
from .costs import PLIES_A_READ
from .errors import Forbidden, Illegal, NotFound
from .examples import show_examples
from .judging import judge, require_over
from .lasting import Lasting, answer_lasting, make_lasting
from .messages import DeviceGame
from .requests import AnyRequest, Asked, GameId, Viewer, Visitor, enter, house_of, language_of, named_in, visitor
from .responses import PLAIN, reads, writes
from .room import Room
from .scene import Scene
from .seat_answers import Uploaded
from .settings import TEXT
from .showing import encode, show_past, show_table
from .who import Who

PlyNumber = Annotated[int, PathParameter(ge=0, le=1_000_000)]


def require_past(room: Room, who: Who, seat: int | None) -> None:
    """A seat's past is its own while the game runs; afterwards everybody's, and all of it."""
    if room.table is None:
        raise Illegal("not_begun")
    if seat is not None and seat >= len(room.seats):
        raise NotFound("no_seat")
    if not room.open and (seat is None or (seat >= 0 and seat not in room.seats_of(who))):
        raise Forbidden("not_your_seat")


def require_ply(who: Visitor, room: Room, ply: int) -> int:
    """A ply there is; the further back it lies, the more it counts."""
    if ply > room.ply:
        raise NotFound("no_ply", plies=room.ply)
    who.house.limits.spend("read", who.who, (room.ply - ply) / PLIES_A_READ)
    return ply


@get("/api/games/{game:str}/plies/{ply:int}", summary="The state after so many moves", responses=reads(PastState, 403, 404, 409))
async def get_ply(
    request: AnyRequest,
    game: GameId,
    ply: PlyNumber,
    seat: Annotated[str, QueryParameter(pattern="^(-1|[0-7]|all)$")] = "-1",
    language: Asked = None,
) -> Response[bytes]:
    who, room = await enter(request, game)
    viewer = None if seat == "all" else int(seat)
    require_past(room, who.who, viewer)
    shown = show_past(room, require_ply(who, room, ply), viewer, language_of(request, language), room.addressed(who.who))
    return who.answer(shown)


@get(
    "/api/games/{game:str}/plies/{ply:int}/judgement",
    summary="What the server's engine thinks of a position of a game that is over",
    responses=reads(Judgement, 404, 409),
)
async def get_judgement(request: AnyRequest, game: GameId, ply: PlyNumber, language: Asked = None) -> Response[bytes]:
    who, room = await enter(request, game)
    require_over(room)
    return who.answer(await judge(who.house, room.table_at(require_ply(who, room, ply)), who.who, language_of(request, language)))


@get(
    "/api/games/{game:str}/record",
    summary="The record file",
    media_type="text/plain",
    responses=reads(str, 404, 409, kind=PLAIN),
)
async def get_record(request: AnyRequest, game: GameId) -> Response[str]:
    _, room = await enter(request, game)
    if room.table is None:
        raise Illegal("not_begun")
    if not room.open and room.row["viewer"] not in (None, -1):  # its position shows what one seat alone may know
        raise Illegal("record_later")
    name = f'attachment; filename="{room.game.name}-{room.id}.tegel"'
    return Response(room.record().dumps(), media_type=PLAIN, headers={"content-disposition": name})


@get(
    "/api/games/{game:str}/position",
    summary="The position as text",
    media_type="text/plain",
    responses=reads(str, 403, 404, 409, kind=PLAIN),
)
async def get_position(
    request: AnyRequest, game: GameId, seat: Viewer = -1, ply: Annotated[int | None, QueryParameter(ge=0, le=1_000_000)] = None
) -> Response[str]:
    who, room = await enter(request, game)
    require_past(room, who.who, seat)
    table = room.table_at(require_ply(who, room, room.ply if ply is None else ply))
    return Response(write_position(room.game, table.view(seat).state), media_type=PLAIN)


@post("/api/records", summary="Upload a record", request_max_body_size=TEXT, responses=writes(Uploaded, status=201))
async def post_record(request: AnyRequest, body: RawBody) -> Response[bytes]:
    who = await visitor(request)
    text = _text(body, BadRecord)
    await who.house.readiness.rules(named_in(text))
    record, table = uploading.read_record(text)
    await who.become_guest()
    return who.answer(await uploading.upload(who.house, record, table, who.who), 201)


@post("/api/device-games", summary="Hand a game of a device over", request_max_body_size=TEXT, responses=writes(Uploaded, status=201))
async def post_device_game(request: AnyRequest, data: JSONBody[DeviceGame]) -> Response[bytes]:
    who = await visitor(request)
    await who.house.readiness.rules(named_in(data.record))
    record, table = uploading.read_record(data.record)
    await who.become_guest()
    return who.answer(await uploading.hand_over(who.house, data, record, table, who.who, who.name), 201)


@post("/api/positions", summary="Look at a position", status_code=200, request_max_body_size=TEXT, responses=writes(Position))
async def post_position(request: AnyRequest, body: RawBody, language: Asked = None) -> Response[bytes]:
    who = await visitor(request)
    text = _text(body, BadPosition)
    await who.house.readiness.rules(named_in(text))
    return who.answer(show_position(text, language_of(request, language)))


def show_position(text: str, language: str) -> Position:
    """A position without a game around it, as the seat to move would see it."""
    table = Table.from_position(text)
    viewer = -1 if table.turn is None else table.turn
    state = show_table(Scene(table), viewer, language)
    title = say(language, f"{table.game.name}.title")
    options = msgspec.to_builtins(table.options)
    return Position(table.game.name, title, options, table.players, table.turn, state)


def _text(body: bytes, error: type[BadRecord] | type[BadPosition]) -> str:
    try:
        return body.decode()
    except UnicodeDecodeError:
        raise error("this is not text in UTF-8") from None


@get("/api/examples", summary="The rulebook's examples as positions", responses=reads(Examples, 404))
async def examples(
    request: AnyRequest, game: Annotated[str, QueryParameter(max_length=32)] = "", language: Asked = None
) -> Response[bytes]:
    if game and game not in game_names():
        raise NotFound("no_game")
    for name in [game] if game else game_names():
        await house_of(request).readiness.rules(name)
    return answer_lasting(request, _examples(game, language_of(request, language)))


@cache
def _examples(game: str, language: str) -> Lasting:
    """The examples of a game, or of all, written out."""
    return make_lasting(encode(show_all_examples(game, language)))


def show_all_examples(game: str, language: str) -> Examples:
    """The examples of a game, or of all, with their positions."""
    return Examples([_show_example(example, language) for example in show_examples(game, language)])


def _show_example(example: dict[str, Any], language: str) -> Example:
    position = msgspec.structs.asdict(show_position(example["position"], language))
    return Example(**{**position, **example})


RECORDS = [get_ply, get_judgement, get_record, get_position, post_record, post_device_game, post_position, examples]
