"""Azul once more, slowly and plainly, from docs/rules/azul.md and docs/moves.md alone.

The whole game is one generator, `Oracle._game`, that reads like the rulebook from top to bottom. Wherever a player has a
choice it yields the legal moves and is sent the chosen one; a choice with one option is never yielded.
"""

from collections import Counter
from collections.abc import Generator, Iterable

from .chance import Chance

COLOURS = range(5)
MARKER = 5  # how the start-player marker is written on a floor line
CENTRE = 9  # the source number of the centre
FLOOR = 0  # the target number of the floor line
FLOOR_COSTS = [1, 1, 2, 2, 2, 3, 3]  # A1.2
DISCS = {2: 5, 3: 7, 4: 9}  # A1

Tiles = Counter[int]  # how many tiles of each colour
Asking = Generator[list[int], int, int]  # yields the legal moves, is sent one, returns it
Playing = Generator[list[int], int, None]


def five_counts(tiles: Tiles) -> list[int]:
    return [tiles[colour] for colour in COLOURS]


class PatternLine:
    """One pattern line: a number of spaces, some of them holding tiles of one colour."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.tiles: list[int] = []

    def full(self) -> bool:
        return len(self.tiles) == self.size

    def colour(self) -> int | None:
        return self.tiles[0] if self.tiles else None

    def accepts(self, colour: int) -> bool:
        """A3.4: one colour only; a full line takes nothing more."""
        return not self.full() and self.colour() in (None, colour)

    def add(self, tiles: list[int]) -> list[int]:
        """Fill the line as far as it goes; what does not fit is handed back (A3.6)."""
        room = self.size - len(self.tiles)
        self.tiles += tiles[:room]
        return tiles[room:]

    def clear(self) -> list[int]:
        tiles, self.tiles = self.tiles, []
        return tiles


class FloorLine:
    """The seven floor spaces, left to right; the marker may lie on one of them."""

    def __init__(self) -> None:
        self.pieces: list[int] = []

    def add(self, pieces: list[int]) -> list[int]:
        """Lay pieces on the leftmost free spaces; what finds no space is handed back (A3.7)."""
        room = len(FLOOR_COSTS) - len(self.pieces)
        self.pieces += pieces[:room]
        return pieces[room:]

    def cost(self) -> int:
        return sum(FLOOR_COSTS[: len(self.pieces)])

    def clear(self) -> list[int]:
        """Empty the line; only the tiles are handed back, the marker is none (A4.4)."""
        pieces, self.pieces = self.pieces, []
        return [piece for piece in pieces if piece != MARKER]


class Wall:
    """The 5x5 wall. This class is the coloured wall."""

    def __init__(self) -> None:
        self.at: dict[tuple[int, int], int] = {}  # (row, column) -> colour
        self.in_row: list[set[int]] = [set() for _ in range(5)]  # the colours of each row

    def row(self, row: int) -> list[int | None]:
        return [self.at.get((row, column)) for column in range(5)]

    def column(self, column: int) -> list[int | None]:
        return [self.at.get((row, column)) for row in range(5)]

    def possible_columns(self, row: int, colour: int) -> list[int]:
        """A1.1: each space has its colour; colour c of row r stands in column (c + r) mod 5."""
        return [(colour + row) % 5]

    def place(self, row: int, column: int, colour: int) -> int:
        """Lay a tile and return what it scores (A4.3)."""
        assert (row, column) not in self.at
        self.at[row, column] = colour
        self.in_row[row].add(colour)
        across = 1 + self._reach(row, column, 0, -1) + self._reach(row, column, 0, +1)
        down = 1 + self._reach(row, column, -1, 0) + self._reach(row, column, +1, 0)
        if across == 1 and down == 1:
            return 1
        return (across if across > 1 else 0) + (down if down > 1 else 0)

    def _reach(self, row: int, column: int, row_step: int, column_step: int) -> int:
        """How many tiles follow each other without a gap from a space (not counted) in one direction."""
        tiles = 0
        while (row + row_step, column + column_step) in self.at:
            row, column = row + row_step, column + column_step
            tiles += 1
        return tiles

    def complete_rows(self) -> int:
        return sum(len(colours) == 5 for colours in self.in_row)

    def complete_columns(self) -> int:
        return sum(None not in self.column(column) for column in range(5))

    def complete_colours(self) -> int:
        laid = Counter(self.at.values())
        return sum(laid[colour] == 5 for colour in COLOURS)


class GreyWall(Wall):
    """The wall of the variant A7."""

    def possible_columns(self, row: int, colour: int) -> list[int]:
        """A7.1: any free space of the row, as long as neither row nor column already holds the colour."""
        if colour in self.in_row[row]:
            return []
        return [column for column in range(5) if (row, column) not in self.at and colour not in self.column(column)]


class Player:
    def __init__(self, wall: Wall) -> None:
        self.score = 0
        self.lines = [PatternLine(size) for size in (1, 2, 3, 4, 5)]
        self.wall = wall
        self.floor = FloorLine()

    def targets(self, colour: int) -> list[int]:
        """A3.3: the floor, or any one line that A3.4 and A3.5 allow (A7.3: the same on the grey wall)."""
        return [FLOOR] + [row + 1 for row, line in enumerate(self.lines) if colour not in self.wall.in_row[row] and line.accepts(colour)]

    def bonus(self) -> int:
        """A6.2"""
        wall = self.wall
        return 2 * wall.complete_rows() + 7 * wall.complete_columns() + 10 * wall.complete_colours()

    def facts(self) -> dict[str, object]:
        return {
            "score": self.score,
            "lines": [[line.colour(), len(line.tiles)] for line in self.lines],
            "wall": [self.wall.row(row) for row in range(5)],
            "floor": list(self.floor.pieces),
        }


class Oracle:
    def __init__(self, options: dict[str, object], key: tuple[int, int, int, int]) -> None:
        players, wall, rounds = options["players"], options["wall"], options["rounds"]
        if not isinstance(players, int) or players not in DISCS:
            raise ValueError(f"players: {players!r}")
        if wall not in ("coloured", "grey"):
            raise ValueError(f"wall: {wall!r}")
        if not isinstance(rounds, int) or rounds < 0:
            raise ValueError(f"rounds: {rounds!r}")
        self.turn: int | None = None
        self.most_rounds = rounds or 65_535  # A5.4
        self.chance = Chance(key)
        self.players = [Player(GreyWall() if wall == "grey" else Wall()) for _ in range(players)]
        self.bag: Tiles = Counter(dict.fromkeys(COLOURS, 20))  # A2.1
        self.lid: Tiles = Counter()
        self.discs: list[Tiles] = [Counter() for _ in range(DISCS[players])]
        self.centre: Tiles = Counter()
        self.marker: int | None = None  # the seat that took it in this round; None: in the centre
        self.start = 0
        self.round = 0
        self.line: int | None = None
        self._choices: list[int] = []
        self._story = self._game()
        self._go_on(None)

    # What the README asks for

    def legal(self) -> list[int]:
        return list(self._choices)

    def play(self, move: int) -> None:
        if move not in self._choices:
            raise ValueError(f"not a legal move: {move}")
        self._go_on(move)

    def facts(self, viewer: int | None) -> dict[str, object]:
        """A9: nothing is hidden but the future draws, so every viewer sees the same."""
        return {
            "turn": self.turn,
            "round": self.round,
            "start": self.start,
            "marker": "centre" if self.marker is None else self.marker,
            "bag": five_counts(self.bag),
            "lid": five_counts(self.lid),
            "centre": five_counts(self.centre),
            "discs": [five_counts(disc) for disc in self.discs],
            "line": self.line,
            "boards": [player.facts() for player in self.players],
        }

    def result(self) -> dict[str, list[int]]:
        """A6.3: most points, then more complete rows, else a shared place."""
        if self.turn is not None:
            raise ValueError("the game is not over")
        merits = [(player.score, player.wall.complete_rows()) for player in self.players]
        return {
            "points": [player.score for player in self.players],
            "places": [1 + sum(other > mine for other in merits) for mine in merits],
        }

    # The machinery of decisions

    def _go_on(self, move: int | None) -> None:
        """Run the game to its next decision (None: from the beginning), or to its end."""
        try:
            self._choices = next(self._story) if move is None else self._story.send(move)
        except StopIteration:
            self._choices = []
            self.turn = None

    def _ask(self, seat: int, moves: Iterable[int]) -> Asking:
        """A decision of a player. One with a single option is never asked."""
        choices = sorted(moves)
        assert choices
        if len(choices) == 1:
            return choices[0]
        self.turn = seat
        return (yield choices)

    # The game

    def _game(self) -> Playing:
        self.start = self.chance.below(len(self.players))  # A2.1
        self._fill_discs()  # A2.2
        while True:
            self.round += 1
            yield from self._offer_phase()
            yield from self._wall_phase()
            if any(player.wall.complete_rows() > 0 for player in self.players):  # A6.1
                break
            if self.round == self.most_rounds:  # A5.4
                break
            starter = self.start if self.marker is None else self.marker  # A3.2, A5.2
            if self._same_for_ever(starter):  # A5.5
                break
            if not self._fill_discs():  # A5.3: the next round never begins
                break
            self.start = starter
            self.marker = None
        for player in self.players:
            player.score += player.bonus()

    def _same_for_ever(self, starter: int) -> bool:
        """A5.5: one disc of one colour, and nowhere but the floor for the start player to put it."""
        left = [colour for colour in range(5) for _ in range(self.bag[colour] + self.lid[colour])]
        if len(left) > 4 or len(set(left)) != 1:
            return False
        return self.players[starter].targets(left[0]) == [0]

    def _fill_discs(self) -> bool:
        """A2.2, A5.1: four tiles on each disc, disc by disc. Says whether a single tile was dealt."""
        dealt = False
        for disc in self.discs:
            for _ in range(4):
                if self.bag.total() == 0:
                    self.bag, self.lid = self.lid, Counter()
                if self.bag.total() == 0:
                    return dealt
                colour = self.chance.draw(five_counts(self.bag))
                self.bag[colour] -= 1
                disc[colour] += 1
                dealt = True
        return dealt

    def _seats_from_start(self) -> list[int]:
        number = len(self.players)
        return [(self.start + step) % number for step in range(number)]

    # A3 Offer phase

    def _offer_phase(self) -> Playing:
        seat = self.start
        while self._tiles_on_offer():  # A3.9
            move = yield from self._ask(seat, self._offer_moves(self.players[seat]))
            source, colour, target = move // 30, move // 6 % 5, move % 6
            self._take(seat, source, colour, target)
            seat = (seat + 1) % len(self.players)

    def _tiles_on_offer(self) -> bool:
        return self.centre.total() > 0 or any(disc.total() > 0 for disc in self.discs)

    def _offer_moves(self, player: Player) -> list[int]:
        sources = [*enumerate(self.discs), (CENTRE, self.centre)]
        targets = [player.targets(colour) for colour in COLOURS]
        return [
            source * 30 + colour * 6 + target
            for source, tiles in sources
            for colour in COLOURS
            if tiles[colour] > 0
            for target in targets[colour]
        ]

    def _take(self, seat: int, source: int, colour: int, target: int) -> None:
        player = self.players[seat]
        if source == CENTRE:  # A3.2
            taken = [colour] * self.centre.pop(colour)
            if self.marker is None:
                self.marker = seat
                player.floor.add([MARKER])  # A3.8: where no space is free it costs nothing
        else:  # A3.1
            taken = [colour] * self.discs[source].pop(colour)
            self.centre.update(self.discs[source])
            self.discs[source].clear()
        if target != FLOOR:  # A3.3
            taken = player.lines[target - 1].add(taken)
        self._fall(player, taken)  # A3.6

    def _fall(self, player: Player, tiles: list[int]) -> None:
        """A3.7: tiles fall to the floor line; what finds no free space goes to the lid."""
        self.lid.update(player.floor.add(tiles))

    # A4 Wall phase

    def _wall_phase(self) -> Playing:
        for seat in self._seats_from_start():  # A4.5, A7.4
            for row in range(5):  # A4.1: from top to bottom
                if self.players[seat].lines[row].full():  # A4.2: the others stay as they are
                    yield from self._work_line(seat, row)
            self._floor_costs(self.players[seat])

    def _work_line(self, seat: int, row: int) -> Playing:
        """A4.1, and on the grey wall A7.1 and A7.2."""
        player = self.players[seat]
        line = player.lines[row]
        colour = line.tiles[-1]
        columns = player.wall.possible_columns(row, colour)
        if not columns:
            self._fall(player, line.clear())
            return
        self.line = row
        move = yield from self._ask(seat, [300 + column for column in columns])
        self.line = None
        player.score += player.wall.place(row, move - 300, colour)
        self.lid.update(line.clear()[:-1])

    def _floor_costs(self, player: Player) -> None:
        """A4.4"""
        player.score = max(0, player.score - player.floor.cost())
        self.lid.update(player.floor.clear())
