"""The rulebook's examples (A8, D7, B6) as positions of the engine, to draw and to try. Titles and texts are in the catalogues."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from ..core.game import find_game, game_names
from ..core.words import say


@cache
def read_examples(game: str) -> list[dict[str, Any]]:
    """Names, positions and moves of a game's examples; a game from elsewhere has them in `positions.toml` beside its rules."""
    file = resources.files("tegel.server").joinpath("positions", f"{game}.toml")
    if not file.is_file():
        file = resources.files(find_game(game).package).joinpath("positions.toml")
    examples: list[dict[str, Any]] = tomllib.loads(file.read_text(encoding="utf-8"))["example"] if file.is_file() else []
    return examples


def show_examples(game: str, language: str) -> list[dict[str, Any]]:
    """The examples of a game, or of all."""
    shown = []
    for name in [game] if game else game_names():
        for example in read_examples(name):
            base = f"server.example.{example['name'].replace('.', '_')}"
            shown.append({**example, "game": name, "title": say(language, f"{base}.title"), "text": say(language, f"{base}.text")})
    return shown
