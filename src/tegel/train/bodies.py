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
from ..search.heuristics import SEATS, distinct, horizon, outcome, rate_moves
from ..search.inputs import heads_of, write_inputs
from ..search.learned import Evaluation, Luck, absorb, goes_on, gumbel, reach, root_score
from ..search.tree import EDGES, NONE, Buffers, Guide, TreeArrays, all_known, choose, determinise, new_node, rollout

# As in `search.tree`, but as small as a game among many needs them
NODE = np.dtype(
    [
        *((name, "i4") for name in ("visits", "first", "looks")),
        *((name, "f4", (SEATS,)) for name in ("worth", "win", "points")),
    ]
)
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
    counters: Any
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


class Samples(NamedTuple):
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


class Searching(NamedTuple):
    """How all games search for a move."""

    visits: int
    noise: float  # 1: the first move of a visit is chosen with luck; 0: by its score alone
    tries: Any  # how often the move of each visit was tried before, by how many moves there are
    settings: Any


class Variety(NamedTuple):
    """With this chance, one of the early moves of a game is drawn from the prior, so that games differ."""

    chance: float
    early: int


@rule
def tree_of(at: int, trees: Trees) -> TreeArrays:
    """One game's tree."""
    return TreeArrays(trees.nodes[at], trees.edges[at], trees.counters[at], trees.paths[at])


@rule
def guide_of(at: int, settings: Any, games: Games, exchange: Exchange, most_legal: int) -> Guide:
    """What guides one game's search."""
    which = games.configurations[at]
    return Guide(settings, exchange.priors[which], exchange.sharp[which], most_legal)


@rule
def begin(at: int, step: int, games: Games, buffers: Buffers) -> None:
    """Deal a new game."""
    seed = games.keys[at]
    for word in range(4):
        seed, buffers.key[word] = scramble(seed)
    games.keys[at] = seed
    buffers.state[0] = games.blanks[games.configurations[at]]
    setup(buffers.state[0], buffers.key)
    games.states[at] = buffers.state[0]
    games.began[at] = step


@rule
def scatter(at: int, games: Games, buffers: Buffers) -> None:
    """Deal the first game, and make some random moves in it, so that not all games end at the same time."""
    begin(at, 0, games, buffers)
    buffers.state[0] = games.states[at]
    state = buffers.state[0]
    seed, word = scramble(games.seeds[at])
    for _ in range(np.int64(word % np.uint64(SCATTERED))):
        if state.turn >= 0:
            seed, word = scramble(seed)
            count = np.uint64(legal(state, buffers.moves))
            apply(state, buffers.moves[np.int64(word % count)])
    games.seeds[at] = seed
    if state.turn >= 0:
        games.states[at] = state


@rule
def clear(at: int, games: Games, trees: Trees) -> None:
    """A tree with nothing but its root, and new luck."""
    counters = trees.counters[at]
    for n in range(len(counters)):
        counters[n] = 0
    new_node(trees.nodes[at], counters)
    trees.choices[at] = 0
    games.seeds[at], games.luck[at] = scramble(games.seeds[at])


@rule
def visit(at: int, number: int, how: Searching, games: Games, trees: Trees, exchange: Exchange, buffers: Buffers) -> None:
    """Go to where the network has to be asked about moves, and play on to where it is asked for a value."""
    buffers.state[0] = games.states[at]
    state = buffers.state[0]
    start = horizon(state)
    games.seeds[at] = determinise(state, state.turn, games.seeds[at], buffers.key)
    often = NONE
    if trees.choices[at] > 0:
        often = int(how.tries[min(int(trees.choices[at]), len(how.tries) - 1), number - 1])
    depth = reach(state, start, NONE, 0, tree_of(at, trees), how.settings, buffers, Luck(games.luck[at], how.noise, often))
    trees.depths[at] = depth
    trees.leaves[at] = state
    if goes_on(state, start, trees.paths[at], depth):
        write_inputs(state, state.turn, exchange.inputs[:, at])
    guide = guide_of(at, how.settings, games, exchange, len(buffers.moves))
    games.seeds[at] = rollout(state, start, guide, buffers, games.seeds[at])
    trees.ends[at] = state
    if state.turn >= 0:
        write_inputs(state, state.turn, exchange.ends[:, at])


@rule
def advance(at: int, number: int, how: Searching, games: Games, trees: Trees, exchange: Exchange, buffers: Buffers) -> None:
    """End the visit before this one, and make this one; 0 is the first. A game that is over rests."""
    if games.states[at].turn < 0:
        return
    if number == 0:
        clear(at, games, trees)
    else:
        learn(at, how.settings, games, trees, exchange, buffers)
    if number < how.visits:
        visit(at, number, how, games, trees, exchange, buffers)


@rule
def learn(at: int, settings: Any, games: Games, trees: Trees, exchange: Exchange, buffers: Buffers) -> None:
    """Take in what the network said."""
    buffers.state[0] = trees.leaves[at]
    start = horizon(games.states[at])
    guide = guide_of(at, settings, games, exchange, len(buffers.moves))
    said = Evaluation(exchange.heads[at], exchange.answer[at], exchange.trust[at])
    absorb(buffers.state[0], trees.ends[at], start, int(trees.depths[at]), tree_of(at, trees), guide, said, buffers)
    if trees.choices[at] == 0:
        trees.choices[at] = trees.counters[at, EDGES]


@rule
def note(at: int, step: int, count: int, trees: Trees, games: Games, exchange: Exchange, samples: Samples, buffers: Buffers) -> None:
    """Write down the targets that this position's search gives: how likely each move should be, and what to expect."""
    state = buffers.state[0]
    seat, players = int(state.turn), int(state.players)
    node, edges = trees.nodes[at, 0], trees.edges[at]
    rate_moves(state, buffers.moves, count, exchange.priors[games.configurations[at]], buffers.scratch, buffers.likelihood)
    written = min(count, samples.targets.shape[2])
    highest = -np.inf
    for n in range(written):
        samples.ratings[step, at, n] = buffers.likelihood[n]
        one, other = heads_of(state, buffers.moves[n])
        samples.heads[step, at, n, 0] = one
        samples.heads[step, at, n, 1] = other
        buffers.likelihood[n] = root_score(node, edges[buffers.here[n]], seat)
        highest = max(highest, buffers.likelihood[n])
    total = 0.0
    for n in range(written):
        buffers.likelihood[n] = math.exp(buffers.likelihood[n] - highest)
        total += buffers.likelihood[n]
    for n in range(written):
        samples.targets[step, at, n] = buffers.likelihood[n] / total
    samples.counts[step, at] = written
    samples.seats[step, at] = seat
    samples.players[step, at] = players
    samples.ready[step, at] = 0
    for n in range(players):
        samples.win[step, at, n] = node.win[(seat + n) % players] / max(node.visits, 1)
        samples.points[step, at, n] = node.points[(seat + n) % players] / max(node.visits, 1)


@rule
def pick(at: int, count: int, noise: float, trees: Trees, games: Games, buffers: Buffers) -> int:
    """Of the moves visited most, the most promising with luck."""
    node, edges = trees.nodes[at, 0], trees.edges[at]
    seat = int(buffers.state[0].turn)
    visits = 0
    for n in range(count):
        visits = max(visits, int(edges[buffers.here[n]].visits))
    best, most = 0, -np.inf
    for n in range(count):
        edge = edges[buffers.here[n]]
        if edge.visits == visits:
            chance = noise * gumbel(games.luck[at], n) + root_score(node, edge, seat)
            if chance > most:
                best, most = n, chance
    return best


@rule
def close(at: int, step: int, games: Games, samples: Samples, buffers: Buffers) -> None:
    """The game is over: tell all its positions what came of it."""
    state = games.states[at]
    players = int(state.players)
    outcome(state, buffers.numbers, buffers.win, buffers.points)
    steps = samples.ready.shape[0]
    first = max(int(games.began[at]), step - steps + 1)
    for moment in range(first, step + 1):
        row = moment % steps
        seat = int(samples.seats[row, at])
        for n in range(players):
            samples.end_win[row, at, n] = buffers.win[(seat + n) % players]
            samples.end_points[row, at, n] = buffers.points[(seat + n) % players]
        samples.ready[row, at] = 1
    games.finished[at] += 1
    for seat in range(players):
        games.totals[at] += buffers.points[seat]
        games.shares[at, seat] = buffers.win[seat]


@rule
def decide(
    at: int, step: int, variety: Variety, games: Games, trees: Trees, exchange: Exchange, samples: Samples, buffers: Buffers
) -> None:
    """Write the sample, make the move, and deal anew if that was the last."""
    buffers.state[0] = games.states[at]
    state = buffers.state[0]
    count = distinct(state, buffers.moves, legal(state, buffers.moves))
    known = all_known(trees.edges[at], trees.nodes[at, 0].first, buffers.moves, count, int(state.turn), buffers.here)
    if known:
        note(at, step % samples.ready.shape[0], count, trees, games, exchange, samples, buffers)
        chosen = pick(at, count, 1.0, trees, games, buffers)
    else:  # the tree had no room for so many moves
        samples.counts[step % samples.ready.shape[0], at] = 0
        chosen = 0
    seed, word = scramble(games.seeds[at])
    if known and step - games.began[at] < variety.early and np.float64(word >> np.uint64(11)) / 9007199254740992.0 < variety.chance:
        for n in range(count):
            buffers.likelihood[n] = trees.edges[at, buffers.here[n]].prior
        seed, word = scramble(seed)
        chosen = choose(buffers.likelihood, count, word)
    games.seeds[at] = seed
    apply(state, buffers.moves[chosen])
    games.states[at] = state
    if state.turn < 0:
        close(at, step, games, samples, buffers)
        begin(at, step + 1, games, buffers)


@rule
def play_best(at: int, games: Games, trees: Trees, buffers: Buffers) -> None:
    """Make the best move found, without luck; a game that is over stays so. For matches."""
    buffers.state[0] = games.states[at]
    state = buffers.state[0]
    if state.turn < 0:
        return
    count = distinct(state, buffers.moves, legal(state, buffers.moves))
    known = all_known(trees.edges[at], trees.nodes[at, 0].first, buffers.moves, count, int(state.turn), buffers.here)
    chosen = pick(at, count, 0.0, trees, games, buffers) if known else 0
    apply(state, buffers.moves[chosen])
    games.states[at] = state
    if state.turn < 0:
        outcome(state, buffers.numbers, buffers.win, buffers.points)
        games.finished[at] += 1
        for seat in range(state.players):
            games.totals[at] += buffers.points[seat]
            games.shares[at, seat] = buffers.win[seat]
