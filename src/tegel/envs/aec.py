"""The games as PettingZoo environments: agents take turns, the mask tells the legal moves.

Use them through `tegel.envs.azul_v1`, `duel_v1` and `blockers_v1`, or `tegel.envs.make`.
"""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..core.errors import BadOption
from ..core.game import Game, find_game
from . import VERSION
from .extras import need
from .features import DTYPE
from .play import MASK, Play, read_key
from .render import MODES, check_mode, render
from .rewards import GRADUAL, NOW, check_kind, rewards

if TYPE_CHECKING:
    AECEnv = Any
else:
    AECEnv = need("pettingzoo").AECEnv
spaces = need("gymnasium.spaces")
ResetNeeded = need("gymnasium.error").ResetNeeded

MASKS = ("observation", "info")
FACTS = ("rewards", "_cumulative_rewards", "terminations", "truncations", "infos")  # what PettingZoo keeps for each agent


class Snapshot(NamedTuple):
    """Everything an environment needs to go on from here."""

    states: Any
    agents: tuple[str, ...]
    selection: str
    turns: tuple[int, ...]
    facts: dict[str, Any]


class TegelAEC(AECEnv):  # type: ignore[misc]
    """A game of Tegel for PettingZoo.

    Settings: `observation` ("vector", "planes" or "onehot"), `mask` ("observation": each observation is a dict with ``observation`` and
    ``action_mask``; "info": the observation is the array alone and the mask is in the info), `reward` ("win", "places", "points"
    or "rounds"), `max_cycles` (turns an agent may have before the game is truncated, None for no limit), `render_mode`; all others are
    the game's options.
    """

    def __init__(
        self,
        game: str,
        *,
        observation: str = "vector",
        mask: str = "observation",
        reward: str = "win",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self._settings = {"game": game, "observation": observation, "mask": mask, "reward": reward, "max_cycles": max_cycles}
        self._settings |= {"render_mode": render_mode, **options}
        super().__init__()
        if mask not in MASKS:
            raise BadOption(f"there is no mask {mask!r}; the mask is in the {' or in the '.join(MASKS)}")
        self.game: Game = find_game(game)
        self.metadata = {"name": f"{game}_v{VERSION}", "render_modes": MODES, "is_parallelizable": False, "render_fps": 1}
        self.play = Play(self.game, options, observation)
        self.reward, self.render_mode, self.max_cycles = check_kind(reward), check_mode(render_mode), max_cycles
        self._in_info = mask == "info"
        self.possible_agents = [f"player_{seat}" for seat in range(self.play.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self._source = np.random.default_rng()
        self._make_spaces()

    def _make_spaces(self) -> None:
        layout, seen = self.play.layout, self.play.observer.space(spaces)
        mask = spaces.Box(0, 1, (self.game.moves,), MASK)
        whole = seen if self._in_info else spaces.Dict({"observation": seen, "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, whole)
        self.action_spaces = {agent: spaces.Discrete(self.game.moves) for agent in self.possible_agents}
        states = (self.play.players, layout.size)
        self.state_space = spaces.Box(np.broadcast_to(layout.low, states), np.broadcast_to(layout.high, states), dtype=DTYPE)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. The options may hold a ``key`` (64 hexadecimal digits) and options of the game for this one time; others are ignored,
        as PettingZoo wants."""
        if seed is not None:
            self._source = np.random.default_rng(seed)
        known = {name: value for name, value in (options or {}).items() if name == "key" or name in self.game.options.ALLOWED}
        key, changed = read_key(known, self._source)
        self.play.begin(key, changed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turns = [0] * self.play.players
        self._skip_agent_selection = None
        self._select()

    def _select(self) -> None:
        """Point to the agent whose turn it is."""
        self.agent_selection = self.possible_agents[self.play.turn]
        if self._in_info:
            for info in self.infos.values():
                info.pop("action_mask", None)
            self.infos[self.agent_selection]["action_mask"] = self.play.mask()

    def observe(self, agent: str) -> Any:
        """What an agent may see; its mask is empty unless it is its turn."""
        seat = self._seats[agent]
        seen = self.play.see(seat)
        if self._in_info:
            return seen
        live = seat == self.play.turn and agent in self.agents and not self.truncations[agent]
        return {"observation": seen, "action_mask": self.play.mask() if live else np.zeros(self.game.moves, MASK)}

    def step(self, action: Any) -> None:
        """Make the selected agent's move, or, with None, let an agent leave whose game has ended."""
        if not self.agents:
            raise ResetNeeded("there is no game: call reset() before the first step and after the last")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        play = self.play
        now = self.reward == NOW
        before = play.leads(now) if self.reward in GRADUAL else None
        play.move(action)
        self._cumulative_rewards[agent] = 0.0
        self._turns[self._seats[agent]] += 1
        if before is not None:
            self.rewards = dict(zip(self.agents, (play.leads(now) - before).tolist(), strict=True))
            self._accumulate_rewards()
        if play.turn < 0:
            self._finish()
        elif self.max_cycles is not None and self._turns[play.turn] >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
            self._select()
            self._deads_step_first()
        else:
            self._select()

    def _finish(self) -> None:
        """The game is over: everybody gets the reward and is told why."""
        points, places, cut = self.play.ending()
        values = rewards(self.reward, points, places, self.game.fewest_wins)[0].tolist()
        ended = self.truncations if cut else self.terminations
        for seat, agent in enumerate(self.agents):
            ended[agent] = True
            if self.reward not in GRADUAL:
                self.rewards[agent] = values[seat]
            self.infos[agent] = {"points": int(points[0, seat]), "place": int(places[0, seat])}
        if self.reward not in GRADUAL:
            self._accumulate_rewards()
        self._deads_step_first()

    def state(self) -> Any:
        """All that all players know together: every seat's vector, one row each. The future draws are not in it."""
        return self.play.see_all()

    def clone(self, viewer: str | None = None, seed: int | None = None) -> Snapshot:
        """Where the game stands, to `restore` later, here or in another environment of the same settings.

        With a viewer, all that this agent may not know, the future included, is guessed anew in the clone: a search that
        starts from it cannot cheat. Without one the clone is exact.
        """
        key, _ = read_key({}, self._source if seed is None else np.random.default_rng(seed)) if viewer is not None else (None, {})
        states = self.play.save(None if viewer is None else self._seats[viewer], key)
        facts = {name: deepcopy(getattr(self, name)) for name in FACTS}
        return Snapshot(states, tuple(self.agents), self.agent_selection, tuple(self._turns), facts)

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to where a clone was taken."""
        self.play.load(snapshot.states)
        self.agents, self.agent_selection, self._turns = list(snapshot.agents), snapshot.selection, list(snapshot.turns)
        for name in FACTS:
            setattr(self, name, deepcopy(snapshot.facts[name]))
        self._skip_agent_selection = None

    def __getstate__(self) -> dict[str, Any]:
        return {"settings": self._settings, "source": self._source, "snapshot": self.clone() if self.agents else None}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__init__(**kept["settings"])  # type: ignore[misc]
        self._source = kept["source"]
        if kept["snapshot"] is not None:
            self.restore(kept["snapshot"])

    def render(self) -> Any:
        """The whole table; nothing without a render mode."""
        return None if self.render_mode is None else render(self.game, self.play.states[0], self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
