"""What is answered about the server itself: how far it is, and whether it is well."""

from __future__ import annotations

from typing import Literal

import msgspec


class GameReadiness(msgspec.Struct):
    name: str
    rules: bool  # whether a game can be started
    players: list[str]  # the computer players that can think already


class Readiness(msgspec.Struct):
    """How far compiling is, on a machine that is new to this version."""

    ready: bool
    percent: int
    games: list[GameReadiness]


class Healthy(msgspec.Struct):
    status: Literal["ok"]
    version: str
    rooms: int


class Unhealthy(msgspec.Struct):
    """The database cannot be written to."""

    status: Literal["failing"]
    error: Literal["storage"]
    why: Literal["full", "gone", "corrupt", "busy", "read_only", "slow", "unreachable"]
    version: str
    rooms: int
