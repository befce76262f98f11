"""Playing a match to its end, from wherever it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from ..core.errors import BadOption
from .local import play_here
from .output import write_records, write_tables
from .playing import Played
from .results import Results
from .schedule import Job, Match, job_of, whole_sets
from .sprt import Sprt
from .tables import Summary, names_of, summarise, verdict_of

Tick = Callable[[dict[int, Played]], None]


def run_match(
    match: Match,
    games: int,
    *,
    folder: Path | None = None,
    test: Sprt | None = None,
    workers: int = 1,
    cluster: bool = False,
    address: str | None = None,
    records: bool = False,
    tick: Tick = lambda played: None,
) -> Summary:
    """Play what is still to be played of so many games, and sum up.

    With a folder every game is kept as soon as it ends, and a match that was interrupted goes on where it stood. `tick` is told of all
    games so far: at the start and after each. With a test the match ends as soon as the test does.
    """
    if not 1 <= workers <= 1024:
        raise BadOption("the number of workers must be from 1 to 1024")
    if test is not None and len(names_of(match)) != 2:
        raise BadOption(f"a sequential test compares two players, not {len(names_of(match))}")
    if records and folder is None:
        raise BadOption("records need a folder to be written to: give --out too")
    total = whole_sets(match, games)
    results = Results(folder, match) if folder is not None else None
    try:
        played = dict(results.played) if results else {}
        tick(played)
        if test is None or not verdict_of(match, played, test).accepted:
            _play(match, total, played, results, test, _player(workers, cluster, address), tick)
        chosen = {number: game for number, game in played.items() if number < total}
        summary = summarise(match, chosen, test)
        if folder is not None:
            counted = [chosen[number] for number in range(summary.games)]
            write_tables(folder, match, counted, summary)
            if records:
                write_records(folder, match, counted)
        return summary
    finally:
        if results:
            results.close()


def _player(workers: int, cluster: bool, address: str | None) -> Callable[[Iterator[Job]], Iterator[Played]]:
    """Where games are played."""
    if not cluster:
        return lambda jobs: play_here(jobs, workers)
    from .cluster import play_on_cluster

    return lambda jobs: play_on_cluster(jobs, address)


def _play(match: Match, total: int, played: dict[int, Played], results: Results | None, test: Sprt | None, play: Any, tick: Tick) -> None:
    """Play the games that are missing, keeping each as it ends."""
    missing = (job_of(match, number) for number in range(total) if number not in played)
    with closing(play(missing)) as ended:
        for game in ended:
            if results:
                results.add(game)
            played[game.number] = game
            tick(played)
            if test is not None and verdict_of(match, played, test).accepted:
                return
