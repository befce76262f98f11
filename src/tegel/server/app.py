"""The application: all routes, how errors are answered, what happens at the start and at the end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from litestar import Litestar, Response, get
from litestar.exceptions import HTTPException

from .. import __version__
from ..core.errors import TegelError
from ..core.words import say
from . import vacations
from .answers import ErrorName, Refused
from .costs import charge, require_costs
from .database import open_database
from .description import Description
from .errors import Elsewhere, Preparing, Storage, TooMany, http_status, sentence, short_name
from .guard import Guard
from .guests import hear
from .health import Health
from .health_answers import Healthy, Unhealthy
from .house import LONGEST_PAUSE, House, logger
from .lasting import answer_lasting
from .linked import ELSEWHERE
from .lobby import LobbyRoom
from .lobby_socket import LOBBY
from .pages import PAGES
from .playing import after_change, look
from .push_crypto import read_vapid
from .pushing import Pushing
from .relay import Relay
from .requests import AnyRequest, address_of, house_of, language_of
from .responses import checks, reads
from .routes_account import ACCOUNT
from .routes_boards import BOARDS
from .routes_bots import BOTS
from .routes_engines import ENGINES
from .routes_export import EXPORT
from .routes_games import GAMES
from .routes_people import PEOPLE
from .routes_push import PUSH
from .routes_puzzles import PUZZLES
from .routes_ratings import RATINGS
from .routes_records import RECORDS
from .routes_seats import SEATS
from .routes_studies import STUDIES
from .routes_tournaments import TOURNAMENTS
from .routes_vacation import VACATION
from .settings import FRAME, Settings
from .sharing import SWEEP, Sharing, share
from .showing import encode
from .sockets import SOCKETS
from .strict_json import StrictRequest
from .tending import Tending
from .unfinished import read_address_key
from .uptime import read_uptime
from .who import Who

SHORT_NAMES: dict[int, ErrorName] = {403: "forbidden", 404: "unknown", 409: "taken", 413: "too_large", 429: "too_many"}


@get("/health", summary="Whether moves can be written", responses=checks(Healthy, Unhealthy))
async def health(request: AnyRequest) -> Response[bytes]:
    house = house_of(request)
    fault = await request.app.state.health.fault()
    if fault is None:
        return Response(encode(Healthy("ok", __version__, len(house.rooms))), media_type="application/json")
    failing = Unhealthy("failing", "storage", fault, __version__, len(house.rooms))
    return Response(encode(failing), status_code=503, media_type="application/json")


@get(
    "/metrics",
    summary="Counters for operators",
    media_type="text/plain",
    responses=reads(str, kind="text/plain; version=0.0.4; charset=utf-8"),
)
async def metrics(request: AnyRequest) -> Response[str]:
    house = house_of(request)
    others = [] if house.sharing is None else await house.sharing.links.ask_all("metrics")
    return Response(house.metrics.text(others), media_type="text/plain; version=0.0.4; charset=utf-8")


@get("/api/openapi.json", summary="This description", include_in_schema=False)
async def openapi(request: AnyRequest) -> Response[bytes]:
    return answer_lasting(request, await request.app.state.description.get())


ROUTES = (
    *PEOPLE,
    *ACCOUNT,
    *VACATION,
    *PUSH,
    *BOTS,
    *GAMES,
    *RECORDS,
    *BOARDS,
    *PUZZLES,
    *RATINGS,
    *EXPORT,
    *TOURNAMENTS,
    *STUDIES,
    *SEATS,
    *SOCKETS,
    *LOBBY,
    health,
    metrics,
    openapi,
    *ENGINES,
    *PAGES,
)


def _refused(request: AnyRequest, error: Exception) -> Response[bytes]:
    """What was wrong with a request."""
    assert isinstance(error, TegelError)
    house = house_of(request)
    house.metrics.count("tegel_limited_total" if isinstance(error, TooMany) else "tegel_refused_total")
    language = language_of(request, _asked(request))
    headers = {"retry-after": str(int(error.wait) + 1)} if isinstance(error, TooMany | Preparing) else {}
    return _error(http_status(error), short_name(error), sentence(error, language), headers)


def _elsewhere(request: AnyRequest, error: Exception) -> Response[bytes]:
    """The relay passes the request on; nobody gets this answer."""
    assert isinstance(error, Elsewhere)
    scope: Any = request.scope
    scope[ELSEWHERE] = error.owner
    return _refused(request, error)


def _not_understood(request: AnyRequest, error: Exception) -> Response[bytes]:
    """What the framework could not read."""
    assert isinstance(error, HTTPException)
    details = error.extra if isinstance(error.extra, list) else []
    said = "; ".join(str(detail.get("message", "")) for detail in details if isinstance(detail, dict)) or error.detail
    return _nonsense(request, said, error.status_code, dict(error.headers or {}))


def _unreadable(request: AnyRequest, error: Exception) -> Response[bytes]:
    """What the framework's decoder gave up on: text that is no UTF-8, lists in lists without end."""
    return _nonsense(request, "this is nested too deeply" if isinstance(error, RecursionError) else "this is not text in UTF-8", 400, {})


def _nonsense(request: AnyRequest, why: str, status: int, headers: dict[str, str]) -> Response[bytes]:
    """Refuse what was not understood, and whoever does not stop with it."""
    try:
        house_of(request).limits.spend("nonsense", Who(address=address_of(request)))
    except TooMany as error:
        return _refused(request, error)
    told = say(language_of(request, _asked(request)), "server.refusal.not_understood", why=why)
    return _error(status, SHORT_NAMES.get(status, "bad"), told, headers)


def _failed(request: AnyRequest, error: Exception) -> Response[bytes]:
    """A fault of our own: logged in full, told in one line."""
    house_of(request).metrics.count("tegel_failures_total")
    logger.error("a request failed", exc_info=error, extra={"path": request.url.path})
    return _error(500, "failed", say(language_of(request, _asked(request)), "server.refusal.failed"), {})


def _asked(request: AnyRequest) -> str | None:
    asked = request.query_params.get("language")
    return asked if asked in ("en", "nl", "fr") else None


def _error(status: int, name: ErrorName, said: str, headers: dict[str, str]) -> Response[bytes]:
    return Response(encode(Refused(name, said)), status_code=status, media_type="application/json", headers=headers)


async def _resume(house: House) -> None:
    """Games in which the computer is to move go on by themselves, each as soon as its rules are ready. Clocks run outside games.

    No others are read, unless they come from an older database and how they stand is not known yet.
    """
    later: list[tuple[str, str]] = []
    for game in await _to_resume(house):
        if name := await _go_on(house, game):
            later.append((name, game))
        await asyncio.sleep(0)
    for name, game in later:
        await house.readiness.wait_for_rules(name)
        await _go_on(house, game)


async def _to_resume(house: House) -> list[str]:
    """Their ids, however long the database takes to answer."""
    pause = 0.5
    while True:
        try:
            return await house.store.to_resume()
        except Storage:
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE, 2 * pause)


async def _go_on(house: House, game: str) -> str | None:
    """Read a game, which then goes on by itself; the name of its rules, if they are not ready."""
    try:
        await house.room(game)
    except Preparing as error:
        return error.game
    except Storage:
        house.start(house.read_again(game))
    except Elsewhere:
        pass  # another was first
    except Exception:
        logger.exception("a game cannot be read", extra={"game": game})
    return None


def _join_others(house: House, sharing: Sharing) -> None:
    """Serve together with the other processes."""

    async def take_in(kind: str, notice: Any) -> None:
        await hear(house, notice)

    sharing.leases.hear = take_in
    sharing.door.answers |= {"promise": house.promises.keep, "metrics": lambda _: house.metrics.values()}
    house.spawn(asyncio.create_task(sharing.run(), name="lease"))
    house.start(_take_over(house, sharing))


async def _take_over(house: House, sharing: Sharing) -> None:
    """Games in which the computer is to move go on here if the process that had them is gone."""
    while True:
        with suppress(TimeoutError):
            await asyncio.wait_for(sharing.freed.wait(), SWEEP)
        sharing.freed.clear()
        with suppress(Storage):
            for game in await house.store.to_resume():
                await _go_on(house, game)


def make_app(settings: Settings, started: Callable[[House], None] = lambda house: None) -> Guard:
    """The whole server as an ASGI application; `started` is called with its parts."""
    api = make_api(settings, started)
    return Guard(Relay(api) if settings.shared else api, settings)


def make_api(settings: Settings, started: Callable[[House], None] = lambda house: None) -> Litestar:
    """All routes, before the guard at the door."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        engine = await open_database(settings.address)
        uptime, address_key = await read_uptime(engine), await read_address_key(engine)
        sharing = await share(settings, engine, uptime, app) if settings.shared else None
        house = House(settings, engine, uptime, address_key, sharing)
        try:
            await house.log.open()
        except BaseException:
            await house.close()
            raise
        house.wake = lambda room: after_change(house, room)
        house.look = lambda room: look(house, room)
        house.flag = lambda room: vacations.flag(house, room)
        house.begun = lambda room: vacations.begun(house, room)
        house.settle = lambda room: vacations.settle(house, room)
        app.state.house, app.state.health = house, Health(house)
        lobby = app.state.lobby = LobbyRoom(house)
        tending = app.state.tending = Tending(house)
        house.ended = tending.ended
        house.gone, house.also_let_go = lobby.forget, lobby.let_go
        pushing = app.state.pushing = Pushing(house, await read_vapid(engine, settings.push_contact))
        house.push_key = pushing.vapid.public
        if sharing is not None:
            _join_others(house, sharing)
        house.readiness.start()
        if settings.engines:
            house.spawn(asyncio.create_task(house.engines.run(house.readiness, not settings.slot), name="engines"))
        house.spawn(asyncio.create_task(house.flags.run(), name="flags"))
        house.spawn(asyncio.create_task(lobby.run(), name="lobby"))
        house.spawn(asyncio.create_task(house.rater.run(), name="ratings"))
        house.spawn(asyncio.create_task(tending.run(), name="tournaments"))
        house.spawn(asyncio.create_task(pushing.run(), name="push"))
        house.start(_resume(house))
        started(house)
        try:
            yield
        finally:
            lobby.close()
            await house.close()

    handlers: Any = {TegelError: _refused, Elsewhere: _elsewhere, HTTPException: _not_understood, Exception: _failed}
    handlers |= {UnicodeDecodeError: _unreadable, RecursionError: _unreadable}
    app = Litestar(
        ROUTES,
        lifespan=[lifespan],
        exception_handlers=handlers,
        guards=[charge],
        request_class=StrictRequest,
        request_max_body_size=FRAME,
        logging_config=None,
        openapi_config=None,
    )
    require_costs(app)
    app.state.description = Description(ROUTES)
    return app


logging.getLogger("tegel.server").addHandler(logging.NullHandler())
