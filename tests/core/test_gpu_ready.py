"""What a CUDA kernel cannot run must not slip into the rules: no Python objects, no exceptions, no allocation.

Each generic function is compiled for every game, and its machine-near code (LLVM) is searched for the calls that would need them. The
browser's engines cannot have them either: where these are built, and so looked through, this is for the long run.
"""

from __future__ import annotations

import re

import numba
import numpy as np
import pytest

from tegel.core import generic
from tegel.core.compiled import rule
from tegel.core.game import find_game, game_names
from tegel.wasm.rules_entries import rules_entries
from tests.long import LONG
from tests.wasm.conftest import HAS_NODE

FORBIDDEN = {
    "Python objects": re.compile(r"@_?Py[A-Z]\w+|@numba_\w*py\w*"),
    "exceptions": re.compile(r"picklebuf"),
    "allocation": re.compile(r"@NRT_(Allocate|MemInfo_alloc|MemInfo_new)\w*"),
}


uncached = numba.njit(error_model="numpy")  # like `rule`, but the code can be read: what comes from the disk cache cannot


@rule
def everything(states, moves, points, places, key):
    """Calls every generic function once."""
    state = states[0]
    generic.setup(state, key)
    count = generic.legal(state, moves)
    generic.apply(state, moves[count - 1])
    states[1] = state
    other = states[1]
    generic.hide(other, 0)
    generic.sample(other, 0, key)
    generic.score_now(other, None)
    generic.result(other, points, places)
    return generic.check(state) + generic.to_move(state)


def native_code(dispatcher) -> str:
    """The functions themselves, without the wrappers that Python calls them through."""
    text = "".join(dispatcher.inspect_llvm().values())
    functions = re.findall(r"^define [^\n]*\{\n.*?^\}", text, flags=re.M | re.S)
    return "\n".join(body for body in functions if not re.match(r"define [^\n]*(cpython|cfunc|nrt_|NRT_)", body))


@pytest.mark.skipif(HAS_NODE and not LONG, reason="takes minutes: make test-long; the browser's engines are looked through")
@pytest.mark.parametrize("name", game_names())
def test_the_rules_can_run_on_a_gpu(name: str) -> None:
    game = find_game(name)
    states = np.zeros(2, game.dtype)
    game.options().write(states[0])
    moves = np.zeros(game.most_legal, np.int16)
    fresh = uncached(everything.py_func)
    fresh(states, moves, np.zeros(8, np.int16), np.zeros(8, np.int16), np.arange(4, dtype=np.uint64))
    code = native_code(fresh)
    assert "define" in code
    for what, pattern in FORBIDDEN.items():
        assert sorted(set(pattern.findall(code))) == [], f"{what} in the rules of {name}"


@pytest.mark.parametrize("name", game_names())
def test_the_browsers_engine_has_all_of_the_rules(name: str) -> None:
    """So that nothing of them escapes `check_limits`, which refuses an engine with any of these."""
    wanted = {"setup", "legal", "apply", "hide", "sample", "score_now", "result", "check"}
    assert wanted <= {entry.name for entry in rules_entries(find_game(name)) if not entry.allocates}


def test_the_search_finds_what_a_gpu_cannot_run() -> None:
    """The net has no holes: each kind of forbidden thing is caught."""

    @uncached
    def allocates(n):
        return np.zeros(n).sum()

    @uncached
    def raises(n):
        if n > 3:
            raise ValueError("no")
        return n

    allocates(3)
    raises(3)
    assert FORBIDDEN["allocation"].search(native_code(allocates))
    assert FORBIDDEN["exceptions"].search(native_code(raises))
