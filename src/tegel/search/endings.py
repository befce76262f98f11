"""Forced endings: whether a seat can make the game end at the horizon and win it alone, whatever the others do.

A search weighs what is likely; this asks for certainty, and only for who wins, so far more lines of play are cut off than where points
are compared. Games that go on after the horizon are no victories here, so no value is guessed. Positions met before are looked up.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from ..core.compiled import rule
from ..core.generic import apply, legal, result, sample
from ..core.view import View
from .heuristics import SCRATCH, distinct, foreseeable, horizon, may_end, weigh_moves
from .search_result import Choice, SearchResult
from .solve import DEEPEST, fingerprint, order
from .values import find_values, find_weights

TABLE_BITS = 17
NO, YES, UNKNOWN = 0, 1, 2  # unknown: the positions allowed are used up
ENTRY = np.dtype([("hash", "u8"), ("answer", "i8")])


class Proof(NamedTuple):
    """All that a proof works with."""

    states: Any  # by level, as are the next three
    words: Any  # the same states as numbers
    moves: Any
    likelihood: Any
    table: Any  # positions met before
    left: Any  # how many positions may still be looked at
    prior: Any  # weights of the hand-made prior
    scratch: Any  # memory, as are the next numbers
    numbers: Any
    start: int  # the horizon


@rule
def wins_alone(state: Any, seat: int, numbers: Any) -> bool:
    """Whether a game that is over has one winner, this seat; ties are broken as the rules say."""
    result(state, numbers[0], numbers[1])
    winners = 0
    for other in range(state.players):
        winners += numbers[1, other] == 1
    return bool(numbers[1, seat] == 1 and winners == 1)


@rule
def forces(level: int, seat: int, proof: Proof) -> int:
    """Whether a seat can force its victory from the state at a level: with one of its own moves, against every move of others."""
    state = proof.states[level]
    if state.turn < 0:
        return YES if wins_alone(state, seat, proof.numbers) else NO
    if horizon(state) != proof.start or not may_end(state):
        return NO
    proof.left[0] -= 1
    if proof.left[0] < 0 or level + 1 >= len(proof.states):
        return UNKNOWN
    known = fingerprint(proof.words[level]) ^ np.uint64(seat)
    entry = proof.table[np.int64(known >> np.uint64(64 - TABLE_BITS))]
    if entry.hash == known:
        return int(entry.answer)
    moves, likelihood = proof.moves[level], proof.likelihood[level]
    count = distinct(state, moves, legal(state, moves))
    weigh_moves(state, moves, count, proof.prior, proof.scratch, likelihood)
    order(moves, likelihood, count)
    enough = YES if state.turn == seat else NO  # an answer that settles it
    answer = NO if state.turn == seat else YES
    for at in range(count):
        proof.states[level + 1] = state
        apply(proof.states[level + 1], moves[at])
        found = forces(level + 1, seat, proof)
        if found == UNKNOWN:
            return UNKNOWN
        if found == enough:
            answer = enough
            break
    entry = proof.table[np.int64(known >> np.uint64(64 - TABLE_BITS))]
    entry.hash = known
    entry.answer = answer
    return answer


class Prover:
    """Answers questions about one round, remembering what it has seen."""

    def __init__(self, view: View) -> None:
        find_values(view.game)
        prior = find_weights(view.game, view.state).prior
        most = view.game.most_legal
        self._states = np.zeros(DEEPEST, view.game.dtype)
        self._left = np.zeros(1, np.int64)
        self._proof = Proof(
            self._states,
            self._states.view(np.uint64).reshape(DEEPEST, -1),
            np.zeros((DEEPEST, most), np.int16),
            np.zeros((DEEPEST, most)),
            np.zeros(1 << TABLE_BITS, ENTRY),
            self._left,
            prior,
            np.zeros(SCRATCH, np.uint64),
            np.zeros((2, 8), np.int16),
            horizon(view.state),
        )
        self.root = view.game.copy(view.state)
        sample(self.root, view.seat, np.zeros(4, np.uint64))

    @property
    def left(self) -> int:
        """How many positions may still be looked at."""
        return int(self._left[0])

    def allow(self, positions: int) -> None:
        """From now on so many."""
        self._left[0] = positions

    def wins(self, seat: int, move: int | None = None) -> bool | None:
        """Whether a seat forces its victory, from the root or after a move; None if more positions would be needed."""
        self._states[0] = self.root
        if move is not None:
            apply(self._states[0], move)
        found = forces(0, seat, self._proof)
        return None if found == UNKNOWN else found == YES


def in_sight(view: View) -> bool:
    """Whether the end of the game is near enough to be proved: it may come at the horizon, and nothing up to there is hidden."""
    find_values(view.game)
    return bool(foreseeable(view.state) and may_end(view.state))


def settle(view: View, found: SearchResult, positions: int) -> SearchResult:
    """What a search found, with a move first that surely wins, if one can be proved; or else the best that does not surely lose.

    Half of the positions may go to each question. Where they do not suffice, the search's choice stands.
    """
    prover = Prover(view)
    prover.allow(positions // 2)
    for choice in found.choices:
        answer = prover.wins(view.seat, choice.move)
        if answer:
            return _first(found, replace(choice, win=tuple(float(seat == view.seat) for seat in range(view.players))))
        if answer is None:
            break
    prover.allow(positions // 2)
    others = [seat for seat in range(view.players) if seat != view.seat]
    for choice in found.looked_at:
        if not any(prover.wins(seat, choice.move) for seat in others):
            return _first(found, choice)
    return found


def _first(found: SearchResult, best: Choice) -> SearchResult:
    """The same with another move first."""
    others = tuple(choice for choice in found.choices if choice.move != best.move)
    return replace(found, choices=(best, *others), win=best.win, points=best.points)
