"""All answers in a small file: the one in the package, which the app shows, or one's own."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import NamedTuple

import msgspec

from ..core.errors import BadOption, TegelError
from ..core.game import Game
from .query import SEAT, Cell, Data, answers_to, question_names
from .question import questions_of

SHARE_DIGITS, POINTS_DIGITS = 4, 2


class BadSummary(TegelError):
    """A file that has no answers, or other ones than it should."""


class Fared(NamedTuple):
    """How a seat fared: in so many games, which share of the victories, how many points."""

    games: int
    share: float
    points: float


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question with its answers."""

    name: str
    about: str
    answers: list[str]


class Sample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Games of one kind, all by the same player."""

    player: str
    options: str
    players: int
    games: int
    seats: list[Fared]  # in the order of play
    answers: dict[str, list[list[Fared | None]]]  # by question, answer and seat; null where no seat had that answer


class Summary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All answers about one game."""

    game: str
    questions: list[Asked]
    samples: list[Sample]


def summarise(data: Data) -> Summary:
    """Ask everything."""
    game = data.game
    cells = {question: data.cells(question) for question in question_names(game)}
    if not cells[SEAT]:
        raise BadOption(f"there are no games of {game.name} to explore here")
    samples = []
    for player, options, players in dict.fromkeys(cell[:3] for cell in cells[SEAT]):
        found = {name: [cell for cell in there if cell[:3] == (player, options, players)] for name, there in cells.items()}
        seats = [_fared(cell) for cell in found.pop(SEAT)]
        answers = {name: _by_answer(there, len(answers_to(game, name, players)), players) for name, there in found.items()}
        samples.append(Sample(player, options, players, seats[0].games, seats, answers))
    asked = [Asked(question.name, question.about, list(question.answers)) for question in questions_of(game).asked]
    return Summary(game.name, asked, samples)


def _fared(cell: Cell) -> Fared:
    return Fared(cell.games, round(cell.share, SHARE_DIGITS), round(cell.points, POINTS_DIGITS))


def _by_answer(cells: list[Cell], answers: int, players: int) -> list[list[Fared | None]]:
    found: list[list[Fared | None]] = [[None] * players for _ in range(answers)]
    for cell in cells:
        found[cell.answer][cell.seat] = _fared(cell)
    return found


def write_summary(summary: Summary) -> str:
    """As text, a line for each sample."""
    head = {"game": summary.game, "questions": summary.questions}
    start = msgspec.json.encode(head).decode().removesuffix("}")
    samples = ",\n".join(msgspec.json.encode(sample).decode() for sample in summary.samples)
    return f'{start},"samples":[\n{samples}\n]}}\n'


def read_summary(game: Game, path: Path | None = None) -> Summary:
    """A file, or the one in the package."""
    file = path or resources.files(__package__).joinpath(f"{game.name}.json")
    try:
        text = file.read_text(encoding="utf-8")
        found = msgspec.json.decode(text, type=Summary)
    except FileNotFoundError:
        raise BadSummary(f"there is no {file}; `tegel explore write` makes one") from None
    except (OSError, UnicodeDecodeError, msgspec.DecodeError) as error:
        raise BadSummary(f"{file} has no answers: {error}") from error
    check_summary(game, found, str(file))
    return found


def check_summary(game: Game, summary: Summary, name: str) -> None:
    """Whether a file has what is asked of a game, and adds up."""
    wanted = [Asked(question.name, question.about, list(question.answers)) for question in questions_of(game).asked]
    if summary.game != game.name or summary.questions != wanted:
        raise BadSummary(f"{name} answers other questions than those of {game.name}; write it again with `tegel explore write`")
    for sample in summary.samples:
        shape = {question.name: len(question.answers) for question in wanted}
        if len(sample.seats) != sample.players or {asked: len(rows) for asked, rows in sample.answers.items()} != shape:
            raise BadSummary(f"{name}: the games of {sample.player} with {sample.players} have other answers or seats than they should")
        for asked, rows in sample.answers.items():
            for seat in range(sample.players):
                if sum(fared.games for row in rows if (fared := row[seat]) is not None) > sample.games:
                    raise BadSummary(f"{name}: {asked} has more answers than there are games of {sample.player} with {sample.players}")
