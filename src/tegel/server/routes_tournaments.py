"""HTTP: tournaments."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter

from ..core.errors import TegelError
from . import dealing, tournaments
from . import tournament_rounds as rounds
from .errors import Forbidden
from .messages import PRINTABLE
from .no_shows import close_decided
from .requests import AnyRequest, Visitor, visitor
from .responses import reads, writes
from .tending import Tending
from .tournament_answers import (
    CommitDeal,
    Enter,
    MyTournaments,
    NewTournament,
    Removed,
    RevealDeal,
    TableResult,
    Tournament,
    TournamentStep,
)
from .tournament_showing import game_of, results_csv, show, show_mine, standings_csv
from .tournament_tables import tournaments as tournaments_table

TournamentId = Annotated[str, PathParameter(max_length=32, pattern=PRINTABLE)]
CSV = "text/csv; charset=utf-8"
ANSWER = writes(Tournament)


def tending_of(request: AnyRequest) -> Tending:
    """Who looks after tournaments."""
    tending: Tending = request.app.state.tending
    return tending


@post("/api/tournaments", summary="Make a tournament, which I direct", responses=writes(Tournament, status=201))
async def create(request: AnyRequest, data: JSONBody[NewTournament]) -> Response[bytes]:
    who = await visitor(request)
    await who.house.readiness.rules(data.game)
    await who.become_guest()
    id = await tournaments.create(who.house, who.who, data)
    return who.answer(show(await tournaments.read(who.house, id), who.who), 201)


async def look_at(request: AnyRequest, tournament: str) -> Visitor:
    """Who asks for something of a tournament; the larger it has become, the more that counts."""
    who = await visitor(request)
    who.house.limits.spend("read", who.who, await tournaments.weight(who.house, tournaments_table.c.id == tournament))
    return who


@get("/api/tournaments/{tournament:str}", summary="A tournament: rounds, tables, standings", responses=reads(Tournament, 404))
async def get_tournament(request: AnyRequest, tournament: TournamentId) -> Response[bytes]:
    who = await look_at(request, tournament)
    found = await rounds.refresh(who.house, tournament)
    await make_theirs(who, found)
    return who.answer(show(found, who.who))


async def make_theirs(who: Visitor, found: tournaments.Found) -> None:
    """Nobody is sent to a game that is still to be made: a round is written before its games are."""
    game = game_of(found.event, who.who)
    if game is not None and game not in who.house.rooms:
        with suppress(TegelError):  # what cannot be done now is done by whoever looks after tournaments
            await who.house.readiness.rules(found.setup["game"])
            await rounds.make_games(who.house, found)


@post("/api/tournaments/{tournament:str}/enter", summary="Take part, under this name", status_code=200, responses=ANSWER)
async def enter(request: AnyRequest, tournament: TournamentId, data: JSONBody[Enter]) -> Response[bytes]:
    who = await look_at(request, tournament)
    await tournaments.read(who.house, tournament)
    await who.become_guest(data.name)
    found = await tournaments.enter(who.house, tournament, who.who, data.name)
    tending_of(request).wake(tournament)
    return who.answer(show(found, who.who))


@post("/api/tournaments/{tournament:str}/withdraw", summary="Withdraw", status_code=200, responses=ANSWER)
async def withdraw(request: AnyRequest, tournament: TournamentId) -> Response[bytes]:
    who = await look_at(request, tournament)
    if who.who.guest is None:
        raise Forbidden("not_entered")
    return who.answer(show(await tournaments.withdraw(who.house, tournament, who.who, None), who.who))


@post("/api/tournaments/{tournament:str}/remove", summary="Remove who did not show up", status_code=200, responses=ANSWER)
async def remove(request: AnyRequest, tournament: TournamentId, data: JSONBody[Removed]) -> Response[bytes]:
    who = await look_at(request, tournament)
    return who.answer(show(await tournaments.withdraw(who.house, tournament, who.who, data.player), who.who))


@post("/api/tournaments/{tournament:str}/round", summary="Pair the next round", status_code=200, responses=ANSWER)
async def next_round(request: AnyRequest, tournament: TournamentId) -> Response[bytes]:
    who = await look_at(request, tournament)
    return who.answer(show(await rounds.begin_round(who.house, tournament, who.who), who.who))


@post("/api/tournaments/{tournament:str}/result", summary="Say how a table ended", status_code=200, responses=ANSWER)
async def result(request: AnyRequest, tournament: TournamentId, data: JSONBody[TableResult]) -> Response[bytes]:
    who = await look_at(request, tournament)
    found = await tournaments.decide(who.house, tournament, who.who, data)
    await close_decided(who.house, found.event.rounds[data.round - 1][data.table - 1].game)
    tending_of(request).wake(tournament)
    return who.answer(show(await rounds.refresh(who.house, tournament), who.who))


@post("/api/tournaments/{tournament:str}/commit", summary="Commit to a nonce for a duplicate round", status_code=200, responses=ANSWER)
async def commit(request: AnyRequest, tournament: TournamentId, data: JSONBody[CommitDeal]) -> Response[bytes]:
    who = await look_at(request, tournament)
    return who.answer(show(await dealing.commit_nonce(who.house, tournament, who.who, data.commitment), who.who))


@post("/api/tournaments/{tournament:str}/reveal", summary="Show it, once all have committed", status_code=200, responses=ANSWER)
async def reveal(request: AnyRequest, tournament: TournamentId, data: JSONBody[RevealDeal]) -> Response[bytes]:
    who = await look_at(request, tournament)
    return who.answer(show(await dealing.reveal_nonce(who.house, tournament, who.who, data.nonce), who.who))


@get("/api/tournaments/{tournament:str}/step", summary="The number of its last change", responses=reads(TournamentStep, 404))
async def get_step(request: AnyRequest, tournament: TournamentId) -> Response[bytes]:
    who = await visitor(request)
    return who.answer(TournamentStep(await tournaments.step_of(who.house, tournament)))


@get("/api/me/tournaments", summary="The tournaments I direct or take part in", responses=reads(MyTournaments))
async def my_tournaments(request: AnyRequest) -> Response[bytes]:
    who = await visitor(request)
    if who.who.guest is None:
        return who.answer(MyTournaments([]))
    who.house.limits.spend("read", who.who, await tournaments.weight(who.house, tournaments.is_mine(who.who.guest)))
    mine = await tournaments.list_mine(who.house, who.who.guest)
    return who.answer(MyTournaments([show_mine(found, who.who) for found in mine]))


@get(
    "/api/tournaments/{tournament:str}/standings.csv",
    summary="The standings for a spreadsheet",
    media_type="text/csv",
    responses=reads(str, 404, kind=CSV),
)
async def get_standings(request: AnyRequest, tournament: TournamentId) -> Response[str]:
    who = await look_at(request, tournament)
    shown = show(await rounds.refresh(who.house, tournament), who.who)
    return Response(standings_csv(shown), media_type=CSV, headers=_saved(f"standings-{tournament}.csv"))


@get(
    "/api/tournaments/{tournament:str}/results.csv",
    summary="What came of every seat, for a spreadsheet",
    media_type="text/csv",
    responses=reads(str, 404, kind=CSV),
)
async def get_results(request: AnyRequest, tournament: TournamentId) -> Response[str]:
    who = await look_at(request, tournament)
    shown = show(await rounds.refresh(who.house, tournament), who.who)
    site = str(request.base_url).rstrip("/")
    return Response(results_csv(shown, site), media_type=CSV, headers=_saved(f"results-{tournament}.csv"))


def _saved(name: str) -> dict[str, str]:
    """A file to be kept under a name."""
    return {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}


TOURNAMENTS = [
    create,
    get_tournament,
    get_step,
    my_tournaments,
    enter,
    withdraw,
    remove,
    next_round,
    result,
    commit,
    reveal,
    get_standings,
    get_results,
]
