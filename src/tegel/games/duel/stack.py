"""The plates to be had: the display, the stack, and drawing from it (D2.4, D3.1, D3.9)."""

from __future__ import annotations

from typing import Any

from ...core.compiled import once, rule
from ...core.story import tell
from .moves import DRAW, KEEP, LOOK, OPEN, UNDER
from .state import DRAWING, EMPTY, KEEPING, LAYING, PLATES, RETURNING, SLOTS, TAKING
from .story import DRAWN
from .taking import NO_MOVE, SEVERAL


@rule
def stack_height(state: Any) -> int:
    """How many plates are on the stack."""
    height = 0
    while height < PLATES and state.stack[height] != EMPTY:
        height += 1
    return height


@rule
def remove_top(state: Any) -> None:
    """The plate below the top one becomes the top."""
    for position in range(PLATES - 1):
        state.stack[position] = state.stack[position + 1]
        state.stack_known[position] = state.stack_known[position + 1]
    state.stack[PLATES - 1] = EMPTY
    state.stack_known[PLATES - 1] = 0


@rule
def refill_display(state: Any) -> None:
    """Turn up plates from the stack into the gaps of the display, from the first slot on (D2.1, D2.4, D5.1)."""
    once()
    for slot in range(SLOTS):
        if state.display[slot] == EMPTY and state.stack[0] != EMPTY:
            state.display[slot] = state.stack[0]
            remove_top(state)


@rule
def legal_plates(state: Any, moves: Any, count: int) -> int:
    """Add the ways to begin action A, with a token left: the open plates and, but not in the opening, the stack (D2.4, D3.1)."""
    if state.boards[state.turn].tokens > 0:
        for slot in range(SLOTS):
            if state.display[slot] != EMPTY:
                moves[count] = OPEN + slot
                count += 1
        if state.stack[0] != EMPTY and state.phase == TAKING:
            moves[count] = DRAW
            count += 1
    return count


@rule
def only_plate(state: Any, only: int) -> int:
    """The one move there is with the ways to begin action A."""
    if state.boards[state.turn].tokens > 0:
        for slot in range(SLOTS):
            if state.display[slot] != EMPTY:
                only = OPEN + slot if only == NO_MOVE else SEVERAL
        if state.stack[0] != EMPTY:
            only = DRAW if only == NO_MOVE else SEVERAL
    return only


@rule
def may_draw_more(state: Any) -> bool:
    """Whether another plate can be paid for and is there. (Only the first of a turn is free for somebody without points.)"""
    return state.stack[0] != EMPTY and state.boards[state.turn].score > 0


@rule
def legal_drawing(state: Any, moves: Any) -> int:
    """One more, or look."""
    count = 0
    if may_draw_more(state):
        moves[count] = DRAW
        count += 1
    moves[count] = LOOK
    return count + 1


@rule
def legal_drawn(state: Any, moves: Any, first: int) -> int:
    """The drawn plates that are still there, as moves of the kind that begins with `first`."""
    count = 0
    for n in range(state.drawn_count):
        if state.drawn[n] != EMPTY:
            moves[count] = first + n
            count += 1
    return count


@rule
def only_drawn(state: Any) -> int:
    """The number of the one drawn plate left, or EMPTY if there are several."""
    only = EMPTY
    for n in range(state.drawn_count):
        if state.drawn[n] != EMPTY:
            if only != EMPTY:
                return EMPTY
            only = n
    return only


@rule
def take_open(state: Any, slot: int) -> None:
    """Take an open plate in hand."""
    state.hand = state.display[slot]
    state.display[slot] = EMPTY
    state.phase = LAYING


@rule
def draw_plate(state: Any, story: Any) -> None:
    """Draw the top plate, unseen, for a point; without one the first is free (D3.1)."""
    board = state.boards[state.turn]
    cost = min(1, board.score)
    board.score -= cost
    n = state.drawn_count
    state.drawn[n] = state.stack[0]
    state.drawn_known[n] = state.stack_known[0]
    state.drawn_count += 1
    remove_top(state)
    state.phase = DRAWING
    tell(story, DRAWN, state.turn, -cost, count=n + 1)


@rule
def look(state: Any) -> None:
    """The drawer sees the drawn plates (D3.9)."""
    for n in range(state.drawn_count):
        state.drawn_known[n] |= 1 << state.turn
    state.phase = KEEPING


@rule
def keep(state: Any, n: int) -> None:
    """One drawn plate is kept, in the open."""
    state.hand = state.drawn[n]
    state.drawn[n] = EMPTY
    state.drawn_known[n] = 0
    return_rest(state)


@rule
def put_under(state: Any, n: int) -> None:
    """A drawn plate goes under the stack; who knows it still does (D3.9)."""
    position = 0
    while state.stack[position] != EMPTY:
        position += 1
    state.stack[position] = state.drawn[n]
    state.stack_known[position] = state.drawn_known[n]
    state.drawn[n] = EMPTY
    state.drawn_known[n] = 0
    return_rest(state)


@rule
def return_rest(state: Any) -> None:
    """Return the other drawn plates; when there are none left, lay the one in hand."""
    for n in range(state.drawn_count):
        if state.drawn[n] != EMPTY:
            state.phase = RETURNING
            return
    state.drawn_count = 0
    state.phase = LAYING


@rule
def only_step(state: Any) -> int:
    """The one legal move while plates are drawn, kept and returned, or -1."""
    if state.phase == DRAWING:
        return -1 if may_draw_more(state) else LOOK
    only = only_drawn(state)
    if only == EMPTY:
        return -1
    return (KEEP if state.phase == KEEPING else UNDER) + only


@rule
def plate_step(state: Any, move: int, story: Any) -> None:
    """Make a move of DRAWING, KEEPING or RETURNING."""
    if move == DRAW:
        draw_plate(state, story)
    elif move == LOOK:
        look(state)
    elif move < UNDER:
        keep(state, move - KEEP)
    else:
        put_under(state, move - UNDER)
