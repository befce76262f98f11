"""Fit the weights of a game's value and prior to self-play: python -m tegel.search.fit azul --games 500 --simulations 100

Games are played by the search with the weights there are. The value learns from their results, the prior from where the search
spent its visits. The weights go to a file; `--output src/tegel/search/values/azul.json` replaces those of a checkout. Run it a few
times there: better weights play better games. A new game, or a new feature, begins with weights of 0.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from ..core.differential import random_key
from ..core.errors import BadOption, TegelError
from ..core.game import Game, find_game
from ..core.generic import legal
from ..core.table import Table
from .heuristics import describe_moves, describe_seat, distinct, stage
from .think import Tree, default_settings
from .tree import CODES
from .values import Weights, begin_at_zero, find_values, find_weights, read_weights, saved_weights, write_weights

ROUND_LIMIT = 12  # of games that have rounds without end
SURPRISE = 0.15  # how often a move is drawn by visits rather than being the most visited, so that games differ
PRIOR_PART = 0.3  # the part of all decisions the prior learns from
VALUE_RIDGE, STAGE_RIDGE = 3.0, 30.0  # how strongly weights are held to 0, and a stage's weights to the common ones
PRIOR_RIDGE = 1.0  # how strongly the prior's weights are held to the old ones
STEPS = 30  # of Newton's method
ENOUGH = 1e-6  # a smaller step changes nothing
ROUNDING = 1e-12  # the part by which an error may seem to grow where it does not


@dataclass
class Samples:
    """What self-play has shown."""

    stages: list[int] = field(default_factory=list)
    seats: list[Any] = field(default_factory=list)  # a position's features by seat
    wins: list[Any] = field(default_factory=list)  # and how the game ended
    points: list[Any] = field(default_factory=list)
    moves: list[Any] = field(default_factory=list)  # a decision's features by move
    visits: list[Any] = field(default_factory=list)  # and the share of visits


def features_of(module: ModuleType, state: Any) -> Any:
    """The features of every seat."""
    found = np.zeros((int(state.players), len(module.FEATURES)))
    for seat in range(len(found)):
        describe_seat(state, seat, found[seat])
    return found


def play(game: Game, options: dict[str, Any], simulations: int, source: random.Random, samples: Samples) -> None:
    """One game of the search against itself, with all it teaches."""
    module = find_values(game)
    table = Table(game, game.options_from(options), random_key(source))
    rows, last = 0, None
    while not table.over:
        mark = len(table.moves) if module.EVERYWHERE else module.horizon(table.state)
        if mark != last:
            samples.stages.append(stage(table.state))
            samples.seats.append(features_of(module, table.state))
            rows, last = rows + 1, mark
        view = table.view(table.turn if table.turn is not None else -1)
        tree = Tree(view, default_settings(view), source.getrandbits(64), simulations)
        tree.grow(simulations)
        edges, _ = tree.read()
        visits = edges["visits"].astype(np.float64)
        moves = (edges["code"] % CODES).tolist()
        if source.random() < PRIOR_PART:
            _learn_moves(game, module, view.state, moves, visits, samples)
        chosen = source.choices(moves, visits.tolist())[0] if source.random() < SURPRISE else moves[int(visits.argmax())]
        table.play(chosen)
    result = table.result
    assert result is not None
    win = np.array([place == 1 for place in result.places], np.float64)
    samples.wins += [win / win.sum()] * rows
    samples.points += [np.array(result.points, np.float64)] * rows


def _learn_moves(game: Game, module: ModuleType, state: Any, moves: list[int], visits: Any, samples: Samples) -> None:
    listed = np.empty(game.most_legal, np.int16)
    count = distinct(state, listed, legal(state, listed))
    if listed[:count].tolist() == moves:
        samples.moves.append(describe_moves(state, listed, count, len(module.MOVE_FEATURES)))
        samples.visits.append(visits / visits.sum())


def fit_softmax(groups: list[Any], targets: list[Any], start: Any, ridge: float) -> Any:
    """Weights w for which softmax(features @ w) within each group comes closest to the targets, held to `start`. (Newton's method; a step
    that overshoots is halved.)"""
    sizes = np.array([len(group) for group in groups])
    rows, wanted = np.concatenate(groups), np.concatenate(targets)
    heads = np.concatenate([[0], np.cumsum(sizes)[:-1]])

    def look(weights: Any) -> tuple[Any, float]:
        """The chances of all rows, and how far they are from the targets."""
        logits = rows @ weights
        logits -= np.repeat(np.maximum.reduceat(logits, heads), sizes)
        chances = np.exp(logits)
        sums = np.repeat(np.add.reduceat(chances, heads), sizes)
        return chances / sums, float(wanted @ (np.log(sums) - logits) + ridge / 2 * np.square(weights - start).sum())

    weights = start.copy()
    chances, error = look(weights)
    for _ in range(STEPS):
        mean = np.add.reduceat(rows * chances[:, None], heads)
        slope = rows.T @ (chances - wanted) + ridge * (weights - start)
        curve = (rows * chances[:, None]).T @ rows - mean.T @ mean + ridge * np.eye(len(weights))
        step = np.linalg.solve(curve, slope)
        before, (chances, error) = error, look(weights - step)
        while error > before * (1 + ROUNDING) and np.abs(step).max() >= ENOUGH:
            step /= 2
            chances, error = look(weights - step)
        weights -= step
        if np.abs(step).max() < ENOUGH:
            break
    return weights


def fit_points(rows: Any, wanted: Any, start: Any, ridge: float) -> Any:
    """Ridge regression, held to `start`."""
    held = np.eye(rows.shape[1]) * ridge
    change: Any = np.linalg.solve(rows.T @ rows + held, rows.T @ (wanted - rows @ start))
    return start + change


def fit(module: ModuleType, samples: Samples, old: Weights) -> Weights:
    """New weights: common ones first, then for each stage its own, held to the common ones."""
    none = np.zeros(len(module.FEATURES))
    seats, wins, points = samples.seats, samples.wins, samples.points
    common_win = fit_softmax(seats, wins, none, VALUE_RIDGE)
    common_points = fit_points(np.concatenate(seats), np.concatenate(points), none, VALUE_RIDGE)
    value = np.zeros_like(old.value)
    for at in range(module.STAGES):
        here = [n for n, found in enumerate(samples.stages) if found == at]
        value[at, 0], value[at, 1] = common_win, common_points
        if here:
            mine = [seats[n] for n in here]
            value[at, 0] = fit_softmax(mine, [wins[n] for n in here], common_win, STAGE_RIDGE)
            value[at, 1] = fit_points(np.concatenate(mine), np.concatenate([points[n] for n in here]), common_points, STAGE_RIDGE)
    return Weights(value, fit_softmax(samples.moves, samples.visits, old.prior, PRIOR_RIDGE))


def losses(samples: Samples, weights: Weights) -> dict[str, float]:
    """How far value and prior are from what happened: mean squared error of win chances and points, cross entropy of the moves."""
    wins, points = [], []
    for at, seats, win, won in zip(samples.stages, samples.seats, samples.wins, samples.points, strict=True):
        chance = np.exp(seats @ weights.value[at, 0])
        wins.append(((chance / chance.sum() - win) ** 2).mean())
        points.append(((seats @ weights.value[at, 1] - won) ** 2).mean())
    moves = []
    for rows, share in zip(samples.moves, samples.visits, strict=True):
        logits = rows @ weights.prior
        moves.append(-(share * (logits - np.log(np.exp(logits).sum()))).sum())
    return {"win": float(np.mean(wins)), "points": float(np.sqrt(np.mean(points))), "prior": float(np.mean(moves))}


def writable(path: Path) -> Path:
    """The file that weights go to, looked at before the work begins."""
    if not path.parent.is_dir():
        raise BadOption(f"there is no folder {path.parent}: --output is a file in a folder that exists")
    if path.is_dir():
        raise BadOption(f"{path} is a folder: --output is a file in a folder that exists")
    return path


def main(argv: list[str] | None = None) -> int:
    """Play, fit, save."""
    parser = argparse.ArgumentParser(prog="python -m tegel.search.fit", description=__doc__)
    parser.add_argument("game", help="azul, duel, blockers, or a game of your own")
    parser.add_argument("--variant", action="append", help="only this set of weights, such as 'coloured 2' (default: all)")
    parser.add_argument("--games", type=int, default=300, help="games of each variant (default 300)")
    parser.add_argument("--simulations", type=int, default=100, help="simulations a move (default 100)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, help="where the weights go (default: GAME.json in this folder)")
    arguments = parser.parse_args(argv)
    if arguments.games < 1 or arguments.simulations < 1:
        raise BadOption("at least one game and one simulation are needed")
    game = find_game(arguments.game)
    module = find_values(game)
    path = writable(arguments.output or Path(f"{game.name}.json"))
    known = variants(game, module)
    if unknown := set(arguments.variant or ()) - set(known):
        raise BadOption(f"{game.name} has no variant {min(unknown)!r}; its variants are {', '.join(map(repr, known))}")
    begin_at_zero(module)
    for name, options in known.items():
        if not arguments.variant or name in arguments.variant:
            samples = self_play(game, options, arguments.games, arguments.simulations, arguments.seed, name)
            old = find_weights(game, game.blank(game.options_from(options[0])))
            new = read_weights(module, write_weights(module, fit(module, samples, old)))
            print(f"{name}: {len(samples.stages)} positions, {len(samples.moves)} decisions")
            print(f"  before {losses(samples, old)}\n  after  {losses(samples, new)}")
            saved = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else saved_weights(module)
            saved = saved | {name: write_weights(module, new)}
            path.write_text(json.dumps(saved, indent=1) + "\n", encoding="utf-8")
    return 0


def variants(game: Game, module: ModuleType) -> dict[str, list[dict[str, Any]]]:
    """The sets of weights by name, with the options of the games that share each."""
    limit = {"rounds": ROUND_LIMIT} if "rounds" in game.options.ALLOWED else {}
    found: dict[str, list[dict[str, Any]]] = {}
    for options in game.variants:
        found.setdefault(module.variant(game.blank(game.options_from(options))), []).append(options | limit)
    return found


def self_play(game: Game, options: list[dict[str, Any]], games: int, simulations: int, seed: int, name: str) -> Samples:
    """So many games, with a progress bar."""
    from rich.progress import track

    source = random.Random(f"{game.name} {name} {seed}")
    samples = Samples()
    for at in track(range(games), description=f"{game.name} {name}"):
        play(game, options[at % len(options)], simulations, source, samples)
    return samples


if __name__ == "__main__":
    try:
        raise SystemExit(main())
    except TegelError as error:
        print(f"fit: {error}", file=sys.stderr)
        raise SystemExit(2) from error
