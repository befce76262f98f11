"""Engine against oracle: the same key, the same choices, and everything compared after every move."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
import numpy as np

from . import generic
from .chance import Key, forget_key
from .compiled import rule
from .errors import TegelError
from .game import Game, Options
from .table import Table


class Disagreement(TegelError):
    """Engine and oracle differ; the message shows both sides."""


def find_oracle(name: str) -> Any:
    """The oracle class of a game."""
    try:
        return importlib.import_module(f"tegel.oracle.{name}").Oracle
    except ModuleNotFoundError as error:
        raise TegelError(f"there is no oracle for {name}: write src/tegel/oracle/{name}.py from the rules text alone") from error


def random_key(source: random.Random) -> Key:
    """A key for a game whose draws need not be secret."""
    return source.getrandbits(64), source.getrandbits(64), source.getrandbits(64), source.getrandbits(64)


class Course(NamedTuple):
    """A random game so far, on the engine's side."""

    game: Game
    options: Options
    key: Key
    states: Any  # the state; then room for what a seat sees of it, and for it without its future
    legal: Any  # room for its legal moves
    moves: list[int]

    @property
    def state(self) -> Any:
        """The state."""
        return self.states[0]

    def record(self) -> str:
        """The record, to see for oneself."""
        table = Table(self.game, self.options, self.key)
        for move in self.moves:
            table.play(move)
        return table.record.dumps()


@rule
def _move(states: Any, move: int) -> None:
    """Make a move."""
    generic.apply(states[0], move)


@rule
def _examine(states: Any, viewer: int, moves: Any) -> Any:
    """All that the engine says of a position, in one compiled call: its legal moves, what a seat sees of it, and whether it is sound."""
    states[1] = states[0]
    generic.hide(states[1], viewer)
    states[2] = states[0]
    forget_key(states[2])
    return generic.legal(states[0], moves), generic.check(states[0])


def compare_game(game: Game, options: dict[str, Any], source: random.Random) -> int:
    """Play one random game on both sides; return how many positions agreed, or raise a `Disagreement`."""
    chosen = game.simulation_options(options)
    key = random_key(source)
    states = game.copies(game.blank(chosen), 3)
    generic.setup(states[0], np.array(key, np.uint64))
    oracle = find_oracle(game.name)(msgspec.to_builtins(chosen), key)
    course = Course(game, chosen, key, states, np.empty(game.most_legal, np.int16), [])
    players = int(course.state["players"])
    while True:
        legal = _compare_position(course, oracle, len(course.moves) % players)
        if not legal:
            break
        move = source.choice(legal)
        _move(states, move)
        course.moves.append(move)
        oracle.play(move)
    points, places = np.zeros(players, np.int16), np.zeros(players, np.int16)
    generic.result(course.state, points, places)
    _agree(course, "result", {"points": points.tolist(), "places": places.tolist()}, oracle.result())
    return len(course.moves) + 1


def _compare_position(course: Course, oracle: Any, viewer: int) -> list[int]:
    """Everything about a position, as all may know it and as one seat may; returns the legal moves."""
    game, state = course.game, course.state
    turn = int(state["turn"])
    count, broken = _examine(course.states, viewer, course.legal)
    legal: list[int] = course.legal[:count].tolist()
    _agree(course, "turn", turn if turn >= 0 else None, oracle.turn)
    _agree(course, "legal moves", legal, oracle.legal())
    facts = oracle.facts(None)
    _agree(course, "facts", game.view(state), facts)
    hidden, known = course.states[1], course.states[2]
    if game.secrets:
        _agree(course, f"what seat {viewer} may see", game.view(hidden), oracle.facts(viewer))
    elif hidden.tobytes() != known.tobytes():  # nothing but the future is hidden
        _agree(course, f"what seat {viewer} may see", game.view(hidden), facts)
        _agree(course, f"what seat {viewer} may not see", hidden.tobytes(), known.tobytes())
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


def selfcheck(game: Game, options: dict[str, Any], positions: int, seed: int | str, tick: Callable[[int], None] = lambda done: None) -> int:
    """Compare random games until so many positions agreed; `tick` is told of each game's."""
    source = random.Random(f"{game.name} {sorted(options.items())} {seed}")
    done = 0
    while done < positions:
        agreed = compare_game(game, options, source)
        done += agreed
        tick(agreed)
    return done
