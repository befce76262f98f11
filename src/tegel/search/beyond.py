"""Looks beyond the horizon: a position there that many visits lead to is dealt, and searched for a moment.

What a network says of a position at the horizon is a guess, and all moves of a long search come down to a few such guesses. So each of
them is compared with short searches of the round after it, one for every deal, and all on the way there are told what they found. In one
search the n-th look at any position has the same luck in its deal, so that positions differ by what they are.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..core.compiled import rule
from .heuristics import SEATS, horizon
from .learned import Evaluator, leaf_of
from .network import forget_baselines
from .retrace import replay
from .tree import CODES, COUNTERS, DEEPEST, LUCK, NEVER, NONE, Buffers, Guide, TreeArrays, determinise, new_buffers
from .visit import Question, begin, question_of, visit

VISITS = 33  # of the search at each look; the first opens its root
VISITS_PER_LOOK = 256  # a position is dealt once more for every so many visits
GUESS = 3  # for how many looks the network's guess counts
NODE_ROOM, EDGE_ROOM = VISITS + 1, 4_000  # for such a search; where edges are used up, it goes on without more
DEAL = np.uint64(0xD1B54A32D192ED03)  # how the seeds of deals differ


class Beyond(NamedTuple):
    """Memory for searches beyond the horizon."""

    tree: TreeArrays
    buffers: Buffers


@rule
def room_beyond(root: Any, tree: TreeArrays, guide: Guide) -> Beyond:
    """As much as they need."""
    nodes, edges = np.empty(NODE_ROOM, tree.nodes.dtype), np.empty(EDGE_ROOM, tree.edges.dtype)
    arrays = TreeArrays(nodes, edges, np.empty(COUNTERS, np.int64), np.empty(DEEPEST, np.int64))
    return Beyond(arrays, new_buffers(root, guide.most_legal))


@rule
def is_due(tree: TreeArrays, depth: int, fewest: float) -> bool:
    """Whether the position at the end of a path deserves another look. While the root has fewer visits, they are of more use nearer by."""
    edge = tree.edges[tree.path[depth - 1]]
    return bool(tree.nodes[0].visits >= fewest and edge.visits >= VISITS_PER_LOOK * (tree.nodes[edge.node].looks + 1))


@rule
def look_beyond(
    asked: Question, depth: int, tree: TreeArrays, guide: Guide, evaluator: Evaluator, buffers: Buffers, beyond: Beyond
) -> None:
    """Deal the position at the end of a path once more, search it, and tell all on the path."""
    node = tree.nodes[leaf_of(tree.edges, tree.path, depth)]
    buffers.state[0] = asked.root[0]
    state = buffers.state[0]
    luck = np.uint64(tree.counters[LUCK]) + np.uint64(node.looks) * DEAL
    seed = determinise(state, asked.viewer, luck, buffers.key)
    replay(state, depth, tree)
    if state.turn < 0 or horizon(state) == asked.start:
        node.looks = NEVER
        return
    node.looks += 1
    for counter in range(COUNTERS):
        beyond.tree.counters[counter] = 0
    begin(beyond.tree, evaluator)
    asked_there = question_of(buffers.state, state.turn, NONE)
    for _ in range(VISITS):
        _, seed = visit(asked_there, beyond.tree, guide, evaluator, beyond.buffers, seed)
    forget_baselines(evaluator.rating)
    forget_baselines(evaluator.valuing)
    compare(node, beyond.tree.nodes[0], buffers)
    correct(tree, depth, buffers)


@rule
def compare(node: Any, found: Any, buffers: Buffers) -> None:
    """By how much a search changes what is thought of a position: the guess and all looks at it count as one mean."""
    part = 1.0 / (GUESS + node.looks)
    for seat in range(SEATS):
        buffers.win[seat] = part * (found.win[seat] / found.visits - node.win[seat] / node.visits)
        buffers.points[seat] = part * (found.points[seat] / found.visits - node.points[seat] / node.visits)
        buffers.worths[seat] = part * (found.worth[seat] / found.visits - node.worth[seat] / node.visits)


@rule
def correct(tree: TreeArrays, depth: int, buffers: Buffers) -> None:
    """Change what is thought of the position at the end of a path, and what all its visits told those on the way."""
    last = tree.edges[tree.path[depth - 1]]
    there = tree.nodes[last.node]
    for step in range(depth):
        edge = tree.edges[tree.path[step]]
        seat = edge.code // CODES
        before = there.win[seat] / there.visits
        edge.worth += last.visits * buffers.worths[seat]
        edge.squares += last.visits * buffers.win[seat] * (2 * before + buffers.win[seat])
    for step in range(depth + 1):
        node = tree.nodes[leaf_of(tree.edges, tree.path, step)]
        visits = last.visits if step < depth else node.visits
        for seat in range(SEATS):
            node.win[seat] += visits * buffers.win[seat]
            node.points[seat] += visits * buffers.points[seat]
            node.worth[seat] += visits * buffers.worths[seat]
