"""The oracle of Azul Duel: docs/rules/duel.md, told as a script that stops at every decision.

A game is one generator, `Oracle.game`. Wherever the rules leave a choice it calls `ask`, which waits there for
`play` to send the move (and does not wait if there is but one).
"""

from collections.abc import Generator, Iterable

from .chance import Chance
from .duel_board import PAIRS, ROUND_TOKENS, SCORING, TRIPLES, Board, PatternLine, can_pay, payments, scoring_tiles
from .duel_table import Market, PlateStock, TileSupply, counts

Script = Generator[None, int, None]
Answer = Generator[None, int, int]

# docs/moves.md: the first number of each kind of move
SUN, MOON, STACK, OPEN, DRAW, LOOK, KEEP, UNDER, LAY, CHIP, COLUMN, LEAVE, PAIR, TRIPLE = (
    0, 175, 210, 215, 218, 219, 220, 233, 246, 282, 286, 292, 293, 348,
)  # fmt: skip


def payment_number(way: tuple[int, ...]) -> int:
    """The move that pays with these chips."""
    return PAIR + PAIRS.index((way[0], way[1])) if len(way) == 2 else TRIPLE + TRIPLES.index((way[0], way[1], way[2]))


class Oracle:
    """One game of Azul Duel."""

    def __init__(self, options: dict[str, object], key: tuple[int, int, int, int]) -> None:
        self.chance = Chance(key)
        self.scoring = scoring_tiles(options["scoring"], self.chance)
        self.turn: int | None = None
        self.moves: list[int] = []
        self.open_facts: dict[str, object] | None = None  # found once a position, for all viewers
        self.line: int | None = None
        self.missing = 0
        self.round = 1
        # D2.1-D2.4, in the order of the draws of docs/moves.md
        self.boards = [Board(), Board()]
        self.plates = PlateStock(self.chance)
        self.tiles = TileSupply(self.chance)
        self.market = Market(self.chance)
        self.market.fill(self.tiles)
        self.start = self.chance.below(2)
        self.script = self.game()
        next(self.script)

    # ---- the interface

    def legal(self) -> list[int]:
        """The legal moves, ascending."""
        return list(self.moves)

    def play(self, move: int) -> None:
        """Make a legal move and all forced ones after it."""
        if move not in self.moves:
            raise ValueError(f"move {move} is not legal")
        self.open_facts = None
        try:
            self.script.send(move)
        except StopIteration:
            self.turn, self.moves = None, []

    def ask(self, seat: int, moves: Iterable[int]) -> Answer:
        """A decision; one with a single option is not asked."""
        options = sorted(moves)
        assert options
        if len(options) == 1:
            return options[0]
        self.turn, self.moves = seat, options
        return (yield)

    # ---- the course of the game

    def game(self) -> Script:
        """The whole game, D2.4 to D6."""
        yield from self.opening()
        while True:
            yield from self.taking()
            for seat in (self.start, 1 - self.start):  # D4.7
                yield from self.tiling(seat)
            if self.round == 5:
                break
            self.next_round()
        self.count_scoring_tiles()

    def opening(self) -> Script:
        """D2.4: first the other player, then the start player."""
        for seat in (1 - self.start, self.start):
            slot = (yield from self.ask(seat, [OPEN + slot for slot in self.plates.open_slots()])) - OPEN
            self.plates.take_open(slot)
            yield from self.lay_plate(seat)
            self.plates.refill_display()

    def taking(self) -> Script:
        """D3: in turn from the start player, one action a turn; who can do nothing passes (D3.7)."""
        seat = self.start
        while True:
            actions = self.actions(seat)
            if not actions:
                seat = 1 - seat
                actions = self.actions(seat)
                if not actions:
                    break
            move = yield from self.ask(seat, actions)
            yield from self.action(seat, move)
            seat = 1 - seat
        # D3.8
        assert not any(self.market.sun(factory).total() for factory in range(5))
        assert not self.market.moon_colours()
        assert all(factory.chip is None for factory in self.market.small)
        assert all(board.tokens == 0 for board in self.boards)

    def next_round(self) -> None:
        """D5."""
        self.round += 1
        if self.market.start_tile is not None:  # D5.2
            self.start = self.market.start_tile
        for board in self.boards:
            board.tokens = ROUND_TOKENS if self.round < 5 else 0
            board.chips_taken = 0
        self.plates.refill_display()
        self.market.fill(self.tiles)

    def count_scoring_tiles(self) -> None:
        """D6.1."""
        for board in self.boards:
            board.score = max(0, board.score + sum(SCORING[tile](board.dome) for tile in self.scoring))

    # ---- D3, taking

    def actions(self, seat: int) -> list[int]:
        """D3: the first moves of all actions a player can do."""
        return [
            *self.plate_actions(seat),
            *self.sun_actions(seat),
            *self.moon_actions(seat),
            *self.chip_actions(seat),
        ]

    def plate_actions(self, seat: int) -> list[int]:
        """D3.1 (A)."""
        if self.boards[seat].tokens == 0:
            return []
        return [OPEN + slot for slot in self.plates.open_slots()] + ([DRAW] if self.may_draw(seat) else [])

    def may_draw(self, seat: int) -> bool:
        """D3.1: a point for each plate; a player with 0 points may draw one, free."""
        return bool(self.plates.stack) and (self.boards[seat].score > 0 or not self.plates.drawn)

    def sun_actions(self, seat: int) -> list[int]:
        """D3.2 (B)."""
        return [
            SUN + factory * 35 + colour * 7 + target
            for factory in range(5)
            for colour in +self.market.sun(factory)
            for target in self.boards[seat].targets(colour)
        ]

    def moon_actions(self, seat: int) -> list[int]:
        """D3.3 (C)."""
        return [MOON + colour * 7 + target for colour in self.market.moon_colours() for target in self.boards[seat].targets(colour)]

    def chip_actions(self, seat: int) -> list[int]:
        """D3.6 (D): at most 2 a round each."""
        if self.boards[seat].chips_taken == 2:
            return []
        return [CHIP + number for number, factory in enumerate(self.market.small) if isinstance(factory.chip, int)]

    def action(self, seat: int, move: int) -> Script:
        """D3: one action to its end."""
        board = self.boards[seat]
        if move < MOON:
            factory, rest = divmod(move - SUN, 35)
            colour, target = divmod(rest, 7)
            board.receive(colour, self.market.take_sun(factory, colour), target, self.tiles.tower)
            yield from self.build_stack(seat)
        elif move < STACK:
            colour, target = divmod(move - MOON, 7)
            board.receive(colour, self.market.take_moons(seat, colour), target, self.tiles.tower)
        elif move < DRAW:
            board.tokens -= 1
            self.plates.take_open(move - OPEN)
            yield from self.lay_plate(seat)
        elif move == DRAW:
            board.tokens -= 1
            yield from self.draw_plates(seat)
            yield from self.lay_plate(seat)
        else:
            self.take_chip(seat, move - CHIP)

    def build_stack(self, seat: int) -> Script:
        """D3.2: the rest of a small sun on its moon, in an order of the taker's choice, from the bottom up."""
        while self.market.building_at is not None:
            move = yield from self.ask(seat, [STACK + colour for colour in +self.market.building])
            self.market.stack_one(move - STACK)

    def draw_plates(self, seat: int) -> Script:
        """D3.1: draw, one at a time; look; keep one; return the others in an order of choice."""
        board, plates = self.boards[seat], self.plates
        move = DRAW
        while move == DRAW:
            plates.draw()
            board.score = max(0, board.score - 1)
            move = yield from self.ask(seat, [LOOK] + ([DRAW] if self.may_draw(seat) else []))
        plates.look(seat)
        plates.keep((yield from self.ask(seat, [KEEP + number for number in plates.numbers_drawn()])) - KEEP)
        while plates.drawn:
            plates.put_under((yield from self.ask(seat, [UNDER + number for number in plates.numbers_drawn()])) - UNDER)

    def lay_plate(self, seat: int) -> Script:
        """D3.1: the plate in hand goes on an empty dome space, any way round."""
        dome = self.boards[seat].dome
        assert self.plates.hand is not None
        options = [LAY + space * 4 + turn for space in dome.free_spaces() for turn in range(4)]
        space, turn = divmod((yield from self.ask(seat, options)) - LAY, 4)
        dome.lay(space, self.plates.hand, turn)
        self.plates.hand = None

    def take_chip(self, seat: int, number: int) -> None:
        """D3.6."""
        chip = self.market.small[number].chip
        assert isinstance(chip, int)
        self.market.small[number].chip = None
        self.boards[seat].chips[chip] += 1
        self.boards[seat].chips_taken += 1

    # ---- D4, tiling

    def tiling(self, seat: int) -> Script:
        """D4: one player's lines from the top, then the broken tiles (D4.6)."""
        for row in range(6):
            if self.boards[seat].lines[row].count > 0:
                yield from self.work_line(seat, row)
        self.boards[seat].pay_for_broken(self.market.start_tile == seat, self.tiles.tower)

    def work_line(self, seat: int, row: int) -> Script:
        """D4.1-D4.3: one line that holds tiles."""
        board = self.boards[seat]
        line = board.lines[row]
        assert line.colour is not None
        columns = board.dome.columns_for(row, line.colour)
        if not columns:
            if board.dome.plate_row_present(row):  # D4.2
                board.break_tiles(line.colour, line.count, self.tiles.tower)
                line.clear()
            return
        self.line = row
        complete = line.count == line.size
        if not complete and can_pay(board.chips, line.colour, line.size - line.count):
            complete = yield from self.pay_with_chips(seat, line)
        if complete:
            move = yield from self.ask(seat, [COLUMN + column for column in columns])
            self.place_tile(board, row, move - COLUMN)
        self.line = None

    def pay_with_chips(self, seat: int, line: PatternLine) -> Generator[None, int, bool]:
        """D4.3: complete a line with chips, tile by tile, or leave it. Was it completed?"""
        chips = self.boards[seat].chips
        assert line.colour is not None
        self.missing = line.size - line.count
        options = [LEAVE]
        while self.missing > 0:
            ways = {payment_number(way): way for way in payments(chips, line.colour, self.missing)}
            move = yield from self.ask(seat, [*options, *ways])
            if move == LEAVE:
                self.missing = 0
                return False
            chips.subtract(ways[move])
            self.missing -= 1
            options = []
        return True

    def place_tile(self, board: Board, row: int, column: int) -> None:
        """D4.1: a tile on the dome; the line's other (real, D4.3) tiles go to the tower."""
        line = board.lines[row]
        assert line.colour is not None
        board.score += board.dome.place((row, column), line.colour)
        self.tiles.tower[line.colour] += line.count - 1
        line.clear()

    # ---- D6, D8

    def result(self) -> dict[str, list[int]]:
        """D6.2: a tie goes to the last holder of the start tile; without one, to the start player.

        Whoever took the start tile in an earlier round is the start player now (D5.2).
        """
        assert self.turn is None
        points = [board.score for board in self.boards]
        if points[0] != points[1]:
            winner = points.index(max(points))
        else:
            winner = self.start if self.market.start_tile is None else self.market.start_tile
        return {"points": points, "places": [1 if seat == winner else 2 for seat in (0, 1)]}

    def facts(self, viewer: int | None) -> dict[str, object]:
        """The position as the viewer may know it (D8); None: the whole truth."""
        if self.open_facts is None:
            self.open_facts = self._find_open_facts()
        return self.open_facts | {
            "stack": self.plates.stack_as_seen(viewer),
            "returned": len([plate for plate in self.plates.stack if plate in self.plates.returned]),
            "drawn": self.plates.drawn_as_seen(viewer),
        }

    def _find_open_facts(self) -> dict[str, object]:
        """What everybody sees."""
        market, plates = self.market, self.plates
        return {
            "turn": self.turn,
            "scoring": self.scoring,
            "round": self.round,
            "start": self.start,
            "start_tile": "factory" if market.start_tile is None else market.start_tile,
            "bag": counts(self.tiles.bag),
            "tower": counts(self.tiles.tower),
            "chips_left": counts(market.chips_left, 10),
            "display": list(plates.display),
            "hand": plates.hand,
            "building": counts(market.building),
            "building_at": market.building_at,
            "suns": [counts(market.sun(factory)) for factory in range(5)],
            "large_moon": counts(market.large_moon),
            "moons": [list(factory.moon) for factory in market.small],
            "chips": [factory.chip for factory in market.small],
            "line": self.line,
            "missing": self.missing,
            "boards": [self.board_facts(board) for board in self.boards],
        }

    def board_facts(self, board: Board) -> dict[str, object]:
        """One seat's part of the facts."""
        return {
            "score": board.score,
            "lines": [[line.colour, line.count] for line in board.lines],
            "plates": [None if laid is None else list(laid) for laid in board.dome.plates],
            "tiles": [[board.dome.tiles.get((row, column)) for column in range(6)] for row in range(6)],
            "broken": list(board.broken),
            "tokens": board.tokens,
            "chips": counts(board.chips, 10),
            "chips_taken": board.chips_taken,
        }
