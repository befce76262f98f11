"""Azul: what a board promises at the start of a round, and which takes look good."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...core.compiled import rule
from ...core.runs import run, tile_points
from ...games.azul.moves import CENTRE_SOURCE, COLUMN, FLOOR_TARGET, TARGETS
from ...games.azul.offer import accepts, offered
from ...games.azul.state import CENTRE, COLOURS, DISCS, EMPTY, FLOOR_SIZE, OFFER, SIZE
from ...games.azul.wall import FLOOR_COST, free_for, home
from ..settings import Settings

EVERYWHERE = False  # only positions at the start of a round are valued
SETTINGS = Settings(explore=0.3, untried=0.0, lean=0.005, sharpness=1.5, rollout=100, solve=4)
LEARNED = replace(SETTINGS, explore=0.8, lean=0.02, beyond=10_000, sure=True, solve=0)  # with a network

STAGES = SIZE  # by the longest wall row of all players: the end comes with a complete one
FEATURES = (
    *("one", "score", "starter", "tiles"),
    *("row_2", "row_3", "row_4", "row_5"),
    *("column_2", "column_3", "column_4", "column_5"),
    *("colour_2", "colour_3", "colour_4", "colour_5"),
    *("openings", "best_openings", "line_tiles", "line_missing", "line_points", "line_row", "line_column", "line_colour"),
    *("line_1", "line_2", "line_3", "line_4", "line_5"),
)
(
    SEAT_ONE, SEAT_SCORE, SEAT_STARTER, SEAT_TILES, SEAT_ROW_2, SEAT_ROW_3,
    SEAT_ROW_4, SEAT_ROW_5, SEAT_COLUMN_2, SEAT_COLUMN_3, SEAT_COLUMN_4, SEAT_COLUMN_5,
    SEAT_COLOUR_2, SEAT_COLOUR_3, SEAT_COLOUR_4, SEAT_COLOUR_5, SEAT_OPENINGS, SEAT_BEST_OPENINGS,
    SEAT_LINE_TILES, SEAT_LINE_MISSING, SEAT_LINE_POINTS, SEAT_LINE_ROW, SEAT_LINE_COLUMN, SEAT_LINE_COLOUR,
    SEAT_LINE_1, SEAT_LINE_2, SEAT_LINE_3, SEAT_LINE_4, SEAT_LINE_5,
) = range(len(FEATURES))  # fmt: skip
MOVE_FEATURES = (
    *("completes", "points", "column", "colour", "row", "ends"),
    *("spill", "floor", "marker"),
    *("part", "part_points", "missing", "scarce", "begins", "low_line"),
    *("tiles", "left_behind", "wanted", "wanted_exactly"),
    *("wall_points", "wall_column", "wall_row_end"),
)
(
    MOVE_COMPLETES, MOVE_POINTS, MOVE_COLUMN, MOVE_COLOUR, MOVE_ROW, MOVE_ENDS,
    MOVE_SPILL, MOVE_FLOOR, MOVE_MARKER, MOVE_PART, MOVE_PART_POINTS, MOVE_MISSING,
    MOVE_SCARCE, MOVE_BEGINS, MOVE_LOW_LINE, MOVE_TILES, MOVE_LEFT_BEHIND, MOVE_WANTED,
    MOVE_WANTED_EXACTLY, MOVE_WALL_POINTS, MOVE_WALL_COLUMN, MOVE_WALL_ROW_END,
) = range(len(MOVE_FEATURES))  # fmt: skip


def variant(state: Any) -> str:
    """Which set of weights: the wall and the number of players."""
    return f"{'grey' if state.grey else 'coloured'} {state.players}"


@rule
def horizon(state: Any) -> int:
    """The round: after it everything is dealt anew."""
    return state.round_number  # type: ignore[no-any-return]


@rule
def foreseeable(state: Any) -> bool:
    """Within a round nothing is hidden (A9)."""
    return True


@rule
def hard_to_rate(state: Any) -> bool:
    """No gain was seen from asking the network."""
    return False


@rule
def may_end(state: Any) -> bool:
    """Whether a wall row can still be completed with what is on offer (A6.1), or the rounds are over (A5.4)."""
    if state.limit > 0 and state.round_number >= state.limit:
        return True
    for seat in range(state.players):
        board = state.boards[seat]
        for row in range(SIZE):
            length = row_length(board.wall, row)
            if length == SIZE or (length == SIZE - 1 and may_fill(state, board, row)):
                return True
    return False


@rule
def may_fill(state: Any, board: Any, row: int) -> bool:
    """Whether a line is full, or enough tiles of a colour that it takes are on offer."""
    missing = row + 1 - board.line_count[row]
    for colour in range(COLOURS):
        if missing == 0 or (accepts(board, row + 1, colour) and offered_in_all(state, colour) >= missing):
            return True
    return False


@rule
def same_discs(state: Any, disc: int, other: int) -> bool:
    for colour in range(COLOURS):
        if state.discs[disc, colour] != state.discs[other, colour]:
            return False
    return True


@rule
def first_twin(state: Any, disc: int) -> int:
    """The first disc with the same tiles."""
    for other in range(disc):
        if same_discs(state, disc, other):
            return other
    return disc


@rule
def same_as(state: Any, move: int) -> int:
    """A take from the first disc with the same tiles."""
    source = move // (COLOURS * TARGETS)
    if state.phase != OFFER or source == CENTRE_SOURCE:
        return move
    return move - (source - first_twin(state, source)) * COLOURS * TARGETS


@rule
def distinct(state: Any, moves: Any, count: int) -> int:
    """Of discs with the same tiles only the first counts."""
    if state.phase != OFFER:
        return count
    twins = 0
    for disc in range(1, DISCS):
        if first_twin(state, disc) != disc:
            twins |= 1 << disc
    kept = 0
    for at in range(count):
        if not twins >> (moves[at] // (COLOURS * TARGETS)) & 1:
            moves[kept] = moves[at]
            kept += 1
    return kept


@rule
def row_length(wall: Any, row: int) -> int:
    count = 0
    for column in range(SIZE):
        if wall[row, column] != EMPTY:
            count += 1
    return count


@rule
def column_length(wall: Any, column: int) -> int:
    count = 0
    for row in range(SIZE):
        if wall[row, column] != EMPTY:
            count += 1
    return count


@rule
def colour_count(wall: Any, colour: int) -> int:
    count = 0
    for row in range(SIZE):
        for column in range(SIZE):
            if wall[row, column] == colour:
                count += 1
    return count


@rule
def stage(state: Any) -> int:
    """The longest wall row, 0 to 4."""
    longest = 0
    for seat in range(state.players):
        for row in range(SIZE):
            longest = max(longest, row_length(state.boards[seat].wall, row))
    return min(longest, STAGES - 1)


@rule
def points_at(wall: Any, row: int, column: int) -> int:
    """What a tile on an empty space would score now."""
    return tile_points(run(wall, row, column, 0, 1), run(wall, row, column, 1, 0))


@rule
def column_of(state: Any, board: Any, row: int, colour: int) -> int:
    """Where a line's tile would go: its home, or on the grey wall the space that scores most now; EMPTY if there is none."""
    if not state.grey:
        return home(row, colour)
    best, most = EMPTY, 0
    for column in range(SIZE):
        if free_for(board, row, column, colour):
            points = points_at(board.wall, row, column)
            if points > most:
                best, most = column, points
    return best


@rule
def describe_seat(state: Any, seat: int, features: Any) -> None:
    """A board between two rounds: what lies on the wall, what it opens, what waits in the lines."""
    board = state.boards[seat]
    wall = board.wall
    for at in range(len(features)):
        features[at] = 0.0
    features[SEAT_ONE] = 1.0
    features[SEAT_SCORE] = board.score / 10.0
    features[SEAT_STARTER] = 1.0 if state.starter == seat else 0.0
    for row in range(SIZE):
        length = row_length(wall, row)
        features[SEAT_TILES] += length
        if length > 1:
            features[SEAT_ROW_2 + length - 2] += 1
        best = 0
        for column in range(SIZE):
            if wall[row, column] == EMPTY:
                points = points_at(wall, row, column)
                features[SEAT_OPENINGS] += points / 10.0
                best = max(best, points)
        features[SEAT_BEST_OPENINGS] += best / 10.0
    for at in range(SIZE):
        length = column_length(wall, at)
        if length > 1:
            features[SEAT_COLUMN_2 + length - 2] += 1
        length = colour_count(wall, at)
        if length > 1:
            features[SEAT_COLOUR_2 + length - 2] += 1
    describe_lines(state, board, features)


@rule
def describe_lines(state: Any, board: Any, features: Any) -> None:
    """What the tiles waiting in the lines promise, the more the fuller they are."""
    for row in range(SIZE):
        tiles = board.line_count[row]
        if tiles > 0:
            part = tiles / (row + 1.0)
            features[SEAT_LINE_TILES] += tiles
            features[SEAT_LINE_MISSING] += row + 1 - tiles
            features[SEAT_LINE_1 + row] = part
            colour = board.line_colour[row]
            column = column_of(state, board, row, colour)
            if column != EMPTY:
                features[SEAT_LINE_POINTS] += part * points_at(board.wall, row, column)
                features[SEAT_LINE_ROW] += part * row_length(board.wall, row)
                features[SEAT_LINE_COLUMN] += part * column_length(board.wall, column)
                features[SEAT_LINE_COLOUR] += part * colour_count(board.wall, colour)


@rule
def floor_tiles(board: Any) -> int:
    count = 0
    while count < FLOOR_SIZE and board.floor[count] != EMPTY:
        count += 1
    return count


@rule
def floor_cost(first: int, tiles: int) -> int:
    """What so many more tiles on the floor line cost."""
    cost = 0
    for space in range(first, min(first + tiles, FLOOR_SIZE)):
        cost += FLOOR_COST[space]
    return cost


@rule
def rate_moves(state: Any, moves: Any, count: int, weights: Sequence[float], scratch: Any, ratings: Any) -> None:
    """Each take, or each column of the grey wall. Takes come source by source and colour by colour: what they share is worked out once."""
    if state.phase != OFFER:
        rate_columns(state, moves, count, weights, ratings)
        return
    floor = floor_tiles(state.boards[state.turn])
    seen, tiles, elsewhere, marker, shared = -1, 0, 0, 0, 0.0
    for at in range(count):
        move = int(moves[at])
        source, colour, target = move // (COLOURS * TARGETS), move // TARGETS % COLOURS, move % TARGETS
        if move // TARGETS != seen:
            seen = move // TARGETS
            tiles = int(offered(state, source, colour))
            elsewhere = offered_in_all(state, colour) - tiles
            marker = 1 if source == CENTRE_SOURCE and state.marker == CENTRE else 0
            shared = rate_tiles(state, source, colour, tiles, weights) + weights[MOVE_MARKER] * marker
        ratings[at] = shared + rate_target(state, colour, target, tiles, marker, floor, elsewhere, weights)


@rule
def rate_tiles(state: Any, source: int, colour: int, tiles: int, weights: Sequence[float]) -> float:
    """What it means to take some tiles away, wherever they go."""
    rival = state.boards[(state.turn + 1) % state.players]
    wanted, exactly = rival_wish(rival, colour, tiles)
    behind = 0.0
    if source != CENTRE_SOURCE:
        for other in range(COLOURS):
            behind += state.discs[source, other]
        behind -= tiles
    rating = weights[MOVE_TILES] * tiles + weights[MOVE_LEFT_BEHIND] * behind
    return rating + weights[MOVE_WANTED] * wanted + weights[MOVE_WANTED_EXACTLY] * exactly


@rule
def offered_in_all(state: Any, colour: int) -> int:
    """Tiles of a colour on all discs and in the centre."""
    tiles = 0
    for source in range(DISCS + 1):
        tiles += offered(state, source, colour)
    return tiles


@rule
def rival_wish(rival: Any, colour: int, tiles: int) -> tuple[float, float]:
    """Whether the next player collects a colour, and whether these tiles would just complete a line."""
    wanted, exactly = 0.0, 0.0
    for row in range(SIZE):
        if rival.line_count[row] > 0 and rival.line_colour[row] == colour and rival.line_count[row] <= row:
            wanted = 1.0
            if row + 1 - rival.line_count[row] == tiles:
                exactly = 1.0
    return wanted, exactly


@rule
def rate_target(
    state: Any, colour: int, target: int, tiles: int, marker: int, floor: int, elsewhere: int, weights: Sequence[float]
) -> float:
    """What it means where the tiles go."""
    board = state.boards[state.turn]
    if target == FLOOR_TARGET:
        return weights[MOVE_SPILL] * floor_cost(floor, tiles + marker) + weights[MOVE_FLOOR]
    row = target - 1
    free = row + 1 - int(board.line_count[row])
    rating = weights[MOVE_SPILL] * floor_cost(floor, marker + max(tiles - free, 0)) + weights[MOVE_LOW_LINE] * row
    if board.line_count[row] == 0:
        rating += weights[MOVE_BEGINS]
    column = column_of(state, board, row, colour)
    points, height = 0, 0
    if column != EMPTY:
        points = points_at(board.wall, row, column)
        height = column_length(board.wall, column)
    if tiles >= free:
        length = row_length(board.wall, row)
        rating += weights[MOVE_COMPLETES] + weights[MOVE_POINTS] * points + weights[MOVE_COLUMN] * height
        rating += weights[MOVE_COLOUR] * colour_count(board.wall, colour) + weights[MOVE_ROW] * length
        if length == SIZE - 1:
            rating += weights[MOVE_ENDS]
    else:
        missing = free - tiles
        part = (row + 1 - missing) / (row + 1.0)
        rating += weights[MOVE_PART] * part + weights[MOVE_PART_POINTS] * part * (points + height) + weights[MOVE_MISSING] * missing
        if elsewhere < missing:
            rating += weights[MOVE_SCARCE]
    return rating


@rule
def rate_columns(state: Any, moves: Any, count: int, weights: Sequence[float], ratings: Any) -> None:
    """Where to lay a tile on the grey wall."""
    wall = state.boards[state.turn].wall
    for at in range(count):
        column = moves[at] - COLUMN
        rating = weights[MOVE_WALL_POINTS] * points_at(wall, state.line, column) + weights[MOVE_WALL_COLUMN] * column_length(wall, column)
        if column == 0 or column == SIZE - 1:
            rating += weights[MOVE_WALL_ROW_END]
        ratings[at] = rating
