"""The lines of a review, as it is told. The names within `move` and `review` are those of `tegel analyse --json` (docs/luck.md)."""

from __future__ import annotations

from typing import Any

import msgspec

from .answers import ShownMove


class ReviewBegun(msgspec.Struct, tag_field="type", tag="begun"):
    """So many moves will be looked at."""

    count: int


class ReviewedMove(msgspec.Struct, tag_field="type", tag="looked"):
    """A move was looked at; in no order."""

    move: dict[str, Any]
    shown: list[ShownMove]  # the move played and the best one, in words


class ReviewDone(msgspec.Struct, tag_field="type", tag="done"):
    """All of it."""

    review: dict[str, Any]
