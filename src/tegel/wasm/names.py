"""Numba's names of compiled functions, for people."""

from __future__ import annotations

import re

PREFIX = "_ZN"


def plain_name(symbol: str) -> str:
    """
    >>> plain_name("_ZN5tegel5games4azul4wall3layB3v45B66c8tJTIe")
    'tegel.games.azul.wall.lay'
    >>> plain_name("legal")
    'legal'
    """
    if not symbol.startswith(PREFIX):
        return symbol
    parts, at = [], len(PREFIX)
    while found := re.match(r"\d+", symbol[at:]):
        start = at + found.end()
        at = start + int(found[0])
        parts.append(symbol[start:at])
    return ".".join(part for part in parts if not part.startswith("_3c"))  # <locals>
