"""One player's things in Azul Duel (D1): dome, pattern lines, broken tiles, chips; and the scoring tiles."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations_with_replacement

from .chance import Chance

Cell = tuple[int, int]

LETTERS = "BYRKT"
SPECIAL_TILE = 5
ROUND_TOKENS = 2

# D1.2 in the numbering of docs/moves.md
PLATES = [
    *("YK/TS", "YB/KS", "BK/ST", "KS/TR", "TR/BS", "ST/YB", "SK/RB", "YS/KR", "SY/BR"),  # special plates 0-8
    *("JB/TK", "TY/JK", "RT/YJ", "TR/BJ", "YR/JB", "TB/JY", "KY/RJ", "TK/RJ", "RJ/BK"),  # joker plates 9-17
]

# D1.3: the colours of each chip type
CHIPS = ("B", "Y", "R", "K", "T", "TY", "YK", "KB", "BR", "RT")
PAIRS = list(combinations_with_replacement(range(10), 2))
TRIPLES = list(combinations_with_replacement(range(10), 3))


def back(plate: int) -> str:
    """D1.2: the back of a plate shows its type."""
    return "S" if "S" in PLATES[plate] else "J"


def turned(plate: int, turn: int) -> list[str]:
    """D1.2: the two printed rows of a plate after so many quarter turns clockwise."""
    rows = PLATES[plate].split("/")
    for _ in range(turn):
        rows = [rows[1][0] + rows[0][0], rows[1][1] + rows[0][1]]
    return rows


def cells_of(space: int) -> list[Cell]:
    """The four dome cells of a plate space."""
    top, left = 2 * (space // 3), 2 * (space % 3)
    return [(top, left), (top, left + 1), (top + 1, left), (top + 1, left + 1)]


class Dome:
    """D1: 3x3 spaces for plates, 6x6 cells."""

    def __init__(self) -> None:
        self.plates: list[tuple[int, int] | None] = [None] * 9
        self.printed: dict[Cell, str] = {}
        self.tiles: dict[Cell, int] = {}

    def free_spaces(self) -> list[int]:
        return [space for space in range(9) if self.plates[space] is None]

    def lay(self, space: int, plate: int, turn: int) -> None:
        """D3.1: a plate goes on an empty space and never moves again."""
        assert self.plates[space] is None
        self.plates[space] = (plate, turn)
        for cell, sign in zip(cells_of(space), "".join(turned(plate, turn)), strict=True):
            self.printed[cell] = sign

    def plate_row_present(self, row: int) -> bool:
        """D4.2: are all three plates of the plate row of this dome row there?"""
        first = 3 * (row // 2)
        return all(self.plates[space] is not None for space in range(first, first + 3))

    def columns_for(self, row: int, colour: int) -> list[int]:
        """D4.1: the columns of the free cells of that colour, and of the free joker cells, in a row."""
        fitting = (LETTERS[colour], "J")
        return [c for c in range(6) if (row, c) not in self.tiles and self.printed.get((row, c)) in fitting]

    def run(self, cell: Cell, down: int, right: int) -> int:
        """The length of the unbroken run of occupied cells through a cell, in one direction and its opposite."""
        length = 1
        for sign in (1, -1):
            row, column = cell[0] + sign * down, cell[1] + sign * right
            while (row, column) in self.tiles:
                length += 1
                row, column = row + sign * down, column + sign * right
        return length

    def place(self, cell: Cell, colour: int) -> int:
        """D4.4, D4.5: place a tile, and the special tile that follows from it; the points for both."""
        assert cell not in self.tiles
        assert self.printed[cell] in (LETTERS[colour], "J")
        self.tiles[cell] = colour
        runs = [self.run(cell, 0, 1), self.run(cell, 1, 0)]
        points = sum(length for length in runs if length > 1) or 1
        return points + self.complete_special_plate(3 * (cell[0] // 2) + cell[1] // 2)

    def complete_special_plate(self, space: int) -> int:
        """D4.5: three coloured cells filled: a special tile on the fourth, for the number of its row."""
        empty = [cell for cell in cells_of(space) if cell not in self.tiles]
        if len(empty) == 1 and self.printed[empty[0]] == "S":
            self.tiles[empty[0]] = SPECIAL_TILE
            return empty[0][0] + 1
        return 0


@dataclass
class PatternLine:
    """D1: a pattern line."""

    size: int
    colour: int | None = None
    count: int = 0

    def accepts(self, colour: int) -> bool:
        """D3.4: one colour a line, nothing on a full line."""
        return self.count < self.size and self.colour in (None, colour)

    def clear(self) -> None:
        self.colour, self.count = None, 0


@dataclass
class Board:
    """D1: everything in front of one player."""

    score: int = 5  # D1.1
    lines: list[PatternLine] = field(default_factory=lambda: [PatternLine(n) for n in range(1, 7)])
    dome: Dome = field(default_factory=Dome)
    broken: list[int] = field(default_factory=list)
    tokens: int = ROUND_TOKENS
    chips: Counter[int] = field(default_factory=Counter)
    chips_taken: int = 0

    def break_tiles(self, colour: int, number: int, tower: Counter[int]) -> None:
        """D3.5: the broken area holds 4; further broken tiles go to the tower."""
        for _ in range(number):
            if len(self.broken) < 4:
                self.broken.append(colour)
            else:
                tower[colour] += 1

    def receive(self, colour: int, number: int, target: int, tower: Counter[int]) -> None:
        """D3.4: tiles taken go to one pattern line (target 1-6), the rest or all (target 0) is broken."""
        if target > 0:
            line = self.lines[target - 1]
            assert line.accepts(colour)
            fitting = min(number, line.size - line.count)
            line.colour = colour
            line.count += fitting
            number -= fitting
        self.break_tiles(colour, number, tower)

    def targets(self, colour: int) -> list[int]:
        """D3.4: 0 for broken, and the numbers of the lines that accept the colour."""
        return [0] + [line.size for line in self.lines if line.accepts(colour)]

    def pay_for_broken(self, has_start_tile: bool, tower: Counter[int]) -> None:
        """D4.6: the cost of the broken tiles and the start tile; the tiles go to the tower."""
        cost = (0, 1, 3, 6, 10)[len(self.broken)] + (2 if has_start_tile else 0)
        self.score = max(0, self.score - cost)
        tower.update(self.broken)
        self.broken = []


def matches(chip: int, colour: int) -> bool:
    """D1.3: a two-colour chip matches either of its colours."""
    return LETTERS[colour] in CHIPS[chip]


def can_pay(chips: Counter[int], colour: int, missing: int) -> bool:
    """D4.3: per missing tile 2 matching chips or any 3; mixed ways allowed."""
    matching = sum(number for chip, number in chips.items() if matches(chip, colour))
    everything = sum(chips.values())
    for pairs in range(missing + 1):
        triples = missing - pairs
        if 2 * pairs <= matching and 2 * pairs + 3 * triples <= everything:
            return True
    return False


def payments(chips: Counter[int], colour: int, missing: int) -> list[tuple[int, ...]]:
    """D4.3: the ways to pay for one tile, such that the other missing ones can still be paid."""
    owned = sorted(chip for chip, number in chips.items() if number > 0)
    ways: list[tuple[int, ...]] = []
    ways += [pair for pair in combinations_with_replacement(owned, 2) if all(matches(c, colour) for c in pair)]
    ways += combinations_with_replacement(owned, 3)
    good = []
    for way in ways:
        price = Counter(way)
        if price <= chips and can_pay(chips - price, colour, missing - 1):
            good.append(way)
    return good


# ---- D1.4, the scoring tiles


def filled(dome: Dome, cells: Iterable[Cell]) -> bool:
    return all(cell in dome.tiles for cell in cells)


def rows_complete(dome: Dome) -> int:
    """I front."""
    return sum(3 for row in range(6) if filled(dome, [(row, column) for column in range(6)]))


def rows_of_five_colours(dome: Dome) -> int:
    """I back."""
    points = 0
    for row in range(6):
        colours = {dome.tiles.get((row, column)) for column in range(6)}
        if colours >= {0, 1, 2, 3, 4}:
            points += 4
    return points


def columns_complete(dome: Dome) -> int:
    """II front."""
    return sum(7 for column in range(6) if filled(dome, [(row, column) for row in range(6)]))


def outer_tiles(dome: Dome) -> int:
    """II back."""
    return sum(1 for cell in dome.tiles if 0 in cell or 5 in cell)


def diagonals_complete(dome: Dome) -> int:
    """III front."""
    falling = [(i, i) for i in range(6)]
    rising = [(5 - i, i) for i in range(6)]
    return sum(10 for diagonal in (falling, rising) if filled(dome, diagonal))


def corner_plates(dome: Dome) -> int:
    """III back."""
    worth = {0: 3, 2: 3, 6: 8, 8: 8}
    return sum(points for space, points in worth.items() if filled(dome, cells_of(space)))


def jokers_filled(dome: Dome) -> int:
    """IV front."""
    jokers = [cell for cell, sign in dome.printed.items() if sign == "J"]
    return 2 * len(jokers) if filled(dome, jokers) else 0


def special_cells_empty(dome: Dome) -> int:
    """IV back."""
    return -sum(3 for cell, sign in dome.printed.items() if sign == "S" and cell not in dome.tiles)


SCORING = {
    "1f": rows_complete,
    "1b": rows_of_five_colours,
    "2f": columns_complete,
    "2b": outer_tiles,
    "3f": diagonals_complete,
    "3b": corner_plates,
    "4f": jokers_filled,
    "4b": special_cells_empty,
}


def scoring_tiles(option: object, chance: Chance) -> list[str]:
    """D1.4: three or four different tiles in ascending order, each with one side up. docs/moves.md: how random ones are drawn."""
    text = str(option)
    if text in ("random3", "random4"):
        numbers = ["1", "2", "3", "4"]
        if text == "random3":
            del numbers[chance.below(4)]
        return [number + "fb"[chance.below(2)] for number in numbers]
    tiles = [text[i : i + 2] for i in range(0, len(text), 2)]
    numbers = [tile[0] for tile in tiles]
    if len(tiles) not in (3, 4) or any(t not in SCORING for t in tiles) or numbers != sorted(set(numbers)):
        raise ValueError(f"not a choice of scoring tiles: {text}")
    return tiles
