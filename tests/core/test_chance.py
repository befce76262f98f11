"""Random numbers: published vectors, a second implementation, fairness."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tegel
from tegel.core.chance import below, draw, format_key, new_key, parse_key, threefry
from tegel.oracle.chance import Chance

WORD = st.integers(0, 2**64 - 1)

# Known answers of Random123, threefry4x64 with 20 rounds: counter, key, output.
VECTORS = [
    ("0" * 64, "0" * 64, "09218ebde6c8553755941f5266d861054bd25e16282434dcee29ec846bd2e40b"),
    ("f" * 64, "f" * 64, "29c24097942bba1b0371bbfb0f6f4e113c231ffa33f83a1ccd29113fde32d168"),
    (
        "243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89",
        "452821e638d01377be5466cf34e90c6cbe5466cf34e90c6cc0ac29b7c97c50dd",
        "a7e8fde591651bd9baafd0c30138319b84a5c1a729e685b9901d406ccebc1ba4",
    ),
]


def words(text: str) -> list[np.uint64]:
    return [np.uint64(word) for word in parse_key(text)]


@pytest.mark.parametrize(("counter", "key", "output"), VECTORS)
def test_published_vectors(counter: str, key: str, output: str) -> None:
    a, b, c, d = (int(word) for word in threefry(*words(key), *words(counter)))
    assert format_key((a, b, c, d)) == output


@given(st.tuples(WORD, WORD, WORD, WORD), st.integers(1, 2**63 - 1))
def test_the_second_implementation_agrees(key: tuple[int, int, int, int], size: int) -> None:
    state = tegel.game("azul", key=key).state
    state.draws = 0
    chance = Chance(key)
    assert [below(state, size) for _ in range(5)] == [chance.below(size) for _ in range(5)]
    assert state.draws == chance.draws


def test_rejection_skips_the_unfair_words() -> None:
    """With n just over half of 2^64 about half of all words are rejected."""
    state = tegel.game("azul", key=(1, 2, 3, 4)).state
    state.draws = 0
    for _ in range(200):
        assert 0 <= below(state, 2**63 - 1) < 2**63 - 1
    chance = Chance((1, 2, 3, 4))
    size = 2**63 + 1
    taken = [chance.below(size) for _ in range(200)]
    assert chance.draws > 300
    assert max(taken) < size


def test_draws_are_fair() -> None:
    state = tegel.game("azul", key=(7, 7, 7, 7)).state
    seen: Counter[int] = Counter()
    for _ in range(10_000):
        counts = np.array([5, 0, 3, 2], np.int8)
        seen[draw(state, counts)] += 1
        assert counts.sum() == 9
    assert seen[1] == 0
    assert abs(seen[0] - 5000) < 250
    assert abs(seen[2] - 3000) < 250


def test_new_keys_differ() -> None:
    assert len({new_key() for _ in range(100)}) == 100


@pytest.mark.parametrize("text", ["", "0" * 63, "0" * 65, "g" * 64, "A" * 64, " " + "0" * 63])
def test_bad_keys(text: str) -> None:
    with pytest.raises(tegel.BadOption, match="64 hexadecimal digits"):
        parse_key(text)
