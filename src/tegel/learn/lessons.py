"""The lessons that are in the package: the tasks of each, with an answer to every legal move."""

from __future__ import annotations

import importlib
import json
from importlib import resources
from typing import Any

from ..core.game import Game
from ..core.lessons import Lesson
from .finding import Found, find_tasks

GAMES, SEED = 40, 2


def goals(game: Game) -> tuple[Lesson, ...]:
    """What a game teaches, in order."""
    lessons: tuple[Lesson, ...] = importlib.import_module(f"tegel.games.{game.name}.lessons").LESSONS
    return lessons


def file_of(game: Game) -> Any:
    """Where a game's tasks are."""
    return resources.files("tegel.learn") / f"{game.name}.json"


def read_tasks(game: Game) -> list[dict[str, Any]]:
    """The lessons with their tasks."""
    listed: list[dict[str, Any]] = json.loads(file_of(game).read_text(encoding="utf-8"))
    return listed


def make_tasks(game: Game, games: int = GAMES, seed: int = SEED) -> list[dict[str, Any]]:
    """The same, found anew."""
    found = find_tasks(game, goals(game), games, seed)
    return [{"name": name, "tasks": [show_task(task) for task in tasks]} for name, tasks in found]


def show_task(task: Found) -> dict[str, Any]:
    """A position, and its moves by what is to be said of them; those under "" are right."""
    said: dict[str, list[str]] = {}
    for code, reason in task.answers.items():
        said.setdefault(reason, []).append(code)
    return {"position": task.position, "moves": {reason: " ".join(codes) for reason, codes in sorted(said.items())}}
