"""HTTP: a game without a socket, for programs and as a fallback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody, QueryParameter

from . import nonces, opening, playing, undoing
from .answers import Acknowledged, Event, Events, State, Summary, Tried, encoded
from .costs import EVENTS_A_READ
from .messages import AnswerUndoBody, CommitBody, GreetBody, MoveBody, RematchBody, RevealBody, SeatBody, UndoBody
from .requests import AnyRequest, Asked, GameId, Viewer, enter, language_of
from .responses import reads, writes
from .settings import MOST_EVENTS
from .showing import show_entry, show_state, summary
from .trying import show_attempt


def act(name: str, summary: str, shape: Any = Acknowledged) -> Callable[[Callable[..., Any]], HTTPRouteHandler]:
    """A route that does something in a game, and says that it is done."""
    return post(f"/api/games/{{game:str}}/{name}", summary=summary, status_code=200, responses=writes(shape))


@get("/api/games/{game:str}", summary="A game's summary", responses=reads(Summary, 404))
async def get_game(request: AnyRequest, game: GameId, language: Asked = None) -> Response[bytes]:
    who, room = await enter(request, game)
    return who.answer(summary(room, who.who, language_of(request, language)))


@get("/api/games/{game:str}/state", summary="What a seat sees, with its legal moves", responses=reads(State | None, 403, 404))
async def state(request: AnyRequest, game: GameId, seat: Viewer = -1, language: Asked = None) -> Response[bytes]:
    who, room = await enter(request, game)
    playing.require_viewer(room, who.who, seat)
    return who.answer(show_state(room, seat, language_of(request, language)))


@get("/api/games/{game:str}/events", summary="What happened", responses=reads(Events, 404))
async def events(
    request: AnyRequest,
    game: GameId,
    after: Annotated[int, QueryParameter(ge=0, le=10_000_000)] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST_EVENTS)] = 200,
    language: Asked = None,
) -> Response[bytes]:
    who, room = await enter(request, game)
    spoken = language_of(request, language)
    seats, viewer = room.seats_of(who.who), room.addressed(who.who)
    wanted = room.entries[after : after + limit]
    who.house.limits.spend("read", who.who, len(wanted) / EVENTS_A_READ)
    found = [encoded(Event, show_entry(room, entry, seats, spoken, viewer)) for entry in wanted]
    return who.answer(Events(found, room.number))


@act("move", "Make moves")
async def move(request: AnyRequest, game: GameId, data: JSONBody[MoveBody]) -> Response[bytes]:
    who, room = await enter(request, game)
    done = await playing.play(who.house, room, who.who, data.seat, data.id, data.ply, data.moves)
    return who.answer(Acknowledged(*done))


@act("try", "See what moves would lead to", Tried)
async def attempt(request: AnyRequest, game: GameId, data: JSONBody[MoveBody], language: Asked = None) -> Response[bytes]:
    who, room = await enter(request, game)
    return who.answer(show_attempt(room, who.who, data.seat, data.ply, data.moves, language_of(request, language)))


@act("undo", "Take back")
async def undo(request: AnyRequest, game: GameId, data: JSONBody[UndoBody]) -> Response[bytes]:
    who, room = await enter(request, game)
    return who.answer(Acknowledged(*await undoing.undo(who.house, room, who.who, data.seat, data.id, data.ply)))


@act("undo/answer", "Let another take back, or not")
async def answer_undo(request: AnyRequest, game: GameId, data: JSONBody[AnswerUndoBody]) -> Response[bytes]:
    who, room = await enter(request, game)
    return who.answer(Acknowledged(*await undoing.answer_undo(who.house, room, who.who, data.seat, data.id, data.ply, data.agree)))


@act("takeover", "Let the computer play for a seat")
async def takeover(request: AnyRequest, game: GameId, data: JSONBody[SeatBody]) -> Response[bytes]:
    who, room = await enter(request, game)
    return who.answer(Acknowledged(*await playing.takeover(who.house, room, who.who, data.seat, data.id)))


@act("return", "Play my seat again")
async def come_back(request: AnyRequest, game: GameId, data: JSONBody[SeatBody]) -> Response[bytes]:
    who, room = await enter(request, game)
    return who.answer(Acknowledged(*await playing.come_back(who.house, room, who.who, data.seat, data.id)))


@act("hint", "Count a hint, before it is looked at")
async def hint(request: AnyRequest, game: GameId, data: JSONBody[UndoBody]) -> Response[bytes]:
    who, room = await enter(request, game)
    return who.answer(Acknowledged(*await playing.hint(who.house, room, who.who, data.seat, data.id, data.ply)))


@act("resign", "Give my seat up for good")
async def resign(request: AnyRequest, game: GameId, data: JSONBody[SeatBody]) -> Response[bytes]:
    who, room = await enter(request, game)
    return who.answer(Acknowledged(*await playing.resign(who.house, room, who.who, data.seat, data.id)))


@post("/api/games/{game:str}/greet", summary="Greet everybody", status_code=204, responses=writes(None, status=204))
async def greet(request: AnyRequest, game: GameId, data: JSONBody[GreetBody]) -> None:
    who, room = await enter(request, game)
    playing.greet(room, who.who, data.seat, data.greeting)


@act("commit", "Commit to the nonce of a seat")
async def commit(request: AnyRequest, game: GameId, data: JSONBody[CommitBody]) -> Response[bytes]:
    who, room = await enter(request, game)
    return who.answer(Acknowledged(*await nonces.commit_nonce(who.house, room, who.who, data.seat, data.commitment)))


@act("reveal", "Show the nonce of a seat, once all have committed")
async def reveal(request: AnyRequest, game: GameId, data: JSONBody[RevealBody]) -> Response[bytes]:
    who, room = await enter(request, game)
    return who.answer(Acknowledged(*await nonces.reveal_nonce(who.house, room, who.who, data.seat, data.nonce)))


@act("rematch", "Once more, one seat further")
async def rematch(request: AnyRequest, game: GameId, data: JSONBody[RematchBody]) -> Response[bytes]:
    who, room = await enter(request, game)
    return who.answer(Acknowledged(*await opening.rematch(who.house, room, who.who, data.id)))


@act("close", "Give up a game of mine that has not begun")
async def close(request: AnyRequest, game: GameId) -> Response[bytes]:
    who, room = await enter(request, game)
    return who.answer(Acknowledged(*await opening.close(who.house, room, who.who)))


GAMES = [
    get_game,
    state,
    events,
    move,
    attempt,
    undo,
    answer_undo,
    hint,
    takeover,
    come_back,
    resign,
    commit,
    reveal,
    greet,
    rematch,
    close,
]
