"""What the networks prefer: in kinds of position that players talk about, and in their first turn."""

from __future__ import annotations

import os
import random
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from tegel.core.differential import random_key
from tegel.core.errors import BadOption, BadRecord
from tegel.core.game import Game, find_game
from tegel.core.table import Table
from tegel.core.view import View
from tegel.search.network import shipped_network
from tegel.search.search_result import SearchResult
from tegel.search.settings import Budget
from tegel.search.think import learned_settings, think

POSITIONS = Path(__file__).parent / "positions"
AZUL_COLUMNS = 5
THIRD = 3  # cells of a block of Blockers!, spaces of a row of Duel's dome
TILES = ("number", "letter", "symbol")  # of Blockers!, nine each; then the joker


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, and what could be done."""

    kind: str
    question: str
    answers: dict[str, str]  # a move's code: what it does


class Answer(msgspec.Struct, frozen=True):
    """A move that was asked about."""

    code: str
    does: str
    policy: float  # how likely it is to the network alone
    share: float  # of the search's visits
    win: float  # the mover's chance if it is played, by a search of its own


class Answered(msgspec.Struct, frozen=True, tag="position"):
    """What the network and the search say of a position."""

    name: str
    simulations: int
    seed: int
    played: str  # the search's choice
    answers: list[Answer]


class Opening(msgspec.Struct, frozen=True, tag="opening"):
    """The first turn of a game: for each question, such as which line, how likely each answer is."""

    number: int
    simulations: int
    seed: int
    policy: dict[str, dict[str, float]]  # to the network alone
    blind: dict[str, dict[str, float]]  # if every legal move were as likely
    played: dict[str, str]  # by the search


Line = Answered | Opening


def questions(game: str) -> dict[str, Question]:
    """The positions of a game, by name."""
    found = msgspec.convert(tomllib.loads((POSITIONS / "questions.toml").read_text(encoding="utf-8")), dict[str, Question])
    return {name: question for name, question in found.items() if name.split("-")[0] == game}


def position(name: str) -> Table:
    """A position of ours."""
    return Table.from_position((POSITIONS / f"{name}.txt").read_text(encoding="utf-8"))


def ponder(view: View, simulations: int, seed: int, first: int | None = None, spread: float | None = None) -> SearchResult:
    """What the learned player thinks."""
    network = shipped_network(view.game, view.players)
    if network is None:
        raise BadOption(f"no network for {view.game.name} came with this package, so it has no preferences")
    usual = learned_settings(view)
    settings = usual if spread is None else replace(usual, spread=spread)
    return think(view, Budget(simulations), seed=seed, settings=settings, network=network, first=first)


def policy(view: View) -> dict[str, float]:
    """How likely each move is to the network alone, before any of that is spread."""
    return {choice.code: choice.prior for choice in ponder(view, 1, 0, spread=0.0).choices}


def answer(name: str, question: Question, simulations: int, seed: int) -> Answered:
    """Look at a position, then at each answer by itself."""
    table = position(name)
    assert table.turn is not None
    view = table.view(table.turn)
    result = ponder(view, simulations, seed)
    likely, share = policy(view), {choice.code: choice.share for choice in result.choices}
    answers = [
        Answer(
            code,
            does,
            likely[code],
            share[code],
            ponder(view, simulations, seed, table.game.parse(code)).best.win[view.seat],
        )
        for code, does in question.answers.items()
    ]
    return Answered(name, simulations, seed, result.best.code, answers)


def opening(game: Game, number: int, simulations: int, seed: int) -> Opening:
    """The first turn of a game with a key of its own, played by the search."""
    table = Table(game, game.simulation_options({}), random_key(random.Random(f"{seed} {number}")))
    first, found = table.turn, Opening(number, simulations, seed, {}, {}, {})
    while first is not None and table.turn == first:
        view = table.view(first)
        result, likely = ponder(view, simulations, seed), policy(view)
        for choice in result.choices:
            for asked, label in labels(game.name, game.parts(choice.move)).items():
                found.policy.setdefault(asked, {}).setdefault(label, 0.0)
                found.policy[asked][label] += likely[choice.code]
                found.blind.setdefault(asked, {}).setdefault(label, 0.0)
                found.blind[asked][label] += 1 / len(result.choices)
        found.played.update(labels(game.name, game.parts(result.best.move)))
        table.play(result.best.move)
    return found


def labels(game: str, parts: dict[str, Any]) -> dict[str, str]:
    """What is worth counting about a move of the first turn.

    >>> labels("azul", {"kind": "take", "source": 2, "colour": 1, "target": 2})
    {'line': 'line 2', 'column': 'column 3'}
    >>> labels("blockers", {"kind": "lay", "rack": 0, "row": 4, "column": 0, "tile": 9})
    {'tile': 'letter', 'block': 'edge'}
    """
    if game == "azul":
        line = parts["target"]
        column = (parts["colour"] + line - 1) % AZUL_COLUMNS + 1
        return {"line": f"line {line}", "column": f"column {column}"} if line else {"line": "floor", "column": "floor"}
    if game == "duel":
        return {"space of the first plate": place(*divmod(parts["space"], THIRD))} if parts["kind"] == "lay" else {}
    tile = TILES[parts["tile"] // 9] if parts["tile"] < 27 else "joker"
    return {"tile": tile, "block": place(parts["row"] // THIRD, parts["column"] // THIRD)}


def place(row: int, column: int) -> str:
    """Where something is in three rows of three."""
    return ("corner", "edge", "centre")[(row == 1) + (column == 1)]


def preferences(
    name: str, simulations: int, openings: int, seed: int, path: Path, tick: Callable[[int, int], None] = lambda done, total: None
) -> None:
    """Ask all that is to be asked of a game; each answer is kept as soon as it is there, and what is there already is not asked again."""
    known = {_key(line) for line in read_lines(path)}
    tasks = [task for task in _tasks(name, simulations, openings, seed) if task[0] not in known]
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        for at, (_, work) in enumerate(tasks):
            tick(at, len(tasks))
            file.write(msgspec.json.encode(work()) + b"\n")
            file.flush()
            os.fsync(file.fileno())
    tick(len(tasks), len(tasks))


def _tasks(name: str, simulations: int, openings: int, seed: int) -> Iterator[tuple[tuple[str, int, int], Callable[[], Line]]]:
    for title, question in questions(name).items():
        yield (title, simulations, seed), partial(answer, title, question, simulations, seed)
    for number in range(openings):
        yield (str(number), simulations, seed), partial(opening, find_game(name), number, simulations, seed)


def _key(line: Line) -> tuple[str, int, int]:
    return (line.name if isinstance(line, Answered) else str(line.number)), line.simulations, line.seed


def read_lines(path: Path) -> list[Line]:
    """The answers so far; a last line without its end was being written when the command was killed, and is dropped."""
    text = path.read_bytes() if path.exists() else b""
    whole = text.rfind(b"\n") + 1
    if whole < len(text):
        os.truncate(path, whole)
    try:
        return [msgspec.json.decode(line, type=Line) for line in text[:whole].splitlines()]
    except msgspec.MsgspecError as error:
        raise BadRecord(f"{path} holds something else than answers of ours: {error}") from error
