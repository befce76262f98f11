"""Networks in two halves that do not touch: one rates moves, the other values positions.

A search asks about moves where a visit leaves the tree and about values where its rollout ends, so it never needs both of one position.
Two narrow networks then know more than one of the same cost. In a file, and for training, they are one network of twice the width with
zeros where the halves would touch.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .network import Network


def halves(network: Network) -> tuple[Network, Network]:
    """The half that rates moves and the half that values positions; where they touch, the whole network for both."""
    size = parting(network)
    if size == network.hidden:
        return network, network
    moves = _columns(network, slice(0, size))
    return moves._replace(undealt=np.zeros(1, np.float32)), _columns(network, slice(size, None))


def parting(network: Network) -> int:
    """How many of the hidden values are for moves alone, if the rest are for values alone; all of them where the halves touch."""
    heard = np.flatnonzero(network.heads.any(0))
    size = int(heard[-1]) + 1 if len(heard) else 0
    touching = (network.middle[:size, size:], network.middle[size:, :size], network.value[:size])
    return network.hidden if size == 0 or any(part.any() for part in touching) else size


def join(moves: Network, values: Network) -> Network:
    """One network of two: the first rates moves, the second values positions."""
    size, other = moves.hidden, values.hidden
    middle = np.zeros((size + other, size + other), np.float32)
    middle[:size, :size] = moves.middle
    middle[size:, size:] = values.middle
    return values._replace(
        enter=np.concatenate([moves.enter, values.enter], axis=1),
        enter_bias=np.concatenate([moves.enter_bias, values.enter_bias]),
        middle=middle,
        middle_bias=np.concatenate([moves.middle_bias, values.middle_bias]),
        heads=np.pad(moves.heads, ((0, 0), (0, other))),
        heads_bias=moves.heads_bias,
        value=np.pad(values.value, ((size, 0), (0, 0))),
        trust=moves.trust,
    )


def _columns(network: Network, part: slice) -> Network:
    """What some of the hidden values make up."""

    def own(array: Any) -> Any:
        return np.ascontiguousarray(array)

    return network._replace(
        enter=own(network.enter[:, part]),
        enter_bias=own(network.enter_bias[part]),
        middle=own(network.middle[part, part]),
        middle_bias=own(network.middle_bias[part]),
        heads=own(network.heads[:, part]),
        value=own(network.value[part]),
    )
