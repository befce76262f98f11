"""What every route costs: the one place where its rate limit is named. A route that is not here cannot be served."""

from __future__ import annotations

from typing import Any, NamedTuple

from litestar import Litestar
from litestar.exceptions import WebSocketException
from litestar.handlers import BaseRouteHandler
from litestar.routes import HTTPRoute, WebSocketRoute

from .errors import Forbidden, TooMany
from .listener import TOO_MANY
from .requests import Connection, address_of, bearer_of, house_of, visitor
from .tokens import is_bot_token
from .who import Who


class Cost(NamedTuple):
    """How much of which limit."""

    kind: str
    by: float = 1
    anybody: bool = False  # counts by address: who it is does not matter and is not looked up


EVENTS_A_READ = 25  # so many events told take about as long as a plain read
PLIES_A_READ = 500  # so many moves gone back
PREVIEWS_AT_ONCE = 32  # to preview so many moves takes about as long as to make one
MOVES_A_READ = 10  # so many moves played

READ, WRITE, MOVE, CREATE, JOIN = Cost("read"), Cost("write"), Cost("move"), Cost("create"), Cost("join")
KEYS, SIGN_IN = Cost("keys"), Cost("sign_in", anybody=True)  # whoever signs in is not yet known
PAGE, OPERATOR = Cost("page", anybody=True), Cost("operator", anybody=True)

COSTS = {
    "GET /api/me": READ,
    "PUT /api/me": WRITE,
    "DELETE /api/me": WRITE,
    "GET /api/me/export": Cost("export"),
    "GET /api/me/bots": READ,
    "POST /api/me/bots": KEYS,
    "POST /api/me/bots/{bot}/token": KEYS,
    "DELETE /api/me/bots/{bot}": KEYS,
    "GET /api/account": READ,
    "POST /api/account/passkeys/begin": WRITE,
    "POST /api/account/passkeys": KEYS,
    "DELETE /api/account/passkeys/{passkey}": KEYS,
    "POST /api/account/codes": KEYS,
    "POST /api/account/sign-in/begin": SIGN_IN,
    "POST /api/account/sign-in": SIGN_IN,
    "POST /api/account/recover": Cost("recover", anybody=True),
    "POST /api/account/sign-out": WRITE,
    "GET /api/me/vacation": READ,
    "POST /api/me/vacation": WRITE,
    "DELETE /api/me/vacation": WRITE,
    "GET /api/push": PAGE,
    "PUT /api/me/push": Cost("push"),
    "DELETE /api/me/push/{subscription}": WRITE,
    "GET /api/me/games": Cost("read", 15),
    "GET /api/me/results": Cost("results"),
    "GET /api/catalogue": PAGE,
    "GET /api/readiness": PAGE,
    "GET /api/examples": PAGE,
    "GET /api/promise": WRITE,
    "POST /api/games": CREATE,
    "POST /api/games/{game}/branch": CREATE,
    "POST /api/games/{game}/invitations": WRITE,
    "GET /api/invitations/{invitation}": JOIN,
    "POST /api/join": JOIN,
    "GET /api/lobby": Cost("read", 15),
    "SOCKET /api/lobby/socket": Cost("socket", anybody=True),
    "POST /api/games/{game}/join": JOIN,
    "POST /api/games/{game}/seat-link": WRITE,
    "GET /api/seat-links/{link}": JOIN,
    "POST /api/seat-links": JOIN,
    "GET /api/games/{game}": READ,
    "GET /api/games/{game}/state": READ,
    "GET /api/games/{game}/events": Cost("read", 2),  # and more by their number
    "GET /api/games/{game}/plies/{ply}": Cost("read", 2),  # and more by how far back, as for positions
    "GET /api/games/{game}/plies/{ply}/judgement": Cost("judgement"),
    "GET /api/games/{game}/record": Cost("read", 2),
    "GET /api/games/{game}/position": Cost("read", 2),
    "POST /api/games/{game}/move": MOVE,
    "POST /api/games/{game}/try": MOVE,
    "POST /api/games/{game}/undo": MOVE,
    "POST /api/games/{game}/undo/answer": MOVE,
    "POST /api/games/{game}/hint": MOVE,
    "POST /api/games/{game}/takeover": WRITE,
    "POST /api/games/{game}/commit": WRITE,
    "POST /api/games/{game}/reveal": WRITE,
    "POST /api/games/{game}/return": WRITE,
    "POST /api/games/{game}/resign": WRITE,
    "POST /api/games/{game}/greet": Cost("greet"),
    "POST /api/games/{game}/close": WRITE,
    "POST /api/games/{game}/rematch": CREATE,
    "GET /api/games/{game}/stream": Cost("socket"),
    "SOCKET /api/games/{game}/socket": Cost("socket", anybody=True),  # who it is comes with the first frame
    "POST /api/records": Cost("upload"),
    "POST /api/device-games": Cost("upload"),
    "POST /api/positions": WRITE,
    "POST /api/boards": Cost("write", 5),
    "POST /api/boards/state": Cost("read", 2),  # and more by the moves on it
    "POST /api/judgements": Cost("judgement"),  # and reads by the moves on its board
    "POST /api/reviews": Cost("review"),
    "POST /api/puzzles/{puzzle}/try": Cost("puzzle"),
    "GET /api/puzzles/{game}/ratings": Cost("read", 5),
    "POST /api/studies": Cost("upload"),
    "GET /api/studies/{study}": Cost("read", 2),
    "DELETE /api/studies/{study}": WRITE,
    "GET /api/me/player": READ,
    "PUT /api/me/player": WRITE,
    "GET /api/ratings": Cost("read", 5),
    "GET /api/ratings/{pool}": Cost("read", 5),
    "GET /api/players/{player}": Cost("read", 5),
    "GET /api/players/{player}/games": Cost("read", 15),
    "GET /api/players/{player}/against/{other}": Cost("read", 15),
    "GET /api/players/{player}/statistics/{pool}": Cost("results"),
    "POST /api/tournaments": CREATE,
    "GET /api/tournaments/{tournament}": Cost("read", 5),
    "GET /api/tournaments/{tournament}/standings.csv": Cost("read", 5),
    "GET /api/tournaments/{tournament}/step": READ,
    "GET /api/tournaments/{tournament}/results.csv": Cost("read", 5),
    "GET /api/me/tournaments": Cost("read", 5),
    "POST /api/tournaments/{tournament}/commit": WRITE,
    "POST /api/tournaments/{tournament}/reveal": WRITE,
    "POST /api/tournaments/{tournament}/enter": JOIN,
    "POST /api/tournaments/{tournament}/withdraw": WRITE,
    "POST /api/tournaments/{tournament}/remove": WRITE,
    "POST /api/tournaments/{tournament}/round": CREATE,
    "POST /api/tournaments/{tournament}/result": WRITE,
    "GET /api/games.ndjson": OPERATOR,
    "GET /health": OPERATOR,
    "GET /metrics": OPERATOR,
    "GET /api/openapi.json": PAGE,
    "GET /engine/engines.json": PAGE,
    "GET /engine/{version}/{file}": PAGE,
    "GET /": PAGE,
    "GET /{path}": PAGE,
}

BOTS_MAY = {  # what a bot account may do at all; every other route of the API is refused
    "GET /api/me",
    "GET /api/me/games",
    "GET /api/catalogue",
    "GET /api/readiness",
    "GET /api/openapi.json",
    "GET /api/invitations/{invitation}",
    "POST /api/join",
    "GET /api/lobby",
    "SOCKET /api/lobby/socket",
    "POST /api/games/{game}/join",
    "GET /api/games/{game}",
    "GET /api/games/{game}/state",
    "GET /api/games/{game}/events",
    "GET /api/games/{game}/plies/{ply}",
    "GET /api/games/{game}/record",
    "GET /api/games/{game}/position",
    "GET /api/games/{game}/stream",
    "SOCKET /api/games/{game}/socket",
    "POST /api/games/{game}/move",
    "POST /api/games/{game}/try",
    "POST /api/games/{game}/undo",
    "POST /api/games/{game}/undo/answer",
    "POST /api/games/{game}/takeover",
    "POST /api/games/{game}/return",
    "POST /api/games/{game}/resign",
    "POST /api/games/{game}/commit",
    "POST /api/games/{game}/reveal",
    "POST /api/games/{game}/greet",
}


def routes_of(app: Litestar) -> set[str]:
    """All routes of an application, as they are named here; HEAD costs as GET, and OPTIONS asks nothing of us."""
    named: set[str] = set()
    for route in app.routes:
        if isinstance(route, WebSocketRoute):
            named.add(f"SOCKET {route.path_format}")
        elif isinstance(route, HTTPRoute):
            named |= {f"{method} {route.path_format}" for method in route.methods if method != "OPTIONS"}
    return named


def require_costs(app: Litestar) -> None:
    """Refuse to serve a route that costs nothing."""
    if missing := routes_of(app) - set(COSTS):
        raise LookupError(f"routes without a cost: {', '.join(sorted(missing))}")


async def charge(connection: Connection, handler: BaseRouteHandler) -> None:
    """Before every request: count it, or refuse it."""
    scope: Any = connection.scope
    socket = scope["type"] == "websocket"
    method = "SOCKET" if socket else scope["method"]
    route = f"{method} {scope['path_template']}"
    cost = PAGE if method == "OPTIONS" else COSTS[route]
    who = Who(address=address_of(connection)) if cost.anybody else (await visitor(connection)).who
    try:
        house_of(connection).limits.spend(cost.kind, who, cost.by)
    except TooMany:
        if not socket:
            raise
        raise WebSocketException(detail="too many", code=TOO_MANY) from None
    if "/api/" in route and route not in BOTS_MAY and is_bot_token(bearer_of(connection)):
        raise Forbidden("not_for_bots")
