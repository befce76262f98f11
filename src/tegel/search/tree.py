"""The search tree: flat arrays of nodes and edges, grown by one Monte Carlo simulation after another.

A node is an information set: the public moves since the root. Every simulation imagines the hidden things and the draws anew, so the
same node may be met with different legal moves, even by different seats; an edge therefore carries its seat and move, and how
often it was available (after Cowling, Powley and Whitehouse's information set search). Each seat maximises its own worth.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..core.chance import scramble
from ..core.compiled import rule
from ..core.generic import apply, legal, sample
from .heuristics import SCRATCH, SEATS, distinct, evaluate, horizon, outcome, weigh_moves, worth

NODE = np.dtype(
    [
        ("visits", "i4"),
        ("first", "i4"),  # its first edge, NONE before it is expanded
        ("worth", "f8", (SEATS,)),  # sums over the visits
        ("win", "f8", (SEATS,)),
        ("points", "f8", (SEATS,)),
    ]
)
EDGE = np.dtype(
    [
        ("code", "i4"),  # seat * CODES + move; the edges of a node ascend by it
        ("next", "i4"),  # the node's next edge
        ("node", "i4"),  # where it leads, NONE before its first visit
        ("visits", "i4"),
        ("available", "i4"),  # in how many visits of its node it was legal
        ("prior", "f4"),  # likelihood, to be normalised over what is available
        ("worth", "f8"),  # sum, for the seat that moves
        ("squares", "f8"),  # sum of squares of its win chance, for the uncertainty
    ]
)
NONE = -1
CODES = 1 << 12  # more than any game has moves
DEEPEST = 250  # moves from the root to a leaf

# What `grow` keeps between calls
NODES, EDGES, DONE, FULL = range(4)

# The settings of a search, as an array of numbers
EXPLORE, UNTRIED, LEAN, SHARPNESS, ROLLOUT, MAX_DEPTH, SPREAD = range(7)


@rule
def new_node(nodes: Any, counters: Any) -> int:
    """A node without visits."""
    at = int(counters[NODES])
    counters[NODES] += 1
    node = nodes[at]
    node.visits = 0
    node.first = NONE
    for seat in range(SEATS):
        node.worth[seat] = 0.0
        node.win[seat] = 0.0
        node.points[seat] = 0.0
    return at


@rule
def new_edge(edges: Any, counters: Any, code: int, prior: float, following: int) -> int:
    """An edge without visits, before the one that follows it."""
    at = int(counters[EDGES])
    counters[EDGES] += 1
    edge = edges[at]
    edge.code = code
    edge.next = following
    edge.node = NONE
    edge.visits = 0
    edge.available = 0
    edge.prior = prior
    edge.worth = 0.0
    edge.squares = 0.0
    return at


@rule
def all_known(edges: Any, first: int, moves: Any, count: int, seat: int, here: Any) -> bool:
    """Find the edges of all moves, into `here`; False if one is missing."""
    at = first
    for n in range(count):
        code = seat * CODES + moves[n]
        while at != NONE and edges[at].code < code:
            at = int(edges[at].next)
        if at == NONE or edges[at].code != code:
            return False
        here[n] = at
    return True


@rule
def add_edges(nodes: Any, edges: Any, counters: Any, node: int, moves: Any, count: int, seat: int, likelihood: Any, here: Any) -> None:
    """Find the edges of all moves, into `here`, and make those that are missing."""
    before = NONE
    at = int(nodes[node].first)
    for n in range(count):
        code = seat * CODES + moves[n]
        while at != NONE and edges[at].code < code:
            before = at
            at = int(edges[at].next)
        if at == NONE or edges[at].code != code:
            at = new_edge(edges, counters, code, likelihood[n], at)
            if before == NONE:
                nodes[node].first = at
            else:
                edges[before].next = at
        here[n] = at


@rule
def select(node: Any, edges: Any, here: Any, count: int, seat: int, settings: Any) -> int:
    """The most promising edge: its mean worth, plus a bonus for likely and little tried ones (PUCT, by availability)."""
    total = 0.0
    for n in range(count):
        total += edges[here[n]].prior
    untried = -settings[UNTRIED]
    if node.visits > 0:
        untried += node.worth[seat] / node.visits
    best, most = NONE, -np.inf
    for n in range(count):
        edge = edges[here[n]]
        edge.available += 1
        mean = edge.worth / edge.visits if edge.visits > 0 else untried
        bonus = settings[EXPLORE] * edge.prior / total * math.sqrt(np.float64(edge.available)) / (1 + edge.visits)
        if mean + bonus > most:
            most = mean + bonus
            best = here[n]
    return best


@rule
def choose(likelihood: Any, count: int, number: Any) -> int:
    """One of the moves at random, more likely ones more often."""
    total = 0.0
    for n in range(count):
        total += likelihood[n]
    left = total * (np.float64(number >> np.uint64(11)) / 9007199254740992.0)
    for n in range(count):
        left -= likelihood[n]
        if left < 0:
            return n
    return count - 1


@rule
def rollout(state: Any, start: int, most: float, prior: Any, moves: Any, features: Any, scratch: Any, likelihood: Any, seed: Any) -> Any:
    """Play likely moves until the horizon, the end, or at most so many; returns the next seed."""
    left = most
    while left > 0 and state.turn >= 0 and horizon(state) == start:
        count = legal(state, moves)
        weigh_moves(state, moves, count, prior, features, scratch, likelihood)
        seed, number = scramble(seed)
        apply(state, moves[choose(likelihood, count, number)])
        left -= 1
    return seed


@rule
def list_moves(state: Any, first: int, moves: Any) -> int:
    """The moves to choose from: one of every kind, or `first` alone."""
    if first != NONE:
        moves[0] = first
        return 1
    return distinct(state, moves, legal(state, moves))


@rule
def take_edge(state: Any, edge: int, nodes: Any, edges: Any, counters: Any) -> int:
    """Make an edge's move and return the node it leads to, which is made if need be; NONE, and no move, if there is no room for it."""
    if edges[edge].node == NONE:
        if counters[NODES] >= len(nodes):
            counters[FULL] = 1
            return NONE
        edges[edge].node = new_node(nodes, counters)
    apply(state, edges[edge].code % CODES)
    return int(edges[edge].node)


@rule
def descend(
    state: Any, start: int, first: int, nodes: Any, edges: Any, counters: Any, path: Any, settings: Any, prior: Any,
    moves: Any, here: Any, features: Any, scratch: Any, likelihood: Any,
) -> int:  # fmt: skip
    """Follow the most promising edges of an imagined state to a node never visited, the horizon, the end or the depth limit.

    Writes the path and returns its length. When the arrays are full no more nodes are made.
    """
    node, depth = 0, 0
    while state.turn >= 0 and horizon(state) == start and depth < settings[MAX_DEPTH] and depth < DEEPEST:
        if depth > 0 and nodes[node].visits == 0:
            break
        seat = int(state.turn)
        count = list_moves(state, first if depth == 0 else NONE, moves)
        if not all_known(edges, nodes[node].first, moves, count, seat, here):
            if counters[EDGES] + count > len(edges):
                counters[FULL] = 1
                break
            weigh_moves(state, moves, count, prior, features, scratch, likelihood)
            add_edges(nodes, edges, counters, node, moves, count, seat, likelihood, here)
        best = select(nodes[node], edges, here, count, seat, settings)
        node = take_edge(state, best, nodes, edges, counters)
        if node == NONE:
            break
        path[depth] = best
        depth += 1
    return depth


@rule
def back_up(nodes: Any, edges: Any, path: Any, depth: int, win: Any, points: Any, worths: Any) -> None:
    """Add the result of a simulation to all it passed."""
    remember(nodes[0], win, points, worths)
    for step in range(depth):
        edge = edges[path[step]]
        seat = edge.code // CODES
        edge.visits += 1
        edge.worth += worths[seat]
        edge.squares += win[seat] * win[seat]
        remember(nodes[edge.node], win, points, worths)


@rule
def remember(node: Any, win: Any, points: Any, worths: Any) -> None:
    """Add the result of a simulation to a node."""
    node.visits += 1
    for seat in range(SEATS):
        node.worth[seat] += worths[seat]
        node.win[seat] += win[seat]
        node.points[seat] += points[seat]


@rule
def grow(
    root: Any, viewer: int, first: int, simulations: int, nodes: Any, edges: Any, counters: Any, seeds: Any,
    settings: Any, value: Any, prior: Any, most_legal: int,
) -> None:  # fmt: skip
    """Run so many simulations from what a viewer may know; the tree, `kept` and `seeds` carry on from the last call.

    With a `first` move other than NONE only that one is looked at.
    """
    imagined = root.copy()
    scratch = np.empty(SCRATCH, np.uint64)
    moves = np.empty(most_legal, np.int16)
    here = np.empty(most_legal, np.int64)
    likelihood = np.empty(most_legal, np.float64)
    move_features = np.zeros((most_legal, len(prior)), np.float64)
    features = np.zeros(value.shape[2], np.float64)
    numbers = np.zeros((2, 8), np.int16)
    win, points, worths = np.zeros(SEATS), np.zeros(SEATS), np.zeros(SEATS)
    sharp = prior * settings[SHARPNESS]  # a likelihood to this power
    path = np.empty(DEEPEST, np.int64)
    key = np.zeros(4, np.uint64)
    if counters[NODES] == 0:
        new_node(nodes, counters)
    start = horizon(root[0])
    seed = seeds[0]
    for _ in range(simulations):
        imagined[0] = root[0]
        state = imagined[0]
        for word in range(4):
            seed, key[word] = scramble(seed)
        sample(state, viewer, key)
        depth = descend(
            state, start, first, nodes, edges, counters, path, settings, prior, moves, here, move_features, scratch, likelihood
        )  # fmt: skip
        seed = rollout(state, start, settings[ROLLOUT], sharp, moves, move_features, scratch, likelihood, seed)
        if state.turn < 0:
            outcome(state, numbers, win, points)
        else:
            evaluate(state, value, features, win, points)
        worth(state.players, settings[LEAN], win, points, worths)
        back_up(nodes, edges, path, depth, win, points, worths)
        counters[DONE] += 1
    seeds[0] = seed


@rule
def list_edges(nodes: Any, edges: Any, node: int, found: Any) -> int:
    """Write the edges of a node and return how many there are."""
    count = 0
    at = int(nodes[node].first)
    while at != NONE and count < len(found):
        found[count] = at
        count += 1
        at = int(edges[at].next)
    return count


@rule
def follow(nodes: Any, edges: Any, edge: int, line: Any) -> int:
    """Write the most visited moves from an edge on and return how many there are."""
    count = 0
    while edge != NONE and count < len(line):
        line[count] = edges[edge].code % CODES
        count += 1
        node = int(edges[edge].node)
        at = NONE if node == NONE else int(nodes[node].first)
        edge, most = NONE, 0
        while at != NONE:
            if edges[at].visits > most:
                edge, most = at, int(edges[at].visits)
            at = int(edges[at].next)
    return count


@rule
def follow_all(nodes: Any, edges: Any, starts: Any, lines: Any, lengths: Any) -> None:
    """The same for several edges at once."""
    for at in range(len(starts)):
        lengths[at] = follow(nodes, edges, starts[at], lines[at])
