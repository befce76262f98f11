"""The games for OpenSpiel: importing this registers ``python_tegel_azul``, ``python_tegel_duel`` and ``python_tegel_blockers``.

Chance is explicit: a move that needs a draw leads to a chance node. The deals there are far too many to list (2^219 orders of a bag), so
each chance node offers `deals` of them, equally likely, picked from all by the game's `seed` and the whole history; another seed, other
deals. A state is its history, and nothing of the future lies in it: a search has to go through the chance nodes like everybody else.
(OpenSpiel's sampled chance cannot be used: a Python game cannot give it the state of its random numbers, so it could not be serialised.)

>>> import pyspiel
>>> state = pyspiel.load_game("python_tegel_azul(players=3,seed=1,deals=100)").new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 100)
"""

from __future__ import annotations

import hashlib
import random
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core.errors import BadOption
from ..core.game import Game, find_game, game_names
from ..core.generic import apply, hide, legal, result, sample, setup
from ..core.position import write_position
from .extras import need
from .features import DTYPE, layout_of, see_vector
from .rewards import PLACES, rewards

pyspiel = need("pyspiel")
if TYPE_CHECKING:
    SpielGame = Any
    SpielState = Any
else:
    SpielGame, SpielState = pyspiel.Game, pyspiel.State

CHANCE = {"seed": 0, "deals": 256}  # the parameters of every game beside its options
DEAL = -1  # the move that is pending at the first chance node


def game_type(game: Game) -> Any:
    """What OpenSpiel wants to know of a game before it is made."""
    parameters = game.simulation_options({}).written() | CHANCE  # as saved games name them
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"python_tegel_{game.name}",
        long_name=f"Tegel: {game.name.capitalize()}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if game.secrets else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats[1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


class TegelGame(SpielGame):  # type: ignore[misc]
    """A configuration of a game."""

    name: str
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.tegel = find_game(self.name)
        self.layout = layout_of(self.tegel)
        given = dict(params or {})
        self.seed, self.deals = given.pop("seed", CHANCE["seed"]), given.pop("deals", CHANCE["deals"])
        if self.deals < 1:
            raise BadOption(f"deals must be at least 1, not {self.deals}")
        self.options = self.tegel.simulation_options(given)
        self.blank = self.tegel.blank(self.options)
        self.longest = self.tegel.longest(self.options)
        self.scratch = np.zeros(1, self.tegel.dtype)
        self.moves = np.zeros(self.tegel.most_legal, np.int16)
        information = pyspiel.GameInfo(
            num_distinct_actions=self.tegel.moves,
            max_chance_outcomes=self.deals,
            num_players=int(self.blank.players),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.longest,
        )
        super().__init__(self.kind, information, params or {})

    def new_initial_state(self, text: str | None = None) -> TegelState:
        return TegelState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.longest + 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TegelObserver:
        if params:
            raise BadOption("observations of Tegel take no parameters")
        return TegelObserver(self, iig_obs_type is not None and iig_obs_type.perfect_recall)


class TegelState(SpielState):  # type: ignore[misc]
    """A game in progress. All it holds itself is plain data, which OpenSpiel copies and serialises."""

    def __init__(self, game: TegelGame) -> None:
        super().__init__(game)
        self.record = np.zeros(1, game.tegel.dtype)
        self.record[0] = game.blank
        self.pending: int | None = DEAL
        self.made: list[int] = []
        self.dealt: list[int] = []
        self.seen: list[list[str]] = [[] for _ in range(self.num_players())]  # for each player a digest of what each draw brought

    def current_player(self) -> Any:
        if self.pending is not None:
            return pyspiel.PlayerId.CHANCE
        turn = int(self.record["turn"][0])
        return turn if turn >= 0 else pyspiel.PlayerId.TERMINAL

    def is_terminal(self) -> bool:
        return self.pending is None and int(self.record["turn"][0]) < 0

    def _legal_actions(self, player: int) -> list[int]:
        moves = self.get_game().moves
        count = legal(self.record[0], moves)
        found: list[int] = moves[:count].tolist()
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        deals = self.get_game().deals
        return [(deal, 1.0 / deals) for deal in range(deals)]

    def _apply_action(self, action: int) -> None:
        if self.pending is not None:
            self._draw(action)
            return
        self.made.append(action)
        after = self.record.copy()
        apply(after[0], action)
        if after["draws"][0] == self.record["draws"][0]:
            self.record = after
        else:
            self.pending = action

    def _draw(self, deal: int) -> None:
        """Make the pending move with the draws of a deal, which follow from the seed and all that happened."""
        game = self.get_game()
        trail = f"{game.seed} {self.dealt} {self.made} {deal}".encode()
        key = np.frombuffer(hashlib.sha256(trail).digest(), ">u8").astype(np.uint64)
        self.dealt.append(deal)
        if self.pending is None or self.pending == DEAL:
            setup(self.record[0], key)
        else:
            self.record["key"][0], self.record["draws"][0] = key, 0
            apply(self.record[0], self.pending)
        self.pending = None
        vector = np.empty(game.layout.size, DTYPE)
        for player, digests in enumerate(self.seen):
            see_vector(self.record[0], player, game.scratch, vector)
            digests.append(hashlib.sha256(vector.tobytes()).hexdigest()[:16])

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else str(self.get_game().tegel.code(action))

    def returns(self) -> list[float]:
        players = self.num_players()
        if not self.is_terminal():
            return [0.0] * players
        points, places = np.zeros((1, players), np.int16), np.zeros((1, players), np.int16)
        result(self.record[0], points[0], places[0])
        values: list[float] = rewards(PLACES, points, places, self.get_game().tegel.fewest_wins)[0].tolist()
        return values

    def resample_from_infostate(self, player_id: int, probability_sampler: Any = None) -> TegelState:
        """Another state that fits all a player has seen, as information-set search wants it."""
        twin: TegelState = self.clone()
        number = probability_sampler or random.random
        if twin.pending is None:
            sample(twin.record[0], player_id, np.array([int(number() * 2**53) for _ in range(4)], np.uint64))
        return twin

    def text_for(self, player: int) -> str:
        """What a player sees, in words."""
        if self.pending == DEAL:
            return "nothing is dealt yet\n"
        game = self.get_game().tegel
        state = game.copy(self.record[0])
        hide(state, player)
        waiting = "" if self.pending is None else f"drawing after {game.code(self.pending)}\n"
        return write_position(game, state) + waiting

    def __str__(self) -> str:
        """The whole position, without the key."""
        game = self.get_game().tegel
        if self.pending == DEAL:
            return "nothing is dealt yet"
        state = game.copy(self.record[0])
        state.key[:] = 0
        state.draws = 0
        waiting = "" if self.pending is None else f"drawing after {game.code(self.pending)}\n"
        return write_position(game, state) + waiting


class TegelObserver:
    """What a player sees: the vector of `tegel.envs.features`; with perfect recall also all moves so far."""

    def __init__(self, game: TegelGame, perfect_recall: bool) -> None:
        self._game, self._recall = game, perfect_recall
        size = game.layout.size
        self.tensor = np.zeros(size + (game.longest if perfect_recall else 0), np.float32)
        self.dict = {"vector": self.tensor[:size]}
        if perfect_recall:
            self.dict["moves"] = self.tensor[size:]  # 1 + each move's number, then 0

    def set_from(self, state: TegelState, player: int) -> None:
        """Write the tensor."""
        self.tensor.fill(0)
        if state.pending != DEAL:
            see_vector(state.record[0], player, self._game.scratch, self.dict["vector"])
        if self._recall:
            self.dict["moves"][: len(state.made)] = np.array(state.made, np.float32) + 1

    def string_from(self, state: TegelState, player: int) -> str:
        """The position as the player sees it; with perfect recall also the moves and a digest of what every draw showed."""
        text = state.text_for(player)
        if not self._recall:
            return text
        code = self._game.tegel.code
        return f"{text}moves {' '.join(code(move) for move in state.made)}\nseen {' '.join(state.seen[player])}\n"


def register() -> None:
    """Let OpenSpiel know the games."""
    for name in game_names():
        kind = game_type(find_game(name))
        # A class for each, not a partial: OpenSpiel lets go of what it was given when Python is gone already, which only a class survives.
        pyspiel.register_game(kind, type(f"Tegel{name.capitalize()}", (TegelGame,), {"name": name, "kind": kind}))


register()
