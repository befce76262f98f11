"""The tree search of a player with a network: a visit ends where something is not known yet, and there the network is asked.

The tree is that of `tree.py`. What differs is that the network rates the moves of a position, and values the one that likely moves lead to
from where a visit leaves the tree. A player (`visit.py`) lets it rate moves at the second visit of a position, as most are visited once.
For training a visit is cut in two, `reach` and `absorb`, so that thousands of games can wait for one evaluation together; there the moves
are rated at the first.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ..core.chance import scramble
from ..core.compiled import once, rule
from ..core.generic import legal
from .heuristics import distinct, horizon, outcome, rate_moves, worth
from .inputs import heads_of, write_folded, write_undealt
from .network import read_answer, run_head, run_hidden, run_value
from .tree import (
    EDGES,
    LEAN,
    NONE,
    Buffers,
    Guide,
    TreeArrays,
    add_edges,
    all_known,
    back_up,
    list_moves,
    select,
    take_edge,
)

SWAY = 30.0  # how much a difference in worth counts against a difference in rating (a logit), where moves are chosen by both
DOUBT = 6.0  # visits that must confirm a difference in worth before it counts for half


class Luck(NamedTuple):
    """How the first move of a visit is chosen: with `tries` other than NONE it is one that was tried so often, the most promising with
    luck, which counts `noise` times."""

    seed: Any
    noise: float
    tries: int


class Evaluation(NamedTuple):
    """What the network says of the two positions of a visit."""

    heads: Any  # of the moves where it left the tree
    answer: Any  # of how it stands where it ended
    trust: float  # how much the hand-made rating of a move counts besides


@rule
def leaf_of(edges: Any, path: Any, depth: int) -> int:
    """The node a path leads to."""
    return int(edges[path[depth - 1]].node) if depth > 0 else 0


@rule
def reach(state: Any, start: int, first: int, depth: int, tree: TreeArrays, settings: Any, buffers: Buffers, luck: Luck) -> int:
    """Follow the most promising edges of an imagined state to where the network has to be asked: where a position or one of its moves
    was never seen, at the horizon, or at the end. Goes on from a path of so many edges; writes the rest, and returns the whole length.
    """
    nodes, edges = tree.nodes, tree.edges
    node = leaf_of(edges, tree.path, depth)
    while state.turn >= 0 and horizon(state) == start and depth < len(tree.path):
        seat = int(state.turn)
        count = list_moves(state, first if depth == 0 else NONE, buffers.moves)
        if not all_known(edges, nodes[node].first, buffers.moves, count, seat, buffers.here):
            break
        if depth == 0 and luck.tries != NONE:
            best = select_lucky(nodes[node], edges, buffers.here, count, seat, luck)
        else:
            best = select(nodes[node], edges, buffers.here, count, seat, settings)
        node = take_edge(state, best, tree)
        if node == NONE:
            break
        tree.path[depth] = best
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
def select_lucky(node: Any, edges: Any, here: Any, count: int, seat: int, luck: Luck) -> int:
    """Of the moves tried so often, the most promising with luck (after Danihelka et al., planning with Gumbel)."""
    best, most = int(here[0]), -np.inf
    for n in range(count):
        edge = edges[here[n]]
        edge.available += 1
        if edge.visits == luck.tries:
            chance = luck.noise * gumbel(luck.seed, n) + root_score(node, edge, seat)
            if chance > most:
                most = chance
                best = int(here[n])
    return best


@rule
def expand(state: Any, tree: TreeArrays, node: int, count: int, guide: Guide, said: Evaluation, buffers: Buffers) -> None:
    """Give a node edges for all moves of a state, each as likely as the network and the hand-made rating say."""
    if tree.counters[EDGES] + count > len(tree.edges):
        return
    rate_moves(state, buffers.moves, count, guide.prior, buffers.scratch, buffers.likelihood)
    to_priors(state, buffers.moves, count, said.heads, said.trust, buffers.likelihood)
    add_edges(tree, node, int(state.turn), count, buffers)


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
def is_known(tree: TreeArrays, depth: int) -> bool:
    """Whether a path leads to the root or to a position visited before. Most are visited once, and never asked about."""
    return depth == 0 or tree.nodes[leaf_of(tree.edges, tree.path, depth)].visits > 0


@rule
def absorb(leaf: Any, end: Any, start: int, depth: int, tree: TreeArrays, guide: Guide, said: Evaluation, buffers: Buffers) -> None:
    """Take in what the network says: of the moves where a visit left the tree, and of how it stands where it ended."""
    once()
    if goes_on(leaf, start, tree.path, depth):
        count = distinct(leaf, buffers.moves, legal(leaf, buffers.moves))
        expand(leaf, tree, leaf_of(tree.edges, tree.path, depth), count, guide, said, buffers)
    value_end(end, said.answer, buffers)
    back_up_value(end, depth, tree, guide.settings, buffers)


@rule
def value_end(end: Any, answer: Any, buffers: Buffers) -> None:
    """How it stands in a position of which the network said this, or where the game ended, into the buffers."""
    if end.turn < 0:
        outcome(end, buffers.numbers, buffers.win, buffers.points)
    else:
        read_answer(answer, end.turn, end.players, buffers.win, buffers.points)


@rule
def back_up_value(end: Any, depth: int, tree: TreeArrays, settings: Any, buffers: Buffers) -> None:
    """Tell all that a visit passed how it stands."""
    worth(end.players, settings[LEAN], buffers.win, buffers.points, buffers.worths)
    back_up(tree, depth, buffers)


@rule
def ask_moves(state: Any, moves: Any, count: int, network: Any, workspace: Any) -> None:
    """Ask the network about the moves of a position: the heads that rate one of them."""
    write_folded(state, state.turn, workspace.inputs)
    run_hidden(network, workspace, state.turn)
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
        if network.undealt[0]:
            write_undealt(state, state.turn, workspace.inputs)
        else:
            write_folded(state, state.turn, workspace.inputs)
        run_hidden(network, workspace, state.turn)
        run_value(network, workspace)


class Evaluator(NamedTuple):
    """The network that rates moves and the one that values positions, which may be the same, with the memory they work in."""

    rater: Any
    rating: Any
    valuer: Any
    valuing: Any


@rule
def move_baselines(evaluator: Evaluator, long: bool) -> None:
    """Compare positions with the last one, as suits long rollouts, or with the first."""
    evaluator.rating.moves_baseline[0] = long
    evaluator.valuing.moves_baseline[0] = long
