"""Everything a player reads, from one catalogue per language: the folders `words/en`, `words/nl` and `words/fr`.

A sentence is named by its file and its place in it: `azul.move.take`. It may choose its words by who reads it and by numbers: `messages`.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from .errors import BadOption
from .messages import fill

LANGUAGES = ("en", "nl", "fr")


_folders = ["tegel"]  # the packages with a folder `words`


def add_folder(package: str) -> None:
    """Let the words of another package be found too."""
    if package not in _folders:
        _folders.append(package)
        catalogue.cache_clear()


def remove_folder(package: str) -> None:
    """Forget the words of a package."""
    if package in _folders:
        _folders.remove(package)
        catalogue.cache_clear()


@cache
def catalogue(language: str) -> dict[str, str]:
    """All sentences of a language by their dotted name."""
    if language not in LANGUAGES:
        raise BadOption(f"there is no language {language!r}; the languages are {', '.join(LANGUAGES)}")
    sentences = {}
    for package in _folders:
        folder = resources.files(package).joinpath("words", language)
        for file in folder.iterdir() if folder.is_dir() else ():
            area, _, kind = file.name.partition(".")
            if kind == "toml":
                sentences.update(_flatten(tomllib.loads(file.read_text(encoding="utf-8")), f"{area}."))
    return sentences


def _flatten(table: dict[str, Any], prefix: str) -> dict[str, str]:
    flat = {}
    for name, value in table.items():
        if isinstance(value, dict):
            flat.update(_flatten(value, f"{prefix}{name}."))
        else:
            flat[prefix + name] = value
    return flat


@dataclass(frozen=True, slots=True)
class Ref:
    """A word of the catalogue, to be looked up in the language of the sentence it stands in.

    A type of its own: text, such as a player's name, is never taken for one.
    """

    name: str


def say(language: str, name: str, **words: Any) -> str:
    """A sentence, with its words filled in.

    >>> say("en", "azul.move.take", colour=Ref("azul.colour.0"), source=3, target=4)
    'blue from disc 3 to line 4'
    """
    sentences = catalogue(language)
    found = {key: sentences[word.name] if isinstance(word, Ref) else word for key, word in words.items()}
    return fill(sentences[name], found, language)


def signed(number: int) -> str:
    """A number with its sign, as it is printed: a minus is no hyphen.

    >>> signed(5), signed(-2)
    ('+5', '−2')
    """
    return f"{number:+d}".replace("-", "−")
