"""For each game, the features of positions and moves, in a module of the game's name; and their weights, in a file beside it."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from types import ModuleType
from typing import Any

import numpy as np

from ...core.errors import BadGame
from ...core.game import Game, listing
from ..heuristics import find_module
from ..settings import Settings


@dataclass(frozen=True)
class Weights:
    """The weights of one variant: `value` by stage, head (win, points) and feature; `prior` by move feature, and so `rollout`, with which
    guided rollouts play on, where somebody fitted that to a network."""

    value: Any
    prior: Any
    rollout: Any = None

    def playing_on(self, settings: Settings) -> Any:
        """Those of a search's rollouts."""
        fitted = settings.long and settings.guided and self.rollout is not None
        return self.rollout if fitted else self.prior * settings.sharpness


def find_values(game: Game) -> ModuleType:
    """The values module of a game."""
    return find_module(game)


HEADS = ("win", "points")  # of the value
ROLLOUTS = "_rollouts"
_unfitted: set[ModuleType] = set()  # modules whose missing weights are 0


def begin_at_zero(module: ModuleType) -> None:
    """Let the weights be 0 that are not there yet: what the first fit of a new game, or of a new feature, begins with."""
    _unfitted.add(module)
    _weights.cache_clear()


def _file(module: ModuleType, what: str = "") -> Any:
    """The weights of a module lie beside it, under its name; those of rollouts apart, so that levels stay what they were."""
    package, _, name = module.__name__.rpartition(".")
    return resources.files(package).joinpath(f"{name}{what}.json")


@cache
def saved_weights(module: ModuleType, what: str = "") -> dict[str, Any]:
    """All sets of weights that came with a module, by variant; none before the first fit. With `ROLLOUTS` those of guided rollouts."""
    file = _file(module, what)
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return found


@cache
def _weights(module: ModuleType, game: str, variant: str) -> Weights:
    saved = saved_weights(module).get(variant, {})
    wanted = {"win": module.FEATURES, "points": module.FEATURES, "prior": module.MOVE_FEATURES}
    missing = sorted({feature for name, features in wanted.items() for feature in features if feature not in saved.get(name, {})})
    if missing and module not in _unfitted:
        what = f"of {listing(missing)} " if saved else ""
        fit = f"python -m tegel.search.fit {game} --output {_file(module)}"
        raise BadGame(f"{game} has no weights {what}for the variant {variant!r}; this makes them: {fit}")
    return replace(read_weights(module, saved), rollout=_rollout(module, variant))


def _rollout(module: ModuleType, variant: str) -> Any:
    saved = saved_weights(module, ROLLOUTS).get(variant)
    return None if saved is None else np.array([saved[feature] for feature in module.MOVE_FEATURES], np.float64)


def read_weights(module: ModuleType, saved: dict[str, Any]) -> Weights:
    """Weights from their saved form: for each feature its weights by stage and head; for each move feature its weight. Others are 0."""
    value = np.zeros((module.STAGES, len(HEADS), len(module.FEATURES)))
    for head, name in enumerate(HEADS):
        for at, feature in enumerate(module.FEATURES):
            value[:, head, at] = saved.get(name, {}).get(feature, 0.0)
    prior = np.array([saved.get("prior", {}).get(feature, 0.0) for feature in module.MOVE_FEATURES], np.float64)
    return Weights(value, prior)


def write_weights(module: ModuleType, weights: Weights) -> dict[str, Any]:
    """The inverse of `read_weights`, rounded to what matters."""
    saved: dict[str, Any] = {}
    for head, name in enumerate(HEADS):
        saved[name] = {feature: [round(float(x), 4) for x in weights.value[:, head, at]] for at, feature in enumerate(module.FEATURES)}
    saved["prior"] = {feature: round(float(weights.prior[at]), 4) for at, feature in enumerate(module.MOVE_FEATURES)}
    return saved


def find_weights(game: Game, state: Any) -> Weights:
    """The weights for a state's variant."""
    module = find_values(game)
    return _weights(module, game.name, module.variant(state))
