"""The chain that holds a game's log together: each entry's hash is over its content and the hash of the entry before.

The first link is over what never changes about the game, the link of the start also over what is fixed then: the secret, where the game
begins, and who sits where with which nonce. So an entry that was altered, lost or put in is found when the game is read. The last
entry's number and hash are kept with the game, so that a lost end is found too.

What identifies people (names, guests, tokens, the creator) is not part of it: they can ask to be forgotten. New facts about a game belong
in the data of an entry, which is chained as it is; the lists below never change, or every stored game would be called damaged.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

import msgspec

OF_GAME = ("id", "name", "rules", "options", "clock", "created", "origin_game", "origin_ply", "archive")
OF_START = ("secret", "promise", "position", "viewer", "key")
OF_SEAT = ("seat", "kind", "player", "commitment", "nonce")
_write = json.JSONEncoder(separators=(",", ":"), default=repr).encode  # a damaged column may hold anything
OF_ENTRY = ("number", "kind", "seat", "move", "id", "data", "time")


def of_game(row: Mapping[str, Any]) -> str:
    """The link before the first entry, over what is known of a game from the beginning."""
    return _hash([row[name] for name in OF_GAME])


def of_start(previous: str, row: Mapping[str, Any], seats: Iterable[Mapping[str, Any]]) -> str:
    """The link before the entry `started`, over what is fixed from then on."""
    shared = [row["draws"]] if row.get("draws") else []  # of tables that share their key; others have no such part
    return _hash([previous, [row[name] for name in OF_START], [[seat[name] for name in OF_SEAT] for seat in seats], *shared])


def link(previous: str, entry: Mapping[str, Any]) -> str:
    """The hash of an entry as it is written."""
    return _hash([previous, [entry[name] for name in OF_ENTRY]])


def _hash(parts: list[Any]) -> str:
    return hashlib.sha256(_written(parts)).hexdigest()


def _written(parts: list[Any]) -> bytes:
    """The parts as JSON in ASCII. The quick encoder writes the same, but for what is not plain ASCII.

    >>> _written(["a", None, 7]) == _write(["a", None, 7]).encode(), _written(["\u00e9\x7f"])
    (True, b'["\\\\u00e9\\\\u007f"]')
    """
    with suppress(TypeError, ValueError, OverflowError):
        quick = msgspec.json.encode(parts)
        if quick.isascii() and b"\x7f" not in quick:
            return quick
    return _write(parts).encode()
