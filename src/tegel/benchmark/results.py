"""A result: what a player scored in each task, with every game's outcome, so that anybody can work the scores out again."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

import msgspec

from ..arena.playing import Played
from ..arena.shares import margin, wins_of
from ..core.errors import TegelError
from ..core.game import find_game
from ..search.network import network_name
from ..search.review.effort import Effort
from .luck import Luck, follows, in_sets, luck_of
from .tasks import Task, Tasks

LOST, SHARED_BY = "0", "1234567890"  # a game's letter: 0 lost, 1 won alone, 2 a victory shared by two, ...
UNFINISHED = "-"  # points of a game that was broken off
PAIR = re.compile("[0-9]{1,5}-[0-9]{1,5}")


class BadResult(TegelError):
    """A file that is no result, belongs to other tasks, or whose scores do not follow from its games."""


class Score(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a task came to. Margins are half of 95 % intervals, from how whole sets of the same deal differ."""

    share: float  # of victories, shared ones in parts
    margin: float
    points: float | None  # mean, of the games that were finished
    others: float | None  # mean of the best other seat
    lead: float | None  # how far the player was ahead; where fewest points win, how many fewer it had
    lead_margin: float | None


class TaskResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One task as it was played."""

    task: str
    games: int
    score: Score
    faults: int  # games lost by a crash, an illegal move or a late one
    seconds: float  # thought in a game, by the clock
    outcomes: str  # a letter a game
    points: str  # a game: the player's points and the best other seat's
    moves: str  # SHA-256 of the moves of all games, one game a line
    core_seconds: float | None = None  # of processors, used in a game; None where it was not measured, as in the first results
    luck: Luck | None = None  # the score with the luck of the draws taken out, where that was measured


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player's results."""

    benchmark: str
    digest: str  # of the tasks
    name: str  # in the table
    player: str  # as the arena calls it
    about: str  # what it is and how to get it
    tegel: str
    file: str  # SHA-256 of the bot's file, if it is one
    machine: str
    tasks: list[TaskResult]
    networks: dict[str, str] = {}  # by `network_name`: SHA-256 of the network that a player of ours thought with


def network_then(tasks: Tasks, result: Result, task: Task) -> str:
    """The network that a player of ours played a task with, or tasks with as many players; empty where there is none yet. Results from
    before a game had one for more than two players name the game's."""
    alike = {each.name for each in tasks.tasks if _network_for(each) == _network_for(task)}
    begun = any(line.task in alike for line in result.tasks)
    return result.networks.get(_network_for(task), result.networks.get(task.game, "") if begun else "")


def _network_for(task: Task) -> str:
    return network_name(find_game(task.game), task.seats)


def own_seat(task: Task, number: int) -> int:
    """Where the player sits in a game of a task: one seat on with each game of a set."""
    return -number % task.seats


def score_of(task: Task, outcomes: str, points: str) -> Score:
    """The scores, from the games alone.

    >>> from .tasks import frozen_tasks
    >>> score_of(frozen_tasks().chosen("azul-2-greedy")[0], "1120", "50-40 50-40 45-45 30-40")
    Score(share=0.625, margin=0.735, points=43.75, others=41.25, lead=2.5, lead_margin=9.383)
    """
    shares = shares_of(outcomes)
    sets = in_sets(shares, task.seats)
    pairs = [tuple(map(int, pair.split("-"))) for pair in points.split() if pair != UNFINISHED]
    sign = -1 if find_game(task.game).fewest_wins else 1
    leads = [sign * (own - other) for own, other in pairs]
    return Score(
        share=_rounded(shares, 4),
        margin=round(margin(sets), 4),
        points=_rounded([own for own, _ in pairs], 2) if pairs else None,
        others=_rounded([other for _, other in pairs], 2) if pairs else None,
        lead=_rounded(leads, 2) if pairs else None,
        lead_margin=round(margin(leads), 3) if pairs else None,
    )


def _rounded(numbers: Sequence[float], digits: int) -> float:
    return round(fmean(numbers), digits)


def outcome_of(task: Task, game: Played) -> tuple[str, str]:
    """The letter of a game, and its points."""
    seat = own_seat(task, game.number)
    letter = SHARED_BY[game.places.count(1) - 1] if wins_of(game)[seat] else LOST
    others = [found for at, found in enumerate(game.points) if at != seat and found is not None]
    own = game.points[seat]
    if own is None or not others:
        return letter, UNFINISHED
    return letter, f"{own}-{min(others) if find_game(task.game).fewest_wins else max(others)}"


def shares_of(outcomes: str) -> list[float]:
    """The player's part of each victory.

    >>> shares_of("1203")
    [1.0, 0.5, 0.0, 0.3333333333333333]
    """
    return [0.0 if letter == LOST else 1 / (1 + SHARED_BY.index(letter)) for letter in outcomes]


def sum_up(task: Task, games: list[Played], effort: Effort | None = None) -> TaskResult:
    """The result of a task, from its games in their order."""
    for game in games:
        _check_opponents(task, game)
    found = [outcome_of(task, game) for game in games]
    outcomes, points = "".join(letter for letter, _ in found), " ".join(pair for _, pair in found)
    own = [own_seat(task, game.number) for game in games]
    return TaskResult(
        task=task.name,
        games=len(games),
        score=score_of(task, outcomes, points),
        faults=sum(game.faults[seat] is not None for game, seat in zip(games, own, strict=True)),
        seconds=round(fmean(game.seconds[seat] for game, seat in zip(games, own, strict=True)), 3),
        outcomes=outcomes,
        points=points,
        moves=hashlib.sha256("".join(f"{game.moves}\n" for game in games).encode()).hexdigest(),
        core_seconds=_cost([_spent(game, seat) for game, seat in zip(games, own, strict=True)]),
        luck=None if effort is None else luck_of(effort, shares_of(outcomes), list(map(_given, games, own)), task.seats),
    )


def _spent(game: Played, seat: int) -> float | None:
    return None if game.core_seconds is None else game.core_seconds[seat]


def _cost(spent: Sequence[float | None]) -> float | None:
    """The mean of what every game cost, if that is known of all."""
    known = [found for found in spent if found is not None]
    return _rounded(known, 4) if len(known) == len(spent) else None


def _given(game: Played, seat: int) -> float:
    if game.luck is None:
        raise BadResult(f"the luck of game {game.number + 1} was not measured")
    return game.luck[seat]


def _check_opponents(task: Task, game: Played) -> None:
    """An opponent that fails would be a present of a game."""
    failed = [fault for seat, fault in enumerate(game.faults) if fault is not None and seat != own_seat(task, game.number)]
    if failed:
        raise BadResult(f"{task.name}: {task.opponent} failed in game {game.number + 1}, so this is no result: {failed[0].detail}")


def check(tasks: Tasks, result: Result) -> None:
    """A `BadResult` unless the result is of these tasks and its scores follow from its games."""
    if result.digest != tasks.digest:
        raise BadResult(
            f"{result.name}: this is a result of {result.benchmark} with the tasks {result.digest[:12]}, not {tasks.digest[:12]}"
        )
    known = {task.name: task for task in tasks.tasks}
    for line in result.tasks:
        task = known.get(line.task)
        if task is None:
            raise BadResult(f"{result.name}: {tasks.title} has no task {line.task!r}")
        _check_line(f"{result.name}, {line.task}", task, line)
    names = [line.task for line in result.tasks]
    if len(set(names)) < len(names):
        raise BadResult(f"{result.name}: a task is there twice")


def _check_line(what: str, task: Task, line: TaskResult) -> None:
    pairs, letters = line.points.split(), set(SHARED_BY[: task.seats] + LOST)
    whole = line.games % task.seats == 0 and 0 < line.games <= task.games
    if not whole or len(line.outcomes) != line.games or len(pairs) != line.games or set(line.outcomes) - letters:
        raise BadResult(f"{what}: there must be an outcome and points for each of the {line.games} games, in whole sets")
    if not all(pair == UNFINISHED or PAIR.fullmatch(pair) for pair in pairs):
        raise BadResult(f"{what}: points are written like 50-40, or - for a game that was broken off")
    if score_of(task, line.outcomes, line.points) != line.score:
        raise BadResult(f"{what}: the score does not follow from the games")
    if line.luck is not None and not follows(line.luck, shares_of(line.outcomes), task.seats):
        raise BadResult(f"{what}: the score without luck does not follow from the games and their luck")


def read_result(path: Path) -> Result:
    """A result from its file."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Result)
    except OSError as error:
        raise BadResult(f"cannot read {path}: {error.strerror}") from error
    except msgspec.MsgspecError as error:
        raise BadResult(f"{path} is no result of the benchmark: {error}") from error


def write_result(path: Path, result: Result) -> None:
    """A result to its file, whole or not at all."""
    fresh = path.with_suffix(".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(msgspec.json.format(msgspec.json.encode(result), indent=1) + b"\n")
        os.replace(fresh, path)
    except OSError as error:
        raise BadResult(f"cannot write {path}: {error.strerror}") from error
