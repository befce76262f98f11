"""The board on which seats lay tiles, as far as statistics need it: its spaces by name, and the events that tell of a tile laid there."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Board:
    """Spaces in rows and columns, of each seat or of all together."""

    rows: str  # how people call each row, from the top: a letter or figure each
    columns: str  # and each column, from the left
    laid: tuple[str, ...]  # the events of a tile laid on a space, which say whose, the row and the column

    def spaces(self, counts: list[float]) -> list[list[float]]:
        """
        >>> Board("AB", "123", ("lay",)).spaces([1, 0, 0, 0, 2, 0])
        [[1, 0, 0], [0, 2, 0]]
        """
        wide = len(self.columns)
        return [counts[first : first + wide] for first in range(0, len(self.rows) * wide, wide)]
