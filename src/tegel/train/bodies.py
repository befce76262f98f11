"""What happens in one of many games that think at the same time: compiled, the same for a loop on the CPU and for a CUDA kernel.

All games visit their trees in step. A visit ends where the network is asked; then one evaluation serves all. After the last visit every
game notes what it learned, makes its move, and begins anew when it is over.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ..core.chance import scramble
from ..core.compiled import rule
from ..core.generic import apply, legal, setup
from ..search.judgement import SEATS, distinct, horizon, outcome, rate_moves
from ..search.learned import absorb, goes_on, gumbel, imagine, promise, reach
from ..search.sight import heads_of, see
from ..search.tree import EDGES, NONE, PLAY_ON, all_known, choose, new_node, play_on

# As in `search.tree`, but as small as a game among many needs them
NODE = np.dtype([("visits", "i4"), ("first", "i4"), ("worth", "f4", (SEATS,)), ("win", "f4", (SEATS,)), ("points", "f4", (SEATS,))])
EDGE = np.dtype(
    [
        *((name, "i4") for name in ("code", "next", "node", "visits", "available")),
        *((name, "f4") for name in ("prior", "worth", "squares")),
    ]
)


SCATTERED = 100  # moves


class Games(NamedTuple):
    """The games themselves."""

    states: Any
    blanks: Any  # a state with the options of each configuration
    configurations: Any  # which one a game has
    seeds: Any  # of each game's imagination and luck
    keys: Any  # the seeds from which games are dealt
    luck: Any  # of this move's search
    began: Any  # the step at which the game began
    finished: Any  # how many games have ended here
    totals: Any  # their points, all seats together
    shares: Any  # games x seats: who won the last one; a shared victory counts in parts


class Trees(NamedTuple):
    """Every game's search tree, and where its visit stands."""

    nodes: Any
    edges: Any
    kept: Any
    paths: Any
    depths: Any
    leaves: Any  # where it left the tree
    ends: Any  # and, after some likely moves more, ended
    choices: Any  # how many moves the root has


class Exchange(NamedTuple):
    """What goes to the network and comes back. The games lie side by side, so that neighbours write to neighbouring places."""

    inputs: Any  # numbers x games: of the leaves, whose moves are to be rated
    ends: Any  # numbers x games: of the ends, which are to be valued
    heads: Any  # games x heads
    answer: Any  # games x answers
    trust: Any  # how much the hand-made rating counts
    priors: Any  # the hand-made rating's weights for each configuration
    sharp: Any  # the same, as moves are played on
    features: Any  # moves x features x games


class Lessons(NamedTuple):
    """What there is to learn from every position, by step and game."""

    heads: Any  # steps x games x moves x 2: the two heads of each move
    ratings: Any  # steps x games x moves: hand-made
    targets: Any  # steps x games x moves: how likely it should be
    counts: Any  # steps x games: how many moves
    seats: Any  # steps x games: who was to move
    players: Any
    win: Any  # steps x games x seats, from the mover's on: what the search expected
    points: Any
    end_win: Any  # and what came of it
    end_points: Any
    ready: Any  # whether it is known what came of it


class Desk(NamedTuple):
    """Memory for one game at a time."""

    state: Any
    key: Any
    moves: Any
    here: Any
    likelihood: Any
    scratch: Any
    numbers: Any
    win: Any
    points: Any
    worths: Any


@rule
def begin(at: int, step: int, games: Games, desk: Desk) -> None:
    """Deal a new game."""
    seed = games.keys[at]
    for word in range(4):
        seed, desk.key[word] = scramble(seed)
    games.keys[at] = seed
    desk.state[0] = games.blanks[games.configurations[at]]
    setup(desk.state[0], desk.key)
    games.states[at] = desk.state[0]
    games.began[at] = step


@rule
def scatter(at: int, games: Games, desk: Desk) -> None:
    """Deal the first game, and make some random moves in it, so that not all games end at the same time."""
    begin(at, 0, games, desk)
    desk.state[0] = games.states[at]
    state = desk.state[0]
    seed, word = scramble(games.seeds[at])
    for _ in range(np.int64(word % np.uint64(SCATTERED))):
        if state.turn >= 0:
            seed, word = scramble(seed)
            count = np.uint64(legal(state, desk.moves))
            apply(state, desk.moves[np.int64(word % count)])
    games.seeds[at] = seed
    if state.turn >= 0:
        games.states[at] = state


@rule
def clear(at: int, games: Games, trees: Trees) -> None:
    """A tree with nothing but its root, and new luck."""
    kept = trees.kept[at]
    for n in range(len(kept)):
        kept[n] = 0
    new_node(trees.nodes[at], kept)
    trees.choices[at] = 0
    games.seeds[at], games.luck[at] = scramble(games.seeds[at])


@rule
def visit(
    at: int, number: int, tries: Any, noise: float, settings: Any, games: Games, trees: Trees, exchange: Exchange, desk: Desk
) -> None:
    """Go to where the network has to be asked about moves, and play on to where it is asked for a value.

    With `noise` 1 the first move is tried by luck, with 0 by its promise alone.
    """
    desk.state[0] = games.states[at]
    state = desk.state[0]
    start = horizon(state)
    games.seeds[at] = imagine(state, state.turn, games.seeds[at], desk.key)
    often = NONE
    if trees.choices[at] > 0:
        often = int(tries[min(int(trees.choices[at]), len(tries) - 1), number - 1])
    depth = reach(
        state, start, NONE, trees.nodes[at], trees.edges[at], trees.kept[at], trees.paths[at], settings,
        desk.moves, desk.here, games.luck[at], noise, often,
    )  # fmt: skip
    trees.depths[at] = depth
    trees.leaves[at] = state
    if goes_on(state, start, trees.paths[at], depth):
        see(state, state.turn, exchange.inputs[:, at])
    games.seeds[at] = play_on(
        state, start, settings[PLAY_ON], exchange.sharp[games.configurations[at]],
        desk.moves, exchange.features[:, :, at], desk.scratch, desk.likelihood, games.seeds[at],
    )  # fmt: skip
    trees.ends[at] = state
    if state.turn >= 0:
        see(state, state.turn, exchange.ends[:, at])


@rule
def advance(
    at: int, number: int, visits: int, tries: Any, noise: float, settings: Any, games: Games, trees: Trees, exchange: Exchange, desk: Desk
) -> None:
    """End the visit before this one, and make this one; 0 is the first. A game that is over rests."""
    if games.states[at].turn < 0:
        return
    if number == 0:
        clear(at, games, trees)
    else:
        learn(at, settings, games, trees, exchange, desk)
    if number < visits:
        visit(at, number, tries, noise, settings, games, trees, exchange, desk)


@rule
def learn(at: int, settings: Any, games: Games, trees: Trees, exchange: Exchange, desk: Desk) -> None:
    """Take in what the network said."""
    desk.state[0] = trees.leaves[at]
    start = horizon(games.states[at])
    absorb(
        desk.state[0], trees.ends[at], start, trees.nodes[at], trees.edges[at], trees.kept[at], trees.paths[at],
        int(trees.depths[at]), settings, desk.moves, desk.here, exchange.heads[at], exchange.answer[at], exchange.trust[at],
        exchange.priors[games.configurations[at]], exchange.features[:, :, at], desk.scratch, desk.likelihood,
        desk.numbers, desk.win, desk.points, desk.worths,
    )  # fmt: skip
    if trees.choices[at] == 0:
        trees.choices[at] = trees.kept[at, EDGES]


@rule
def note(at: int, step: int, count: int, trees: Trees, games: Games, exchange: Exchange, lessons: Lessons, desk: Desk) -> None:
    """Write down what this position's search has to teach: how likely each move should be, and what to expect."""
    state = desk.state[0]
    seat, players = int(state.turn), int(state.players)
    node, edges = trees.nodes[at, 0], trees.edges[at]
    rate_moves(
        state, desk.moves, count, exchange.priors[games.configurations[at]], exchange.features[:, :, at], desk.scratch, desk.likelihood
    )
    written = min(count, lessons.targets.shape[2])
    highest = -np.inf
    for n in range(written):
        lessons.ratings[step, at, n] = desk.likelihood[n]
        one, other = heads_of(state, desk.moves[n])
        lessons.heads[step, at, n, 0] = one
        lessons.heads[step, at, n, 1] = other
        desk.likelihood[n] = promise(node, edges[desk.here[n]], seat)
        highest = max(highest, desk.likelihood[n])
    total = 0.0
    for n in range(written):
        desk.likelihood[n] = math.exp(desk.likelihood[n] - highest)
        total += desk.likelihood[n]
    for n in range(written):
        lessons.targets[step, at, n] = desk.likelihood[n] / total
    lessons.counts[step, at] = written
    lessons.seats[step, at] = seat
    lessons.players[step, at] = players
    lessons.ready[step, at] = 0
    for n in range(players):
        lessons.win[step, at, n] = node.win[(seat + n) % players] / max(node.visits, 1)
        lessons.points[step, at, n] = node.points[(seat + n) % players] / max(node.visits, 1)


@rule
def pick(at: int, count: int, noise: float, trees: Trees, games: Games, desk: Desk) -> int:
    """Of the moves visited most, the most promising with luck."""
    node, edges = trees.nodes[at, 0], trees.edges[at]
    seat = int(desk.state[0].turn)
    visits = 0
    for n in range(count):
        visits = max(visits, int(edges[desk.here[n]].visits))
    best, most = 0, -np.inf
    for n in range(count):
        edge = edges[desk.here[n]]
        if edge.visits == visits:
            chance = noise * gumbel(games.luck[at], n) + promise(node, edge, seat)
            if chance > most:
                best, most = n, chance
    return best


@rule
def close(at: int, step: int, games: Games, lessons: Lessons, desk: Desk) -> None:
    """The game is over: tell all its positions what came of it."""
    state = games.states[at]
    players = int(state.players)
    outcome(state, desk.numbers, desk.win, desk.points)
    steps = lessons.ready.shape[0]
    first = max(int(games.began[at]), step - steps + 1)
    for moment in range(first, step + 1):
        row = moment % steps
        seat = int(lessons.seats[row, at])
        for n in range(players):
            lessons.end_win[row, at, n] = desk.win[(seat + n) % players]
            lessons.end_points[row, at, n] = desk.points[(seat + n) % players]
        lessons.ready[row, at] = 1
    games.finished[at] += 1
    for seat in range(players):
        games.totals[at] += desk.points[seat]
        games.shares[at, seat] = desk.win[seat]


@rule
def decide(
    at: int, step: int, variety: float, early: int, games: Games, trees: Trees, exchange: Exchange, lessons: Lessons, desk: Desk
) -> None:
    """Note the lesson, make the move, and deal anew if that was the last.

    With a chance of `variety`, one of the `early` moves of a game is drawn from the first impression, so that games differ.
    """
    desk.state[0] = games.states[at]
    state = desk.state[0]
    count = distinct(state, desk.moves, legal(state, desk.moves))
    known = all_known(trees.edges[at], trees.nodes[at, 0].first, desk.moves, count, int(state.turn), desk.here)
    if known:
        note(at, step % lessons.ready.shape[0], count, trees, games, exchange, lessons, desk)
        chosen = pick(at, count, 1.0, trees, games, desk)
    else:  # the tree had no room for so many moves
        lessons.counts[step % lessons.ready.shape[0], at] = 0
        chosen = 0
    seed, word = scramble(games.seeds[at])
    if known and step - games.began[at] < early and np.float64(word >> np.uint64(11)) / 9007199254740992.0 < variety:
        for n in range(count):
            desk.likelihood[n] = trees.edges[at, desk.here[n]].prior
        seed, word = scramble(seed)
        chosen = choose(desk.likelihood, count, word)
    games.seeds[at] = seed
    apply(state, desk.moves[chosen])
    games.states[at] = state
    if state.turn < 0:
        close(at, step, games, lessons, desk)
        begin(at, step + 1, games, desk)


@rule
def play_best(at: int, games: Games, trees: Trees, desk: Desk) -> None:
    """Make the best move found, without luck; a game that is over stays so. For matches."""
    desk.state[0] = games.states[at]
    state = desk.state[0]
    if state.turn < 0:
        return
    count = distinct(state, desk.moves, legal(state, desk.moves))
    known = all_known(trees.edges[at], trees.nodes[at, 0].first, desk.moves, count, int(state.turn), desk.here)
    chosen = pick(at, count, 0.0, trees, games, desk) if known else 0
    apply(state, desk.moves[chosen])
    games.states[at] = state
    if state.turn < 0:
        outcome(state, desk.numbers, desk.win, desk.points)
        games.finished[at] += 1
        for seat in range(state.players):
            games.totals[at] += desk.points[seat]
            games.shares[at, seat] = desk.win[seat]
