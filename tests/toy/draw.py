"""Heaps in a terminal."""

from __future__ import annotations

from typing import Any

from rich.markup import escape

from tegel.core.words import say

from .moves import LETTERS


def draw(state: Any, viewer: int | None, names: list[str], language: str) -> list[str]:
    """The heaps, then the points."""
    heaps = [f"[bold]{letter}[/] {'#' * int(tiles)}" for letter, tiles in zip(LETTERS, state.heaps, strict=True)]
    scores = [f"{escape(name)}: {say(language, 'heaps.board.score', points=int(state.points[seat]))}" for seat, name in enumerate(names)]
    return [*heaps, "", *scores]
