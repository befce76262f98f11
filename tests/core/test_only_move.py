"""`only_move` knows without a list when exactly one move is legal."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from tegel.core.generic import act, has_pending, legal, only_move, resolve_pending

from ..configurations import CONFIGURATIONS, NAMES, new_table


@pytest.mark.parametrize(("name", "options"), CONFIGURATIONS, ids=NAMES)
def test_the_only_move_is_the_one_that_is_listed(name: str, options: dict[str, Any]) -> None:
    source = random.Random(name)
    seen = {True: 0, False: 0}
    for seed in range(12):
        table = new_table(name, options, seed)
        state, moves = table.state, np.empty(table.game.most_legal, np.int16)
        while state.turn >= 0:
            count = legal(state, moves)
            assert only_move(state) == (moves[0] if count == 1 else -1)
            seen[count == 1] += 1
            act(state, int(moves[source.randrange(count)]), None)
            if has_pending(state):
                resolve_pending(state, None)
    assert seen[False] > 100
    assert seen[True] > 5 or name == "blockers"  # where hardly anybody is ever forced
