"""The games as a Gymnasium vector environment on the compiled simulator: one seat of each of N games, the other seats played compiled too.

>>> import gymnasium
>>> envs = gymnasium.make_vec("tegel.envs.single:tegel/Azul-v1", num_envs=64, opponents="random")
>>> observations, infos = envs.reset(seed=1)
>>> observations["observation"].shape[0], observations["action_mask"].shape
(64, (64, 305))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..core.errors import BadOption
from ..core.game import find_game
from .extras import need
from .play import MASK, Play
from .render import MODES, check_mode, render
from .rewards import check_kind, rewards
from .single import observation_space
from .vector import VectorGames
from .vector.replies import Replies

gymnasium = need("gymnasium")
if TYPE_CHECKING:
    VectorEnv = Any
else:
    VectorEnv = gymnasium.vector.VectorEnv
batch_space = need("gymnasium.vector.utils").batch_space


class TegelVectorEnv(VectorEnv):  # type: ignore[misc]
    """N games with the agent in seat `seat`; `opponents` is "random" or "greedy". A game that is over begins anew at the next step, whose
    action is ignored (Gymnasium's NEXT_STEP)."""

    metadata = {  # noqa: RUF012 - Gymnasium declares it so
        "render_modes": MODES,
        "render_fps": 1,
        "autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponents: str = "random",
        seat: int = 0,
        observation: str = "vector",
        reward: str = "win",
        threads: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.num_envs, self.reward, self.render_mode = num_envs, check_kind(reward), check_mode(render_mode)
        play = Play(find_game(game), options, observation)
        if not 0 <= seat < play.players:
            raise BadOption(f"a seat is a number from 0 to {play.players - 1}, not {seat}")
        self.seat, self._as_planes = seat, play.as_planes
        self._settings: dict[str, Any] = {"game": game, "count": num_envs, "threads": threads, "auto_reset": False, **options}
        self._replies = Replies(opponents, seat, num_envs)
        self.single_observation_space, self.observation_space = observation_space(play), batch_space(observation_space(play), num_envs)
        self.single_action_space = gymnasium.spaces.Discrete(play.game.moves)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.games = VectorGames(**self._settings)
        self._over: Any = None  # which games the last step ended; None before the first reset

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """New games, each up to the agent's first turn."""
        super().reset(seed=seed)
        if options:
            raise BadOption("the vector environment takes its options when it is made, not at reset")
        self.games = VectorGames(seed=int(self.np_random.integers(0, 2**63)), **self._settings)
        self._over = np.zeros(self.num_envs, np.bool_)
        self._let_others_play()
        return self._see(), {}

    def _let_others_play(self) -> None:
        self._replies.play(self.games, self.games.ended.points, self.games.ended.places)

    def _see(self) -> dict[str, Any]:
        seen = self.games.planes(self.seat) if self._as_planes else self.games.vectors(self.seat)
        mask = np.zeros((self.num_envs, self.games.game.moves), MASK)
        return {"observation": seen, "action_mask": self.games.legal_masks(mask)}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Make the agent's move in every running game, and begin those anew that were over."""
        if self._over is None:
            raise gymnasium.error.ResetNeeded("there are no games yet: call reset() before the first step")
        games = self.games
        again = self._over
        ended = games.step(np.where(again, -1, np.asarray(actions)))
        over, cut = ended.over.copy(), ended.cut_short.copy()
        if again.any():
            games.reset(again)
        self._let_others_play()
        over |= self._replies.over
        cut |= self._replies.cut_short
        values = np.zeros(self.num_envs)
        if over.any():
            found = rewards(self.reward, ended.points[over], ended.places[over], games.game.fewest_wins)
            values[over] = found[:, self.seat]
        self._over = over
        infos = {"points": ended.points.copy(), "places": ended.places.copy(), "_points": over, "_places": over} if over.any() else {}
        return self._see(), values, over & ~cut, cut, infos

    def render(self) -> Any:
        """The first game, as the agent may see it."""
        return None if self.render_mode is None else render(self.games.game, self.games.states[0], self.render_mode, self.seat)
