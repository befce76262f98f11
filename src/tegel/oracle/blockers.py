"""Blockers!, slowly and plainly, from docs/rules/blockers.md and docs/moves.md. Rule numbers are those of the rules text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Set
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from .chance import Chance

Cell = tuple[int, int]  # (row, column), both 0-8

EVERY_CELL: frozenset[Cell] = frozenset((row, column) for row in range(9) for column in range(9))

# B1.2: the 28 tiles of a colour, by number: the numbers 1-9 are 0-8, the letters A-I 9-17, the symbols 18-26.
FIRST_LETTER = 9
FIRST_SYMBOL = 18
JOKER = 27
TILES = range(28)

COLOUR_LETTERS = "rgbyv"  # B1.2: the colours 0-4

RACK_SIZE = 5  # B2
KEPT = 4  # B4.1

NUMBER_KIND, LETTER_KIND, SYMBOL_KIND, JOKER_KIND = range(4)  # the kinds of a move, docs/moves.md


def block_of(cell: Cell) -> int:
    """B1.1: the 3x3 blocks, row by row."""
    row, column = cell
    return row // 3 * 3 + column // 3


def fits(tile: int, cell: Cell) -> bool:
    """B1.2: a number goes in its column, a letter in its row, a symbol in its block, the joker anywhere."""
    row, column = cell
    if tile < FIRST_LETTER:
        return column == tile
    if tile < FIRST_SYMBOL:
        return row == tile - FIRST_LETTER
    if tile < JOKER:
        return block_of(cell) == tile - FIRST_SYMBOL
    return True


def kind_of(tile: int) -> int:
    """The kind by which a move names this tile."""
    if tile < FIRST_LETTER:
        return NUMBER_KIND
    if tile < FIRST_SYMBOL:
        return LETTER_KIND
    if tile < JOKER:
        return SYMBOL_KIND
    return JOKER_KIND


class Lay(NamedTuple):
    """A move, taken apart: this tile of that rack on a cell."""

    number: int
    rack: int
    cell: Cell
    tile: int


def lays_of(rack: int, tile: int) -> list[Lay]:
    """Every way to lay a tile of a rack on an otherwise empty board."""
    cells = [cell for cell in EVERY_CELL if fits(tile, cell)]
    return [Lay(rack * 324 + (row * 9 + column) * 4 + kind_of(tile), rack, (row, column), tile) for row, column in cells]


LAYS: dict[tuple[int, int], list[tuple[Cell, int, Lay]]] = {
    (rack, tile): [(lay.cell, lay.number, lay) for lay in lays_of(rack, tile)] for rack in range(2) for tile in TILES
}


def touching(cell: Cell) -> set[Cell]:
    """The orthogonal neighbours of a cell on the board."""
    row, column = cell
    return {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)} & EVERY_CELL


NEIGHBOURS: dict[Cell, set[Cell]] = {cell: touching(cell) for cell in EVERY_CELL}


def group_around(cell: Cell, cells: Set[Cell]) -> set[Cell]:
    """All of `cells` that are orthogonally connected with `cell`, itself included."""
    group = {cell}
    to_visit = [cell]
    while to_visit:
        for near in NEIGHBOURS[to_visit.pop()]:
            if near in cells and near not in group:
                group.add(near)
                to_visit.append(near)
    return group


def groups_of(cells: Set[Cell]) -> list[set[Cell]]:
    """The orthogonally connected groups of a set of cells."""
    left = set(cells)
    groups: list[set[Cell]] = []
    while left:
        group = group_around(next(iter(left)), left)
        groups.append(group)
        left -= group
    return groups


def may_leave(cell: Cell, group: set[Cell]) -> bool:
    """B3.2: a lone tile always; one of a larger group only if the rest of that group stays connected."""
    if group == {cell}:
        return True
    rest = group - {cell}
    return group_around(next(iter(rest)), rest) == rest


@lru_cache(maxsize=64)  # a turn changes one or two colours; the others are asked about again
def cells_that_may_leave(cells: frozenset[Cell]) -> set[Cell]:
    """Which of a colour's tiles an opponent may capture."""
    return {cell for group in groups_of(cells) for cell in group if may_leave(cell, group)}


class Laid(NamedTuple):
    """A tile that lies on the board."""

    colour: int
    tile: int


@dataclass
class Colour:
    """One colour's tiles that are not laid yet."""

    number: int
    owner: int
    pile: set[int] = field(default_factory=lambda: set(TILES))
    rack: set[int] = field(default_factory=set)

    def finished(self) -> bool:
        """B4.1 and B5.3: the pile is empty and four tiles are left."""
        return not self.pile and len(self.rack) == KEPT

    def draw(self, chance: Chance) -> None:
        """B3.6: draw one tile from the pile, if there is one: the one with the x-th lowest number."""
        if self.pile:
            tile = sorted(self.pile)[chance.below(len(self.pile))]
            self.pile.remove(tile)
            self.rack.add(tile)


@dataclass
class Player:
    """A seat: its colours (rack 0 is that of the first, rack 1 that of the second), and what it has captured."""

    seat: int
    colours: list[Colour]
    captured: list[Laid] = field(default_factory=list)

    def finished(self) -> bool:
        """B4.1, and B5.3 for two colours."""
        return all(colour.finished() for colour in self.colours)

    def owns(self, colour: int) -> bool:
        return any(own.number == colour for own in self.colours)


class Oracle:
    """A game of Blockers!"""

    def __init__(self, options: dict[str, object], key: tuple[int, int, int, int]) -> None:
        unknown = set(options) - {"players", "scoring", "colours"}
        if unknown:
            raise ValueError(f"unknown options {sorted(unknown)}")
        players = options["players"]
        if not isinstance(players, int) or not 2 <= players <= 5:
            raise ValueError(f"players must be 2-5, not {players!r}")
        if options["scoring"] not in ("full", "classic"):
            raise ValueError(f"scoring must be full or classic, not {options['scoring']!r}")
        if sorted(str(options["colours"])) != sorted(COLOUR_LETTERS):
            raise ValueError(f"colours must be the letters {COLOUR_LETTERS}, each once, not {options['colours']!r}")
        self.classic = options["scoring"] == "classic"
        self.chance = Chance(key)
        self.board: dict[Cell, Laid] = {}
        self.cells: dict[int, set[Cell]] = defaultdict(set)  # of each colour on the board
        self.colours: list[Colour] = []
        self.players: list[Player] = []
        self.turn: int | None = None
        self.choices: dict[int, Lay] = {}  # the legal moves of the seat to decide, by number
        self.open_facts: dict[str, object] | None = None  # found once a position, for all viewers
        self.unseen: dict[int, list[int]] = {}  # likewise, for each colour
        self._set_up(players, [COLOUR_LETTERS.index(letter) for letter in str(options["colours"])])

    # ---- the members of the README

    def legal(self) -> list[int]:
        return sorted(self.choices)

    def play(self, move: int) -> None:
        if move not in self.choices:
            raise ValueError(f"move {move} is not legal")
        self._make(self.choices[move])
        self._make_forced_moves()

    def facts(self, viewer: int | None) -> dict[str, object]:
        """B7: hidden are the racks and piles of the others. Nobody is shown the order of a pile: it has none here."""
        if self.open_facts is None:
            self.open_facts = self._find_open_facts()
            self.unseen = self._find_unseen()
        racks: list[list[int] | int] = []
        piles: list[list[int]] = []
        for colour in self.colours:
            if viewer is None or colour.owner == viewer:
                racks.append(sorted(colour.rack))
                piles.append(sorted(colour.pile))
            else:
                racks.append(len(colour.rack))
                piles.append(self.unseen[colour.number])
        return self.open_facts | {"racks": racks, "piles": piles}

    def result(self) -> dict[str, list[int]]:
        """B4.3: fewest points wins, then fewer captured tiles in all; still a tie is shared."""
        if self.turn is not None:
            raise ValueError("the game is not over")
        points = [self.points(player) for player in self.players]
        standing = [(points[player.seat], len(player.captured)) for player in self.players]
        places = [1 + sum(other < mine for other in standing) for mine in standing]
        return {"points": points, "places": places}

    # ---- B2, B5.1

    def _set_up(self, players: int, colours: list[int]) -> None:
        """B2 and B5.1: the racks, colour by colour in the order of the seats, then the start player."""
        colours_each = 2 if players == 2 else 1
        for seat in range(players):
            own = [Colour(number=colours[seat * colours_each + rack], owner=seat) for rack in range(colours_each)]
            self.players.append(Player(seat, own))
            self.colours.extend(own)
        for colour in self.colours:
            for _ in range(RACK_SIZE):
                colour.draw(self.chance)
        start = self.chance.below(players)
        self._give_turn([(start + step) % players for step in range(players)])
        self._make_forced_moves()

    # ---- B3

    def _choices_of(self, player: Player) -> dict[int, Lay]:
        """B3.1, B3.4: lay a tile on an empty cell it fits, or capture with it; both are open while both are possible."""
        allowed = self.empty_cells() | self.cells_to_capture(player)
        choices: dict[int, Lay] = {}
        for rack, colour in enumerate(player.colours):
            if colour.finished():  # B4.1, B5.3: the last four tiles are kept
                continue
            for tile in colour.rack:
                choices.update({number: lay for cell, number, lay in LAYS[rack, tile] if cell in allowed})
        return choices

    def empty_cells(self) -> set[Cell]:
        return set(EVERY_CELL - self.board.keys())

    def cells_of_colour(self, colour: int) -> frozenset[Cell]:
        return frozenset(self.cells[colour])

    def cells_to_capture(self, player: Player) -> set[Cell]:
        """B3.3, B5.2: never one's own colours; of the others the tiles that B3.2 allows."""
        cells: set[Cell] = set()
        for colour in self.colours:
            if not player.owns(colour.number):
                cells |= cells_that_may_leave(self.cells_of_colour(colour.number))
        return cells

    def _make(self, lay: Lay) -> None:
        """B3.1, B3.3, B3.6: lay the tile, take what lay there, draw for the rack played from; then the next seat."""
        assert self.turn is not None
        self.open_facts = None
        player = self.players[self.turn]
        colour = player.colours[lay.rack]
        colour.rack.remove(lay.tile)
        if lay.cell in self.board:
            taken = self.board[lay.cell]
            player.captured.append(taken)
            self.cells[taken.colour].remove(lay.cell)
        self.board[lay.cell] = Laid(colour.number, lay.tile)
        self.cells[colour.number].add(lay.cell)
        colour.draw(self.chance)
        count = len(self.players)
        self._give_turn([(player.seat + step) % count for step in range(1, count + 1)])

    def _give_turn(self, order: list[int]) -> None:
        """B3.5, B4.1: the first seat in this order that is not finished and can lay or capture; if none, it is over."""
        for seat in order:
            player = self.players[seat]
            if player.finished():
                continue
            choices = self._choices_of(player)
            if choices:
                self.turn = seat
                self.choices = choices
                return
        self.turn = None
        self.choices = {}

    def _make_forced_moves(self) -> None:
        """docs/moves.md: a decision with one option is never asked."""
        while len(self.choices) == 1:
            (only,) = self.choices.values()
            self._make(only)

    # ---- B4, B5.4

    def points(self, player: Player) -> int:
        """B4.2, B5.4: the groups of one's colours, plus the captures of the colour captured most. B4.4: groups only."""
        groups = sum(len(groups_of(self.cells_of_colour(colour.number))) for colour in player.colours)
        if self.classic:
            return groups
        return groups + self.most_captured(player)

    def most_captured(self, player: Player) -> int:
        """B4.2: how many tiles of the colour captured most; equal colours count once."""
        return max(sum(laid.colour == colour.number for laid in player.captured) for colour in self.colours)

    # ---- B7

    def _find_open_facts(self) -> dict[str, object]:
        """What everybody sees: all laid and captured tiles, the sizes of the piles, whose turn it is."""
        board: list[list[list[int] | None]] = [[None] * 9 for _ in range(9)]
        for (row, column), laid in self.board.items():
            board[row][column] = [laid.colour, laid.tile]
        return {
            "turn": self.turn,
            "colours": [colour.number for colour in self.colours],
            "board": board,
            "pile_sizes": [len(colour.pile) for colour in self.colours],
            "captured": [sorted([laid.colour, laid.tile] for laid in player.captured) for player in self.players],
        }

    def _find_unseen(self) -> dict[int, list[int]]:
        """For each colour all tiles that are neither on the board nor captured."""
        unseen = {colour.number: set(TILES) for colour in self.colours}
        for laid in [*self.board.values(), *(laid for player in self.players for laid in player.captured)]:
            unseen[laid.colour].remove(laid.tile)
        return {colour: sorted(tiles) for colour, tiles in unseen.items()}
