"""Engine against oracle: the same key, the same choices, and everything compared after every move."""

from __future__ import annotations

import importlib
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from . import generic
from .chance import Key
from .errors import TegelError
from .game import Game, Options
from .table import Table
from .view import legal_moves

CHECKOUT = Path(__file__).parents[3]


class Disagreement(TegelError):
    """Engine and oracle differ; the message shows both sides."""


def find_oracle(name: str) -> Any:
    """The oracle class of a game, from the tests of a source checkout."""
    if str(CHECKOUT) not in sys.path:
        sys.path.insert(0, str(CHECKOUT))
    try:
        return importlib.import_module(f"tests.oracle.{name}").Oracle
    except ModuleNotFoundError as error:
        raise TegelError("the oracles are part of the source checkout, in tests/oracle; run this from there") from error


def random_key(source: random.Random) -> Key:
    """A key for a game whose draws need not be secret."""
    return source.getrandbits(64), source.getrandbits(64), source.getrandbits(64), source.getrandbits(64)


class Course(NamedTuple):
    """A random game so far, on the engine's side."""

    game: Game
    options: Options
    key: Key
    state: Any
    moves: list[int]

    def record(self) -> str:
        """The record, to see for oneself."""
        table = Table(self.game, self.options, self.key)
        for move in self.moves:
            table.play(move)
        return table.record.dumps()


def compare_game(game: Game, options: dict[str, Any], source: random.Random) -> int:
    """Play one random game on both sides; return how many positions agreed, or raise a `Disagreement`."""
    chosen = game.simulation_options(options)
    key = random_key(source)
    state = game.blank(chosen)
    generic.setup(state, np.array(key, np.uint64))
    oracle = find_oracle(game.name)(msgspec.to_builtins(chosen), key)
    course = Course(game, chosen, key, state, [])
    players = int(state["players"])
    while True:
        legal = _compare_position(course, oracle, len(course.moves) % players)
        if not legal:
            break
        move = source.choice(legal)
        generic.apply(state, move)
        course.moves.append(move)
        oracle.play(move)
    points, places = np.zeros(players, np.int16), np.zeros(players, np.int16)
    generic.result(state, points, places)
    _agree(course, "result", {"points": points.tolist(), "places": places.tolist()}, oracle.result())
    return len(course.moves) + 1


def _compare_position(course: Course, oracle: Any, viewer: int) -> list[int]:
    """Everything about a position, as all may know it and as one seat may; returns the legal moves."""
    game, state = course.game, course.state
    turn = int(state["turn"])
    legal = legal_moves(game, state)
    _agree(course, "turn", turn if turn >= 0 else None, oracle.turn)
    _agree(course, "legal moves", legal, oracle.legal())
    facts = oracle.facts(None)
    _agree(course, "facts", game.view(state), facts)
    hidden = game.copy(state)
    generic.hide(hidden, viewer)
    _agree(course, f"what seat {viewer} may see", game.view(hidden), oracle.facts(viewer) if game.secrets else facts)
    broken = generic.check(state)
    _agree(course, "invariants", game.checks[broken], game.checks[0])
    return legal


def _agree(course: Course, what: str, engine: Any, oracle: Any) -> None:
    if engine != oracle:
        if isinstance(engine, dict) and isinstance(oracle, dict):
            names = [name for name in engine if engine[name] != oracle.get(name)] + [name for name in oracle if name not in engine]
            engine = {name: engine.get(name) for name in names}
            oracle = {name: oracle.get(name) for name in names}
        sides = f"  engine: {engine}\n  oracle: {oracle}\n{course.record()}"
        raise Disagreement(f"engine and oracle disagree on {what} after {len(course.moves)} moves\n{sides}")


def selfcheck(game: Game, options: dict[str, Any], positions: int, seed: int, tick: Callable[[int], None] = lambda done: None) -> int:
    """Compare random games until so many positions agreed; `tick` is told of each game's."""
    source = random.Random(f"{game.name} {sorted(options.items())} {seed}")
    done = 0
    while done < positions:
        agreed = compare_game(game, options, source)
        done += agreed
        tick(agreed)
    return done
