"""A wider network that knows what a narrower one has learned, to learn on with."""

from __future__ import annotations

from typing import Any

import numpy as np
from torch import nn

from ..core.errors import BadOption
from ..search.network import Network


def widen(network: Network, hidden: int) -> Network:
    """The same network with more hidden values, which look at random things; nothing listens to them yet, so it answers as before."""
    known, new = network.hidden, hidden - network.hidden
    if new < 0:
        raise BadOption(f"the network to begin with is {known} wide: hidden must be at least that, not {hidden}")
    if new == 0:
        return network
    sees, combines = nn.Linear(len(network.enter), new), nn.Linear(hidden, new)
    middle = np.zeros((hidden, hidden), np.float32)
    middle[:known, :known] = network.middle
    middle[:, known:] = _weights(combines)
    return network._replace(
        enter=np.concatenate([network.enter, _weights(sees)], axis=1),
        enter_bias=np.concatenate([network.enter_bias, _bias(sees)]),
        middle=middle,
        middle_bias=np.concatenate([network.middle_bias, _bias(combines)]),
        heads=np.pad(network.heads, ((0, 0), (0, new))),
        value=np.pad(network.value, ((0, new), (0, 0))),
    )


def _weights(layer: nn.Linear) -> Any:
    return layer.weight.detach().numpy().T


def _bias(layer: nn.Linear) -> Any:
    return layer.bias.detach().numpy()
