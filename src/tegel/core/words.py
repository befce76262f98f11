"""Everything a player reads, from one catalogue per language: the folders `words/en`, `words/nl` and `words/fr`.

A sentence is named by its file and its place in it: `azul.move.take`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from .errors import BadOption

LANGUAGES = ("en", "nl", "fr")


@cache
def catalogue(language: str) -> dict[str, str]:
    """All sentences of a language by their dotted name."""
    if language not in LANGUAGES:
        raise BadOption(f"there is no language {language!r}; the languages are {', '.join(LANGUAGES)}")
    sentences = {}
    for file in resources.files("tegel").joinpath("words", language).iterdir():
        room, _, kind = file.name.partition(".")
        if kind == "toml":
            sentences.update(_flatten(tomllib.loads(file.read_text(encoding="utf-8")), f"{room}."))
    return sentences


def _flatten(table: dict[str, Any], prefix: str) -> dict[str, str]:
    flat = {}
    for name, value in table.items():
        if isinstance(value, dict):
            flat.update(_flatten(value, f"{prefix}{name}."))
        else:
            flat[prefix + name] = value
    return flat


def say(language: str, name: str, **words: Any) -> str:
    """A sentence, with its words filled in. A word that starts with ``@`` is itself looked up.

    >>> say("en", "azul.move.take", colour="@azul.colour.0", source=3, target=4)
    'blue from disc 3 to line 4'
    """
    sentences = catalogue(language)
    found = {key: sentences[word[1:]] if isinstance(word, str) and word.startswith("@") else word for key, word in words.items()}
    return sentences[name].format(**found)
