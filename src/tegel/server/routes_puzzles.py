"""HTTP: first tries at puzzles, and what they say of how hard each is."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import JSONBody

from . import puzzles
from .lasting import answer_lasting, make_lasting
from .messages import PuzzleTry
from .puzzle_answers import PuzzleRatings, TriedPuzzle
from .requests import AnyRequest, GameId, house_of, visitor
from .responses import reads, writes
from .showing import encode


@post("/api/puzzles/{puzzle:str}/try", summary="My first try at a puzzle", status_code=200, responses=writes(TriedPuzzle))
async def try_puzzle(request: AnyRequest, puzzle: GameId, data: JSONBody[PuzzleTry]) -> Response[bytes]:
    who = await visitor(request)
    puzzles.find_puzzle(puzzle)
    await who.become_guest()
    return who.answer(await puzzles.try_puzzle(who.house, who.who, puzzle, data.move))


@get("/api/puzzles/{game:str}/ratings", summary="How hard people find the puzzles of a game", responses=reads(PuzzleRatings, 404))
async def puzzle_ratings(request: AnyRequest, game: GameId) -> Response[bytes]:
    found = await house_of(request).puzzle_ratings.of(game)
    return answer_lasting(request, make_lasting(encode(PuzzleRatings(found))), cache="public, max-age=60")


PUZZLES = [try_puzzle, puzzle_ratings]
