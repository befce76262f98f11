"""The table of all results, as Markdown: one for each game and number of players, the strongest first."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean

from ..core.errors import BadOption
from .luck import Luck
from .results import BadResult, Result, TaskResult, check, read_result
from .tasks import Task, Tasks

BEGIN, END = "<!-- leaderboard: begin -->", "<!-- leaderboard: end -->"
NONE = "·"
BY_THE_CLOCK = "†"  # core-seconds were not measured


def read_results(tasks: Tasks, paths: list[Path]) -> list[Result]:
    """All results in files and folders, each checked."""
    files = [file for path in paths for file in (sorted(path.glob("*.json")) if path.is_dir() else [path])]
    if not files:
        raise BadResult(f"there are no results in {', '.join(map(str, paths))}")
    results = [read_result(file) for file in files]
    for result in results:
        check(tasks, result)
    names = [result.name for result in results]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise BadResult(f"two results have the name {twice[0]}")
    return results


def markdown(tasks: Tasks, results: list[Result]) -> str:
    """All tables, and what the players are."""
    tables: dict[str, list[Task]] = {}
    for task in tasks.tasks:
        tables.setdefault(_table_of(task), []).append(task)
    parts = [f"{tasks.title}, tasks `{tasks.digest[:12]}`."]
    for name, columns in tables.items():
        lines = _lines(columns, results)
        if lines:
            parts.append("\n".join([f"### {name}", "", *_head(columns), *lines]))
    missing = [name for name, columns in tables.items() if not _lines(columns, results)]
    if missing:
        parts.append(f"No results yet: {', '.join(missing)}.")
    parts += _without_luck(tasks, results)
    parts.append("\n".join(["### The players", "", "| player | what it is | Tegel |", "| --- | --- | --- |", *map(_about, results)]))
    return "\n\n".join(parts)


def _table_of(task: Task) -> str:
    return task.name.removesuffix(f"-{task.opponent.replace(':', '')}")


def _head(columns: list[Task]) -> list[str]:
    titles = [f"{task.opponent} ({task.games})" for task in columns]
    return [
        f"| player | mean | {' | '.join(titles)} | lead over greedy | core-seconds a game |",
        f"| --- | ---: |{' ---: |' * (len(columns) + 2)}",
    ]


def _lines(columns: list[Task], results: list[Result]) -> list[str]:
    """A line for each player with a result here: those who played every task by their mean, then the others."""
    rows = []
    for result in results:
        found = {line.task: line for line in result.tasks}
        played = [found.get(task.name) for task in columns]
        if any(played):
            counted = [found.get(task.name) for task in columns if task.counts]
            whole = all(line is not None and line.games == task.games for line, task in zip(played, columns, strict=True) if task.counts)
            mean = sum(line.score.share for line in counted if line) / len(counted) if whole else None
            rows.append((mean, result.name, _line(result.name, mean, columns, played)))
    hardest = sorted(rows, key=lambda row: (row[0] is None, -(row[0] or 0), row[1]))
    return [line for *_, line in hardest]


def _line(name: str, mean: float | None, columns: list[Task], played: list[TaskResult | None]) -> str:
    cells = [_cell(task, line) for task, line in zip(columns, played, strict=True)]
    greedy = next((line for task, line in zip(columns, played, strict=True) if line and task.opponent == "greedy"), None)
    lead = NONE if greedy is None or greedy.score.lead is None else f"{greedy.score.lead:+.1f} ± {greedy.score.lead_margin:.1f}"
    cost = _cost([line for line in played if line])
    return f"| {name} | {NONE if mean is None else f'{100 * mean:.1f}'} | {' | '.join(cells)} | {lead} | {cost} |"


def _cost(played: list[TaskResult]) -> str:
    """The mean of all tasks; with a mark by the clock, where the time of processors was not measured in each of them."""
    cores = [line.core_seconds for line in played if line.core_seconds is not None]
    if len(cores) == len(played):
        return f"{fmean(cores):.3f}"
    return f"{fmean(line.seconds for line in played):.2f} {BY_THE_CLOCK}"


def _cell(task: Task, line: TaskResult | None) -> str:
    if line is None:
        return NONE
    few = "" if line.games == task.games else f" ({line.games} games)"
    faults = f", {line.faults} faults" if line.faults else ""
    return f"{100 * line.score.share:.1f} ± {100 * line.score.margin:.1f}{few}{faults}"


def _without_luck(tasks: Tasks, results: list[Result]) -> list[str]:
    """A table of the scores whose luck was measured, if there are any, in the order of the tasks."""
    found = [(task, result.name, line) for task in tasks.tasks for result in results for line in result.tasks if line.task == task.name]
    lines = [f"| {task.name} | {name} | {_cell(task, line)} | {_less(line, line.luck)} |" for task, name, line in found if line.luck]
    if not lines:
        return []
    head = ["| task | player | score | without luck | times fewer games |", "| --- | --- | ---: | ---: | ---: |"]
    return ["\n".join(["### The luck of the draws taken out", "", *head, *lines])]


def _less(line: TaskResult, luck: Luck) -> str:
    fewer = f"{(line.score.margin / luck.margin) ** 2:.2f}" if luck.margin > 0 else NONE
    return f"{100 * luck.share:.1f} ± {100 * luck.margin:.1f} | {fewer}"


def _about(result: Result) -> str:
    return f"| {result.name} | {result.about or f'`{result.player}`'} | {result.tegel} |"


def put_into(page: str, tables: str) -> str:
    """A page with the tables between its marks.

    >>> put_into(f"a {BEGIN} old {END} b", "new") == f"a {BEGIN}\\n\\nnew\\n\\n{END} b"
    True
    """
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise BadOption(f"the page has no marks {BEGIN} and {END} to put the table between")
    return f"{before}{BEGIN}\n\n{tables}\n\n{END}{after}"
