"""The search of a player with a network: visits of the tree, and in a long one looks beyond the horizon."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.compiled import rule
from .beyond import is_due, look_beyond, room_beyond
from .learned import Evaluator, move_baselines
from .tree import BEYOND, DONE, LONG, LUCK, NODES, NONE, Guide, TreeArrays, new_buffers
from .visit import begin, question_of, visit


@rule
def grow_learned(
    root: Any, viewer: int, first: int, simulations: int, tree: TreeArrays, guide: Guide, evaluator: Evaluator, seeds: Any
) -> None:
    """As `grow`, with a network. The first visit of all opens the root, and is not counted; nor are those beyond the horizon."""
    asked = question_of(root, viewer, first)
    buffers, beyond = new_buffers(root, guide.most_legal), room_beyond(root, tree, guide)
    if tree.counters[NODES] == 0:
        begin(tree, evaluator)
        tree.counters[LUCK] = np.int64(seeds[0] >> np.uint64(1))
    move_baselines(evaluator, guide.settings[LONG] > 0)
    opening = 1 if tree.nodes[0].first == NONE else 0
    seed, fewest = seeds[0], guide.settings[BEYOND]
    for _ in range(simulations + opening):
        depth, seed = visit(asked, tree, guide, evaluator, buffers, seed)
        if depth > 0 and fewest > 0 and is_due(tree, depth, fewest):
            look_beyond(asked, depth, tree, guide, evaluator, buffers, beyond)
    tree.counters[DONE] -= opening
    seeds[0] = seed
