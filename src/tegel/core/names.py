"""Players' names, cleaned alike wherever they come from: guests, seats, records, uploads and the command line."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from .errors import BadOption

LONGEST = 24  # characters of a person's name
LONGEST_IN_RECORD = 80  # there a computer player may carry its settings
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # they count as letters, marks or symbols, and show nothing


def clean_name(name: str, longest: int = LONGEST) -> str:
    """A name as it is kept: composed characters, single spaces, none around it; a `BadOption` if it cannot be one.

    >>> clean_name("  Anna   B ")
    'Anna B'
    """
    composed = unicodedata.normalize("NFC", name)
    if any(_is_unfit(letter) for letter in composed):
        raise BadOption(f"a name has no line breaks and no control, invisible or direction characters, but {name!r} has")
    spaced = "".join(" " if unicodedata.category(letter) == "Zs" else letter for letter in composed)
    kept = " ".join(word for word in spaced.split(" ") if word)
    if not 1 <= len(kept) <= longest:
        raise BadOption(f"a name has 1 to {longest} characters, not {len(kept)}")
    return kept


def _is_unfit(letter: str) -> bool:
    """Controls, formats (zero-width, bidirectional), surrogates, unassigned, line and paragraph separators, and what shows nothing."""
    category = unicodedata.category(letter)
    return category[0] == "C" or category in ("Zl", "Zp") or letter in BLANK


def program_name(name: str) -> str:
    r"""The name of a program as a record bears it: a command line may be long, and hold anything.

    >>> program_name("cmd:./bot\t--depth 3")
    'cmd:./bot?--depth 3'
    """
    fit = "".join("?" if _is_unfit(letter) else letter for letter in name).strip() or "?"
    return clean_name(fit[:LONGEST_IN_RECORD], LONGEST_IN_RECORD)


def shorten_name(name: str) -> str:
    """A record's name as a seat bears it."""
    return clean_name(name, LONGEST_IN_RECORD)[:LONGEST].rstrip()


def clean_names(names: Sequence[str], players: int) -> list[str]:
    """The names at a table, one for each seat."""
    if len(names) != players:
        raise BadOption(f"{len(names)} names were given for {players} players")
    return [clean_name(name, LONGEST_IN_RECORD) for name in names]
