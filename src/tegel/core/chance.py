"""Random numbers: a counter-based generator whose key and counter lie in the state (Threefry4x64-20).

256 bits of key, because 64 could not reach the 2^219 orders of Azul's bag. A draw is a pure function of key and counter,
so a record with its key can be verified, and hiding the key hides the whole future.
"""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np

from .compiled import once, rule
from .errors import BadOption

Key = tuple[int, int, int, int]

ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
PARITY = np.uint64(0x1BD11BDAA9FC1A22)
ONE = np.uint64(1)


def new_key() -> Key:
    """A key nobody can guess."""
    return parse_key(secrets.token_hex(32))


def format_key(key: Key) -> str:
    """
    >>> format_key((1, 2, 3, 0xfeed))
    '000000000000000100000000000000020000000000000003000000000000feed'
    """
    return "".join(f"{word:016x}" for word in key)


def parse_key(text: str) -> Key:
    """
    >>> parse_key("01" * 32)[0] == 0x0101010101010101
    True
    """
    if len(text) != 64 or not set(text) <= set("0123456789abcdef"):
        raise BadOption(f"a key is 64 hexadecimal digits (0-9, a-f), not {text!r}")
    a, b, c, d = (int(text[at : at + 16], 16) for at in range(0, 64, 16))
    return a, b, c, d


@rule
def _mix(x: Any, y: Any, turn: Any) -> Any:
    """One Threefry mix of two words: their sum, and the second one turned and folded into it."""
    x = x + y
    y = (y << turn) | (y >> (np.uint64(64) - turn))
    return x, y ^ x


@rule
def _even_rounds(a: Any, b: Any, c: Any, d: Any) -> Any:
    """Rounds 0-3 of every eight."""
    a, b = _mix(a, b, np.uint64(14))
    c, d = _mix(c, d, np.uint64(16))
    a, d = _mix(a, d, np.uint64(52))
    c, b = _mix(c, b, np.uint64(57))
    a, b = _mix(a, b, np.uint64(23))
    c, d = _mix(c, d, np.uint64(40))
    a, d = _mix(a, d, np.uint64(5))
    c, b = _mix(c, b, np.uint64(37))
    return a, b, c, d


@rule
def _odd_rounds(a: Any, b: Any, c: Any, d: Any) -> Any:
    """Rounds 4-7 of every eight."""
    a, b = _mix(a, b, np.uint64(25))
    c, d = _mix(c, d, np.uint64(33))
    a, d = _mix(a, d, np.uint64(46))
    c, b = _mix(c, b, np.uint64(12))
    a, b = _mix(a, b, np.uint64(58))
    c, d = _mix(c, d, np.uint64(22))
    a, d = _mix(a, d, np.uint64(32))
    c, b = _mix(c, b, np.uint64(32))
    return a, b, c, d


@rule
def threefry(k0: Any, k1: Any, k2: Any, k3: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
    """The four output words for a key and a counter block."""
    k4 = PARITY ^ k0 ^ k1 ^ k2 ^ k3
    a, b, c, d = _even_rounds(a + k0, b + k1, c + k2, d + k3)
    a, b, c, d = _odd_rounds(a + k1, b + k2, c + k3, d + k4 + ONE)
    a, b, c, d = _even_rounds(a + k2, b + k3, c + k4, d + k0 + np.uint64(2))
    a, b, c, d = _odd_rounds(a + k3, b + k4, c + k0, d + k1 + np.uint64(3))
    a, b, c, d = _even_rounds(a + k4, b + k0, c + k1, d + k2 + np.uint64(4))
    return a + k0, b + k1, c + k2, d + k3 + np.uint64(5)


@rule
def next_word(state: Any) -> Any:
    """The next 64 random bits of a game."""
    key = state.key
    none = np.uint64(0)
    word, _, _, _ = threefry(key[0], key[1], key[2], key[3], np.uint64(state.draws), none, none, none)
    state.draws += 1
    return word


@rule
def below(state: Any, n: int) -> int:
    """A fair number from 0 to n - 1, by rejection of the words past the last whole multiple of n.

    Only the n highest words can be among them, so the slow division is almost never made.
    """
    once()
    size = np.uint64(n)
    word = next_word(state)
    while word > ALL - size and word > ALL - (ALL % size + ONE) % size:
        word = next_word(state)
    return np.int64(word % size)  # type: ignore[return-value]


@rule
def draw(state: Any, counts: Any) -> int:
    """Take one thing at random out of a bag with so many of each kind; the bag must not be empty."""
    total = 0
    for kind in range(len(counts)):
        total += counts[kind]
    at = below(state, total)
    kind = 0
    while at >= counts[kind]:
        at -= counts[kind]
        kind += 1
    counts[kind] -= 1
    return kind


@rule
def scramble(seed: Any) -> Any:
    """The next seed and a number, for random play, where nothing depends on their quality (SplitMix64)."""
    seed = np.uint64(seed) + np.uint64(0x9E3779B97F4A7C15)
    word = (seed ^ (seed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return seed, word ^ (word >> np.uint64(31))


@rule
def use_key(state: Any, key: Any) -> None:
    """From here on all draws come from this key."""
    for word in range(4):
        state.key[word] = key[word]
    state.draws = 0


@rule
def forget_key(state: Any) -> None:
    """Remove the key, and with it the future."""
    for word in range(4):
        state.key[word] = 0
    state.draws = 0
