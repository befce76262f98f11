"""Positions of Azul Duel made by hand: tiles that are not named lie in the bag, plates on display and in the stack."""

from __future__ import annotations

from typing import Any

from tegel.core import generic
from tegel.core.game import find_game
from tegel.core.table import Table
from tegel.games.duel.chips import NAMES as CHIPS
from tegel.games.duel.moves import LETTERS, POINTS
from tegel.games.duel.plates import NAMES as PLATES
from tegel.games.duel.state import DOWN, EMPTY, FACTORY, GONE, TAKING

# score, tokens, taken (chips in this round), chips "t ty", lines {2: "yy"}, broken "kk",
# plates {space: "YK/TS@e"}, tiles as rows of text "y*.... ......" from the top
Board = dict[str, Any]

TILES = LETTERS + "*"


def duel(
    *boards: Board,
    suns: str = "",
    large_moon: str = "",
    moons: str = "",
    chips: str = "",
    display: str = "",
    stack: str = "",
    tower: str = "",
    turn: int = 0,
    starter: int = 0,
    start_tile: int = FACTORY,
    round_number: int = 1,
    scoring: str = "1f2f3f",
    key: tuple[int, int, int, int] = (1, 2, 3, 4),
    bag: str | None = None,
) -> Table:
    """A table in phase 1. Suns begin with the large one; a chip not named lies face down under tiles, else it was taken."""
    game = find_game("duel")
    table = Table(game, game.options_from({"scoring": scoring}), key)
    state = table.state
    state.phase, state.turn, state.starter, state.start_tile, state.round_number = TAKING, turn, starter, start_tile, round_number
    made = [*boards, {}, {}][:2]
    _put_tiles(state, suns, large_moon, moons, tower)
    _put_chips(state, chips, made)
    for seat, board in enumerate(made):
        _fill(state.boards[seat], board)
    _put_plates(state, made, display, stack)
    if bag is None:
        state.bag[:] = [13 - count(state, letter) for letter in LETTERS]
        assert generic.check(state) == 0, game.checks[generic.check(state)]
    else:
        state.bag[:] = [bag.count(letter) for letter in LETTERS]
    return table


def tiled(*boards: Board, **more: Any) -> Table:
    """A table after seat 1 took the round's last chip, with which the tiling began."""
    table = duel(*boards, chips="- - - b", turn=1, **more)
    table.play("c4")
    return table


def _put_tiles(state: Any, suns: str, large_moon: str, moons: str, tower: str) -> None:
    state.suns[:] = 0
    for factory, letters in enumerate(suns.split()):
        state.suns[factory] = [letters.count(letter) for letter in LETTERS]
    state.large_moon[:] = [large_moon.count(letter) for letter in LETTERS]
    state.tower[:] = [tower.count(letter) for letter in LETTERS]
    state.moons[:] = EMPTY
    for small, letters in enumerate(moons.split()):
        for level, letter in enumerate(letters.replace("-", "")):
            state.moons[small, level] = LETTERS.index(letter)


def _put_chips(state: Any, chips: str, made: list[Board]) -> None:
    """Those taken in this round are the first player's as far as not said otherwise; others used up before are of the last types."""
    for small, word in enumerate(chips.split()):
        state.chips[small] = {"-": GONE, "down": DOWN}[word] if word in ("-", "down") else CHIPS.index(word)
    if not chips:
        state.chips[:] = [DOWN if state.suns[small + 1].any() or state.moons[small, 0] != EMPTY else GONE for small in range(4)]
    gone = int((state.chips == GONE).sum())
    taken = made[0].get("taken", min(2, gone - made[1].get("taken", 0)))
    state.boards[0].chips_taken, state.boards[1].chips_taken = taken, gone - taken
    seen = [CHIPS[chip] for chip in state.chips if chip >= 0] + [chip for board in made for chip in board.get("chips", "").split()]
    state.chips_left[:] = [2 - seen.count(name) for name in CHIPS]
    spare = state.chips_left.sum() - (20 - 4 * state.round_number + (state.chips == DOWN).sum())
    for kind in reversed(range(10)):
        used = min(spare, state.chips_left[kind])
        state.chips_left[kind] -= used
        spare -= used


def _fill(board: Any, made: Board) -> None:
    board["score"], board["tokens"] = made.get("score", 5), made.get("tokens", 0)
    board["chips"] = [made.get("chips", "").split().count(name) for name in CHIPS]
    for row, letters in made.get("lines", {}).items():
        board["line_colour"][row - 1] = LETTERS.index(letters[0])
        board["line_count"][row - 1] = len(letters)
    for row, text in enumerate(made.get("tiles", "").split()):
        board["tiles"][row] = [EMPTY if letter == "." else TILES.index(letter) for letter in text]
    for space, letter in enumerate(made.get("broken", "")):
        board["broken"][space] = LETTERS.index(letter)


def _put_plates(state: Any, made: list[Board], display: str, stack: str) -> None:
    """Plates nobody named complete each dome from its last space upwards, then the display, then the stack."""
    named = [word.split("@")[0] for board in made for word in board.get("plates", {}).values()] + display.split() + stack.split()
    free = [plate for plate, name in enumerate(PLATES) if name not in named]
    for seat, words in enumerate(made):
        board = state.boards[seat]
        for space, word in words.get("plates", {}).items():
            name, _, point = word.partition("@")
            board["plates"][space - 1], board["turns"][space - 1] = PLATES.index(name), POINTS.index(point or "n")
        while (board["plates"] != EMPTY).sum() < 1 + 2 * min(state.round_number, 4) - board["tokens"]:
            board["plates"][max(space for space in range(9) if board["plates"][space] == EMPTY)] = free.pop(0)
    shown = [EMPTY if word == "-" else PLATES.index(word) for word in display.split()] if display else [free.pop(0) for _ in free[:3]]
    below = [PLATES.index(name) for name in stack.split()] + free
    state.display[:] = shown + [EMPTY] * (3 - len(shown))
    state.stack[:] = below + [EMPTY] * (18 - len(below))
    state.stack_known[:] = 0


def count(state: Any, letter: str) -> int:
    """All tiles of a colour that are not in the bag."""
    colour = LETTERS.index(letter)
    total = int(state.tower[colour]) + int(state.large_moon[colour]) + int(state.suns[:, colour].sum()) + int((state.moons == colour).sum())
    for board in state.boards:
        total += int(board["line_count"][board["line_colour"] == colour].sum())
        total += int((board["tiles"] == colour).sum()) + int((board["broken"] == colour).sum())
    return total


def tiles(counts: Any) -> str:
    """Counts as letters."""
    return "".join(letter * int(number) for letter, number in zip(LETTERS, counts, strict=True))


def letters(spaces: Any) -> str:
    """A moon, a row of the dome or a broken area as letters, without its empty end."""
    return "".join("." if tile == EMPTY else TILES[tile] for tile in spaces).rstrip(".")


def names(plates: Any) -> list[str]:
    """The plates in a list by name."""
    return [PLATES[plate] for plate in plates if plate != EMPTY]


def told(table: Table, kind: str, *fields: str) -> list[Any]:
    """These fields of the last move's events of a kind; a single field plainly."""
    found = [tuple(getattr(event, field) for field in fields) for event in table.events if event.kind == kind]
    return [values[0] for values in found] if len(fields) == 1 else found


def forced(table: Table) -> list[str]:
    """The codes of the moves that were made without asking."""
    return [table.game.code(move) for move in told(table, "forced", "move")]
