"""Chance for the oracles: Threefry4x64-20 in plain arithmetic, and the draws of docs/moves.md."""

from typing import Any

import numpy as np

MASK = (1 << 64) - 1
PARITY = 0x1BD11BDAA9FC1A22
ROTATIONS = ((14, 16), (52, 57), (23, 40), (5, 37), (25, 33), (46, 12), (58, 22), (32, 32))

AHEAD = 128  # so many words are worked out together

Block = tuple[int, int, int, int]
Blocks = tuple[Any, int, int, int]  # many blocks at once: an array of counters in place of the first number


def threefry4x64(counter: Block | Blocks, key: Block, rounds: int = 20) -> tuple[Any, Any, Any, Any]:
    """The Threefry4x64 block function of Random123 (20 rounds by default), for one block or for many."""
    schedule = [*key, PARITY ^ key[0] ^ key[1] ^ key[2] ^ key[3]]
    x = [(counter[i] + schedule[i]) & MASK for i in range(4)]
    for number in range(rounds):
        first, second = ROTATIONS[number % 8]
        # Even rounds mix (0, 1) and (2, 3); odd rounds mix (0, 3) and (2, 1).
        a, b = (1, 3) if number % 2 == 0 else (3, 1)
        x[0] = (x[0] + x[a]) & MASK
        x[a] = (x[a] << first | x[a] >> 64 - first) & MASK ^ x[0]
        x[2] = (x[2] + x[b]) & MASK
        x[b] = (x[b] << second | x[b] >> 64 - second) & MASK ^ x[2]
        if number % 4 == 3:
            injection = number // 4 + 1
            for i in range(4):
                x[i] = (x[i] + schedule[(injection + i) % 5]) & MASK
            x[3] = (x[3] + injection) & MASK
    return x[0], x[1], x[2], x[3]


class Chance:
    """The stream of draws of one game: draw number d is the first word of the block (d, 0, 0, 0)."""

    def __init__(self, key: Block) -> None:
        if len(key) != 4 or any(not 0 <= word <= MASK for word in key):
            raise ValueError("a key is four words of 64 bits")
        self.key: Block = key
        self.draws: int = 0
        self.words: list[int] = []

    def word(self) -> int:
        """The next word of 64 bits; it is counted."""
        if self.draws == len(self.words):
            numbers = np.arange(self.draws, self.draws + AHEAD, dtype=np.uint64)
            self.words += threefry4x64((numbers, 0, 0, 0), self.key)[0].tolist()
        word = self.words[self.draws]
        self.draws += 1
        return word

    def below(self, n: int) -> int:
        """A number 0 .. n-1, all equally likely. A word is taken also for n = 1."""
        if n < 1:
            raise ValueError("below() needs at least one possibility")
        limit = (1 << 64) // n * n
        word = self.word()
        while word >= limit:
            word = self.word()
        return word % n

    def draw(self, counts: list[int]) -> int:
        """The index drawn from a bag with these counts: the first whose running total exceeds x. Leaves counts alone."""
        x = self.below(sum(counts))
        total = 0
        for index, count in enumerate(counts):
            total += count
            if total > x:
                return index
        raise AssertionError("x is below the sum, so a running total exceeds it")
