"""How the environments show themselves: as coloured text, as an image, or printed."""

from __future__ import annotations

import io
from typing import Any

from ..core.errors import BadOption
from ..core.game import Game
from ..core.generic import hide

MODES = ["human", "ansi", "rgb_array"]


def check_mode(mode: str | None) -> str | None:
    """The way to render, if there is one of that name."""
    if mode is not None and mode not in MODES:
        raise BadOption(f"there is no render mode {mode!r}; the modes are {', '.join(MODES)}")
    return mode


def render(game: Game, state: Any, mode: str, viewer: int | None = None) -> Any:
    """A state as text ("ansi"), as an image ("rgb_array") or printed ("human"); as a viewer may see it, or all of it."""
    if viewer is not None:
        state = game.copy(state)
        hide(state, viewer)
    lines = game.draw(state, viewer, [f"player_{seat}" for seat in range(int(state["players"]))], "en")
    if mode == "rgb_array":
        from .raster import draw_lines

        return draw_lines(lines)
    text = _coloured(lines)
    if mode == "ansi":
        return text
    print(text)
    return None


def _coloured(lines: list[str]) -> str:
    """Markup as text with the terminal's codes for colours."""
    from rich.console import Console

    out = io.StringIO()
    console = Console(file=out, force_terminal=True, color_system="256", highlight=False, soft_wrap=True, width=1000)
    console.print("\n".join(lines))
    return out.getvalue()
