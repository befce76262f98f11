"""Networks of other shapes than today's, with the same inputs and outputs: a large one, and one that knows what belongs together in Azul.

Each has the functions of `tegel.train.model.Model` that self-play and the gate ask for.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import nn

from tegel.games.azul.state import COLOURS, DISCS, SIZE
from tegel.search.halves import join
from tegel.search.heuristics import SEATS
from tegel.search.inputs.azul import BOARD_SIZE, LAYOUT, MOST_COUNTED, TABLE
from tegel.search.network import Network
from tegel.train.model import Model, to_network

SMALL = 0.1  # of the usual size: last layers begin so, as those of `Model` do


def last(inputs: int, outputs: int) -> nn.Linear:
    """A last layer that says little at first."""
    layer = nn.Linear(inputs, outputs)
    with torch.no_grad():
        layer.weight *= SMALL
    return layer


def value_layers(inputs: int, width: int) -> nn.Sequential:
    """From what is known of a position to every seat's chance and points."""
    return nn.Sequential(nn.LayerNorm(inputs), nn.Linear(inputs, width), nn.GELU(), last(width, 2 * SEATS))


class Shape(nn.Module):
    """What all have: a weight for the hand-made rating, and both answers at once."""

    def __init__(self) -> None:
        super().__init__()
        self.trust = nn.Parameter(torch.ones(1))

    def run_hidden(self, inputs: Any) -> Any:
        raise NotImplementedError

    def run_heads(self, hidden: Any) -> Any:
        raise NotImplementedError

    def run_value(self, hidden: Any) -> Any:
        raise NotImplementedError

    def forward(self, inputs: Any) -> tuple[Any, Any]:
        """The heads that rate moves, and the answer."""
        hidden = self.run_hidden(inputs)
        return self.run_heads(hidden), self.run_value(hidden)


class Deep(Shape):
    """Many wide layers in residual blocks."""

    def __init__(self, inputs: int, heads: int, width: int, blocks: int, drop: float = 0.0) -> None:
        super().__init__()
        self.enter = nn.Linear(inputs, width)
        self.blocks = nn.ModuleList(
            nn.Sequential(nn.LayerNorm(width), nn.Linear(width, width), nn.GELU(), nn.Dropout(drop), nn.Linear(width, width))
            for _ in range(blocks)
        )
        self.heads = nn.Sequential(nn.LayerNorm(width), last(width, heads))
        self.value = value_layers(width, width // 2)

    def run_hidden(self, inputs: Any) -> Any:
        hidden = self.enter(inputs)
        for block in self.blocks:
            hidden = hidden + block(hidden)
        return hidden

    def run_heads(self, hidden: Any) -> Any:
        return self.heads(hidden)

    def run_value(self, hidden: Any) -> Any:
        return self.value(hidden)


class Above(Shape):
    """A network that corrects the answers of one that is known, and begins with them."""

    def __init__(self, known: Model, more: Shape) -> None:
        super().__init__()
        self.known, self.more = known.requires_grad_(False), more
        with torch.no_grad():
            self.trust.copy_(known.trust)

    def run_hidden(self, inputs: Any) -> Any:
        return self.known.run_hidden(inputs), self.more.run_hidden(inputs)

    def run_heads(self, hidden: Any) -> Any:
        known, more = hidden
        return self.known.run_heads(known) + self.more.run_heads(more)

    def run_value(self, hidden: Any) -> Any:
        known, more = hidden
        return self.known.run_value(known) + self.more.run_value(more)


class Twin(Shape):
    """Two networks of today's shape: one rates moves, the other values positions. A search asks each about other positions anyway.

    With `undeal`, from the inputs of a position to those before the deal, the other values starts of rounds, and sees no deal.
    """

    def __init__(self, moves: Model, values: Model, undeal: Any = None) -> None:
        super().__init__()
        self.moves, self.values = moves, values
        self.trust = moves.trust
        self.register_buffer("undeal", undeal)

    def run_hidden(self, inputs: Any) -> Any:
        return inputs

    def run_heads(self, hidden: Any) -> Any:
        return self.moves.run_heads(self.moves.run_hidden(hidden))

    def run_value(self, hidden: Any) -> Any:
        seen = hidden if self.undeal is None else hidden @ self.undeal.to(hidden.dtype)
        return self.values.run_value(self.values.run_hidden(seen))

    def network(self) -> Network:
        """Both as one, for the players."""
        undealt = np.full(1, self.undeal is not None, np.float32)
        return join(to_network(self.moves), to_network(self.values)._replace(undealt=undealt))


class Single(Shape):
    """One network of today's shape."""

    def __init__(self, both: Model) -> None:
        super().__init__()
        self.both, self.trust = both, both.trust

    def run_hidden(self, inputs: Any) -> Any:
        return self.both.run_hidden(inputs)

    def run_heads(self, hidden: Any) -> Any:
        return self.both.run_heads(hidden)

    def run_value(self, hidden: Any) -> Any:
        return self.both.run_value(hidden)

    def network(self) -> Network:
        """For the players."""
        return to_network(self.both)


class Attention(nn.Module):
    """A layer in which everything looks at everything."""

    def __init__(self, width: int, parts: int) -> None:
        super().__init__()
        self.parts = parts
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.ask, self.join = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.think = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, tokens: Any) -> Any:
        batch, count, width = tokens.shape
        asked = self.ask(self.before(tokens)).view(batch, count, 3, self.parts, width // self.parts).permute(2, 0, 3, 1, 4)
        seen = nn.functional.scaled_dot_product_attention(asked[0], asked[1], asked[2])
        tokens = tokens + self.join(seen.transpose(1, 2).reshape(batch, count, width))
        return tokens + self.think(self.between(tokens))


class Tokens(Shape):
    """Azul seen as its things: every row, column and board, every disc, the centre and the rest are tokens that attend to each other.

    Rows share their weights, as do columns, boards and discs; a move is rated from the row and the disc that it concerns.
    """

    PARTS = 6  # of each attention layer

    def __init__(self, seats: int, width: int, layers: int) -> None:
        super().__init__()
        self.seats, self.discs = seats, 2 * seats + 1
        self.rows = nn.Linear(4 * SIZE + 2, width)
        self.columns = nn.Linear(3 * SIZE, width)
        self.boards = nn.Linear(7, width)
        self.offer = nn.Linear(COLOURS, width)
        self.rest = nn.Linear(LAYOUT.size - 4 * BOARD_SIZE - DISCS * COLOURS, width)
        kinds = seats * (2 * SIZE + 1) + 3  # which row of whose board it is; all discs are alike
        self.kinds = nn.Parameter(torch.randn(kinds, width) * 0.1)
        self.layers = nn.ModuleList(Attention(width, self.PARTS) for _ in range(layers))
        self.rate_row = nn.Sequential(nn.LayerNorm(width), last(width, COLOURS * MOST_COUNTED + SIZE))
        self.rate_floor = nn.Sequential(nn.LayerNorm(width), last(width, COLOURS * MOST_COUNTED))
        self.rate_source = nn.Sequential(nn.LayerNorm(width), last(width, COLOURS))
        self.value = value_layers((seats + 1) * width, 2 * width)

    def run_hidden(self, inputs: Any) -> Any:
        """The tokens: for each seat rows, columns and board, then discs, centre and the rest."""
        tokens = []
        for seat in range(self.seats):
            tokens += self._board(inputs[:, seat * BOARD_SIZE : (seat + 1) * BOARD_SIZE])
        table = inputs[:, 4 * BOARD_SIZE :]
        at = {part.name: LAYOUT.offsets[part.name] - 4 * BOARD_SIZE for part in TABLE}
        discs = table[:, at["discs"] : at["centre"]].unflatten(1, (DISCS, COLOURS))[:, : self.discs]
        centre = table[:, at["centre"] : at["offered"], None].transpose(1, 2)
        rest = torch.cat([table[:, : at["discs"]], table[:, at["centre"] :]], 1)
        tokens += [self.offer(discs), self.offer(centre), self.rest(rest)[:, None]]
        boards = self.seats * (2 * SIZE + 1)
        kinds = torch.cat([self.kinds[:boards], self.kinds[boards, None].T.expand(-1, self.discs).T, self.kinds[boards + 1 :]])
        hidden = torch.cat(tokens, 1) + kinds
        for layer in self.layers:
            hidden = layer(hidden)
        return hidden

    def _board(self, board: Any) -> list[Any]:
        """A board's rows, columns and itself."""
        square = SIZE * SIZE
        wall, gain, in_row, in_column, line = (board[:, n * square : (n + 1) * square].unflatten(1, (SIZE, SIZE)) for n in range(5))
        complete, missing = board[:, 5 * square : 5 * square + SIZE], board[:, 5 * square + SIZE : 5 * square + 2 * SIZE]
        rows = torch.cat([wall, gain, in_row, line, complete[..., None], missing[..., None]], 2)
        columns = torch.cat([wall.transpose(1, 2), gain.transpose(1, 2), in_column], 2)
        return [self.rows(rows), self.columns(columns), self.boards(board[:, 5 * square + 2 * SIZE :])[:, None]]

    def run_heads(self, hidden: Any) -> Any:
        """By row (its target), by the mover's board (the floor), by source; in the order of the game's `heads_of`."""
        offer = self.seats * (2 * SIZE + 1)
        rows = self.rate_row(hidden[:, :SIZE])
        floor = self.rate_floor(hidden[:, 2 * SIZE : 2 * SIZE + 1])
        takes = torch.unflatten(torch.cat([floor, rows[..., : COLOURS * MOST_COUNTED]], 1), 2, (COLOURS, MOST_COUNTED))
        sources = self.rate_source(hidden[:, offer : offer + self.discs + 1])
        unused = sources.new_zeros(len(sources), DISCS - self.discs, COLOURS)
        sources = torch.cat([sources[:, : self.discs], unused, sources[:, self.discs :]], 1)
        columns = rows[..., COLOURS * MOST_COUNTED :]
        found = torch.cat([takes.transpose(1, 2).flatten(1), sources.flatten(1), columns.flatten(1)], 1)
        return torch.cat([found, found.new_zeros(len(found), 1)], 1)

    def run_value(self, hidden: Any) -> Any:
        """From every board, and the mean of all."""
        boards = [hidden[:, seat * (2 * SIZE + 1) + 2 * SIZE] for seat in range(self.seats)]
        return self.value(torch.cat([*boards, hidden.mean(1)], 1))
