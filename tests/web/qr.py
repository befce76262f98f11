"""Reads a QR code, as a telephone would: small ones, of one block and with bytes in them."""

from __future__ import annotations

import re

LARGEST = 5  # the largest version whose codes of level L are one block
MASKS = (
    lambda y, x: (y + x) % 2,
    lambda y, x: y % 2,
    lambda y, x: x % 3,
    lambda y, x: (y + x) % 3,
    lambda y, x: (y // 2 + x // 3) % 2,
    lambda y, x: y * x % 2 + y * x % 3,
    lambda y, x: (y * x % 2 + y * x % 3) % 2,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2,
)


def read_drawing(path: str, size: int) -> str:
    """The text of a code that is drawn as squares, with a border of two."""
    dark = {(int(y) - 2, int(x) - 2) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", path)}
    side = size - 4
    version = (side - 17) // 4
    assert 1 <= version <= LARGEST
    for top, left in ((0, 0), (0, side - 7), (side - 7, 0)):
        assert all(((top, left + at) in dark) and ((top + at, left) in dark) for at in range(7)), "the three corners"
    places = [(8, x) for x in (0, 1, 2, 3, 4, 5, 7, 8)]
    form = sum(1 << (14 - at) for at, place in enumerate(places) if place in dark) ^ 0x5412
    assert form >> 13 == 1, "level L"
    mask = MASKS[form >> 10 & 7]
    bits = [((y, x) in dark) != (mask(y, x) == 0) for y, x in walk(side, version)]
    words = [sum(bit << (7 - at) for at, bit in enumerate(bits[start : start + 8])) for start in range(0, len(bits) - 7, 8)]
    assert words[0] >> 4 == 4, "bytes"
    length = (words[0] & 15) << 4 | words[1] >> 4
    return bytes((words[at + 1] & 15) << 4 | words[at + 2] >> 4 for at in range(length)).decode()


def walk(side: int, version: int) -> list[tuple[int, int]]:
    """The places of the data in their order: up and down in columns of two, from the right."""
    found = []
    upwards = True
    for right in [*range(side - 1, 6, -2), 5, 3, 1]:
        for y in range(side - 1, -1, -1) if upwards else range(side):
            found += [(y, x) for x in (right, right - 1) if not fixed(y, x, side, version)]
        upwards = not upwards
    return found


def fixed(y: int, x: int, side: int, version: int) -> bool:
    """Whether a place belongs to the code's frame."""
    corner = (y < 9 and (x < 9 or x >= side - 8)) or (y >= side - 8 and x < 9)
    small = version > 1 and abs(y - (side - 7)) <= 2 and abs(x - (side - 7)) <= 2
    return corner or small or y == 6 or x == 6
