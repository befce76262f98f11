"""For each game, the features of positions and moves, in a module of the game's name; and their weights, in a file beside it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import ModuleType
from typing import Any

import numpy as np

from ...core.game import Game
from ..heuristics import find_module


@dataclass(frozen=True)
class Weights:
    """The weights of one variant: `value` by stage, head (win, points) and feature; `prior` by move feature."""

    value: Any
    prior: Any


def find_values(game: Game) -> ModuleType:
    """The values module of a game."""
    return find_module(game)


@cache
def _file(name: str) -> dict[str, Any]:
    text = resources.files(__name__).joinpath(f"{name}.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


@cache
def _weights(module: ModuleType, name: str, variant: str) -> Weights:
    return read_weights(module, _file(name)[variant])


def read_weights(module: ModuleType, saved: dict[str, Any]) -> Weights:
    """Weights from their saved form: for each feature its weights by stage and head; for each move feature its weight."""
    value = np.zeros((module.STAGES, 2, len(module.FEATURES)))
    for head, name in enumerate(("win", "points")):
        for at, feature in enumerate(module.FEATURES):
            value[:, head, at] = saved[name][feature]
    prior = np.array([saved["prior"][feature] for feature in module.MOVE_FEATURES], np.float64)
    return Weights(value, prior)


def write_weights(module: ModuleType, weights: Weights) -> dict[str, Any]:
    """The inverse of `read_weights`, rounded to what matters."""
    saved: dict[str, Any] = {}
    for head, name in enumerate(("win", "points")):
        saved[name] = {feature: [round(float(x), 4) for x in weights.value[:, head, at]] for at, feature in enumerate(module.FEATURES)}
    saved["prior"] = {feature: round(float(weights.prior[at]), 4) for at, feature in enumerate(module.MOVE_FEATURES)}
    return saved


def find_weights(game: Game, state: Any) -> Weights:
    """The weights for a state's variant."""
    module = find_values(game)
    return _weights(module, game.name, module.variant(state))
