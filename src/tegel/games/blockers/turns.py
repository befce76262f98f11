"""Set-up, whose turn it is, and the end of the game (B2, B3.5, B3.6, B4.1)."""

from __future__ import annotations

from typing import Any

from ...core.chance import below, use_key
from ...core.compiled import rule
from ...core.story import carry, tell
from .laying import lay, lays_up_to_two
from .racks import colours_in_play, draw_tile, new_pile, seat_is_finished, shown_colour
from .scoring import tell_points
from .state import COLOURS, EMPTY, RACK_SIZE, SEATS, SIZE
from .story import IN_PILE, ON_RACK, SKIP


@rule
def clear(state: Any) -> None:
    """Nothing on the board, nothing captured, no racks and piles."""
    for row in range(SIZE):
        for column in range(SIZE):
            state.board[row, column] = EMPTY
            state.tiles[row, column] = EMPTY
    for colour in range(COLOURS):
        state.cells[colour, 0] = 0
        state.cells[colour, 1] = 0
        state.racks[colour] = 0
        state.piles[colour] = 0
        state.rack_size[colour] = 0
        state.pile_size[colour] = 0
        for seat in range(SEATS):
            state.captured[seat, colour] = 0


@rule
def setup(state: Any, key: Any) -> None:
    """A new game with the state's options: racks of five, a random start player (B2, B5.1)."""
    use_key(state, key)
    clear(state)
    for colour in range(colours_in_play(state)):
        new_pile(state, colour)
        for _ in range(RACK_SIZE):
            draw_tile(state, colour)
    state.starter = below(state, state.players)
    state.turn = state.starter


@rule
def act(state: Any, move: int, story: Any) -> None:
    """Lay a tile, draw another, pass the turn (B3)."""
    colour = lay(state, move, story)
    if state.pile_size[colour] > 0:
        draw_tile(state, colour)
        shown = int(shown_colour(state, colour))
        carry(story, state.turn, -1, 1, (IN_PILE, shown, -1), (ON_RACK, shown, -1))
    pass_turn(state, story)


@rule
def has_pending(state: Any) -> bool:
    """There is nothing to do between moves."""
    return False


@rule
def resolve_pending(state: Any, story: Any) -> None:
    """Nothing."""


@rule
def pass_turn(state: Any, story: Any) -> None:
    """The next seat clockwise that is not finished and can lay or capture is to move; if there is none the game is over (B3.5, B4.1)."""
    mover = state.turn
    for step in range(1, state.players + 1):
        seat = (mover + step) % state.players
        ways, _ = lays_up_to_two(state, seat)
        if ways > 0:
            state.turn = seat
            tell_skips(state, mover, story)
            return
    state.turn = -1
    if story is not None:
        tell_points(state, story)


@rule
def tell_skips(state: Any, mover: int, story: Any) -> None:
    """Tell who between the last seat to move and the next could not (B3.5)."""
    seat = (mover + 1) % state.players
    while seat != state.turn:
        if not seat_is_finished(state, seat):
            tell(story, SKIP, seat)
        seat = (seat + 1) % state.players


@rule
def only_move(state: Any) -> int:
    """The one legal move, or -1."""
    if state.turn < 0:
        return -1
    ways, first = lays_up_to_two(state, int(state.turn))
    return first if ways == 1 else -1


@rule
def score_now(state: Any, story: Any) -> None:
    """The game ends here; points are counted from the board as it stands."""
    state.turn = -1
    if story is not None:
        tell_points(state, story)
