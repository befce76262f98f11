"""What can be asked of the engine, and how a line is read. Unknown requests, fields and values are refused, never guessed at."""

from __future__ import annotations

from typing import Any

import msgspec

Id = int | str | None

LONGEST_ID = 100
MOST_MOVES = 10_000  # in one request


class Refused(Exception):
    """A line that cannot be answered: the kind of error, and what is wrong."""

    def __init__(self, number: Id, error: str, say: str) -> None:
        super().__init__(say)
        self.number = number
        self.error = error
        self.say = say


class Request(msgspec.Struct, frozen=True, tag_field="request", forbid_unknown_fields=True, kw_only=True):
    """Any request; its id comes back in the answer."""

    id: Id = None


class Hello(Request, frozen=True, kw_only=True, tag="hello"):
    """Who is there?"""


class Games(Request, frozen=True, kw_only=True, tag="games"):
    """Which games are there, with which options?"""


class Placed(Request, frozen=True, kw_only=True):
    """A request about a position: given as text, as a record, or as a game with its options and key; then some moves may follow."""

    position: str | None = None
    record: str | None = None
    ply: int | None = None  # how many moves of the record (default: all)
    game: str | None = None
    options: dict[str, Any] = {}
    key: str | None = None
    moves: list[int | str] = []
    language: str = "en"


class Legal(Placed, frozen=True, kw_only=True, tag="legal"):
    """What may be played?"""


class Play(Placed, frozen=True, kw_only=True, tag="play"):
    """What do these moves bring?"""


class Look(Placed, frozen=True, kw_only=True, tag="view"):
    """What does a seat see? -1 is a spectator; without a seat everything is shown."""

    seat: int | None = None


class Thinking(Placed, frozen=True, kw_only=True):
    """A request that takes time and can be cancelled."""

    seed: int | None = None
    simulations: int | None = None
    seconds: float | None = None


class Decide(Thinking, frozen=True, kw_only=True, tag="decide"):
    """Which move does a player make? A budget asks the search itself."""

    player: str | None = None
    seat: int | None = None  # must be the one to move
    begin: bool = False  # this and the next two the arena sends to bots; the engine derives them itself
    legal: list[str] = []
    facts: dict[str, Any] = {}


class Analyse(Thinking, frozen=True, kw_only=True, tag="analyse"):
    """What are the best moves, and what may be expected of them?"""

    threads: int = 1
    exact: bool = False
    top: int = 5


class Cancel(Request, frozen=True, kw_only=True, tag="cancel"):
    """Stop thinking about another request."""

    cancel: int | str


class Quit(Request, frozen=True, kw_only=True, tag="quit"):
    """Stop everything and end."""


Any_ = Hello | Games | Legal | Play | Look | Decide | Analyse | Cancel | Quit
NAMES = [kind.__struct_config__.tag for kind in (Hello, Games, Legal, Play, Look, Decide, Analyse, Cancel, Quit)]


def read_request(line: bytes) -> Any_:
    """A request from a line, or `Refused`, with the id where there is one."""
    try:
        given = msgspec.json.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(None, "garbage", f"this line is no JSON: {error}") from error
    if not isinstance(given, dict):
        raise Refused(None, "garbage", 'a request is a JSON object, such as {"id": 1, "request": "hello"}')
    number = given.get("id")
    if not isinstance(number, int | str | None) or isinstance(number, bool) or (isinstance(number, str) and len(number) > LONGEST_ID):
        raise Refused(None, "bad", f"an id is a whole number or a text of at most {LONGEST_ID} letters")
    if given.get("request") not in NAMES:
        raise Refused(number, "bad", f"the request must be one of {', '.join(map(str, NAMES))}")
    try:
        request: Any_ = msgspec.convert(given, Any_)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Refused(number, "bad", str(error)) from error
    if isinstance(request, Placed) and len(request.moves) > MOST_MOVES:
        raise Refused(number, "bad", f"at most {MOST_MOVES} moves fit in a request")
    return request
