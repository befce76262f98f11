"""Cached paths: where everything up to the horizon is open, a visit follows known moves without making them.

A node then has the same moves in every visit, so the tree alone tells the way. Only where it ends does a visit need a position: to look
at new moves, or to value the position at the horizon, with another deal unless the network values positions before it. Most visits end
at the horizon, in a position that was valued often enough, and need none at all.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..core.compiled import rule
from .heuristics import SEATS
from .tree import CODES, EXPLORE, NEVER, NONE, UNTRIED, Buffers, TreeArrays, back_up, credit, take_edge

DEALS = 16  # a position at the horizon is valued with so many deals at least
VISITS_PER_DEAL = 8  # and with one more for every so many visits


@rule
def retrace(first: int, tree: TreeArrays, settings: Any) -> int:
    """Follow the most promising edges as far as they are known. Writes the path, with the edge that leads on, and returns its length."""
    node, depth = 0, 0
    while node != NONE and tree.nodes[node].first != NONE and depth < len(tree.path):
        best = find_edge(tree, first) if depth == 0 and first != NONE else select_known(tree.nodes[node], tree.edges, settings)
        tree.path[depth] = best
        depth += 1
        node = int(tree.edges[best].node)
    return depth


@rule
def select_known(node: Any, edges: Any, settings: Any) -> int:
    """As `select`, where all edges of a node are available in every visit."""
    seat = edges[node.first].code // CODES
    untried = node.worth[seat] / node.visits - settings[UNTRIED]
    explore = settings[EXPLORE] * math.sqrt(np.float64(node.visits))
    best, most = int(node.first), -np.inf
    at = int(node.first)
    while at != NONE:
        edge = edges[at]
        mean = edge.worth / edge.visits if edge.visits > 0 else untried
        score = mean + explore * edge.prior / (1 + edge.visits)
        if score > most:
            most = score
            best = at
        at = int(edge.next)
    return best


@rule
def find_edge(tree: TreeArrays, move: int) -> int:
    """The root's edge of a move."""
    at = int(tree.nodes[0].first)
    while tree.edges[at].code % CODES != move:
        at = int(tree.edges[at].next)
    return at


@rule
def replay(state: Any, depth: int, tree: TreeArrays) -> int:
    """Make the moves of a path; returns how many there was room for."""
    for step in range(depth):
        if take_edge(state, int(tree.path[step]), tree) == NONE:
            return step
    return depth


@rule
def is_cached(tree: TreeArrays, depth: int, undealt: bool) -> bool:
    """Whether the value at the end of a path is cached: that position is at the horizon and was valued often enough. (Or the tree has
    no room for its edges.)

    A network that values positions before the deal says the same each time; but only a second visit tells that there are no moves here.
    """
    if depth == 0:
        return False
    edge = tree.edges[tree.path[depth - 1]]
    if edge.node == NONE:
        return False
    node = tree.nodes[edge.node]
    if undealt:
        return bool(node.first == NONE and node.visits > 1)
    often = 0 < node.looks < NEVER or (node.visits >= DEALS and node.visits * VISITS_PER_DEAL >= edge.visits)
    return bool(node.first == NONE and often)


@rule
def back_up_again(tree: TreeArrays, depth: int, buffers: Buffers) -> None:
    """Tell all on a path what is known of its last position, as if it had been valued once more."""
    edge = tree.edges[tree.path[depth - 1]]
    node = tree.nodes[edge.node]
    for seat in range(SEATS):
        buffers.win[seat] = node.win[seat] / node.visits
        buffers.points[seat] = node.points[seat] / node.visits
        buffers.worths[seat] = node.worth[seat] / node.visits
    back_up(tree, depth - 1, buffers)
    credit(edge, buffers)
    edge.worth = edge.visits * buffers.worths[edge.code // CODES]
