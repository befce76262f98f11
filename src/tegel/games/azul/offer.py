"""The offer phase: taking tiles from the discs and the centre (A3)."""

from __future__ import annotations

from typing import Any

from ...core.compiled import rule
from ...core.story import carry
from .moves import CENTRE_SOURCE, FLOOR_TARGET, TARGETS, take_move
from .state import CENTRE, COLOURS, EMPTY, FLOOR_SIZE, MARKER, SIZE
from .story import IN_CENTRE, IN_HAND, IN_LID, ON_DISC, ON_FLOOR, ON_LINE


@rule
def sources(state: Any) -> int:
    """How many places there are to take tiles from: the discs in use, and the centre."""
    return 2 * state.players + 2


@rule
def source_at(state: Any, at: int) -> int:
    """The discs, then the centre."""
    return at if at <= 2 * state.players else CENTRE_SOURCE


@rule
def offered(state: Any, source: int, colour: int) -> int:
    """How many tiles of a colour lie on a disc or in the centre."""
    if source == CENTRE_SOURCE:
        return state.centre[colour]
    return state.discs[source, colour]


@rule
def on_wall(board: Any, row: int, colour: int) -> bool:
    """Whether a wall row holds a colour."""
    for column in range(SIZE):
        if board.wall[row, column] == colour:
            return True
    return False


@rule
def accepts(board: Any, target: int, colour: int) -> bool:
    """Whether a colour may go to a target: the floor always; a line that is empty or of that colour (A3.4), not full, and with
    a wall row that lacks the colour (A3.5, A7.3)."""
    if target == FLOOR_TARGET:
        return True
    row = target - 1
    if board.line_count[row] == 0:
        return not on_wall(board, row, colour)
    return board.line_colour[row] == colour and board.line_count[row] <= row


@rule
def open_targets(board: Any) -> int:
    """The targets open to each colour, as bits: colour * TARGETS + target."""
    bits = 0
    for colour in range(COLOURS):
        for target in range(TARGETS):
            if accepts(board, target, colour):
                bits |= 1 << (colour * TARGETS + target)
    return bits


@rule
def legal_takes(state: Any, moves: Any) -> int:
    """Every way to take tiles, ascending (A3.1-A3.5)."""
    targets = open_targets(state.boards[state.turn])
    count = 0
    for at in range(sources(state)):
        source = source_at(state, at)
        for colour in range(COLOURS):
            if offered(state, source, colour) > 0:
                for target in range(TARGETS):  # no branch: a move whose target is closed is overwritten by the next
                    moves[count] = take_move(source, colour, target)
                    count += targets >> (colour * TARGETS + target) & 1
    return count


@rule
def only_take(state: Any) -> int:
    """The one way to take tiles, or -1 if there are more."""
    only = -1
    for at in range(sources(state)):
        source = source_at(state, at)
        for colour in range(COLOURS):
            if offered(state, source, colour) > 0:
                if only >= 0:
                    return -1
                only = take_move(source, colour, FLOOR_TARGET)
                for target in range(1, TARGETS):
                    if accepts(state.boards[state.turn], target, colour):
                        return -1
    return only


@rule
def drop(state: Any, board: Any, tile: int) -> int:
    """Lay a tile or the marker on the leftmost free floor space; with none free a tile goes to the lid (A3.6-A3.8). The answer is the
    space, or EMPTY."""
    for space in range(FLOOR_SIZE):
        if board.floor[space] == EMPTY:
            board.floor[space] = tile
            return space
    if tile != MARKER:
        state.lid[tile] += 1
    return EMPTY


@rule
def drop_tiles(state: Any, seat: int, colour: int, tiles: int, source: Any, story: Any) -> None:
    """Drop tiles one by one."""
    while tiles > 0:
        space = drop(state, state.boards[seat], colour)
        carry(story, seat, colour, 1, source, (IN_LID if space == EMPTY else ON_FLOOR, -1, space))
        tiles -= 1


@rule
def take_marker(state: Any, story: Any) -> None:
    """The first to take from the centre takes the marker to the floor (A3.3)."""
    state.marker = state.turn
    space = drop(state, state.boards[state.turn], MARKER)
    carry(story, state.turn, MARKER, 1, (IN_CENTRE, -1, -1), (ON_FLOOR, -1, space))


@rule
def take(state: Any, move: int, story: Any) -> None:
    """Take all tiles of a colour from a source to a line or the floor (A3.1-A3.7)."""
    source = move // (COLOURS * TARGETS)
    colour = move // TARGETS % COLOURS
    target = move % TARGETS
    board = state.boards[state.turn]
    tiles = offered(state, source, colour)
    seat = state.turn
    if source == CENTRE_SOURCE:
        carry(story, seat, colour, tiles, (IN_CENTRE, -1, -1), (IN_HAND, -1, -1))
        state.centre[colour] = 0
        if state.marker == CENTRE:
            take_marker(state, story)
    else:
        carry(story, seat, colour, tiles, (ON_DISC, source, -1), (IN_HAND, -1, -1))
        state.discs[source, colour] = 0
        for other in range(COLOURS):
            carry(story, seat, other, state.discs[source, other], (ON_DISC, source, -1), (IN_CENTRE, -1, -1))
            state.centre[other] += state.discs[source, other]
            state.discs[source, other] = 0
    if target != FLOOR_TARGET:
        row = target - 1
        lying = board.line_count[row]
        board.line_colour[row] = colour
        while tiles > 0 and board.line_count[row] <= row:
            board.line_count[row] += 1
            tiles -= 1
        carry(story, seat, colour, board.line_count[row] - lying, (IN_HAND, -1, -1), (ON_LINE, row, lying))
    drop_tiles(state, seat, colour, tiles, (IN_HAND, -1, -1), story)


@rule
def offer_is_empty(state: Any) -> bool:
    """Whether all discs and the centre are empty, which ends the phase (A3.9)."""
    for at in range(sources(state)):
        source = source_at(state, at)
        for colour in range(COLOURS):
            if offered(state, source, colour) > 0:
                return False
    return True
