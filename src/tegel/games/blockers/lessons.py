"""The lessons of Blockers!, from joining tiles to counting the last ones."""

from __future__ import annotations

from ...core.lessons import REACHED, Case, Lesson, Tried
from .state import SIZE


def captures(tried: Tried) -> bool:
    return any(each.target.name == "captured" for each in tried.moved)


def join(case: Case, tried: Tried) -> str:
    """No group more: the tile touches one of its own colour."""
    return REACHED if not captures(tried) and case.gain(tried) <= 0 else "captured" if captures(tried) else "new_group"


def bridge(case: Case, tried: Tried) -> str:
    """Two groups become one."""
    return REACHED if case.gain(tried) < 0 else "not_joined"


def capture(_: Case, tried: Tried) -> str:
    """A tile of somebody else is taken."""
    return REACHED if captures(tried) else "no_capture"


def free_capture(case: Case, tried: Tried) -> str:
    """A capture that costs nothing."""
    return capture(case, tried) or (REACHED if case.gain(tried) <= 0 else "dear")


def no_gift(case: Case, tried: Tried) -> str:
    """A capture that takes no lone tile, and so no point, off its owner."""
    if not captures(tried):
        return "no_capture"
    relieved = any(after < before for seat, (before, after) in enumerate(zip(case.points, tried.points, strict=True)) if seat != case.seat)
    return "gift" if relieved else REACHED


def block(case: Case, tried: Tried) -> str:
    """The tile lies between two groups of somebody else's colour, and beside one's own."""
    if captures(tried) or not _between(case, tried.parts["row"], tried.parts["column"]):
        return "not_between"
    return REACHED if case.gain(tried) <= 0 else "new_group"


def count(case: Case, tried: Tried) -> str:
    """No move leaves fewer points."""
    return REACHED if case.gain(tried) == min(case.gain(each) for each in case.tried) else "more_points"


def _neighbours(row: int, column: int) -> list[tuple[int, int]]:
    beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [(across, down) for across, down in beside if 0 <= across < SIZE and 0 <= down < SIZE]


def _group(case: Case, row: int, column: int) -> frozenset[tuple[int, int]]:
    """The cells of the group that a tile belongs to."""
    board = case.facts["board"]
    found, waiting = set[tuple[int, int]](), [(row, column)]
    while waiting:
        cell = waiting.pop()
        if cell not in found:
            found.add(cell)
            waiting += [other for other in _neighbours(*cell) if _colour(board, other) == _colour(board, (row, column))]
    return frozenset(found)


def _colour(board: list[list[list[int] | None]], cell: tuple[int, int]) -> int | None:
    tile = board[cell[0]][cell[1]]
    return None if tile is None else tile[0]


def _between(case: Case, row: int, column: int) -> bool:
    """Whether a cell touches two groups of one colour that is somebody else's."""
    board, mine = case.facts["board"], case.facts["colours"][case.seat]
    groups = {_group(case, *cell) for cell in _neighbours(row, column) if _colour(board, cell) not in (None, mine)}
    colours = [_colour(board, next(iter(group))) for group in groups]
    return len(colours) > len(set(colours))


def _own_tiles(case: Case) -> int:
    mine = case.facts["colours"][case.seat]
    return sum(tile is not None and tile[0] == mine for row in case.facts["board"] for tile in row)


LESSONS = (
    Lesson("join", join, lambda case: 2 <= _own_tiles(case) <= 6),
    Lesson("bridge", bridge, lambda case: _own_tiles(case) >= 4),
    Lesson("capture", capture, lambda case: _own_tiles(case) >= 3),
    Lesson("free", free_capture, lambda case: len(case.facts["captured"][case.seat]) >= 1),
    Lesson("gift", no_gift, lambda case: _own_tiles(case) >= 5),
    Lesson("block", block, lambda case: _own_tiles(case) >= 4),
    Lesson("count", count, lambda case: not any(case.facts["pile_sizes"])),
)
