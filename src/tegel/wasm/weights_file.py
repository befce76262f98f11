"""A game's networks as the browser fetches them: a line that says whose they are, then their numbers in half precision, each as in the
record `network`."""

from __future__ import annotations

import numpy as np

from ..core.game import Game
from ..search.inputs import find_inputs
from ..search.network import Network
from .errors import NotForWasm
from .learned_entries import network_dtype, parts_of

HEADER = 128  # bytes


def header_of(game: Game) -> str:
    """The first line of a file that fits a game: its name and the hash of its input layout."""
    return f"tegel network {game.name} {find_inputs(game).LAYOUT.digest}".ljust(HEADER - 1) + "\n"


def pack(game: Game, networks: list[Network]) -> bytes:
    """The file's content: the network for two players, then that for more, if it is another. They have no more precision than this."""
    if len({network_dtype(game, network) for network in networks}) > 1:
        raise NotForWasm(f"the networks of {game.name} are not of one shape")
    layers = [layer for network in networks for part in parts_of(game, network).values() for layer in part.values()]
    return header_of(game).encode("ascii") + b"".join(np.ascontiguousarray(layer, np.float16).tobytes() for layer in layers)
