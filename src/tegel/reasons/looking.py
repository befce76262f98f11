"""What legal moves do, asked of the rules; nothing that the mover may not know matters for the answer."""

from __future__ import annotations

import importlib.util
from types import ModuleType
from typing import Any

import numpy as np

from ..core import generic, story
from ..core.game import Game
from ..core.previews import preview_first
from ..core.takeback import reveals
from ..core.view import legal_moves
from .look import Look, Reply
from .reasons import Reason, rank_reasons

NO_KEY = (0, 0, 0, 0)  # what is guessed is always guessed alike


def find_facts(game: Game) -> ModuleType | None:
    """The facts of a game; a game from elsewhere may have none."""
    name = f"tegel.reasons.facts.{game.name}"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


def explain(game: Game, state: Any, better: int, other: int) -> list[Reason]:
    """What speaks for one legal move rather than another, the weightiest first; none where nothing that is counted differs.

    >>> import tegel
    >>> table = tegel.game("azul", key=(1, 2, 3, 4))
    >>> found = explain(table.game, table.state, table.game.parse("1k1"), table.game.parse("1k0"))
    >>> [(reason.name, reason.better["value"], reason.other["value"]) for reason in found]
    [('fell', 0, 1), ('line', 1, 0)]
    """
    found = find_facts(game)
    if found is None:
        return []
    facts = [found.facts(look) for look in look_at(game, state, [better, other], "reply" in found.WORTH)]
    return rank_reasons(found.WORTH, found.PARTS, *facts)


def look_at(game: Game, state: Any, moves: list[int], replies: bool) -> list[Look]:
    """Some legal moves of the seat to move, if wanted with what the next seat can answer."""
    seat = int(state["turn"])
    seen = game.copy(state)
    generic.hide(seen, seat)
    facts = game.view(seen)
    points, stories = _try(game, state, moves)
    now, *scored = [
        [event for told in (each[:1], each[1:]) for event in story.read(told, game.events) if event.points != 0] for each in stories
    ]
    return [
        Look(
            seat,
            facts,
            game.parts(move),
            story.read_movements(story.pack_movements(stories[at][:1]), game.places),
            points[0],
            points[at],
            now,
            scored[at - 1],
            best_reply(game, state, move) if replies else None,
        )
        for at, move in enumerate(moves, 1)
    ]


def best_reply(game: Game, state: Any, move: int) -> Reply | None:
    """The answer of the next seat that gains most at once; none where the move does not simply lead to that seat's turn."""
    if reveals(game, state, move):
        return None
    seat = int(state["turn"])
    after = game.copy(state)
    generic.sample(after, seat, np.array(NO_KEY, np.uint64))
    generic.act(after, move, None)
    next_seat = int(after["turn"])
    if next_seat < 0 or next_seat == seat or generic.has_pending(after) or generic.only_move(after) >= 0:
        return None
    if game.between_turns and not game.between_turns(game.view(after)):
        return None
    answers = legal_moves(game, after)
    points, _ = _try(game, after, answers)
    gains = [each[next_seat] - points[0][next_seat] for each in points[1:]]
    most = max(gains)
    return Reply(next_seat, most, answers[gains.index(most)])


def _try(game: Game, state: Any, moves: list[int]) -> tuple[list[list[int]], Any]:
    """Everybody's points without a move, then after each, and the stories of these."""
    asked = np.array([-1, *moves], np.int64)
    players = int(state["players"])
    points, places = np.zeros((len(asked), players), np.int16), np.zeros(players, np.int16)
    stories = np.zeros((len(asked), 2), story.STORY)
    preview_first(game.copies(state, 2), np.array(NO_KEY, np.uint64), asked, points, places, stories)
    return points.tolist(), stories
