"""Whole games of a player that searches a little, compiled: thousands a minute on a core, with the moments that tell how they went.

It plays as a level with a temperature, without a network and without exact solutions does: the same search, each move as likely.
Game number n of a seed is always the same game.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..core.chance import scramble
from ..core.compiled import rule
from ..core.errors import BadOption
from ..core.game import Game
from ..core.generic import apply, result
from ..search.heuristics import horizon, weigh_moves
from ..search.levels import Level
from ..search.tree import (
    CODES,
    COUNTERS,
    DEEPEST,
    EDGE,
    NODE,
    Buffers,
    Guide,
    TreeArrays,
    choose,
    determinise,
    grow,
    list_edges,
    list_moves,
    new_buffers,
)
from ..search.values import find_values, find_weights
from .vector.bodies import begin, first_word, random_move

NO_MOVE = -1


class Moments(NamedTuple):
    """What is kept of each of N games."""

    starts: Any  # N: after set-up
    before: Any  # N x seats x decisions: the state before each of a seat's first decisions
    moves: Any  # N x seats x decisions: what it decided; NO_MOVE where the game was over before
    early: Any  # N: after the first round, or after so many moves
    ends: Any  # N: when it was over


class Thinker(NamedTuple):
    """A player, compiled."""

    simulations: int
    random: int  # how many of a seat's first decisions are drawn at random, each legal move as likely as the other
    power: float  # of visits and likelihood, when a move is drawn: 1 / temperature
    tree: TreeArrays
    guide: Guide
    value: Any
    buffers: Buffers
    found: Any  # scratch: edges


def new_moments(game: Game, count: int, seats: int, decisions: int) -> Moments:
    """Room for what is kept of so many games."""
    return Moments(
        np.zeros(count, game.dtype),
        np.zeros((count, seats, decisions), game.dtype),
        np.full((count, seats, decisions), NO_MOVE, np.int16),
        np.zeros(count, game.dtype),
        np.zeros(count, game.dtype),
    )


def thinker_for(game: Game, blank: Any, level: Level, random: int = 0) -> Thinker:
    """A level as a compiled player; only those with a temperature and without a network are."""
    if level.learned or level.temperature <= 0:
        raise BadOption("only levels with a temperature and without a network can be played compiled")
    weights, settings = find_weights(game, blank), level.settings(find_values(game).SETTINGS)
    nodes = np.empty(level.simulations + 2, NODE)
    edges = np.empty((level.simulations + 2) * game.most_legal, EDGE)
    return Thinker(
        level.simulations,
        random,
        1 / level.temperature,
        TreeArrays(nodes, edges, np.zeros(COUNTERS, np.int64), np.empty(DEEPEST, np.int64)),
        Guide(settings.numbers(), weights.prior, weights.playing_on(settings), game.most_legal),
        weights.value,
        new_buffers(np.zeros(1, game.dtype), game.most_legal),
        np.empty(game.most_legal, np.int64),
    )


@rule
def glance(states: Any, thinker: Thinker, seeds: Any) -> int:
    """What `decide` comes to with one simulation, whose result nobody asks for: the likeliest move counts as visited once."""
    guide, buffers = thinker.guide, thinker.buffers
    buffers.state[0] = states[0]
    state = buffers.state[0]
    moves, weights = buffers.moves, buffers.likelihood
    seeds[0] = determinise(state, state.turn, seeds[0], buffers.key)
    count = list_moves(state, -1, moves)
    weigh_moves(state, moves, count, guide.prior, buffers.scratch, weights)
    total, best = 0.0, 0
    for n in range(count):
        total += weights[n]
        if weights[n] > weights[best]:
            best = n
    for n in range(count):
        weights[n] = ((n == best) + weights[n] / total) ** thinker.power
    seeds[0], number = scramble(seeds[0])
    return moves[choose(weights, count, number)]  # type: ignore[no-any-return]


@rule
def decide(states: Any, thinker: Thinker, seeds: Any) -> int:
    """Search, and draw a move by visits and likelihood, as `search.levels.pick` does."""
    if thinker.simulations == 1:
        return glance(states, thinker, seeds)
    tree, found, weights = thinker.tree, thinker.found, thinker.buffers.likelihood
    tree.counters[:] = 0
    grow(states, states[0].turn, -1, thinker.simulations, tree, thinker.guide, thinker.value, seeds)
    count = list_edges(tree.nodes, tree.edges, 0, found)
    total = 0.0
    for n in range(count):
        total += tree.edges[found[n]].prior
    for n in range(count):
        edge = tree.edges[found[n]]
        weights[n] = (edge.visits + edge.prior / total) ** thinker.power
    seeds[0], number = scramble(seeds[0])
    return tree.edges[found[choose(weights, count, number)]].code % CODES  # type: ignore[no-any-return]


@rule
def play_whole_games(states: Any, seed: Any, first: int, plies: int, thinker: Thinker, moments: Moments) -> None:
    """Play so many games as there is room for, from number `first` on. `plies` is when a game is early; with 0, after the first round."""
    seeds = np.zeros(1, np.uint64)
    made = np.zeros(moments.moves.shape[1], np.int64)
    decisions = moments.moves.shape[2]
    for at in range(len(moments.starts)):
        begin(states, 0, seed, first + at, 0)
        seeds[0] = first_word(seed, first + at)
        made[:] = 0
        total, started, early = 0, horizon(states[0]), False
        moments.starts[at] = states[0]
        while states[0].turn >= 0:
            seat = int(states[0].turn)
            if made[seat] < thinker.random:
                move = int(random_move(states, 0, thinker.buffers.moves, seeds))
            else:
                move = int(decide(states, thinker, seeds))
            if made[seat] < decisions:
                moments.before[at, seat, made[seat]] = states[0]
                moments.moves[at, seat, made[seat]] = move
            made[seat] += 1
            total += 1
            apply(states[0], move)
            if not early and (total == plies if plies > 0 else horizon(states[0]) != started):
                moments.early[at] = states[0]
                early = True
        if not early:
            moments.early[at] = states[0]
        moments.ends[at] = states[0]


@rule
def results(states: Any, points: Any, places: Any) -> None:
    """Points and places of many games as their scores stand."""
    for at in range(len(states)):
        result(states[at], points[at], places[at])
