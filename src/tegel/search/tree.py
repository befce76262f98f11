"""The search tree: flat arrays of nodes and edges, grown by one Monte Carlo simulation after another.

A node is an information set: the public moves since the root. Every simulation imagines the hidden things and the draws anew, so the
same node may be met with different legal moves, even by different seats; an edge therefore carries its seat and move, and how
often it was available (after Cowling, Powley and Whitehouse's information set search). Each seat maximises its own worth.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ..core.chance import scramble
from ..core.compiled import rule
from ..core.generic import apply, legal, sample
from .heuristics import SCRATCH, SEATS, distinct, evaluate, horizon, outcome, weigh_moves, worth

NODE = np.dtype(
    [
        ("visits", "i4"),
        ("first", "i4"),  # its first edge, NONE before it is expanded
        ("looks", "i8"),  # beyond the horizon from here
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
NEVER = 1 << 30  # looks, where there is nothing beyond
CODES = 1 << 12  # more than any game has moves
DEEPEST = 250  # moves from the root to a leaf

# How much of a tree there is, and where the luck of its looks beyond the horizon begins
COUNTERS = 4
NODES, EDGES, DONE, LUCK = range(COUNTERS)

# The settings of a search, as an array of numbers
EXPLORE, UNTRIED, LEAN, SHARPNESS, ROLLOUT, MAX_DEPTH, SPREAD, BEYOND, LONG, GUIDED, FURTHER = range(11)


class TreeArrays(NamedTuple):
    """A tree, and the way of the visit that is being made."""

    nodes: Any
    edges: Any
    counters: Any  # NODES, EDGES, DONE, LUCK
    path: Any  # the edges passed


class Guide(NamedTuple):
    """What decides where a search looks."""

    settings: Any
    prior: Any  # weights of the hand-made prior
    sharp: Any  # those with which rollouts play on
    most_legal: int


class Buffers(NamedTuple):
    """Memory for one visit after another; what it holds means nothing between visits."""

    state: Any  # an array of one, with what is imagined
    key: Any
    moves: Any
    here: Any  # the edges of the moves
    likelihood: Any  # of the moves
    scratch: Any
    numbers: Any  # points and places
    win: Any
    points: Any
    worths: Any
    nearer: Any  # win and points at the nearer of two horizons; None where there is one


@rule
def new_buffers(root: Any, most_legal: int) -> Buffers:
    """Memory that fits a game."""
    return Buffers(
        root.copy(),
        np.zeros(4, np.uint64),
        np.empty(most_legal, np.int16),
        np.empty(most_legal, np.int64),
        np.empty(most_legal, np.float64),
        np.empty(SCRATCH, np.uint64),
        np.zeros((2, 8), np.int16),
        np.zeros(SEATS),
        np.zeros(SEATS),
        np.zeros(SEATS),
        np.zeros((2, SEATS)),
    )


@rule
def new_node(nodes: Any, counters: Any) -> int:
    """A node without visits."""
    at = int(counters[NODES])
    counters[NODES] += 1
    node = nodes[at]
    node.visits = 0
    node.first = NONE
    node.looks = 0
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
def add_edges(tree: TreeArrays, node: int, seat: int, count: int, buffers: Buffers) -> None:
    """Find the edges of all moves, into `here`, and make those that are missing."""
    edges = tree.edges
    before = NONE
    at = int(tree.nodes[node].first)
    for n in range(count):
        code = seat * CODES + buffers.moves[n]
        while at != NONE and edges[at].code < code:
            before = at
            at = int(edges[at].next)
        if at == NONE or edges[at].code != code:
            at = new_edge(edges, tree.counters, code, buffers.likelihood[n], at)
            if before == NONE:
                tree.nodes[node].first = at
            else:
                edges[before].next = at
        buffers.here[n] = at


@rule
def select(node: Any, edges: Any, here: Any, count: int, seat: int, settings: Any) -> int:
    """The most promising edge: its mean worth, plus a bonus for likely and little tried ones (PUCT, by availability)."""
    total = 0.0
    for n in range(count):
        total += edges[here[n]].prior
    untried = -settings[UNTRIED]
    if node.visits > 0:
        untried += node.worth[seat] / node.visits
    best, most = int(here[0]), -np.inf  # a legal one even if all scores are NaN, as when every prior is 0
    for n in range(count):
        edge = edges[here[n]]
        edge.available += 1
        mean = edge.worth / edge.visits if edge.visits > 0 else untried
        bonus = settings[EXPLORE] * edge.prior / total * math.sqrt(np.float64(edge.available)) / (1 + edge.visits)
        if mean + bonus > most:
            most = mean + bonus
            best = int(here[n])
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
def rollout(state: Any, start: int, guide: Guide, buffers: Buffers, seed: Any) -> Any:
    """Play likely moves until the horizon, the end, or at most so many; returns the next seed."""
    left = guide.settings[ROLLOUT]
    moves, likelihood = buffers.moves, buffers.likelihood
    while left > 0 and state.turn >= 0 and horizon(state) == start:
        count = legal(state, moves)
        weigh_moves(state, moves, count, guide.sharp, buffers.scratch, likelihood)
        seed, number = scramble(seed)
        apply(state, moves[choose(likelihood, count, number)])
        left -= 1
    return seed


@rule
def determinise(state: Any, viewer: int, seed: Any, key: Any) -> Any:
    """Draw anew all that the viewer may not know; returns the next seed."""
    for word in range(4):
        seed, key[word] = scramble(seed)
    sample(state, viewer, key)
    return seed


@rule
def list_moves(state: Any, first: int, moves: Any) -> int:
    """The moves to choose from: one of every kind, or `first` alone."""
    if first != NONE:
        moves[0] = first
        return 1
    return distinct(state, moves, legal(state, moves))


@rule
def take_edge(state: Any, edge: int, tree: TreeArrays) -> int:
    """Make an edge's move and return the node it leads to, which is made if need be; NONE, and no move, if there is no room for it."""
    if tree.edges[edge].node == NONE:
        if tree.counters[NODES] >= len(tree.nodes):
            return NONE
        tree.edges[edge].node = new_node(tree.nodes, tree.counters)
    apply(state, tree.edges[edge].code % CODES)
    return int(tree.edges[edge].node)


@rule
def descend(state: Any, start: int, first: int, tree: TreeArrays, guide: Guide, buffers: Buffers) -> int:
    """Follow the most promising edges of an imagined state to a node never visited, the horizon, the end or the depth limit.

    Writes the path and returns its length. When the arrays are full no more nodes are made.
    """
    nodes, edges = tree.nodes, tree.edges
    node, depth = 0, 0
    while state.turn >= 0 and horizon(state) == start and depth < guide.settings[MAX_DEPTH] and depth < len(tree.path):
        if depth > 0 and nodes[node].visits == 0:
            break
        seat = int(state.turn)
        count = list_moves(state, first if depth == 0 else NONE, buffers.moves)
        if not all_known(edges, nodes[node].first, buffers.moves, count, seat, buffers.here):
            if tree.counters[EDGES] + count > len(edges):
                break
            weigh_moves(state, buffers.moves, count, guide.prior, buffers.scratch, buffers.likelihood)
            add_edges(tree, node, seat, count, buffers)
        best = select(nodes[node], edges, buffers.here, count, seat, guide.settings)
        node = take_edge(state, best, tree)
        if node == NONE:
            break
        tree.path[depth] = best
        depth += 1
    return depth


@rule
def back_up(tree: TreeArrays, depth: int, buffers: Buffers) -> None:
    """Add the result of a simulation to all it passed."""
    remember(tree.nodes[0], buffers.win, buffers.points, buffers.worths)
    for step in range(depth):
        edge = tree.edges[tree.path[step]]
        credit(edge, buffers)
        remember(tree.nodes[edge.node], buffers.win, buffers.points, buffers.worths)
    tree.counters[DONE] += 1


@rule
def credit(edge: Any, buffers: Buffers) -> None:
    """Add the result of a simulation to an edge."""
    seat = edge.code // CODES
    edge.visits += 1
    edge.worth += buffers.worths[seat]
    edge.squares += buffers.win[seat] * buffers.win[seat]


@rule
def remember(node: Any, win: Any, points: Any, worths: Any) -> None:
    """Add the result of a simulation to a node."""
    node.visits += 1
    for seat in range(SEATS):
        node.worth[seat] += worths[seat]
        node.win[seat] += win[seat]
        node.points[seat] += points[seat]


@rule
def grow(root: Any, viewer: int, first: int, simulations: int, tree: TreeArrays, guide: Guide, value: Any, seeds: Any) -> None:
    """Run so many simulations from what a viewer may know; the tree and `seeds` carry on from the last call.

    With a `first` move other than NONE only that one is looked at. `value` holds the weights of the hand-made value.
    """
    buffers = new_buffers(root, guide.most_legal)
    features = np.zeros(value.shape[2], np.float64)
    if tree.counters[NODES] == 0:
        new_node(tree.nodes, tree.counters)
    start = horizon(root[0])
    seed = seeds[0]
    for _ in range(simulations):
        buffers.state[0] = root[0]
        state = buffers.state[0]
        seed = determinise(state, viewer, seed, buffers.key)
        depth = descend(state, start, first, tree, guide, buffers)
        seed = rollout(state, start, guide, buffers, seed)
        if state.turn < 0:
            outcome(state, buffers.numbers, buffers.win, buffers.points)
        else:
            evaluate(state, value, features, buffers.win, buffers.points)
        worth(state.players, guide.settings[LEAN], buffers.win, buffers.points, buffers.worths)
        back_up(tree, depth, buffers)
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
