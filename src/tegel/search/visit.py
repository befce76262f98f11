"""Visits of a player with a network: one follows the tree to where something is not known yet, asks there, and tells all it passed.

Where everything up to the horizon is open it follows known moves from memory (`retrace.py`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..core.compiled import rule
from ..core.generic import legal
from .further import finish_rollout, goes_further
from .heuristics import distinct, foreseeable, horizon
from .learned import Evaluation, Evaluator, Luck, ask_moves, back_up_value, expand, goes_on, is_known, leaf_of, reach
from .network import forget_baselines
from .retrace import back_up_again, is_cached, replay, retrace
from .tree import NONE, SPREAD, Buffers, Guide, TreeArrays, determinise, new_node


class Question(NamedTuple):
    """What a search is about."""

    root: Any  # an array of one state
    viewer: int
    first: int  # the only move to look at, or NONE
    start: int  # the number of the root's horizon
    all_open: bool  # whether everything up to there is open


@rule
def question_of(root: Any, viewer: int, first: int) -> Question:
    """What a viewer asks about a state."""
    return Question(root, viewer, first, horizon(root[0]), foreseeable(root[0]))


@rule
def begin(tree: TreeArrays, evaluator: Evaluator) -> None:
    """Make the root of an empty tree."""
    new_node(tree.nodes, tree.counters)
    forget_baselines(evaluator.rating)
    forget_baselines(evaluator.valuing)


@rule
def mix_uniform(edges: Any, here: Any, count: int, part: float) -> None:
    """Give every move its share of a part of the likelihood, so that none is left without a look."""
    for n in range(count):
        edge = edges[here[n]]
        edge.prior = (1 - part) * edge.prior + part / count


@rule
def visit(asked: Question, tree: TreeArrays, guide: Guide, evaluator: Evaluator, buffers: Buffers, seed: Any) -> tuple[int, Any]:
    """One visit; returns the depth of the position it ends in where its value is cached, or 0, and the next seed.

    Where rollouts go past the horizon no value is: each visit says something new of it.
    """
    depth = retrace(asked.first, tree, guide.settings) if asked.all_open else 0
    if not goes_further(guide.settings) and is_cached(tree, depth, bool(evaluator.valuer.undealt[0])):
        back_up_again(tree, depth, buffers)
        return depth, seed
    return 0, visit_anew(asked, depth, tree, guide, evaluator, buffers, seed)


@rule
def visit_anew(asked: Question, depth: int, tree: TreeArrays, guide: Guide, evaluator: Evaluator, buffers: Buffers, seed: Any) -> Any:
    """Go on from a path of known moves, ask the network, and back up what it says; returns the next seed.

    It rates the moves of a position that is visited again, and values the one where the rollout ends.
    """
    rater, rating = evaluator.rater, evaluator.rating
    luck = Luck(seed, 0.0, NONE)
    buffers.state[0] = asked.root[0]
    state = buffers.state[0]
    seed = determinise(state, asked.viewer, seed, buffers.key)
    depth = replay(state, depth, tree)
    depth = reach(state, asked.start, asked.first, depth, tree, guide.settings, buffers, luck)
    if goes_on(state, asked.start, tree.path, depth) and is_known(tree, depth):
        count = distinct(state, buffers.moves, legal(state, buffers.moves))
        ask_moves(state, buffers.moves, count, rater, rating)
        said = Evaluation(rating.heads, rating.answer, rater.trust[0])
        expand(state, tree, leaf_of(tree.edges, tree.path, depth), count, guide, said, buffers)
        if depth == 0:
            mix_uniform(tree.edges, buffers.here, count, guide.settings[SPREAD])
        else:
            depth = reach(state, asked.start, asked.first, depth, tree, guide.settings, buffers, luck)
    seed = finish_rollout(state, asked.start, guide, evaluator, buffers, seed)
    back_up_value(state, depth, tree, guide.settings, buffers)
    return seed
