"""What the players of a game are made of besides code, as plain data for the description: settings, weights, levels."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import msgspec
import numpy as np

from ..core.game import Game
from ..search import search_result, solve, think, tree
from ..search.levels import CONSIDERED, levels
from ..search.network import shipped_networks
from ..search.review.effort import review_of
from ..search.settings import PER_SECOND, Settings
from ..search.values import find_values, find_weights
from .errors import NotForWasm
from .search_entries import FAULTS
from .weights_file import header_of


def describe_players(game: Game) -> dict[str, Any]:
    """Constants of the search, its settings, the weights by variant and how to tell variants apart, the levels, which network fits,
    and what a review looks at."""
    values, networks = find_values(game), shipped_networks(game)
    states = [game.blank(game.options_from(options)) for options in game.variants]
    names = [values.variant(state) for state in states]
    return {
        "search": describe_search(),
        "faults": list(FAULTS),
        "settings": _plain_settings(game, values.SETTINGS),
        "learned": _plain_settings(game, values.LEARNED if networks else values.SETTINGS),
        "levels": [msgspec.to_builtins(level) for level in levels(game.name)],
        "variants": _tell_apart(states, names),
        "weights": {name: _plain_weights(game, state) for name, state in zip(names, states, strict=True)},
        "network": header_of(game) if networks else None,
        "networks": len(networks),
        "review": msgspec.to_builtins(review_of(game.name)),
    }


def describe_search() -> dict[str, float]:
    """The constants by which a search is made and what it found is ranked."""
    return {
        "considered": CONSIDERED,
        "codes": tree.CODES,
        "shown_line": search_result.SHOWN_LINE,
        "longest_line": solve.DEEPEST,
        "first_edges": think.FIRST_EDGES,
        "edges_per_node": think.EDGES_PER_NODE,
        "edges_per_expanded": think.EDGES_PER_EXPANDED,
        "most_to_solve": think.MOST_TO_SOLVE,
        "per_second": PER_SECOND,
        "known": search_result.KNOWN,
        "caution": search_result.CAUTION,
        "least_spread": search_result.LEAST_SPREAD,
    }


def _plain_settings(game: Game, settings: Settings) -> dict[str, Any]:
    """Settings by name, in the order in which compiled code takes them."""
    if settings.prove:
        raise NotForWasm(f"{game.name}: its settings ask for proofs (prove = {settings.prove}), which the browser's engine does not make")
    return asdict(settings)


def _tell_apart(states: list[Any], names: list[str]) -> list[dict[str, Any]]:
    """For each variant of the weights the fields of a state by which it is known: those numbers that differ where the variants do."""
    if len(set(names)) == 1:
        return [{"fields": {}, "weights": names[0]}]
    single = [name for name in states[0].dtype.names if not states[0].dtype[name].shape]
    fields = [name for name in single if len({int(state[name]) for state in states}) > 1]
    return [{"fields": {field: int(state[field]) for field in fields}, "weights": name} for state, name in zip(states, names, strict=True)]


def _plain_weights(game: Game, state: Any) -> dict[str, list[float] | None]:
    weights = find_weights(game, state)
    rollout = None if weights.rollout is None else weights.rollout.tolist()
    return {"value": np.ravel(weights.value).tolist(), "prior": weights.prior.tolist(), "rollout": rollout}
