"""The tree search of a game for the browser: with the hand-made value, and what a tree says of the moves at its root.

All that a search works with lies in a few records, whose layouts follow from the game; the browser fills them in and reads the answers.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np

from ..core.compiled import rule
from ..core.game import Game
from ..search import heuristics
from ..search.heuristics import SEATS
from ..search.search_result import SHOWN_LINE
from ..search.settings import Settings
from ..search.tree import CODES, COUNTERS, DEEPEST, EDGE, NODE, NONE, Guide, TreeArrays, follow, list_edges, new_buffers
from ..search.tree import grow as grow_by_hand
from ..search.values import find_values
from .arena import check_arena
from .entry import Entry, Kind, Number, Numbers, Record, carray

ROOT_MOVE = np.dtype(  # a move of the root; what is to be expected of it is summed over its visits
    [
        ("move", "i4"),
        ("visits", "i4"),
        ("prior", "f8"),
        ("worth", "f8"),
        ("squares", "f8"),
        ("win", "f8", (SEATS,)),
        ("points", "f8", (SEATS,)),
        ("length", "i4"),
        ("line", "i2", (SHOWN_LINE,)),
    ],
    align=True,
)
FAULTS = (  # what `grow` may answer
    "",
    "the tree is too small: it needs room for two nodes and for the edges of the root",
    "the game is over: nobody is to move",
    "a search runs one simulation at least",
)
FINE, TOO_SMALL, NOBODYS_TURN, NO_SIMULATIONS = range(len(FAULTS))


def search_dtype(game: Game) -> np.dtype[Any]:
    """All of a search but its nodes and edges: the position, whose eyes, the weights, and how far it is."""
    values = find_values(game)
    features, move_features = len(values.FEATURES), len(values.MOVE_FEATURES)
    return np.dtype(
        [
            ("root", game.dtype, (1,)),
            ("seeds", "u8", (1,)),
            ("counters", "i8", (COUNTERS,)),
            ("path", "i8", (DEEPEST,)),
            ("settings", "f8", (len(fields(Settings)),)),
            ("value", "f8", (values.STAGES, 2, features)),
            ("prior", "f8", (move_features,)),
            ("sharp", "f8", (move_features,)),
            ("viewer", "i4"),
            ("first", "i4"),
            ("node_room", "i4"),
            ("edge_room", "i4"),
        ],
        align=True,
    )


@rule
def fault_of(held: Any, most_legal: int, simulations: int) -> int:
    """What is wrong with a search that was filled in; 0 if nothing is."""
    if held.node_room < 2 or held.edge_room < most_legal:
        return TOO_SMALL
    if held.root[0].turn < 0:
        return NOBODYS_TURN
    return FINE if simulations > 0 else NO_SIMULATIONS


@rule
def read_edge(nodes: Any, edges: Any, at: int, moves: Any, out: Any) -> None:
    """Write what a tree says of an edge of its root; `moves` is scratch."""
    edge = edges[at]
    out.move = edge.code % CODES
    out.visits = edge.visits
    out.prior = edge.prior
    out.worth = edge.worth
    out.squares = edge.squares
    each = edge.visits / nodes[edge.node].visits if edge.visits > 0 else 0.0  # a position whose value is cached has fewer visits
    for seat in range(SEATS):
        out.win[seat] = nodes[edge.node].win[seat] * each if edge.visits > 0 else 0.0
        out.points[seat] = nodes[edge.node].points[seat] * each if edge.visits > 0 else 0.0
    length = follow(nodes, edges, at, moves)
    for step in range(length):
        out.line[step] = moves[step]
    out.length = length


def search_entries(game: Game) -> list[Entry]:
    """The entry points of the search with the hand-made value, and those that any search needs."""
    values = find_values(game)
    made = new_buffers(np.zeros(1, game.dtype), game.most_legal)
    check_arena(game, "a search", [*made, np.zeros(len(values.FEATURES))])
    search, node, edge = Record("search", search_dtype(game)), Record("node", NODE), Record("edge", EDGE)
    state, number = Record("state", game.dtype), Number("i4")
    most_legal = game.most_legal

    def grow(search: Any, nodes: Any, edges: Any, simulations: Any) -> Any:
        """Run so many simulations more; returns what is wrong, 0 if nothing is."""
        held = carray(search, 1)[0]
        fault = fault_of(held, most_legal, simulations)
        if fault == FINE:
            tree = TreeArrays(carray(nodes, held.node_room), carray(edges, held.edge_room), held.counters, held.path)
            guide = Guide(held.settings, held.prior, held.sharp, most_legal)
            grow_by_hand(held.root, held.viewer, held.first, simulations, tree, guide, held.value, held.seeds)
        return fault

    def read_root(search: Any, nodes: Any, edges: Any, found: Any) -> Any:
        """Write what the tree says of the moves of its root; returns how many there are."""
        held = carray(search, 1)[0]
        which, moves = np.empty(most_legal, np.int64), np.empty(SHOWN_LINE, np.int64)
        there, links, rows = carray(nodes, held.node_room), carray(edges, held.edge_room), carray(found, most_legal)
        count = 0
        for n in range(list_edges(there, links, 0, which)):
            if held.first == NONE or links[which[n]].code % CODES == held.first:
                read_edge(there, links, which[n], moves, rows[count])
                count += 1
        return count

    def foreseeable(state: Any) -> Any:
        return heuristics.foreseeable(carray(state, 1)[0])

    def distinct(state: Any, moves: Any, count: Any) -> Any:
        return heuristics.distinct(carray(state, 1)[0], carray(moves, most_legal), count)

    def same_as(state: Any, move: Any) -> Any:
        return heuristics.same_as(carray(state, 1)[0], move)

    tree: dict[str, Kind] = {"search": search, "nodes": node, "edges": edge}
    return [
        Entry(grow, {**tree, "simulations": number}, returns=True, allocates=True),
        Entry(read_root, {**tree, "found": Record("root_move", ROOT_MOVE)}, returns=True, allocates=True),
        Entry(foreseeable, {"state": state}, returns=True),
        Entry(distinct, {"state": state, "moves": Numbers("i2"), "count": number}, returns=True),
        Entry(same_as, {"state": state, "move": number}, returns=True),
    ]
