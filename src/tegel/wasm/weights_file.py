"""A network as the browser fetches it: a line that says whose it is, then its numbers in half precision, as in the record `network`."""

from __future__ import annotations

import numpy as np

from ..core.game import Game
from ..search.inputs import find_inputs
from ..search.network import Network
from .learned_entries import parts_of

HEADER = 128  # bytes


def header_of(game: Game) -> str:
    """The first line of a file that fits a game: its name and the hash of its input layout."""
    return f"tegel network {game.name} {find_inputs(game).LAYOUT.digest}".ljust(HEADER - 1) + "\n"


def pack(game: Game, network: Network) -> bytes:
    """The file's content. Shipped networks have no more precision than this."""
    layers = [layer for part in parts_of(game, network).values() for layer in part.values()]
    return header_of(game).encode("ascii") + b"".join(np.ascontiguousarray(layer, np.float16).tobytes() for layer in layers)
