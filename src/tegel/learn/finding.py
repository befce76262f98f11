"""Real positions for lessons, from games that the computer plays against itself: those that ask a clear question."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from ..core.chance import Key
from ..core.game import Game
from ..core.lessons import REACHED, Case, Lesson, answers
from ..core.table import Table
from ..search.players import find_player
from ..search.solve import solve_view
from ..search.think import default_settings

PLAYER = "level:4"  # plays sensibly, and not all alike
PLAYERS = {"blockers": 3}  # with two each has two colours, which is more to look at; two everywhere else
POSITIONS = 200_000  # that the solver may look at
FEWEST, MOST = 2, 60  # legal moves: a choice, and one that can be taken in
RARE = 0.4  # of all moves, at most so many may be right
TASKS = 2  # of a lesson
SAME = 1e-9


class Found(NamedTuple):
    """A position that asks for what a lesson teaches."""

    game: int  # the how manieth game it is from
    size: int  # how many moves are legal
    position: str
    answers: dict[str, str]


def best_moves(table: Table) -> frozenset[int]:
    """The best moves to the end of the round; none where the solver cannot tell."""
    assert table.turn is not None
    view = table.view(table.turn)
    found = solve_view(view, default_settings(view), POSITIONS, every=True)
    if found is None:
        return frozenset()
    return frozenset(choice.move for choice in found.choices if choice.worth > found.best.worth - SAME)


def asks(lesson: Lesson, case: Case) -> bool:
    """Whether a position is a clear question: something is right, and, unless it is a beginning, most is not."""
    legal = len(case.tried)
    if legal < FEWEST or (legal > MOST and not lesson.easy) or not lesson.suits(case):
        return False
    right = list(answers(lesson, case).values()).count(REACHED)
    return 1 <= right < legal and (lesson.easy or right <= max(1, RARE * legal))


def find_tasks(game: Game, lesson_list: tuple[Lesson, ...], games: int, seed: int) -> Iterator[tuple[str, list[Found]]]:
    """The tasks of every lesson, the easiest first, each from another game."""
    found: dict[str, list[Found]] = {lesson.name: [] for lesson in lesson_list}
    for number, table in _positions(game, games, seed):
        case = Case(table.copy(), best_moves)
        for lesson in lesson_list:
            if asks(lesson, case):
                found[lesson.name].append(Found(number, len(case.tried), table.position, answers(lesson, case)))
    for lesson in lesson_list:
        yield lesson.name, _pick(found[lesson.name])


def _pick(found: list[Found]) -> list[Found]:
    """A simple one, and others with more to look at."""
    picked: list[Found] = []
    waiting = sorted(found, key=lambda each: (each.size, each.game))
    for number in range(TASKS):
        others = [each for each in waiting if each.game not in {other.game for other in picked}]
        if others:
            picked.append(others[len(others) * (number + 1) // (TASKS + 2)])
    return sorted(picked, key=lambda each: each.size)


def _positions(game: Game, games: int, seed: int) -> Iterator[tuple[int, Table]]:
    """Positions of self-play, each with the number of its game."""
    source = random.Random(seed)
    for number in range(games):
        key: Key = (source.getrandbits(64), source.getrandbits(64), source.getrandbits(64), source.getrandbits(64))
        options = game.options_from({"players": PLAYERS[game.name]} if game.name in PLAYERS else {})
        table = Table(game, options, key)
        player = find_player(PLAYER, seed=source.getrandbits(32))
        while table.turn is not None:
            yield number, table
            table.play(player.decide(table.view(table.turn)))
