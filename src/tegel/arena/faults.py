"""What a player can do wrong, and how it is told."""

from __future__ import annotations

from typing import Literal

import msgspec

Kind = Literal["crashed", "slow", "illegal", "unreadable"]


class Fault(msgspec.Struct, frozen=True):
    """Why a player lost a game without finishing it."""

    kind: Kind
    detail: str  # one line, for people


class PlayerFault(Exception):
    """Raised while a player decides; it loses that game."""

    def __init__(self, kind: Kind, detail: str) -> None:
        super().__init__(detail)
        self.fault = Fault(kind, detail)


def short(error: BaseException) -> str:
    """An exception in one line.

    >>> short(KeyError("x"))
    "KeyError: 'x'"
    """
    return f"{type(error).__name__}: {error}".strip(": ").split("\n")[0][:300]
