"""The games as Gymnasium environments for one agent; the other seats are taken by named players or one's own functions.

>>> import gymnasium
>>> env = gymnasium.make("tegel.envs.single:tegel/Azul-v1", players=3, opponents=["greedy", "random"])
>>> observation, info = env.reset(seed=1)
>>> sorted(observation)
['action_mask', 'observation']
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core.errors import BadOption, IllegalMove
from ..core.game import Game, find_game, game_names
from . import VERSION
from .extras import need
from .opponents import Opponent, decider, seat_opponents, view_for
from .play import MASK, Play, read_key
from .render import MODES, check_mode, render
from .rewards import GRADUAL, NOW, check_kind, rewards

gymnasium = need("gymnasium")
if TYPE_CHECKING:
    Env = Any
else:
    Env = gymnasium.Env
spaces = gymnasium.spaces

ILLEGAL = ("raise", "replace")


def observation_space(play: Play) -> Any:
    """The observation with the mask of legal moves beside it."""
    return spaces.Dict({"observation": play.observer.space(spaces), "action_mask": spaces.Box(0, 1, (play.game.moves,), MASK)})


class TegelEnv(Env):  # type: ignore[misc]
    """One seat of a game.

    Settings: `opponents` (a name or a function from a `View` to a move, for all other seats, or a list with one for each), `seat` (the
    agent's, or None for another one each game), `observation`, `reward` and `render_mode` as in PettingZoo, `illegal` ("raise" an
    `IllegalMove`, or "replace" the move by a random legal one, which ``info["replaced"]`` tells); all others are the game's options.
    """

    metadata = {"render_modes": MODES, "render_fps": 1}  # noqa: RUF012 - Gymnasium declares it so

    def __init__(
        self,
        game: str,
        *,
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int | None = 0,
        observation: str = "vector",
        reward: str = "win",
        illegal: str = "raise",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game: Game = find_game(game)
        self.play = Play(self.game, options, observation)
        self.opponents = seat_opponents(opponents, self.play.players - 1)
        if seat is not None and not 0 <= seat < self.play.players:
            raise BadOption(f"a seat is a number from 0 to {self.play.players - 1}, or None for another one each game, not {seat}")
        if illegal not in ILLEGAL:
            raise BadOption(f"illegal moves cannot be {illegal!r}; allowed is {' or '.join(ILLEGAL)}")
        self.reward, self.illegal, self.render_mode = check_kind(reward), illegal, check_mode(render_mode)
        self._fixed_seat, self.seat = seat, seat or 0
        self.observation_space = observation_space(self.play)
        self.action_space = spaces.Discrete(self.game.moves)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """A new game, up to the agent's first turn. The options may hold a ``key`` and options of the game for this one time."""
        super().reset(seed=seed)
        key, changed = read_key(options or {}, self.np_random)
        self.play.begin(key, changed)
        if self._fixed_seat is None:
            self.seat = int(self.np_random.integers(self.play.players))
        seeds = self.np_random.integers(0, 2**31, len(self.opponents)).tolist()
        others = [seat for seat in range(self.play.players) if seat != self.seat]
        self._deciders = {seat: decider(opponent, n) for seat, opponent, n in zip(others, self.opponents, seeds, strict=True)}
        self._lead = 0.0  # when the agent last decided
        self._let_others_play()
        return self._see(), {"seat": self.seat}

    def _let_others_play(self) -> None:
        play = self.play
        while play.turn not in (self.seat, -1):
            play.move(self._deciders[play.turn](view_for(self.game, play.states[0], play.turn)))

    def _see(self) -> dict[str, Any]:
        own = self.play.turn == self.seat
        mask = self.play.mask() if own else np.zeros(self.game.moves, MASK)
        return {"observation": self.play.see(self.seat), "action_mask": mask}

    def _gain(self) -> float:
        """By how many points the agent's lead has grown since it last decided."""
        before, self._lead = self._lead, float(self.play.leads(self.reward == NOW)[self.seat])
        return self._lead - before

    def action_masks(self) -> Any:
        """True for every legal move, as sb3-contrib asks for it."""
        return self._see()["action_mask"].astype(np.bool_)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Make the agent's move, and those of the others up to its next turn or the end."""
        if self.play.turn < 0:
            raise gymnasium.error.ResetNeeded("there is no game: call reset() before the first step and after the last")
        info: dict[str, Any] = {"seat": self.seat}
        try:
            self.play.move(action)
        except IllegalMove:
            if self.illegal == "raise":
                raise
            info["replaced"] = True
            self.play.move(self.np_random.choice(self.play.legal))
        self._let_others_play()
        if self.play.turn >= 0:
            return self._see(), self._gain() if self.reward in GRADUAL else 0.0, False, False, info
        points, places, cut = self.play.ending()
        value = self._gain() if self.reward in GRADUAL else float(rewards(self.reward, points, places, self.game.fewest_wins)[0, self.seat])
        info |= {"points": points[0].tolist(), "places": places[0].tolist()}
        return self._see(), value, not cut, cut, info

    def render(self) -> Any:
        """The table as the agent may see it; nothing without a render mode."""
        return None if self.render_mode is None else render(self.game, self.play.states[0], self.render_mode, self.seat)


def register() -> None:
    """Let Gymnasium know the environments: ``tegel/Azul-v1`` and so on, also for `gymnasium.make_vec`."""
    for name in game_names():
        gymnasium.register(
            id=f"tegel/{name.capitalize()}-v{VERSION}",
            entry_point="tegel.envs.single:TegelEnv",
            vector_entry_point="tegel.envs.make_vec:vector_env",
            kwargs={"game": name},
        )


register()
