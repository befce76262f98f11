"""A puzzle, and a file of them: one a line, as JSON, read strictly."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from ...core.errors import BadPosition, TegelError
from ...core.game import Game
from ...core.position import write_position
from ...core.table import Table
from ...core.takeback import reveals
from ...search.review.native import Native
from ...search.settings import LEVELS
from .proof import How
from .rating import TRIES, rating_from
from .themes import themes_of

ID = 10  # characters of an id
KEY = (1, 2, 3, 4)  # draws what a position does not tell, where a move has to be made


class BadPuzzle(TegelError):
    """A line that is no puzzle."""


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One position with one best move."""

    id: str  # made of the position
    position: str  # as the seat to move sees it
    solution: list[str]  # the best move, and those that come to the same
    line: list[str]  # the expected continuation, the solution first, as far as nobody learns anything new
    second: str  # the second best
    chance: float  # of the seat to move, after the solution
    gap: float  # by which the second is behind
    error: float  # standard error of the gap
    verified: How
    themes: list[str]
    solved: list[int]  # how many tries of each level found it
    rating: int

    @property
    def number(self) -> int:
        """The id as a number, for random numbers of its own."""
        return int(self.id, 16)


def id_of(position: str) -> str:
    """What a puzzle is called."""
    return hashlib.sha256(position.encode()).hexdigest()[:ID]


def open_puzzle(puzzle: Puzzle) -> Table:
    """A table at a puzzle's position, with something drawn for all that its seat does not know."""
    table = Table.from_position(puzzle.position)
    return Table.deal_position(puzzle.position, -1 if table.turn is None else table.turn, KEY)


def write_puzzle(puzzle: Puzzle) -> str:
    """A line of a file."""
    return msgspec.json.encode(puzzle).decode() + "\n"


def read_puzzle(line: str) -> Puzzle:
    """A line of a file; a `BadPuzzle` says what is wrong with it."""
    try:
        puzzle = msgspec.json.decode(line, type=Puzzle)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadPuzzle(f"this is no puzzle: {error}") from error
    if write_puzzle(puzzle) != line:
        raise BadPuzzle("it is not written as we write puzzles: the same names in the same order, no spaces, a line break at the end")
    return puzzle


def read_puzzles(path: Path, game: Game, check: bool = True) -> list[Puzzle]:
    """All puzzles of a file, by default checked against the rules."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadPuzzle(f"cannot read {path}: {error.strerror if isinstance(error, OSError) else 'it is not text'}") from error
    return _read_lines(text, game, str(path), check)


def shipped_puzzles(game: Game) -> list[Puzzle]:
    """Those that came with the package."""
    file = resources.files(__package__).joinpath(f"{game.name}.jsonl")
    return _read_lines(file.read_text(encoding="utf-8"), game, f"{game.name}.jsonl", False) if file.is_file() else []


def _read_lines(text: str, game: Game, name: str, check: bool) -> list[Puzzle]:
    found: dict[str, Puzzle] = {}
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        try:
            puzzle = read_puzzle(line)
            if puzzle.id in found:
                raise BadPuzzle(f"{puzzle.id} is there already")
            if check:
                check_puzzle(puzzle, game)
        except BadPuzzle as error:
            raise BadPuzzle(f"{name}, line {number}: {error}") from error
        found[puzzle.id] = puzzle
    return list(found.values())


def check_puzzle(puzzle: Puzzle, game: Game) -> None:
    """Whether all a puzzle says can be, by the rules; a `BadPuzzle` says what cannot. Whether its move is best, only a proof tells."""
    for problem in _problems(puzzle, game):
        raise BadPuzzle(problem)


def _problems(puzzle: Puzzle, game: Game) -> Iterable[str]:
    try:
        table = Table.from_position(puzzle.position)
    except BadPosition as error:
        yield f"its position is none: {error}"
        return
    if table.game.name != game.name:
        yield f"it is a position of {table.game.name}, not of {game.name}"
    if puzzle.id != id_of(puzzle.position):
        yield f"its id must be {id_of(puzzle.position)}, not {puzzle.id}"
    if table.turn is None:
        yield "the game is over: there is nothing to find"
    elif write_position(table.game, table.view(table.turn).state) != puzzle.position:
        yield "its position shows more than the seat to move may know"
    else:
        yield from _problems_of_moves(puzzle, table)
        yield from _problems_of_numbers(puzzle, game)


def _problems_of_moves(puzzle: Puzzle, table: Table) -> Iterable[str]:
    legal = table.codes
    for code in [*puzzle.solution, puzzle.second]:
        if code not in legal:
            yield f"{code} is not legal; {len(legal)} moves are, such as {', '.join(legal[:3])}"
            return
    if not puzzle.solution or puzzle.solution != same_moves(Native(table.game), table.state, table.game.parse(puzzle.solution[0])):
        yield "its solution must be one move, and all that come to the same"
    elif puzzle.second in puzzle.solution:
        yield f"{puzzle.second} is the solution, it cannot be the second best"
    elif puzzle.line[:1] != puzzle.solution[:1] or puzzle.line != open_line(open_puzzle(puzzle), puzzle.line):
        yield "its line must begin with the solution, be legal, and end where something new is shown"


def _problems_of_numbers(puzzle: Puzzle, game: Game) -> Iterable[str]:
    if not (0 < puzzle.gap <= puzzle.chance <= 1 and puzzle.error >= 0):
        said = f"chance {puzzle.chance}, gap {puzzle.gap} and error {puzzle.error}"
        yield f"its {said} do not go together: 0 < gap <= chance <= 1, error >= 0"
    known = themes_of(game)
    if puzzle.themes != [theme for theme in known if theme in puzzle.themes]:
        yield f"its themes must be some of {', '.join(known)}, in this order"
    if len(puzzle.solved) != len(LEVELS) or not all(0 <= found <= TRIES for found in puzzle.solved):
        yield f"it must say for each of {len(LEVELS)} levels how many of {TRIES} tries found the move"
    elif puzzle.rating != rating_from(puzzle.solved):
        yield f"its rating must be {rating_from(puzzle.solved)}, by the levels that solve it"


def same_moves(engine: Native, state: Any, move: int) -> list[str]:
    """The codes of all moves that come to the same as one."""
    return [engine.game.code(other) for other in engine.legal(state) if engine.same_as(state, other) == engine.same_as(state, move)]


def open_line(table: Table, codes: Iterable[str]) -> list[str]:
    """A line as far as it is legal, up to the first move that draws something or shows what was hidden."""
    found = []
    for code in codes:
        if table.turn is None or code not in table.codes:
            break
        found.append(code)
        if reveals(table.game, table.state, table.game.parse(code)):
            break
        table.play(code)
    return found
