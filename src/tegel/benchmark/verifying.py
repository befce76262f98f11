"""Checking a result: its scores from its games, its games from the moves that were kept, and some of them by playing them again."""

from __future__ import annotations

import hashlib
from pathlib import Path

from ..arena.local import play_here
from ..arena.output import record_of
from ..arena.playing import Played
from ..arena.schedule import Match, job_of
from ..core.game import find_game
from ..core.replay import replay
from .freezing import as_it_was
from .results import BadResult, Result, TaskResult, network_then, outcome_of
from .running import kept_games, match_of
from .tasks import Task, Tasks


def check_games(tasks: Tasks, result: Result, folder: Path) -> int:
    """Replay every game that was kept by the rules and compare it with the result; how many there were."""
    count = 0
    for task, line in _lines(tasks, result):
        match = match_of(tasks, task, result.player, line.luck.effort if line.luck else None)
        games = kept_games(folder / task.name, match, line.games)
        if hashlib.sha256("".join(f"{game.moves}\n" for game in games).encode()).hexdigest() != line.moves:
            raise BadResult(f"{result.name}, {task.name}: the moves in {folder} are not those of the result")
        for game in games:
            _compare(result, task, line, game)
            _follows(result, task, match, game)
        count += len(games)
    return count


def play_again(tasks: Tasks, result: Result, sample: int, workers: int = 1) -> int:
    """Play the first games of every task again and compare; how many were played. The player must be here, and count no seconds."""
    count = 0
    for task, line in _lines(tasks, result):
        player = as_it_was(find_game(task.game), result.player, network_then(tasks, result, task), task.seats)
        match = match_of(tasks, task, player)
        if match.files.get(result.player, "") != result.file:
            raise BadResult(f"{result.player} is not the file that the result was made with")
        jobs = (job_of(match, number) for number in range(min(sample, line.games)))
        for game in play_here(jobs, workers):
            _compare(result, task, line, game)
            count += 1
    return count


def _lines(tasks: Tasks, result: Result) -> list[tuple[Task, TaskResult]]:
    known = {task.name: task for task in tasks.tasks}
    return [(known[line.task], line) for line in result.tasks]


def _compare(result: Result, task: Task, line: TaskResult, game: Played) -> None:
    told = line.outcomes[game.number], line.points.split()[game.number]
    found = outcome_of(task, game)
    if told != found:
        raise BadResult(
            f"{result.name}, {task.name}: game {game.number + 1} ended {found[0]} with {found[1]}, not {told[0]} with {told[1]}"
        )


def _follows(result: Result, task: Task, match: Match, game: Played) -> None:
    """Points follow from the moves, where nobody failed."""
    if any(game.faults):
        return
    points = list(replay(record_of(match, game)).scores)
    if points != game.points:
        raise BadResult(f"{result.name}, {task.name}: game {game.number + 1} is replayed to {points}, not {game.points}")
