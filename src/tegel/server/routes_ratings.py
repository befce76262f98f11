"""HTTP: ratings, tables of the best, profiles."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get, put
from litestar.params import JSONBody, PathParameter, QueryParameter

from . import profiles
from .messages import PRINTABLE
from .players import agree, find_player, my_player
from .rating_answers import Consent, HeadToHead, Leaderboard, MyPlayer, Outcome, PlayerStatistics, Profile, RatedGames, RatingPools
from .requests import AnyRequest, Asked, house_of, language_of, visitor
from .responses import reads, writes
from .routes_people import PLACE

PoolName = Annotated[str, PathParameter(max_length=40, pattern=PRINTABLE, description="a game and a number of players, such as azul-3")]
PlayerId = Annotated[str, PathParameter(max_length=32, pattern=PRINTABLE, description="a player, a level such as level:3, or me")]


@get("/api/me/player", summary="What I agreed to", responses=reads(MyPlayer))
async def get_my_player(request: AnyRequest) -> Response[bytes]:
    who = await visitor(request)
    return who.answer(await my_player(who.house, who.who))


@put("/api/me/player", summary="Agree to be named, or to have luck measured; or no more", responses=writes(MyPlayer))
async def put_my_player(request: AnyRequest, data: JSONBody[Consent]) -> Response[bytes]:
    who = await visitor(request)
    await who.become_guest()
    return who.answer(await agree(who.house, who.who, data.shown, data.reviewed))


@get("/api/ratings", summary="Games and numbers of players in which anybody is rated", responses=reads(RatingPools))
async def get_pools(request: AnyRequest) -> Response[bytes]:
    who = await visitor(request)
    return who.answer(await profiles.pools(house_of(request)))


@get("/api/ratings/{pool:str}", summary="The best", responses=reads(Leaderboard, 404))
async def get_leaderboard(
    request: AnyRequest, pool: PoolName, page: Annotated[int, QueryParameter(ge=0, le=1000)] = 0, language: Asked = None
) -> Response[bytes]:
    who = await visitor(request)
    spoken = language_of(request, language)
    return who.answer(await profiles.leaderboard(who.house, who.who, profiles.require_pool(pool), page, spoken))


@get("/api/players/{player:str}", summary="A player's ratings and how they went", responses=reads(Profile, 404))
async def get_profile(request: AnyRequest, player: PlayerId, language: Asked = None) -> Response[bytes]:
    who = await visitor(request)
    known = await find_player(who.house, who.who, player, language_of(request, language))
    return who.answer(await profiles.profile(who.house, known))


@get("/api/players/{player:str}/games", summary="A player's games that count, the last first", responses=reads(RatedGames, 404))
async def get_history(
    request: AnyRequest,
    player: PlayerId,
    pool: Annotated[str | None, QueryParameter(max_length=40, pattern=PRINTABLE)] = None,
    opponent: Annotated[str | None, QueryParameter(max_length=32, pattern=PRINTABLE)] = None,
    outcome: Annotated[Outcome | None, QueryParameter(description="how it ended")] = None,
    before: Annotated[str, QueryParameter(pattern=PLACE, description="`next` of the page before")] = f"{2**53}",
    language: Asked = None,
) -> Response[bytes]:
    who = await visitor(request)
    spoken = language_of(request, language)
    known = await find_player(who.house, who.who, player, spoken)
    wanted: dict[str, str] = {"outcome": outcome} if outcome else {}
    if pool is not None:
        wanted["pool"] = profiles.require_pool(pool)
    if opponent is not None:
        wanted["opponent"] = (await find_player(who.house, who.who, opponent, spoken)).key
    time, _, game = before.partition(".")
    return who.answer(await profiles.history(who.house, who.who, known, spoken, wanted=wanted, before=(int(time), game)))


@get("/api/players/{player:str}/against/{other:str}", summary="Two players against each other", responses=reads(HeadToHead, 404))
async def get_head_to_head(request: AnyRequest, player: PlayerId, other: PlayerId, language: Asked = None) -> Response[bytes]:
    who = await visitor(request)
    spoken = language_of(request, language)
    one, two = [await find_player(who.house, who.who, id, spoken) for id in (player, other)]
    return who.answer(await profiles.head_to_head(who.house, one, two))


@get("/api/players/{player:str}/statistics/{pool:str}", summary="A player's last games in figures", responses=reads(PlayerStatistics, 404))
async def get_statistics(request: AnyRequest, player: PlayerId, pool: PoolName, language: Asked = None) -> Response[bytes]:
    who = await visitor(request)
    known = await find_player(who.house, who.who, player, language_of(request, language))
    return who.answer(await profiles.statistics(who.house, known, profiles.require_pool(pool)))


RATINGS = [get_my_player, put_my_player, get_pools, get_leaderboard, get_profile, get_history, get_head_to_head, get_statistics]
