"""The tree search of a player with a network: a visit ends where something is not known yet, and there the network is asked.

The tree is that of `tree.py`. What differs is that the network rates the moves of the position where a visit leaves the tree, and that it
values the position that likely moves lead to from there. A search is cut in two, `reach` and `absorb`, so that thousands of games can wait
for one evaluation together.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..core.chance import scramble
from ..core.compiled import once, rule
from ..core.generic import legal, sample
from .heuristics import SCRATCH, SEATS, distinct, horizon, outcome, rate_moves, worth
from .inputs import heads_of, write_inputs
from .network import read_answer, run_head, run_hidden, run_value, set_baseline
from .tree import (
    DEEPEST,
    DONE,
    EDGES,
    FULL,
    LEAN,
    NODES,
    NONE,
    ROLLOUT,
    SHARPNESS,
    SPREAD,
    add_edges,
    all_known,
    back_up,
    list_moves,
    new_node,
    rollout,
    select,
    take_edge,
)

SWAY = 30.0  # how much a difference in worth counts against a difference in rating (a logit), where moves are chosen by both
DOUBT = 6.0  # visits that must confirm a difference in worth before it counts for half


@rule
def determinise(state: Any, viewer: int, seed: Any, key: Any) -> Any:
    """Draw anew all that the viewer may not know; returns the next seed."""
    for word in range(4):
        seed, key[word] = scramble(seed)
    sample(state, viewer, key)
    return seed


@rule
def reach(
    state: Any, start: int, first: int, nodes: Any, edges: Any, counters: Any, path: Any, settings: Any,
    moves: Any, here: Any, luck: Any, noise: float, tries: int,
) -> int:  # fmt: skip
    """Follow the most promising edges of an imagined state to where the network has to be asked: where a position or one of its moves
    was never seen, at the horizon, or at the end. Writes the path and returns its length.

    With `tries` other than NONE the first move is one that was tried so often, the most promising with luck, which counts `noise` times.
    """
    node, depth = 0, 0
    while state.turn >= 0 and horizon(state) == start and depth < len(path):
        seat = int(state.turn)
        count = list_moves(state, first if depth == 0 else NONE, moves)
        if not all_known(edges, nodes[node].first, moves, count, seat, here):
            break
        if depth == 0 and tries != NONE:
            best = select_lucky(nodes[node], edges, here, count, seat, luck, noise, tries)
        else:
            best = select(nodes[node], edges, here, count, seat, settings)
        node = take_edge(state, best, nodes, edges, counters)
        if node == NONE:
            break
        path[depth] = best
        depth += 1
    return depth


@rule
def gumbel(luck: Any, at: int) -> float:
    """A random number whose largest, added to logits, picks a move as likely as its probability."""
    _, word = scramble(luck + np.uint64(at) * np.uint64(0x9E3779B97F4A7C15))
    part = (np.float64(word >> np.uint64(11)) + 0.5) / 9007199254740992.0
    return -math.log(-math.log(part))


@rule
def root_score(node: Any, edge: Any, seat: int) -> float:
    """How good a move of the root looks: its rating, and its worth as far as it is known."""
    usual = node.worth[seat] / max(node.visits, 1)
    mean = (edge.worth + DOUBT * usual) / (edge.visits + DOUBT)
    return math.log(max(edge.prior, 1e-9)) + SWAY * mean  # type: ignore[no-any-return]


@rule
def select_lucky(node: Any, edges: Any, here: Any, count: int, seat: int, luck: Any, noise: float, tries: int) -> int:
    """Of the moves tried so often, the most promising with luck (after Danihelka et al., planning with Gumbel)."""
    best, most = int(here[0]), -np.inf
    for n in range(count):
        edge = edges[here[n]]
        edge.available += 1
        if edge.visits == tries:
            chance = noise * gumbel(luck, n) + root_score(node, edge, seat)
            if chance > most:
                most = chance
                best = int(here[n])
    return best


@rule
def leaf_of(edges: Any, path: Any, depth: int) -> int:
    """The node a path leads to."""
    return int(edges[path[depth - 1]].node) if depth > 0 else 0


@rule
def expand(
    state: Any, nodes: Any, edges: Any, counters: Any, node: int, moves: Any, count: int, here: Any,
    heads: Any, trust: float, prior: Any, features: Any, scratch: Any, likelihood: Any,
) -> None:  # fmt: skip
    """Give a node edges for all moves of a state, each as likely as the network and the hand-made rating say."""
    if counters[EDGES] + count > len(edges):
        counters[FULL] = 1
        return
    rate_moves(state, moves, count, prior, features, scratch, likelihood)
    to_priors(state, moves, count, heads, trust, likelihood)
    add_edges(nodes, edges, counters, node, moves, count, int(state.turn), likelihood, here)


@rule
def to_priors(state: Any, moves: Any, count: int, heads: Any, trust: float, likelihood: Any) -> None:
    """From hand-made ratings and the network's heads to probabilities."""
    highest = -np.inf
    for n in range(count):
        one, other = heads_of(state, moves[n])
        likelihood[n] = likelihood[n] * trust + heads[one] + heads[other]
        highest = max(highest, likelihood[n])
    total = 0.0
    for n in range(count):
        likelihood[n] = math.exp(likelihood[n] - highest)
        total += likelihood[n]
    for n in range(count):
        likelihood[n] /= total


@rule
def goes_on(state: Any, start: int, path: Any, depth: int) -> bool:
    """Whether the tree may grow from the position a visit came to."""
    return state.turn >= 0 and horizon(state) == start and depth < len(path)


@rule
def absorb(
    leaf: Any, end: Any, start: int, nodes: Any, edges: Any, counters: Any, path: Any, depth: int, settings: Any, moves: Any, here: Any,
    heads: Any, answer: Any, trust: float, prior: Any, features: Any, scratch: Any, likelihood: Any,
    numbers: Any, win: Any, points: Any, worths: Any,
) -> None:  # fmt: skip
    """Take in what the network says: of the moves where a visit left the tree, and of how it stands where it ended."""
    once()
    if goes_on(leaf, start, path, depth):
        count = distinct(leaf, moves, legal(leaf, moves))
        expand(
            leaf, nodes, edges, counters, leaf_of(edges, path, depth), moves, count, here,
            heads, trust, prior, features, scratch, likelihood,
        )  # fmt: skip
    finish_visit(end, nodes, edges, counters, path, depth, settings, answer, numbers, win, points, worths)


@rule
def finish_visit(
    end: Any, nodes: Any, edges: Any, counters: Any, path: Any, depth: int, settings: Any, answer: Any,
    numbers: Any, win: Any, points: Any, worths: Any,
) -> None:  # fmt: skip
    """Tell all that a visit passed what is expected of its last position, or how the game ended there."""
    if end.turn < 0:
        outcome(end, numbers, win, points)
    else:
        read_answer(answer, end.turn, end.players, win, points)
    worth(end.players, settings[LEAN], win, points, worths)
    back_up(nodes, edges, path, depth, win, points, worths)
    counters[DONE] += 1


@rule
def ask_moves(state: Any, moves: Any, count: int, network: Any, workspace: Any) -> None:
    """Ask the network about the moves of a position: the heads that rate one of them."""
    write_inputs(state, state.turn, workspace.inputs)
    run_hidden(network, workspace)
    for head in range(len(workspace.heads)):
        workspace.heads[head] = np.nan
    for n in range(count):
        for head in heads_of(state, moves[n]):
            if math.isnan(workspace.heads[head]):
                run_head(network, workspace, head)


@rule
def ask_value(state: Any, network: Any, workspace: Any) -> None:
    """Ask the network how a position stands, unless the game is over."""
    if state.turn >= 0:
        write_inputs(state, state.turn, workspace.inputs)
        run_hidden(network, workspace)
        run_value(network, workspace)


@rule
def mix_uniform(edges: Any, here: Any, count: int, part: float) -> None:
    """Give every move its share of a part of the likelihood, so that none is left without a look."""
    for n in range(count):
        edge = edges[here[n]]
        edge.prior = (1 - part) * edge.prior + part / count


@rule
def grow_learned(
    root: Any, viewer: int, first: int, simulations: int, nodes: Any, edges: Any, counters: Any, seeds: Any,
    settings: Any, network: Any, workspace: Any, prior: Any, most_legal: int,
) -> None:  # fmt: skip
    """As `grow`, with a network, which rates the moves where a visit leaves the tree, and values where playing on ends.

    The first visit of all opens the root, and is not counted.
    """
    imagined = root.copy()
    moves = np.empty(most_legal, np.int16)
    here = np.empty(most_legal, np.int64)
    likelihood = np.empty(most_legal, np.float64)
    features = np.zeros((most_legal, len(prior)), np.float64)
    scratch = np.empty(SCRATCH, np.uint64)
    numbers = np.zeros((2, 8), np.int16)
    win, points, worths = np.zeros(SEATS), np.zeros(SEATS), np.zeros(SEATS)
    path = np.empty(DEEPEST, np.int64)
    key = np.zeros(4, np.uint64)
    if counters[NODES] == 0:
        new_node(nodes, counters)
    start = horizon(root[0])
    seed = seeds[0]
    sharp = prior * settings[SHARPNESS]
    opening = 1 if nodes[0].first == NONE else 0
    write_inputs(root[0], root[0].turn, workspace.inputs)
    set_baseline(network, workspace)
    for _ in range(simulations + opening):
        imagined[0] = root[0]
        state = imagined[0]
        seed = determinise(state, viewer, seed, key)
        depth = reach(state, start, first, nodes, edges, counters, path, settings, moves, here, seed, 0.0, NONE)
        if goes_on(state, start, path, depth):
            count = distinct(state, moves, legal(state, moves))
            ask_moves(state, moves, count, network, workspace)
            expand(
                state, nodes, edges, counters, leaf_of(edges, path, depth), moves, count, here,
                workspace.heads, network.trust[0], prior, features, scratch, likelihood,
            )  # fmt: skip
            if depth == 0:
                mix_uniform(edges, here, count, settings[SPREAD])
        seed = rollout(state, start, settings[ROLLOUT], sharp, moves, features, scratch, likelihood, seed)
        ask_value(state, network, workspace)
        finish_visit(state, nodes, edges, counters, path, depth, settings, workspace.answer, numbers, win, points, worths)
    counters[DONE] -= opening
    seeds[0] = seed
