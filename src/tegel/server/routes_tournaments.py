"""HTTP: tournaments."""

from __future__ import annotations

import csv
import io
from typing import Annotated

from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter

from . import tournaments
from .errors import Forbidden
from .messages import PRINTABLE
from .requests import AnyRequest, visitor
from .responses import reads, writes
from .tournament_answers import Enter, NewTournament, Removed, TableResult, Tournament

TournamentId = Annotated[str, PathParameter(max_length=32, pattern=PRINTABLE)]
CSV = "text/csv; charset=utf-8"
FORMULA = ("=", "+", "-", "@")  # a name that a spreadsheet would take for one


@post("/api/tournaments", summary="Make a tournament, which I direct", responses=writes(Tournament, status=201))
async def create(request: AnyRequest, data: JSONBody[NewTournament]) -> Response[bytes]:
    who = await visitor(request)
    await who.house.readiness.rules(data.game)
    await who.become_guest()
    id = await tournaments.create(who.house, who.who, data)
    return who.answer(tournaments.show(await tournaments.read(who.house, id), who.who), 201)


@get("/api/tournaments/{tournament:str}", summary="A tournament: rounds, tables, standings", responses=reads(Tournament, 404))
async def get_tournament(request: AnyRequest, tournament: TournamentId) -> Response[bytes]:
    who = await visitor(request)
    return who.answer(tournaments.show(await tournaments.refresh(who.house, tournament), who.who))


@post("/api/tournaments/{tournament:str}/enter", summary="Take part, under this name", status_code=200, responses=writes(Tournament))
async def enter(request: AnyRequest, tournament: TournamentId, data: JSONBody[Enter]) -> Response[bytes]:
    who = await visitor(request)
    await tournaments.read(who.house, tournament)
    await who.become_guest(data.name)
    return who.answer(tournaments.show(await tournaments.enter(who.house, tournament, who.who, data.name), who.who))


@post("/api/tournaments/{tournament:str}/withdraw", summary="Withdraw", status_code=200, responses=writes(Tournament))
async def withdraw(request: AnyRequest, tournament: TournamentId) -> Response[bytes]:
    who = await visitor(request)
    if who.who.guest is None:
        raise Forbidden("not_entered")
    return who.answer(tournaments.show(await tournaments.withdraw(who.house, tournament, who.who, None), who.who))


@post("/api/tournaments/{tournament:str}/remove", summary="Remove who did not show up", status_code=200, responses=writes(Tournament))
async def remove(request: AnyRequest, tournament: TournamentId, data: JSONBody[Removed]) -> Response[bytes]:
    who = await visitor(request)
    return who.answer(tournaments.show(await tournaments.withdraw(who.house, tournament, who.who, data.player), who.who))


@post("/api/tournaments/{tournament:str}/round", summary="Pair the next round", status_code=200, responses=writes(Tournament))
async def next_round(request: AnyRequest, tournament: TournamentId) -> Response[bytes]:
    who = await visitor(request)
    return who.answer(tournaments.show(await tournaments.begin_round(who.house, tournament, who.who), who.who))


@post("/api/tournaments/{tournament:str}/result", summary="Say how a table ended", status_code=200, responses=writes(Tournament))
async def result(request: AnyRequest, tournament: TournamentId, data: JSONBody[TableResult]) -> Response[bytes]:
    who = await visitor(request)
    return who.answer(tournaments.show(await tournaments.decide(who.house, tournament, who.who, data), who.who))


@get(
    "/api/tournaments/{tournament:str}/standings.csv",
    summary="The standings for a spreadsheet",
    media_type="text/csv",
    responses=reads(str, 404, kind=CSV),
)
async def standings_csv(request: AnyRequest, tournament: TournamentId) -> Response[str]:
    who = await visitor(request)
    shown = tournaments.show(await tournaments.refresh(who.house, tournament), who.who)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["place", "name", "points", "opponents", "wins", "direct", "played", "byes"])
    for line in shown.standings:
        name = f"'{line.name}" if line.name.startswith(FORMULA) else line.name
        writer.writerow([line.place, name, line.points, line.opponents, line.wins, line.direct, line.played, line.byes])
    return Response(out.getvalue(), media_type=CSV)


TOURNAMENTS = [create, get_tournament, enter, withdraw, remove, next_round, result, standings_csv]
