"""HTTP: who I am, what there is, starting and joining games."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from litestar import Response, delete, get, post, put
from litestar.params import JSONBody, PathParameter, QueryParameter

from . import bot_accounts, guests, opening, tournaments
from .brief import Brief
from .catalogue import show_catalogue
from .catalogue_answers import Catalogue
from .health_answers import Readiness
from .lasting import Lasting, answer_lasting, make_lasting
from .lobby_socket import lobby_of
from .messages import PRINTABLE, Branch, Invite, Join, Me, NewGame
from .people_answers import Guest, MyGames, MyResults
from .requests import AnyRequest, Asked, GameId, house_of, language_of, named_in, visitor
from .responses import reads, writes
from .seat_answers import Created, Invitation, Invited, Joined, Promise
from .settings import TEXT
from .showing import encode, summary, unreadable
from .statistics import finished_games

PAGE = 50
PLACE = r"^[0-9]{1,16}(\.[a-z0-9]{1,32})?$"  # on a list: a time, and a game if several changed then


@get("/api/me", summary="Who I am", responses=reads(Guest))
async def me(request: AnyRequest) -> Response[bytes]:
    who = await visitor(request)
    return who.answer(Guest(who.who.guest is not None, who.name, who.who.owner is not None))


@put("/api/me", summary="Set my name", responses=writes(Guest))
async def put_me(request: AnyRequest, data: JSONBody[Me]) -> Response[bytes]:
    name = guests.person_name(data.name)
    who = await visitor(request)
    if who.who.guest is None:
        await who.become_guest(name)
    else:
        await guests.rename(who.house, who.who.guest, name)
    return who.answer(Guest(True, name))


@delete("/api/me", summary="Forget me", status_code=204, responses=writes(None, status=204))
async def delete_me(request: AnyRequest) -> Response[None]:
    who = await visitor(request)
    if who.who.guest is not None:
        await tournaments.leave(who.house, who.who.guest, await tournaments.entered_by(who.house, who.who.guest))
        await bot_accounts.delete_all(who.house, who.who.guest)
        await guests.forget(who.house, who.who)
        await bot_accounts.delete_all(who.house, who.who.guest)  # one that was made meanwhile
    response = Response(None, status_code=204)
    response.delete_cookie(guests.COOKIE, path="/")
    return response


@get("/api/me/games", summary="My games, the last changed first", responses=reads(MyGames))
async def my_games(
    request: AnyRequest,
    language: Asked = None,
    before: Annotated[str, QueryParameter(pattern=PLACE, description="`next` of the page before, or a time")] = f"{2**53}",
) -> Response[bytes]:
    who = await visitor(request)
    spoken = language_of(request, language)
    time, _, game = before.partition(".")
    store = who.house.store
    found = await store.games_of(who.who.guest, (int(time), game), PAGE + 1) if who.who.guest else []
    page, more = found[:PAGE], len(found) > PAGE
    told = []
    for brief in await store.briefs(page):
        if isinstance(brief, Brief):
            told.append(summary(brief, who.who, spoken))
        else:
            told.append(unreadable(brief.game, brief.changed, spoken))
    return who.answer(MyGames(told, more, f"{page[-1][0]}.{page[-1][1]}" if more else None))


@get("/api/me/results", summary="How my finished games ended, the last first", responses=reads(MyResults))
async def my_results(request: AnyRequest) -> Response[bytes]:
    who = await visitor(request)
    return who.answer(MyResults(await finished_games(who.house, who.who) if who.who.guest else []))


@cache
def _catalogue(language: str) -> Lasting:
    return make_lasting(encode(show_catalogue(language)))


@get("/api/catalogue", summary="Games, options, computer players, greetings", responses=reads(Catalogue))
async def catalogue(request: AnyRequest, language: Asked = None) -> Response[bytes]:
    return answer_lasting(request, _catalogue(language_of(request, language)))


@get("/api/readiness", summary="What can be played already", responses=reads(Readiness))
async def readiness(request: AnyRequest) -> Response[bytes]:
    return (await visitor(request)).answer(house_of(request).readiness.show())


@get("/api/promise", summary="A promise for draws one can verify", responses=reads(Promise))
async def promise(request: AnyRequest) -> Response[bytes]:
    who = await visitor(request)
    return who.answer(Promise(who.house.promises.make(who.who.sender)))


@post("/api/games", summary="Start a game", request_max_body_size=TEXT, responses=writes(Created, status=201))
async def create(request: AnyRequest, data: JSONBody[NewGame]) -> Response[bytes]:
    who = await visitor(request)
    await who.house.readiness.rules(data.game or named_in(data.position or ""))
    start = opening.read_start(data)
    if data.offer is not None:
        lobby_of(request).require_welcome(who.who.guest)
    await who.become_guest()
    created = await opening.create(who.house, data, start, who.who, who.name)
    lobby_of(request).touch()
    return who.answer(created, 201)


@post("/api/games/{game:str}/branch", summary="Start a game from a ply of another", responses=writes(Created, status=201))
async def branch(request: AnyRequest, game: GameId, data: JSONBody[Branch]) -> Response[bytes]:
    who = await visitor(request)
    room = await opening.find_room(who.house, game, who.who)
    await who.become_guest()
    return who.answer(await opening.branch(who.house, room, who.who, who.name, data), 201)


@post(
    "/api/games/{game:str}/invitations",
    summary="A new invitation for a free seat",
    responses=writes(Invitation, status=201),
)
async def invite(request: AnyRequest, game: GameId, data: JSONBody[Invite]) -> Response[bytes]:
    who = await visitor(request)
    room = await opening.find_room(who.house, game, who.who)
    return who.answer(Invitation(await opening.invite(who.house, room, who.who, data.seat)), 201)


@get("/api/invitations/{invitation:str}", summary="What an invitation is for", responses=reads(Invited, 404))
async def invitation(
    request: AnyRequest, invitation: Annotated[str, PathParameter(max_length=64, pattern=PRINTABLE)], language: Asked = None
) -> Response[bytes]:
    who = await visitor(request)
    room, seat = await opening.find_invitation(who.house, invitation)
    yours = bool(who.who.guest) and seat.guest == who.who.guest
    about = summary(room, who.who, language_of(request, language))
    return who.answer(Invited(about, seat.seat, not seat.taken, yours))


@post("/api/join", summary="Take the seat of an invitation", status_code=200, responses=writes(Joined))
async def join(request: AnyRequest, data: JSONBody[Join]) -> Response[bytes]:
    who = await visitor(request)
    name = who.name_for_seat(data.name)
    await opening.find_invitation(who.house, data.invitation)
    await who.become_guest(name)
    return who.answer(await opening.join(who.house, data.invitation, who.who, name or who.name, data))


PEOPLE = [me, put_me, delete_me, my_games, my_results, catalogue, readiness, promise, create, branch, invite, invitation, join]
