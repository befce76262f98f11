"""Every reason counted again in another way: not from what the rules tell of a move, but from the positions before and after it."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..core import generic
from ..core.game import Game
from ..core.view import legal_moves
from .look import Fact, Facts
from .looking import NO_KEY, explain, find_facts
from .reasons import Reason


@dataclass(frozen=True)
class Case:
    """A position with a guess at what the mover does not know, and a legal move."""

    game: Game
    start: Any
    move: int

    @property
    def seat(self) -> int:
        """Whose move it is."""
        return int(self.start["turn"])

    @property
    def parts(self) -> dict[str, Any]:
        """What the move says."""
        return self.game.parts(self.move)

    @cached_property
    def end(self) -> Any:
        """The position right after the move, before anything is dealt."""
        return acted(self.game, self.start, self.move)

    @cached_property
    def before(self) -> dict[str, Any]:
        """The facts before the move."""
        return self.game.view(self.start)

    @cached_property
    def after(self) -> dict[str, Any]:
        """And after it."""
        return self.game.view(self.end)

    @cached_property
    def settled(self) -> dict[str, Any]:
        """The facts if everything were scored before the move."""
        return self.game.view(scored(self.game, self.start))

    @cached_property
    def scored(self) -> dict[str, Any]:
        """And after it."""
        return self.game.view(scored(self.game, self.end))

    @property
    def gain(self) -> int:
        """What the move brings its seat, if play stopped after it."""
        return points_of(self.game, scored(self.game, self.end))[self.seat] - points_of(self.game, scored(self.game, self.start))[self.seat]

    @property
    def reply(self) -> Facts:
        """What the next seat can gain, each of its moves tried by itself."""
        seat = int(self.end["turn"])
        if seat < 0 or seat == self.seat or generic.has_pending(self.end) or generic.only_move(self.end) >= 0:
            return {}
        if self.end["draws"] != self.start["draws"] or self.after.get("line") is not None:  # a chip shown, or lines being worked
            return {}
        now = points_of(self.game, scored(self.game, self.end))[seat]
        most, best = -1000, -1
        for move in legal_moves(self.game, self.end):
            gained = points_of(self.game, scored(self.game, acted(self.game, self.end, move)))[seat] - now
            if gained > most:
                most, best = gained, move
        return {"reply": {"value": max(0, most), "seat": seat, "move": best}}


def acted(game: Game, state: Any, move: int) -> Any:
    """The position right after a move."""
    after = game.copy(state)
    generic.act(after, move, None)
    return after


def scored(game: Game, state: Any) -> Any:
    """The position if play stopped now and everything were scored."""
    after = game.copy(state)
    if int(after["turn"]) >= 0:
        generic.score_now(after, None)
    return after


def points_of(game: Game, state: Any) -> list[int]:
    """Everybody's points."""
    players = int(state["players"])
    points, places = np.zeros(players, np.int16), np.zeros(players, np.int16)
    generic.result(state, points, places)
    found: list[int] = points.tolist()
    return found


def count_again(game: Game, state: Any, move: int) -> Facts:
    """The facts about a move, counted from positions."""
    start = game.copy(state)
    generic.sample(start, int(state["turn"]), np.array(NO_KEY, np.uint64))
    found: Facts = importlib.import_module(f"tegel.reasons.counts.{game.name}").count(Case(game, start, move))
    return found


def is_true(game: Game, reason: Reason, better: Facts, other: Facts) -> bool:
    """Whether a reason says what was counted again, and speaks for the move that it is said to speak for."""
    found = find_facts(game)
    assert found is not None
    worth, least = found.WORTH[reason.name]
    pair: tuple[Fact | None, Fact | None] = (better.get(reason.name), other.get(reason.name))
    difference = reason.better["value"] - reason.other["value"]
    return pair == (reason.better, reason.other) and abs(difference) >= least and (worth * difference < 0) == reason.though


def checked_reasons(game: Game, state: Any, better: int, other: int) -> list[Reason]:
    """What speaks for one legal move rather than another, as far as it is the same when it is counted again."""
    found = explain(game, state, better, other)
    if not found:
        return []
    again = [count_again(game, state, move) for move in (better, other)]
    return [reason for reason in found if is_true(game, reason, *again)]
