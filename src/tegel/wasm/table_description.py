"""What a table in the browser says, as data: every move in all its forms, the options, and the sentences of three languages."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import msgspec

from ..core.game import Game
from ..core.words import LANGUAGES, Ref
from .sentences import sentences


def describe_table(game: Game) -> dict[str, Any]:
    """The part of a description that tables need."""
    return {
        "moves": [_describe_move(game, move) for move in range(game.moves)],
        "options": _describe_options(game),
        "private_events": list(game.private_events),
        "editing": asdict(game.editing) if game.editing else None,
        "words": {language: sentences(game.name, language) for language in LANGUAGES},
    }


def _describe_move(game: Game, move: int) -> list[Any]:
    """Its code, its parts, and the sentence that says it with the words to fill in; a word of the catalogue is in a list of one."""
    name, words = game.describe(move)
    said = {key: [word.name] if isinstance(word, Ref) else word for key, word in words.items()}
    return [game.code(move), game.parts(move), name, said]


def _describe_options(game: Game) -> dict[str, Any]:
    """Every option in its order: its kind, its usual value, and whether it is written only where it is unusual."""
    usual = msgspec.to_builtins(game.options())
    kinds = game.options.KINDS
    return {
        name: {"kind": type(kinds[name]).__name__, **asdict(kinds[name]), "usual": usual[name], "added": name in game.options.ADDED}
        for name in game.options.ALLOWED
    }
