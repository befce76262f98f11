"""A network as players use it: taken apart, where it has halves, and with its first layer folded, where its game can say more with less."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.game import Game
from .halves import halves
from .inputs import find_inputs
from .network import Network

KEPT = 4  # networks that are remembered: every search asks for them, and making one ready takes milliseconds
_known: list[tuple[Network, tuple[Network, Network]]] = []  # the last one first


def ready(game: Game, network: Network) -> tuple[Network, Network]:
    """What rates moves and what values positions, which may be the same."""
    found = next((parts for known, parts in _known if known is network), None)
    if found is None:
        rater, valuer = halves(network)
        rates = fold(game, rater)
        found = rates, rates if valuer is rater else fold(game, valuer)
        _known[:] = [(network, found), *_known][:KEPT]
    return found


def fold(game: Game, network: Network) -> Network:
    """A network for what `write_folded` tells, with no more precision than a file has, so that it is the same everywhere."""
    fold_layer = getattr(find_inputs(game), "fold", None)
    return network if fold_layer is None else network._replace(enter=_rounded(fold_layer(network.enter)))


def _rounded(layer: Any) -> Any:
    return np.ascontiguousarray(layer.astype(np.float16), np.float32)
