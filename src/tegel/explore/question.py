"""What is asked of every game, for each of its seats: a question has a few answers, numbered from 0."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np

from ..core.game import Game
from ..envs.whole_games import NO_MOVE, Moments

NONE = -1  # a seat that has no answer, such as one that never came to move


class Played(NamedTuple):
    """Games that were played, with what is counted of all of them."""

    moments: Moments
    points: Any  # N x seats, in the end
    places: Any  # N x seats
    early: Any  # N x seats: points as they stood early

    @property
    def first(self) -> Any:
        """N x seats: which seat it is, broadcast to all games."""
        return np.arange(self.points.shape[1])[None, :]


@dataclass(frozen=True)
class Question:
    """One question; `read` gives the number of each seat's answer, N x seats."""

    name: str
    about: Literal["choice", "plan"]  # a first decision, or what has become of it after the first round and in the end
    answers: tuple[str, ...]
    read: Callable[[Played], Any]


@dataclass(frozen=True)
class Questions:
    """All that is asked of a game."""

    decisions: int  # how many of a seat's first decisions are looked at
    turns: int  # after how many moves of each seat a game is no longer early; with 0, after the first round
    asked: tuple[Question, ...]

    def named(self, name: str) -> Question | None:
        """A question by its name."""
        return next((question for question in self.asked if question.name == name), None)


def upto(values: Any, last: int) -> Any:
    """Numbers as answers 0, 1, 2 ..., the last of which stands for all that is more."""
    return np.clip(values, NONE, last)


def grouped(values: Any, bounds: tuple[int, ...]) -> Any:
    """Numbers as answers: below the first bound, below the second, ..., and the rest."""
    return np.digitize(values, bounds)


def if_moved(moves: Any, answers: Any) -> Any:
    """Answers about a move, where one was made."""
    return np.where(moves == NO_MOVE, NONE, answers)


def complete(filled: Any, axis: int) -> Any:
    """How many lines along an axis are filled."""
    return filled.all(axis).sum(-1)


def questions_of(game: Game) -> Questions:
    """What is asked of a game."""
    from ..core.dispatch import modules_in

    found: Questions = modules_in("tegel.explore.questions")(game).QUESTIONS
    return found
