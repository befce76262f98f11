"""Lessons: one idea each, tried on a real position. A goal says of every legal move whether it reaches it, and if not, why."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

from .previews import preview_moves
from .story import Event, Movement
from .table import Table

REACHED = ""  # what a goal says of a move that reaches it; else the name of a reason


class Tried(NamedTuple):
    """A legal move, and what it would do by itself, before a round ends or anything is drawn."""

    move: int
    parts: dict[str, Any]
    moved: list[Movement]
    points: list[int]  # of every seat, if play stopped after it
    scoring: list[Event]  # what these come from that did not score before

    def tiles(self, source: str, target: str) -> int:
        """How many tiles go from one kind of place to another."""
        return sum(each.count for each in self.moved if each.source.name == source and each.target.name == target and each.tile >= 0)


class Case:
    """A position, all legal moves, and what is worth knowing of them."""

    def __init__(self, table: Table, solve: Callable[[Table], frozenset[int]]) -> None:
        assert table.turn is not None
        self.table = table
        self.seat: int = table.turn
        self._solve = solve

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What the seat to move sees."""
        return self.table.view(self.seat).facts

    @property
    def board(self) -> dict[str, Any]:
        """The board of the seat to move."""
        mine: dict[str, Any] = self.facts["boards"][self.seat]
        return mine

    @cached_property
    def points(self) -> list[int]:
        """Every seat's points, if play stopped now."""
        return self.table.preview

    @cached_property
    def tried(self) -> list[Tried]:
        """Every legal move."""
        game = self.table.game
        found = preview_moves(game, self.table.state, self.table.legal).moves
        return [Tried(each.move, game.parts(each.move), each.movements, each.points, each.scoring) for each in found]

    @cached_property
    def best(self) -> frozenset[int]:
        """The best moves up to the end of the round, exactly; none where they cannot be worked out."""
        return self._solve(self.table)

    def gain(self, tried: Tried) -> int:
        """What a move brings its seat in points."""
        return tried.points[self.seat] - self.points[self.seat]

    @cached_property
    def most(self) -> int:
        """What the best move brings in points."""
        return max(self.gain(tried) for tried in self.tried)

    def reply(self, tried: Tried) -> int:
        """What the next seat could gain in points after a move; 0 where it is not another seat's turn then."""
        table = self.table.copy()
        table.play(tried.move)
        if table.turn in (None, self.seat):
            return 0
        answer = Case(table, self._solve)
        return answer.most


Goal = Callable[[Case, Tried], str]


class Lesson(NamedTuple):
    """One idea: what is to be reached, and in which positions that is worth a question."""

    name: str
    goal: Goal
    suits: Callable[[Case], bool]
    easy: bool = False  # whether most moves may be right, and there may be many: a beginning


def answers(lesson: Lesson, case: Case) -> dict[str, str]:
    """Every legal move's code, with why it does not reach the goal: nothing where it does."""
    return {case.table.game.code(tried.move): lesson.goal(case, tried) for tried in case.tried}
