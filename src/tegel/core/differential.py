"""Engine against oracle: the same key, the same choices, and everything compared after every move."""

from __future__ import annotations

import importlib
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from . import generic
from .chance import Key
from .errors import TegelError
from .game import Game
from .table import Table

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


def compare_game(game: Game, options: dict[str, Any], source: random.Random) -> int:
    """Play one random game on both sides; return how many positions agreed, or raise a `Disagreement`."""
    chosen = game.simulation_options(options)
    key = random_key(source)
    table = Table(game, chosen, key)
    oracle = find_oracle(game.name)(msgspec.to_builtins(chosen), key)
    positions = 0
    while True:
        legal = table.legal
        _agree(table, "turn", table.turn, oracle.turn)
        _agree(table, "legal moves", legal, oracle.legal())
        facts = oracle.facts(None)
        _agree(table, "facts", game.view(table.state), facts)
        viewer = positions % table.players
        _agree(table, f"what seat {viewer} may see", table.view(viewer).facts, oracle.facts(viewer) if game.secrets else facts)
        broken = generic.check(table.state)
        _agree(table, "invariants", game.checks[broken], game.checks[0])
        positions += 1
        if table.over:
            break
        move = source.choice(legal)
        table.play(move)
        oracle.play(move)
    result = table.result
    assert result is not None
    _agree(table, "result", {"points": result.points, "places": result.places}, oracle.result())
    return positions


def _agree(table: Table, what: str, engine: Any, oracle: Any) -> None:
    if engine != oracle:
        if isinstance(engine, dict) and isinstance(oracle, dict):
            names = [name for name in engine if engine[name] != oracle.get(name)] + [name for name in oracle if name not in engine]
            engine = {name: engine.get(name) for name in names}
            oracle = {name: oracle.get(name) for name in names}
        sides = f"  engine: {engine}\n  oracle: {oracle}\n{table.record.dumps()}"
        raise Disagreement(f"engine and oracle disagree on {what} after {len(table.moves)} moves\n{sides}")


def selfcheck(game: Game, options: dict[str, Any], positions: int, seed: int, tick: Callable[[int], None] = lambda done: None) -> int:
    """Compare random games until so many positions agreed; `tick` is told of each game's."""
    source = random.Random(f"{game.name} {sorted(options.items())} {seed}")
    done = 0
    while done < positions:
        agreed = compare_game(game, options, source)
        done += agreed
        tick(agreed)
    return done
