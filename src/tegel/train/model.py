"""The network as torch knows it; `tegel.search.network` evaluates the same without torch."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import nn

from ..core.game import Game
from ..search.halves import parting
from ..search.heuristics import SEATS
from ..search.inputs import find_inputs
from ..search.network import Network

HIDDEN = 256
SMALL = 64
LAYERS = ("enter", "middle", "heads", "value", "answer")


class Model(nn.Module):
    """Two hidden layers, the second added to the first; heads for moves; a smaller layer for the value."""

    def __init__(self, inputs: int, heads: int, hidden: int = HIDDEN, trust: float = 1.0) -> None:
        super().__init__()
        self.enter = nn.Linear(inputs, hidden)
        self.middle = nn.Linear(hidden, hidden)
        self.heads = nn.Linear(hidden, heads)
        self.value = nn.Linear(hidden, SMALL)
        self.answer = nn.Linear(SMALL, 2 * SEATS)
        self.trust = nn.Parameter(torch.full((1,), trust))
        with torch.no_grad():  # at first the hand-made rating alone decides, and nobody is favoured
            self.heads.weight *= 0.1
            self.answer.weight *= 0.1

    def run_hidden(self, inputs: Any) -> Any:
        """The two hidden layers."""
        first = torch.relu(self.enter(inputs))
        return first + torch.relu(self.middle(first))

    def run_heads(self, hidden: Any) -> Any:
        """The heads that rate moves."""
        return self.heads(hidden)

    def run_value(self, hidden: Any) -> Any:
        """Win chances (as logits) and points of every seat."""
        return self.answer(torch.relu(self.value(hidden)))

    def forward(self, inputs: Any) -> tuple[Any, Any]:
        """From the inputs to the heads and the answer."""
        hidden = self.run_hidden(inputs)
        return self.run_heads(hidden), self.run_value(hidden)


def new_model(game: Game, hidden: int = HIDDEN, trust: float = 1.0) -> Model:
    """A network that has learned nothing, of the size a game needs."""
    inputs = find_inputs(game)
    return Model(inputs.LAYOUT.size, inputs.HEADS, hidden, trust)


def _turn(name: str, weights: Any) -> Any:
    """From torch's way, by output and input, to a network's, or back: only heads lie the same way in both."""
    return weights if name == "heads" else weights.T


def to_network(model: Model) -> Network:
    """The weights as the search takes them."""
    weights = {}
    for name in LAYERS:
        layer = getattr(model, name)
        weights[name] = np.ascontiguousarray(_turn(name, layer.weight.detach().float().cpu().numpy()))
        weights[f"{name}_bias"] = layer.bias.detach().float().cpu().numpy().copy()
    return Network(**weights, trust=model.trust.detach().float().cpu().numpy().copy(), undealt=np.zeros(1, np.float32))


def from_network(game: Game, network: Network) -> Model:
    """The other way round. What values positions before the deal is given weights for those after it, and may then learn about deals."""
    model, apart = new_model(game, network.hidden), parting(network)
    if network.undealt[0]:
        network = _see_deals(game, network, apart if apart < network.hidden else 0)
    with torch.no_grad():
        for name in LAYERS:
            layer = getattr(model, name)
            layer.weight.copy_(torch.from_numpy(_turn(name, getattr(network, name)).copy()))
            layer.bias.copy_(torch.from_numpy(getattr(network, f"{name}_bias").copy()))
        model.trust.copy_(torch.from_numpy(network.trust.copy()))
    if apart < network.hidden:
        keep_apart(model, apart)
    return model


def _see_deals(game: Game, network: Network, since: int) -> Network:
    """The same answers from positions after the deal; only the hidden values since this one are there for values."""
    enter = network.enter.copy()
    enter[:, since:] = find_inputs(game).undeal(enter[:, since:])
    return network._replace(enter=enter, undealt=np.zeros(1, np.float32))


def keep_apart(model: Model, half: int) -> None:
    """Let two halves that do not touch stay so while they learn (see `tegel.search.halves`); the first is so wide."""
    middle, heads, value = (torch.ones_like(layer.weight) for layer in (model.middle, model.heads, model.value))
    middle[:half, half:], middle[half:, :half], heads[:, half:], value[:, :half] = 0, 0, 0, 0
    pairs: tuple[tuple[Any, Any], ...] = ((model.middle.weight, middle), (model.heads.weight, heads), (model.value.weight, value))
    for weights, allowed in pairs:
        weights.register_hook(lambda found, allowed=allowed: found * allowed.to(found.device))
