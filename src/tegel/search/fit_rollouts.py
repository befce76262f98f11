"""Fit the weights of guided rollouts to a network: python -m tegel.search.fit_rollouts duel --games 200

The network plays itself, drawing its moves as likely as it rates them. Where rollouts do not ask it, the weights learn to rate moves as it
does. They go to a file; `--output src/tegel/search/values/duel_rollouts.json` replaces those of a checkout.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..core.differential import random_key
from ..core.errors import BadOption, TegelError
from ..core.game import Game, find_game
from ..core.generic import legal
from ..core.table import Table
from .fit import PRIOR_RIDGE, fit_softmax, variants, writable
from .heuristics import SCRATCH, describe_moves, distinct, hard_to_rate, rate_moves
from .learned import Evaluator, ask_moves, to_priors
from .network import forget_baselines, shipped_network
from .think import evaluator_for
from .values import ROLLOUTS, find_values, find_weights

HELD_OUT = 5  # one decision of so many tells how good the weights are


class Decisions(NamedTuple):
    """Features of moves, and how likely the network makes each."""

    moves: list[Any]
    chances: list[Any]


def rated(game: Game, evaluator: Evaluator, state: Any) -> tuple[Any, Any]:
    """The moves of a state, one of every kind, and how likely the network makes each."""
    moves, chances = np.empty(game.most_legal, np.int16), np.empty(game.most_legal)
    count = distinct(state, moves, legal(state, moves))
    rate_moves(state, moves, count, find_weights(game, state).prior, np.empty(SCRATCH, np.uint64), chances)
    forget_baselines(evaluator.rating)
    ask_moves(state, moves, count, evaluator.rater, evaluator.rating)
    to_priors(state, moves, count, evaluator.rating.heads, float(evaluator.rater.trust[0]), chances)
    return moves, chances[:count]


def play(game: Game, options: dict[str, Any], evaluator: Evaluator, source: random.Random, found: Decisions) -> None:
    """One game of the network against itself, and its decisions."""
    features = len(find_values(game).MOVE_FEATURES)
    table = Table(game, game.options_from(options), random_key(source))
    while not table.over:
        moves, chances = rated(game, evaluator, table.state)
        if len(chances) > 1 and not hard_to_rate(table.state):
            found.moves.append(describe_moves(table.state, moves, len(chances), features))
            found.chances.append(chances)
        table.play(source.choices(moves[: len(chances)].tolist(), chances.tolist())[0])


def distance(found: Decisions, weights: Any) -> float:
    """How far weights are from the network, in nats."""
    total = 0.0
    for moves, chances in zip(*found, strict=True):
        logits = moves @ weights
        logits -= logits.max()
        total += float((chances * (np.log(np.maximum(chances, 1e-12)) - logits + np.log(np.exp(logits).sum()))).sum())
    return total / len(found.moves)


def fit_variant(game: Game, options: list[dict[str, Any]], games: int, seed: int) -> Any:
    """The weights of one variant, after so many games."""
    from rich.progress import track

    networks = [shipped_network(game, game.blank(game.options_from(each)).players) for each in options]
    evaluators = [evaluator_for(game, network) for network in networks if network is not None]
    if len(evaluators) < len(options):
        raise BadOption(f"no network for {game.name} came with this package")
    source, found = random.Random(seed), Decisions([], [])
    for at in track(range(games), description=game.name):
        play(game, options[at % len(options)], evaluators[at % len(options)], source, found)
    held = Decisions(found.moves[::HELD_OUT], found.chances[::HELD_OUT])
    learned = Decisions(*([one for at, one in enumerate(part) if at % HELD_OUT] for part in found))
    prior = find_weights(game, game.blank(game.options_from(options[0]))).prior
    weights = fit_softmax(learned.moves, learned.chances, prior, PRIOR_RIDGE)
    usual = prior * find_values(game).LEARNED.sharpness
    before, after = distance(held, usual), distance(held, weights)
    print(f"{len(found.moves)} decisions; held out, nats from the network: {before:.3f} before, {after:.3f} after")
    return weights


def main(argv: list[str] | None = None) -> int:
    """Play, fit, save."""
    parser = argparse.ArgumentParser(prog="python -m tegel.search.fit_rollouts", description=__doc__)
    parser.add_argument("game", help="one whose long searches are guided: duel")
    parser.add_argument("--games", type=int, default=200, help="games of each variant (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, help="where the weights go (default: GAME_rollouts.json in the current folder)")
    given = parser.parse_args(argv)
    if given.games < 1:
        raise BadOption("at least one game is needed")
    game = find_game(given.game)
    module = find_values(game)
    path, saved = writable(given.output or Path(f"{game.name}{ROLLOUTS}.json")), {}
    for name, options in variants(game, module).items():
        weights = fit_variant(game, options, given.games, given.seed)
        saved[name] = {feature: round(float(weight), 4) for feature, weight in zip(module.MOVE_FEATURES, weights, strict=True)}
    path.write_text(json.dumps(saved, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    try:
        raise SystemExit(main())
    except TegelError as error:
        print(f"fit_rollouts: {error}", file=sys.stderr)
        raise SystemExit(2) from error
