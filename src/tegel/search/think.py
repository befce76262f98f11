"""Thinking about a view: run simulations within a budget, in one or more threads, and read what the trees found.

A search is given a `View` and nothing else, so it cannot know more than its seat may.

>>> import tegel
>>> table = tegel.game("azul", key=(1, 2, 3, 4))
>>> result = think(table.view(table.turn), Budget(simulations=200), seed=1)
>>> result.best.code in table.codes
True
>>> result.simulations
200
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal

import numpy as np

from ..core.errors import BadOption
from ..core.game import Game
from ..core.view import View
from .endings import in_sight, settle
from .folding import ready
from .heuristics import same_as
from .learned import Evaluator
from .learned_search import grow_learned
from .network import Network, shipped_network, workspace_for
from .search_result import SHOWN_LINE, Choice, SearchResult, rank
from .settings import Budget, Settings
from .solve import solve_view
from .tree import CODES, COUNTERS, DEEPEST, DONE, EDGE, NODE, NONE, Guide, TreeArrays, follow_all, grow, list_edges
from .values import find_values, find_weights

MOST_NODES = 2_000_000  # of one tree; memory is only used as it fills
MOST_EXPANDED = 400_000  # with a network
EDGES_PER_NODE = 8  # most nodes are visited once and never get edges
EDGES_PER_EXPANDED = 56  # with a network, where a node gets all its edges at its second visit
MOST_EDGES = 16_000_000  # of one tree
FIRST_EDGES = 20_000
MOST_TO_SOLVE = 45  # with more moves to choose from a solution is not even tried
PROOFS = 0.2  # of the time, where the end of the game may be proved
FIRST_SLICE = 32  # simulations before the first look at the clock
SLICE = 256  # simulations between two looks at the clock, at most

Tick = Callable[[float], None]


class Tree:
    """One tree over one view; it may be another seat's turn, whose moves then are those it might have."""

    def __init__(
        self, view: View, settings: Settings, seed: int, simulations: int | None, first: int | None = None, network: Network | None = None
    ) -> None:
        find_values(view.game)
        self.view = view
        weights = find_weights(view.game, view.state)
        self._root = np.array([view.state], view.game.dtype)
        nodes, edges = room_for(simulations, network is not None)
        self.nodes, self.edges = np.empty(nodes, NODE), np.empty(edges, EDGE)
        self._first = NONE if first is None else int(same_as(view.state, first))
        self._seeds = np.array([seed], np.uint64)
        self._arrays = TreeArrays(self.nodes, self.edges, np.zeros(COUNTERS, np.int64), np.empty(DEEPEST, np.int64))
        self._guide = Guide(settings.numbers(), weights.prior, weights.playing_on(settings), view.game.most_legal)
        self._grow = grow if network is None else grow_learned
        self._evaluator = weights.value if network is None else evaluator_for(view.game, network)

    def grow(self, simulations: int) -> None:
        """Run more simulations; lets other threads work meanwhile."""
        self._grow(self._root, self.view.seat, self._first, simulations, self._arrays, self._guide, self._evaluator, self._seeds)

    @property
    def done(self) -> int:
        """Simulations so far."""
        return int(self._arrays.counters[DONE])

    def read(self) -> tuple[Any, list[tuple[int, ...]]]:
        """The edges of the root, as an array, and the expected continuation of each."""
        found = np.empty(self.view.game.most_legal, np.int64)
        starts = found[: list_edges(self.nodes, self.edges, 0, found)]
        if self._first != NONE:
            starts = starts[self.edges["code"][starts] % CODES == self._first]
        lines, lengths = np.empty((len(starts), SHOWN_LINE), np.int64), np.empty(len(starts), np.int64)
        follow_all(self.nodes, self.edges, starts, lines, lengths)
        return self.edges[starts], [tuple(line[:length]) for line, length in zip(lines.tolist(), lengths.tolist(), strict=True)]


def room_for(simulations: int | None, learned: bool) -> tuple[int, int]:
    """How many nodes and edges a tree has room for, of so many simulations or, with None, of a search by time.

    >>> room_for(8000, learned=True), room_for(8000, learned=False)
    ((8002, 468112), (8002, 84016))
    """
    most = MOST_EXPANDED if learned else MOST_NODES
    nodes = min(simulations + 2, most) if simulations else most
    each = EDGES_PER_EXPANDED if learned else EDGES_PER_NODE
    return nodes, min(nodes * each, MOST_EDGES) + FIRST_EDGES


def evaluator_for(game: Game, network: Network) -> Evaluator:
    """A network, or its two halves, with memory to work in: one for each use, as positions of the same kind differ less."""
    rater, valuer = ready(game, network)
    return Evaluator(rater, workspace_for(rater), valuer, workspace_for(valuer))


def default_settings(view: View) -> Settings:
    """The settings that play best at a game."""
    found: Settings = find_values(view.game).SETTINGS
    return found


def learned_settings(view: View) -> Settings:
    """The same with a network."""
    found: Settings = find_values(view.game).LEARNED
    return found


def think(
    view: View,
    budget: Budget,
    *,
    seed: int | None = None,
    threads: int = 1,
    settings: Settings | None = None,
    first: int | None = None,
    network: Network | Literal["shipped"] | None = "shipped",
    tick: Tick = lambda part: None,
) -> SearchResult:
    """Solve the position if that is cheap; else search, and prove what can be proved about the end of the game.

    With one thread, a seed and a budget of simulations the answer is always the same. Positions are evaluated by the network that came with
    the package, or by the one given; with None, or where there is none, by the hand-made heuristics. With a `first` move only that one is
    looked at. `tick` is told from time to time how much of the budget is spent.
    """
    if threads < 1:
        raise BadOption("a search needs at least one thread")
    if not view.legal:
        raise BadOption("there is nothing to think about: it is not this seat's turn")
    if network == "shipped":
        network = shipped_network(view.game, view.players)
    chosen = settings or (default_settings(view) if network is None else learned_settings(view))
    if network is not None:
        chosen = chosen.within(budget)
    if first is None and chosen.solve and len(view.legal) <= MOST_TO_SOLVE:
        solved = solve_view(view, chosen, chosen.solve * budget.expected)
        if solved is not None:
            return solved
    proves = first is None and chosen.prove > 0 and len(view.legal) > 1 and in_sight(view)
    seconds = budget.seconds * (1 - PROOFS) if proves and budget.seconds else budget.seconds
    source = random.Random(seed)
    share = -(-budget.simulations // threads) if budget.simulations else None
    each = chosen.shared(threads)
    trees = [Tree(view, each, source.getrandbits(64), share, first, network) for _ in range(threads)]
    start = time.perf_counter()
    if threads == 1:
        _run(trees[0], share, seconds, start, tick)
    else:
        with ThreadPoolExecutor(threads) as pool:
            jobs = [pool.submit(_run, tree, share, seconds, start, tick) for tree in trees]
            for job in jobs:
                job.result()
    found = read_trees(view, trees, chosen.sure, time.perf_counter() - start)
    return settle(view, found, chosen.prove * budget.expected) if proves else found


def _run(tree: Tree, simulations: int | None, seconds: float | None, start: float, tick: Tick) -> None:
    """Grow one tree until its budget is spent."""
    spent = 0.0
    while True:
        more = until_next_look(tree.done, spent, seconds)
        tree.grow(more if simulations is None else min(more, simulations - tree.done))
        spent = time.perf_counter() - start
        parts = [spent / seconds] if seconds else []
        parts += [tree.done / simulations] if simulations else []
        tick(min(max(parts), 1.0))
        if max(parts) >= 1:
            return


def until_next_look(done: int, spent: float, seconds: float | None) -> int:
    """Simulations until the next look at the clock: as many as the rest of the time is enough for, at the pace so far.

    >>> until_next_look(0, 0, 1.0), until_next_look(5000, 0.5, 1.0), until_next_look(5000, 0.99, 1.0), until_next_look(5000, 9, None)
    (32, 256, 50, 256)
    """
    if seconds is None:
        return SLICE
    if spent == 0:
        return FIRST_SLICE
    return min(max(int(done * (seconds / spent - 1)), 1), SLICE)


def read_trees(view: View, trees: list[Tree], sure: bool, seconds: float) -> SearchResult:
    """What the trees found at their roots, added up by move."""
    found = [tree.read() for tree in trees]
    edges = np.concatenate([there for there, _ in found])
    nodes = np.concatenate([tree.nodes[there["node"]] for tree, (there, _) in zip(trees, found, strict=True)])
    lines = [line for _, there in found for line in there]
    tried = edges["visits"] > 0  # an edge never tried has no node
    moves, which = np.unique(edges["code"] % CODES, return_inverse=True)
    visits = _add(edges["visits"], which)
    most = np.maximum(visits, 1)
    each = np.where(tried, edges["visits"], 0) / np.where(tried, nodes["visits"], 1)  # a position whose value is cached has fewer visits
    win = [(_add(np.where(tried, nodes["win"][:, seat], 0.0) * each, which) / most).tolist() for seat in range(view.players)]
    points = [(_add(np.where(tried, nodes["points"][:, seat], 0.0) * each, which) / most).tolist() for seat in range(view.players)]
    worth = _add(edges["worth"], which) / most
    prior = _add(edges["prior"], which)
    spread = _add(edges["squares"], which) / most - np.square(win[view.seat])
    error = np.sqrt(np.maximum(spread, 0.0) / most)
    done = sum(tree.done for tree in trees)
    line_of = {line[0]: line for _, line in sorted(zip(edges["visits"].tolist(), lines, strict=True))}  # of the tree that tried it most
    numbers = (a.tolist() for a in (moves, visits, visits / done, prior / prior.sum(), worth))
    prospects = zip(*numbers, zip(*win, strict=True), zip(*points, strict=True), error.tolist(), strict=True)
    choices = rank(
        (
            Choice(move, view.game.code(move), int(tries), share, first, value, chance, score, doubt, line_of[move])
            for move, tries, share, first, value, chance, score, doubt in prospects
        ),
        sure,
    )
    return SearchResult(view.seat, tuple(choices), choices[0].win, choices[0].points, done, seconds)


def _add(numbers: Any, which: Any) -> Any:
    """Sums of numbers by move."""
    return np.bincount(which, numbers)
