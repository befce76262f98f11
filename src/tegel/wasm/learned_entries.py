"""The search with a network for the browser, and how the network gets there: one record of its weights, one to work in."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.compiled import rule
from ..core.game import Game
from ..search.beyond import EDGE_ROOM, NODE_ROOM
from ..search.folding import folded
from ..search.learned import Evaluator
from ..search.learned_search import grow_learned as grow_with_network
from ..search.network import Network, Workspace, shipped_network, workspace_for
from ..search.tree import COUNTERS, DEEPEST, EDGE, NODE, Guide, TreeArrays, new_buffers
from .arena import check_arena
from .entry import Entry, Kind, Number, Numbers, Record, carray
from .search_entries import FINE, fault_of, search_dtype
from .unpacking import unpack

ONLY_VALUE = ("value", "value_bias", "answer", "answer_bias", "undealt")
ONLY_RATE = ("heads", "heads_bias", "trust")
Layers = dict[str, Any]  # arrays by name


def parts_of(game: Game, network: Network) -> dict[str, Layers]:
    """The weights that count of each half of a network; of one without halves all, as it does the work of both."""
    rater, valuer = folded(game, network)
    if rater is valuer:
        return {"rater": rater._asdict()}
    rating = {name: array for name, array in rater._asdict().items() if name not in ONLY_VALUE}
    return {"rater": rating, "valuer": {name: array for name, array in valuer._asdict().items() if name not in ONLY_RATE}}


def arrays_dtype(arrays: Layers) -> np.dtype[Any]:
    """Named arrays as one record."""
    return np.dtype([(name, array.dtype, array.shape) for name, array in arrays.items()], align=True)


def network_dtype(game: Game, network: Network) -> np.dtype[Any]:
    """The record of the weights."""
    return np.dtype([(name, arrays_dtype(part)) for name, part in parts_of(game, network).items()], align=True)


def workspace_dtype(game: Game, network: Network) -> np.dtype[Any]:
    """The record of the memory that rating and valuing work in."""
    uses = zip(("rating", "valuing"), folded(game, network), strict=True)
    return np.dtype([(name, arrays_dtype(workspace_for(part)._asdict())) for name, part in uses], align=True)


@rule
def layers(hidden: Any, rater: Any, valuer: Any) -> Network:
    """A network of hidden layers, and what its two kinds of answers are made with."""
    return Network(
        hidden.enter,
        hidden.enter_bias,
        hidden.middle,
        hidden.middle_bias,
        rater.heads,
        rater.heads_bias,
        valuer.value,
        valuer.value_bias,
        valuer.answer,
        valuer.answer_bias,
        rater.trust,
        valuer.undealt,
    )


@rule
def memory(s: Any) -> Workspace:
    """The memory in a record."""
    return Workspace(
        s.inputs,
        s.first,
        s.second,
        s.small,
        s.heads,
        s.answer,
        s.moves_baseline,
        s.based,
        s.baseline_inputs,
        s.baseline_first,
        s.nothing,
        s.found,
        s.amounts,
    )


@rule
def two_halves(network: Any, workspace: Any) -> Evaluator:
    """One half rates moves, the other values positions."""
    rater, valuer = network.rater, network.valuer
    return Evaluator(layers(rater, rater, valuer), memory(workspace.rating), layers(valuer, rater, valuer), memory(workspace.valuing))


@rule
def both_in_one(network: Any, workspace: Any) -> Evaluator:
    """One network does both."""
    both = layers(network.rater, network.rater, network.rater)
    return Evaluator(both, memory(workspace.rating), both, memory(workspace.valuing))


def learned_entries(game: Game) -> list[Entry]:
    """The search with a network of the same shape as the shipped one; none where there is none."""
    shipped = shipped_network(game)
    if shipped is None:
        return []
    made = new_buffers(np.zeros(1, game.dtype), game.most_legal)
    beyond = [np.zeros(NODE_ROOM, NODE), np.zeros(EDGE_ROOM, EDGE), np.zeros(COUNTERS), np.zeros(DEEPEST)]
    check_arena(game, "a search with a network", [*made, *made, *beyond])
    search, node, edge = Record("search", search_dtype(game)), Record("node", NODE), Record("edge", EDGE)
    network, workspace = Record("network", network_dtype(game, shipped)), Record("workspace", workspace_dtype(game, shipped))
    most_legal, number = game.most_legal, Number("i4")
    evaluator_of = two_halves if "valuer" in parts_of(game, shipped) else both_in_one

    def grow_learned(search: Any, nodes: Any, edges: Any, network: Any, workspace: Any, simulations: Any) -> Any:
        """Run so many simulations more, with a network; returns what is wrong, 0 if nothing is."""
        held = carray(search, 1)[0]
        fault = fault_of(held, most_legal, simulations)
        if fault == FINE:
            tree = TreeArrays(carray(nodes, held.node_room), carray(edges, held.edge_room), held.counters, held.path)
            guide = Guide(held.settings, held.prior, held.sharp, most_legal)
            evaluator = evaluator_of(carray(network, 1)[0], carray(workspace, 1)[0])
            grow_with_network(held.root, held.viewer, held.first, simulations, tree, guide, evaluator, held.seeds)
        return fault

    def unpack_network(packed: Any, numbers: Any, count: Any) -> None:
        """Fill a network from numbers of half precision."""
        unpack(carray(packed, count), carray(numbers, count))

    tree: dict[str, Kind] = {"search": search, "nodes": node, "edges": edge}
    learned: dict[str, Kind] = {**tree, "network": network, "workspace": workspace, "simulations": number}
    return [
        Entry(grow_learned, learned, returns=True, allocates=True),
        Entry(unpack_network, {"packed": Numbers("u2"), "numbers": Numbers("f4"), "count": number}, returns=False),
    ]
