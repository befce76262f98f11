"""The questions, asked of Parquet files with one SQL statement each."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from ..core.errors import BadOption
from ..core.game import Game, listing
from ..envs.extras import need
from .question import NONE, questions_of
from .rows import OWN, files_in

SEAT = "seat"  # the question that every game has: how do those fare who begin, who come second, ...?


class Cell(NamedTuple):
    """How a seat fares with one answer."""

    player: str
    options: str
    players: int
    answer: int
    seat: int  # in the order of play
    games: int
    share: float  # of the victories
    points: float  # on average


def question_names(game: Game) -> list[str]:
    """What can be asked of a game."""
    return [SEAT, *(question.name for question in questions_of(game).asked)]


def answers_to(game: Game, question: str, players: int) -> tuple[str, ...]:
    """The answers a question has, by number."""
    if question == SEAT:
        return tuple(str(seat + 1) for seat in range(players))
    found = questions_of(game).named(question)
    if found is None:
        raise BadOption(f"{game.name} has no question {question!r}; its questions are {listing(question_names(game))}")
    return found.answers


def sql_of(question: str) -> str:
    """The statement that answers a question; `$files` are the Parquet files and `$game` is the game."""
    return (
        f"SELECT player, options, players, {question} AS answer, seat, count(*) AS games, avg(win) AS share, avg(points) AS points\n"
        f"FROM read_parquet($files) WHERE game = $game AND {question} > {NONE}\n"
        f"GROUP BY player, options, players, {question}, seat ORDER BY player, options, players, answer, seat"
    )


class Data:
    """Parquet files that were opened to be asked."""

    def __init__(self, game: Game, places: list[Path]) -> None:
        self.game = game
        self._duckdb = need("duckdb")
        self._files = files_in(places)
        self._database = self._duckdb.connect()
        columns = self._ask("DESCRIBE SELECT * FROM read_parquet($files)", {})
        needed = {*OWN, *question_names(game)}
        if missing := sorted(needed - {column[0] for column in columns}):
            raise BadOption(f"{self._files[0]} has no games of {game.name}: it lacks the columns {listing(missing)}")

    def cells(self, question: str) -> list[Cell]:
        """The answer to one question, every player, variant and number of players by itself."""
        answers_to(self.game, question, 0)
        return [Cell(*row) for row in self._ask(sql_of(question), {"game": self.game.name})]

    def _ask(self, sql: str, given: dict[str, Any]) -> list[Any]:
        try:
            found: list[Any] = self._database.execute(sql, {"files": self._files, **given}).fetchall()
        except self._duckdb.Error as error:
            raise BadOption(f"cannot read {self._files[0]}: {str(error).splitlines()[0]}") from error
        return found
