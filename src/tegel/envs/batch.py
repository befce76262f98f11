"""The games as a Gymnasium vector environment on the compiled simulator: one seat of each of N games, the other seats played compiled too.

>>> import gymnasium
>>> envs = gymnasium.make_vec("tegel.envs.single:tegel/Azul-v1", num_envs=64, opponents="random")
>>> observations, infos = envs.reset(seed=1)
>>> observations["observation"].shape[0], observations["action_mask"].shape
(64, (64, 305))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core.errors import BadOption
from ..core.game import find_game
from .asked import Asked, BatchOpponent
from .extras import need
from .play import MASK, Play
from .render import MODES, check_mode, render
from .rewards import GRADUAL, NOW, POINTS, check_kind, rewards
from .single import observation_space
from .vector import VectorGames
from .vector.replies import KINDS, Replies, stand

gymnasium = need("gymnasium")
if TYPE_CHECKING:
    VectorEnv = Any
else:
    VectorEnv = gymnasium.vector.VectorEnv
batch_space = need("gymnasium.vector.utils").batch_space
AutoresetMode = gymnasium.vector.AutoresetMode

ALL = "all"  # seats: the agent decides for every one of them
EMPTY, FULL, AGAIN = ENDED = ("empty", "full", "again")


class TegelVectorEnv(VectorEnv):  # type: ignore[misc]
    """One seat of each of N games, or all seats.

    Settings: `opponents` ("random" or "greedy", which are compiled; any other player's name; a function that is asked for many games at
    once; or a list with one for each other seat), `seat` (the agent's; None: another one each game; "all": the agent decides for whoever
    is to move), `observation` and `reward` as in the environment of one game, `ended`, `threads`, `render_mode`; all others are the game's
    options.

    A game that is over begins anew at the next step, whose action is ignored (Gymnasium's NEXT_STEP); until then its mask is "empty", or
    with `ended` "full": every action will do. With "again" it begins anew at once (SAME_STEP), and what was seen at its end is in
    ``infos["final_obs"]``.
    """

    metadata = {  # noqa: RUF012 - Gymnasium declares it so
        "render_modes": MODES,
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponents: BatchOpponent | Sequence[BatchOpponent] = "random",
        seat: int | str | None = 0,
        observation: str = "vector",
        reward: str = "win",
        ended: str = EMPTY,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.num_envs, self.reward, self.render_mode = num_envs, check_kind(reward), check_mode(render_mode)
        threads = options.pop("threads", None)
        play = Play(find_game(game), options, observation)
        self.seat, self.ended = _check_seat(seat, play.players), ended
        if ended not in ENDED:
            raise BadOption(f"the masks of games that ended cannot be {ended!r}; allowed is {', '.join(ENDED)}")
        if ended == AGAIN:
            self.metadata = {**self.metadata, "autoreset_mode": AutoresetMode.SAME_STEP}
        self._observer = play.observer
        self._settings: dict[str, Any] = {"game": game, "count": num_envs, "threads": threads, "auto_reset": False, **options}
        self.seats: Any = np.full(num_envs, self.seat if isinstance(self.seat, int) else 0, np.int8)  # the agent's, in every game
        compiled = isinstance(opponents, str) and opponents in KINDS
        self._replies: Any = Replies(str(opponents), self.seats) if compiled else Asked(opponents, self.seats, self._observer, play.players)
        self.single_observation_space, self.observation_space = observation_space(play), batch_space(observation_space(play), num_envs)
        self.single_action_space = gymnasium.spaces.Discrete(play.game.moves)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.games = VectorGames(**self._settings)
        self._leads: Any = np.zeros((num_envs, play.players))  # of every seat, when the agent last decided
        self._over: Any = None  # which games the last step ended; None before the first reset

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """New games, each up to the agent's first turn."""
        super().reset(seed=seed)
        if options:
            raise BadOption("the vector environment takes its options when it is made, not at reset")
        self.games = VectorGames(seed=int(self.np_random.integers(0, 2**63)), **self._settings)
        self._over = np.zeros(self.num_envs, np.bool_)
        self._begin(np.ones(self.num_envs, np.bool_))
        self._let_others_play()
        return self._see(), self._whose({})

    def _begin(self, which: Any) -> None:
        """Find out who sits where in games that begin."""
        if self.reward in GRADUAL:
            self._leads[which] = 0
        if self.seat is None:
            self.seats[which] = self.np_random.integers(self.games.players, size=int(which.sum()))
        if isinstance(self._replies, Asked):
            self._replies.begin(which, self.np_random)

    def _let_others_play(self) -> None:
        if self.seat == ALL:
            self.seats[:] = np.where(self.games.turns < 0, self.seats, self.games.turns)
        self._replies.play(self.games, self.games.ended.points, self.games.ended.places)

    def _see(self) -> dict[str, Any]:
        games = self.games
        seen = self._observer.see_many(games, self.seat if isinstance(self.seat, int) else None)
        if not isinstance(self.seat, int):  # nobody is to move in games that are over, but the agent looks at them, too
            for at in np.flatnonzero(self._over):
                seen[at] = self._observer.see(games.states[at : at + 1], int(self.seats[at]))
        masks = games.legal_masks(np.zeros((self.num_envs, games.game.moves), MASK))
        if self.ended != EMPTY:
            masks[self._over] = 1
        return {"observation": seen, "action_mask": masks}

    def _whose(self, infos: dict[str, Any]) -> dict[str, Any]:
        """Which seat is the agent's, where that changes."""
        return infos if isinstance(self.seat, int) else {**infos, "seat": self.seats.copy(), "_seat": np.ones(self.num_envs, np.bool_)}

    def action_masks(self) -> Any:
        """True for every legal move of every game, as sb3-contrib asks for it."""
        return self.games.legal_masks()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Make the agent's move in every running game, and begin those anew that were over."""
        if self._over is None:
            raise gymnasium.error.ResetNeeded("there are no games yet: call reset() before the first step")
        games, fixed = self.games, isinstance(self.seat, int)
        movers = self.seats if fixed else self.seats.copy()
        again = self._over
        ended = games.step(np.where(again, -1, np.asarray(actions)), reuse=True)
        over, cut = ended.over.copy(), ended.cut_short.copy()
        if again.any():
            games.reset(again)
            self._begin(again)
            if not fixed:
                movers[again] = self.seats[again]
        self._let_others_play()
        over |= self._replies.over
        cut |= self._replies.cut_short
        self._over = over
        values, found = self._rewards(over, movers)
        infos = {"points": ended.points.copy(), "places": ended.places.copy(), "_points": over, "_places": over} if over.any() else {}
        if self.seat == ALL and (over.any() or self.reward in GRADUAL):
            infos |= {"rewards": found, "_rewards": np.ones_like(over) if self.reward in GRADUAL else over}
        if self.ended == AGAIN and over.any():
            infos |= self._start_again(over)
        return self._see(), values, over & ~cut, cut, self._whose(infos)

    def _rewards(self, over: Any, movers: Any) -> tuple[Any, Any]:
        """What the seats that moved get, and what all seats get (None where nobody gets anything)."""
        games = self.games
        if self.reward in GRADUAL:
            points, places = stand(games, now=self.reward == NOW)
            leads = rewards(POINTS, points, places, games.game.fewest_wins)
            found, self._leads = leads - self._leads, leads
            return found[np.arange(self.num_envs), movers], found
        values, found = np.zeros(self.num_envs), None
        if over.any():
            found = np.zeros((self.num_envs, games.players))
            found[over] = rewards(self.reward, games.ended.points[over], games.ended.places[over], games.game.fewest_wins)
            values[over] = found[over, movers[over]]
        return values, found

    def _start_again(self, over: Any) -> dict[str, Any]:
        """Begin games anew that have just ended; what was seen at their end."""
        final = np.full(self.num_envs, None, object)
        full = np.ones(self.games.game.moves, MASK)
        for at in np.flatnonzero(over):
            seen = self._observer.see(self.games.states[at : at + 1], int(self.seats[at]))
            final[at] = {"observation": seen, "action_mask": full.copy()}
        self.games.reset(over)
        self._begin(over)
        self._let_others_play()
        self._over = np.zeros(self.num_envs, np.bool_)
        return {"final_obs": final, "_final_obs": over}

    def render(self) -> Any:
        """The first game, as the agent may see it."""
        return None if self.render_mode is None else render(self.games.game, self.games.states[0], self.render_mode, int(self.seats[0]))


def _check_seat(seat: Any, players: int) -> Any:
    if seat is None or seat == ALL:
        return seat
    if isinstance(seat, int | np.integer) and 0 <= seat < players:
        return int(seat)
    raise BadOption(f'a seat is a number from 0 to {players - 1}, None for another one each game, or "{ALL}", not {seat!r}')
