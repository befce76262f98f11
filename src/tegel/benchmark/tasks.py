"""The tasks: which game, against whom, on which deals. A version of them never changes; a digest of all says so."""

from __future__ import annotations

import hashlib
import tomllib
from fnmatch import fnmatch
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from ..core.errors import BadOption

FILE = "tasks.toml"


class Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One task: the player sits in one seat, the opponent in all others, and every deal is played from every seat."""

    name: str
    game: str
    options: dict[str, Any]
    seats: int
    opponent: str
    games: int
    seed: int  # of the deals
    limit: float  # seconds a program may take for a move
    counts: bool  # in the mean of its table


class Tasks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A version of the benchmark."""

    name: str
    version: int
    release: str  # the release of Tegel that froze it and ships all its opponents
    tasks: list[Task]
    rules: dict[str, int]  # version of each game's rules
    opponents: dict[str, dict[str, str]]  # by game and player: a hash of all that decides how it plays
    networks: dict[str, str]  # by `network_name`: SHA-256 of the network that opponents think with; a game's own, where that is missing

    @property
    def digest(self) -> str:
        """A hash of everything above; results name it."""
        return hashlib.sha256(msgspec.json.encode(self, order="sorted")).hexdigest()

    @property
    def title(self) -> str:
        """
        >>> frozen_tasks().title
        'Tegel-Bench v1'
        """
        return f"{self.name} v{self.version}"

    def chosen(self, patterns: str) -> list[Task]:
        """Tasks by their names, with commas between and * for any text; all of them without any.

        >>> [task.name for task in frozen_tasks().chosen("azul-2-greedy")]
        ['azul-2-greedy']
        """
        wanted = [pattern.strip() for pattern in patterns.split(",") if pattern.strip()]
        for pattern in wanted:
            if not any(fnmatch(task.name, pattern) for task in self.tasks):
                raise BadOption(f"{self.title} has no task {pattern!r}; `tegel benchmark tasks` lists them")
        return [task for task in self.tasks if not wanted or any(fnmatch(task.name, pattern) for pattern in wanted)]


@cache
def frozen_tasks() -> Tasks:
    """The tasks as they are frozen in the package."""
    found = tomllib.loads(resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8"))
    tables = found.pop("table")
    return msgspec.convert({**found, "tasks": _tasks(tables)}, Tasks)


def _tasks(tables: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One task for each table and opponent; the deals of a table are the same against all."""
    return [
        {
            "name": f"{table['name']}-{opponent.replace(':', '')}",
            **{key: table[key] for key in ("game", "options", "seats", "seed", "limit")},
            "opponent": opponent,
            "games": games,
            "counts": opponent in table["against"],
        }
        for table in tables
        for opponent, games in {**table["against"], **table.get("also", {})}.items()
    ]
