"""Games to count: played by a computer player, or replayed from records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from ..core.errors import BadOption
from ..core.game import Game, find_game
from ..core.generic import apply, setup
from ..core.record import Record
from ..envs.opponents import view_for
from ..envs.vector.bodies import game_key
from ..envs.whole_games import Moments, new_moments, play_whole_games, results, thinker_for
from ..search.heuristics import horizon
from ..search.levels import Level
from ..search.players import USAGE, find_player, is_player
from .question import Played, questions_of

QUICK = "quick"  # the player that makes millions of games: it looks at each move once, with the hand-made features, and does not search
VARIED = "varied"  # the same after first decisions drawn at random, so that what they lead to does not depend on why they were made
QUICK_LEVEL = Level(simulations=1, temperature=0.35, solves=False)
MOST_SEATS = 8

Decide = Callable[[Any], int]  # what the seat to move decides in a state


class Batch(NamedTuple):
    """Games that one player plays with itself, from number `first` on."""

    game: str
    options: dict[str, Any]
    player: str
    seed: int
    first: int
    games: int

    def check(self) -> None:
        """Complain about whatever is not possible, before anything is played."""
        game = find_game(self.game)
        game.blank(game.simulation_options(self.options))
        if self.player not in (QUICK, VARIED) and not is_player(self.player):
            raise BadOption(f"there is no player {self.player!r}; the players are {QUICK}, {VARIED}, {USAGE}")
        if self.games < 1:
            raise BadOption("the number of games must be at least 1")
        if not 0 <= self.seed < 2**63:
            raise BadOption(f"a seed is a number from 0 to 2^63 - 1, not {self.seed}")


def play(batch: Batch) -> Played:
    """Play the games of a batch: always the same ones."""
    game = find_game(batch.game)
    blank = game.blank(game.simulation_options(batch.options))
    asked, seats = questions_of(game), int(blank.players)
    moments = new_moments(game, batch.games, seats, asked.decisions)
    if batch.player in (QUICK, VARIED):
        states = np.zeros(1, game.dtype)
        states[0] = blank
        thinker = thinker_for(game, blank, QUICK_LEVEL, asked.decisions if batch.player == VARIED else 0)
        play_whole_games(states, np.uint64(batch.seed), batch.first, asked.turns * seats, thinker, moments)
    else:
        for at in range(batch.games):
            state, key = game.copy(blank), np.zeros(4, np.uint64)
            game_key(np.uint64(batch.seed), batch.first + at, 0, key)
            setup(state, key)
            keep(moments, at, state, _deciders(game, batch, batch.first + at, seats), asked.turns * seats)
    return count(moments)


def _deciders(game: Game, batch: Batch, number: int, seats: int) -> Decide:
    seeds = np.random.default_rng((batch.seed, number)).integers(0, 2**31, seats).tolist()
    players = [find_player(batch.player, seed) for seed in seeds]
    return lambda state: int(players[int(state.turn)].decide(view_for(game, state, int(state.turn))))


def replay_records(game: Game, records: list[Record]) -> Played:
    """Games that were played before, all with as many players."""
    asked, seats = questions_of(game), int(game.blank(records[0].options).players)
    moments = new_moments(game, len(records), seats, asked.decisions)
    for at, record in enumerate(records):
        state = game.blank(record.options)
        setup(state, np.array(record.key, np.uint64))
        keep(moments, at, state, _said(record.moves), asked.turns * seats)
    return count(moments)


def _said(moves: Iterable[int]) -> Decide:
    left: Iterator[int] = iter(moves)
    return lambda state: next(left)


def keep(moments: Moments, at: int, state: Any, decide: Decide, plies: int) -> None:
    """Play one game and keep its moments, as `play_whole_games` does."""
    made = np.zeros(MOST_SEATS, np.int64)
    started, early = horizon(state), False
    moments.starts[at] = state
    while state.turn >= 0:
        seat, move = int(state.turn), decide(state)
        if made[seat] < moments.moves.shape[2]:
            moments.before[at, seat, made[seat]] = state
            moments.moves[at, seat, made[seat]] = move
        made[seat] += 1
        apply(state, move)
        if not early and (made.sum() == plies if plies else horizon(state) != started):
            moments.early[at], early = state, True
    if not early:
        moments.early[at] = state
    moments.ends[at] = state


def count(moments: Moments) -> Played:
    """The points and places of games, with their moments."""
    shape = moments.moves.shape[:2]
    points, places, early, unused = (np.zeros(shape, np.int16) for _ in range(4))
    results(moments.ends, points, places)
    results(moments.early, early, unused)
    return Played(moments, points, places, early)
