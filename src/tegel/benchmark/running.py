"""Playing tasks: each is a match of the arena, so it is duplicate, repeatable, and goes on after an interruption."""

from __future__ import annotations

import platform
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from .. import __version__
from ..arena.bots import check_player
from ..arena.local import cores
from ..arena.match import Tick as MatchTick
from ..arena.match import run_match
from ..arena.playing import Played
from ..arena.results import Results
from ..arena.schedule import Match, new_match, whole_sets
from ..core.errors import BadOption
from ..core.game import find_game
from ..search.named_networks import DIGITS
from ..search.network import network_name
from ..search.review.effort import Effort, usual_effort
from .freezing import network_of, seated
from .results import BadResult, Result, network_then, read_result, sum_up, write_result
from .tasks import Task, Tasks

Tick = Callable[[Task, int], None]


@dataclass(frozen=True)
class Entry:
    """Who enters, and where its result goes."""

    player: str
    name: str  # in the table; where it is empty, as before or the player's
    about: str
    out: Path
    luck: bool = False  # whether the luck of the draws is measured

    @property
    def games(self) -> Path:
        """The folder of its games, beside the result."""
        return self.out.with_suffix(".games")

    def effort(self, task: Task) -> Effort | None:
        """With how much luck is measured: what suits the game."""
        return usual_effort(task.game) if self.luck else None


def match_of(tasks: Tasks, task: Task, player: str, effort: Effort | None = None) -> Match:
    """The match that a task is, with the luck of the draws measured or not."""
    opponents = [seated(tasks, task)] * (task.seats - 1)
    return new_match(find_game(task.game), task.options, [player, *opponents], task.seed, task.limit, effort)


def run_tasks(
    tasks: Tasks, wanted: list[Task], entry: Entry, *, most: int | None = None, workers: int = 1, tick: Tick = lambda task, games: None
) -> Result:
    """Play tasks and write the result after each; `most` games of each at most. Games that are there already are not played again."""
    if most is not None and most < 1:
        raise BadOption("--games must be at least 1")
    result = _begun(tasks, entry)
    # what is refused is refused before a game is played
    thinks_with = {task.name: _same_network(tasks, result, task) for task in wanted}
    matches = {task.name: match_of(tasks, task, entry.player, entry.effort(task)) for task in wanted}
    if entry.out.exists():
        write_result(entry.out, result)  # with what it is called now, if nothing is left to play
    for task in wanted:
        match = matches[task.name]
        count = whole_sets(match, min(task.games, most or task.games))
        known = next((line for line in result.tasks if line.task == task.name), None)
        if known is not None and known.games >= count and (known.luck is not None or not entry.luck):
            tick(task, count)
            continue
        folder = entry.games / task.name
        run_match(match, count, folder=folder, workers=workers, tick=_counting(tick, task))
        line = sum_up(task, kept_games(folder, match, count), entry.effort(task))
        others = [other for other in result.tasks if other.task != task.name]
        order = [each.name for each in tasks.tasks]
        network = thinks_with[task.name]
        networks = result.networks | ({network_name(find_game(task.game), task.seats): network} if network else {})
        result = msgspec.structs.replace(result, tasks=sorted([*others, line], key=lambda each: order.index(each.task)), networks=networks)
        write_result(entry.out, result)
    return result


def _same_network(tasks: Tasks, result: Result, task: Task) -> str:
    """What a player of ours thinks with now, if that is what the result was begun with."""
    now, before = network_of(find_game(task.game), result.player, task.seats), network_then(tasks, result, task)
    if now and before not in ("", now):
        raise BadResult(f"the result was begun with the network {before[:DIGITS]} of {task.game}, not {now[:DIGITS]}; choose another file")
    return now


def _counting(tick: Tick, task: Task) -> MatchTick:
    return lambda games, _: tick(task, len(games))


def kept_games(folder: Path, match: Match, count: int) -> list[Played]:
    """The first games of a match that was kept in a folder."""
    results = Results(folder, match)
    try:
        missing = [number for number in range(count) if number not in results.played]
        if missing:
            raise BadResult(f"{folder} does not have game {missing[0] + 1} of {count}")
        return [results.played[number] for number in range(count)]
    finally:
        results.close()


def _begun(tasks: Tasks, entry: Entry) -> Result:
    """The result so far, if there is one of the same player and the same tasks; else an empty one."""
    file = check_player(entry.player)
    machine = f"{platform.machine()} {platform.system()}, Python {platform.python_version()}, {cores()} cores"
    fresh = Result(tasks.title, tasks.digest, entry.name or entry.player, entry.player, entry.about, __version__, file, machine, [])
    if not entry.out.exists():
        return fresh
    found = read_result(entry.out)
    for field in ("digest", "player", "tegel", "file"):
        if getattr(found, field) != getattr(fresh, field):
            raise BadResult(
                f"{entry.out} is a result with {field} {getattr(found, field)}, not {getattr(fresh, field)}; choose another file"
            )
    return msgspec.structs.replace(found, name=entry.name or found.name, about=entry.about or found.about)
