"""HTTP: boards, judgements and reviews for browsers without an engine. What is sent is the sender's own; nothing of it is kept."""

from __future__ import annotations

from litestar import Response, post
from litestar.params import JSONBody, RawBody
from litestar.response import Stream

from ..core.errors import BadRecord
from . import boards
from .board_answers import BoardState, Judgement, OpenedBoard
from .costs import MOVES_A_READ, PREVIEWS_AT_ONCE
from .judging import judge
from .messages import Board, LookAtBoard, OpenBoard
from .requests import AnyRequest, Asked, language_of, visitor
from .responses import LINES, writes
from .reviewing import read_finished, tell_review
from .settings import TEXT
from .studies import game_in


@post("/api/boards", summary="Open a board", status_code=200, request_max_body_size=TEXT, responses=writes(OpenedBoard))
async def open_board(request: AnyRequest, data: JSONBody[OpenBoard], language: Asked = None) -> Response[bytes]:
    who = await visitor(request)
    await who.house.readiness.rules(game_in(boards.require_text(data)))
    return who.answer(boards.open_board(data, language_of(request, language)))


@post("/api/boards/state", summary="What is on a board", status_code=200, request_max_body_size=TEXT, responses=writes(BoardState))
async def board_state(request: AnyRequest, data: JSONBody[LookAtBoard], language: Asked = None) -> Response[bytes]:
    who = await visitor(request)
    await who.house.readiness.rules(game_in(data.position))
    who.house.limits.spend("read", who.who, len(data.moves) / MOVES_A_READ)
    if data.choices:
        who.house.limits.spend("preview", who.who, 1 + len(data.choices) // PREVIEWS_AT_ONCE)
    return who.answer(boards.look_at(data, language_of(request, language)))


@post(
    "/api/judgements",
    summary="What the server's engine thinks of a position",
    status_code=200,
    request_max_body_size=TEXT,
    responses=writes(Judgement),
)
async def post_judgement(request: AnyRequest, data: JSONBody[Board], language: Asked = None) -> Response[bytes]:
    who = await visitor(request)
    await who.house.readiness.rules(game_in(data.position))
    who.house.limits.spend("read", who.who, len(data.moves) / MOVES_A_READ)
    return who.answer(await judge(who.house, boards.table_of(data), who.who, language_of(request, language)))


@post(
    "/api/reviews",
    summary="The review of a finished game, line by line",
    status_code=200,
    request_max_body_size=TEXT,
    responses=writes(str, kind=LINES),
)
async def post_review(request: AnyRequest, body: RawBody, language: Asked = None) -> Stream:
    who = await visitor(request)
    try:
        text = body.decode()
    except UnicodeDecodeError:
        raise BadRecord("this is not text in UTF-8") from None
    await who.house.readiness.rules(game_in(text))
    record = read_finished(text)
    await who.house.readiness.wait_for_all()
    lines = tell_review(who.house, record, who.who, language_of(request, language))
    return Stream(lines, media_type=LINES, headers={"cache-control": "no-store"})


BOARDS = [open_board, board_state, post_judgement, post_review]
