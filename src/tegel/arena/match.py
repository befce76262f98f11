"""Playing a match to its end, from wherever it stands."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from pathlib import Path

from ..core.errors import BadOption
from .local import play_here
from .output import write_records, write_tables
from .playing import Played
from .results import Results
from .schedule import Job, Match, job_of, whole_sets
from .sprt import Judge, Sprt, Verdict
from .tables import Summary, names_of, set_score, summarise

Tick = Callable[[list[Played], Verdict | None], None]
Play = Callable[[Iterator[Job]], Generator[Played, None, None]]


class Progress:
    """The games so far, and how far a test has come; a test looks at whole sets in their order, in whichever order games end."""

    def __init__(self, match: Match, test: Sprt | None) -> None:
        self.played: dict[int, Played] = {}
        self._match = match
        self._judge = None if test is None else Judge(test)
        self._judged = 0  # sets

    def add(self, game: Played) -> None:
        """One game more."""
        self.played[game.number] = game
        while self._judge is not None:
            first = self._judged * self._match.seats
            games = [self.played[number] for number in range(first, first + self._match.seats) if number in self.played]
            if len(games) < self._match.seats:
                return
            self._judge.see(set_score(self._match, games))
            self._judged += 1

    @property
    def verdict(self) -> Verdict | None:
        """Of the test, if there is one."""
        return None if self._judge is None else self._judge.verdict

    @property
    def decided(self) -> bool:
        """Whether the test has ended."""
        return self.verdict is not None and self.verdict.accepted != ""


def run_match(
    match: Match,
    games: int,
    *,
    folder: Path | None = None,
    test: Sprt | None = None,
    workers: int = 1,
    cluster: bool | str = False,
    records: bool = False,
    tick: Tick = lambda games, verdict: None,
) -> Summary:
    """Play what is still to be played of so many games, and sum up.

    With a folder every game is kept as soon as it ends, and a match that was interrupted goes on where it stood. `tick` is told of the
    games found there, then of each new one. With a test the match ends as soon as the test does. `cluster` plays on a Ray cluster, that
    at an address or one found or started here.
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
        progress = Progress(match, test)
        for game in results.played.values() if results else ():
            if game.number < total:
                progress.add(game)
        tick(list(progress.played.values()), progress.verdict)
        if not progress.decided:
            _play(match, total, progress, results, _player(workers, cluster), tick)
        summary = summarise(match, progress.played, test)
        if folder is not None:
            counted = [progress.played[number] for number in range(summary.games)]
            write_tables(folder, match, counted, summary)
            if records:
                write_records(folder, match, counted)
        return summary
    finally:
        if results:
            results.close()


def _player(workers: int, cluster: bool | str) -> Play:
    """Where games are played."""
    if cluster is False:
        return lambda jobs: play_here(jobs, workers)
    from .cluster import play_on_cluster

    return lambda jobs: play_on_cluster(jobs, cluster if isinstance(cluster, str) else None)


def _play(match: Match, total: int, progress: Progress, results: Results | None, play: Play, tick: Tick) -> None:
    """Play the games that are missing, keeping each as it ends."""
    missing = (job_of(match, number) for number in range(total) if number not in progress.played)
    with closing(play(missing)) as ended:
        for game in ended:
            if results:
                results.add(game)
            progress.add(game)
            tick([game], progress.verdict)
            if progress.decided:
                return
