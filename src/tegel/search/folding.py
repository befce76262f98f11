"""A network as players use it: taken apart, where it has halves, and with its first layer folded, where its game can say more with less;
on this machine's processor also with its large layers in half precision, as in its file."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.game import Game
from ..core.half_precision import half_precision, processor_widens
from .halves import halves
from .inputs import find_inputs
from .network import Network

KEPT = 4  # networks that are remembered: every search asks for them, and making one ready takes milliseconds
LARGE = ("enter", "middle", "heads", "value")  # layers
Pair = tuple[Network, Network]  # what rates moves and what values positions, which may be the same
_known: list[tuple[Network, Pair]] = []  # the last one first


def ready(game: Game, network: Network) -> Pair:
    """A network as it is searched with here."""
    found = next((parts for known, parts in _known if known is network), None)
    if found is None:
        rater, valuer = folded(game, network)
        rates = narrow(rater)
        found = rates, rates if valuer is rater else narrow(valuer)
        _known[:] = [(network, found), *_known][:KEPT]
    return found


def narrow(network: Network) -> Network:
    """The same with large layers in half precision, if the processor can read them so."""
    if not processor_widens():
        return network
    return network._replace(**{name: half_precision(getattr(network, name)) for name in LARGE})


def folded(game: Game, network: Network) -> Pair:
    """A network as it is searched with anywhere: with no more precision than a file has, so that it is the same everywhere."""
    rater, valuer = halves(network)
    rates = fold(game, rounded(rater))
    return rates, rates if valuer is rater else fold(game, rounded(valuer))


def fold(game: Game, network: Network) -> Network:
    """A network for what `write_folded` tells."""
    fold_layer = getattr(find_inputs(game), "fold", None)
    return network if fold_layer is None else network._replace(enter=_rounded(fold_layer(network.enter)))


def rounded(network: Network) -> Network:
    """The same with large layers as a file would have them; one that was just trained is more precise."""
    return network._replace(**{name: _rounded(getattr(network, name)) for name in LARGE})


def _rounded(layer: Any) -> Any:
    return np.ascontiguousarray(layer.astype(np.float16), np.float32)
