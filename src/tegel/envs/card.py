"""The Gymnasium vector environment with torch's tensors on a CUDA card: games, observations, masks, rewards and new games stay there.

It is `batch.TegelVectorEnv` on another device ("cpu" will do, too): the same games, numbers and settings, with compiled opponents only.
"""

from __future__ import annotations

from typing import Any

import torch

from ..core.errors import BadOption
from .batch import AGAIN, ALL, EMPTY, TegelVectorEnv, gymnasium
from .observation import PLANES
from .play import MASK
from .render import render
from .rewards import GRADUAL, NOW, PLACES, POINTS, WIN
from .vector import VectorGames
from .vector.replies import KINDS, Replies, stand

CODE = ("low", "starts", "widths", "divisors")  # arrays of `features.onehot.OneHot`
DTYPES = {"int8": torch.int8, "int16": torch.int16}


def tensor(array: Any, device: Any) -> Any:
    """An array of the simulator as a tensor; it stays where it is."""
    return torch.as_tensor(array, device=device)


class TegelCardEnv(TegelVectorEnv):
    """One seat of each of N games, or all seats, on a device: "cuda", "cuda:1", "cpu".

    Besides the settings of `TegelVectorEnv`: with `checked=False` moves are not tested for being legal, and nothing of a step passes
    through the host. ``infos`` have the same entries in every step; those that begin with _ tell for which games they hold.
    """

    def __init__(self, game: str, num_envs: int = 1, device: str = "cuda", *, checked: bool = True, **settings: Any) -> None:
        opponents = settings.get("opponents", "random")
        if opponents not in KINDS:
            raise BadOption(f"on a device the opponents are {' or '.join(KINDS)}, not {opponents!r}")
        super().__init__(game, num_envs, **settings)
        self.device, self.checked = torch.device(device), checked
        self._settings["device"] = device
        self.seats = torch.from_numpy(self.seats).to(self.device)
        self._replies = Replies(opponents, self.seats)
        self._draws = torch.Generator(self.device)
        self._code: dict[str, Any] = {}  # of one-hot observations, and their size
        self._size = 0
        if (one_hot := self._observer.one_hot) is not None:
            self._code = {name: torch.from_numpy(getattr(one_hot, name)).to(self.device) for name in CODE}
            self._size = one_hot.size

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """New games, each up to the agent's first turn."""
        super(TegelVectorEnv, self).reset(seed=seed)
        if options:
            raise BadOption("the vector environment takes its options when it is made, not at reset")
        self.games = VectorGames(seed=int(self.np_random.integers(0, 2**63)), **self._settings)
        self._draws.manual_seed(self.games.seed)
        self._leads = torch.zeros((self.num_envs, self.games.players), device=self.device)
        self._over = torch.zeros(self.num_envs, dtype=torch.bool, device=self.device)
        self._begin(~self._over)
        self._let_others_play()
        return self._see(), self._whose({})

    def _begin(self, which: Any) -> None:
        """Find out who sits where in games that begin."""
        self._leads = torch.where(which[:, None], 0, self._leads)
        if self.seat is None:
            drawn = torch.randint(self.games.players, (self.num_envs,), generator=self._draws, device=self.device, dtype=torch.int8)
            self.seats.copy_(torch.where(which, drawn, self.seats))

    def _let_others_play(self) -> None:
        if self.seat == ALL:
            turns = tensor(self.games.turns, self.device)
            self.seats.copy_(torch.where(turns < 0, self.seats, turns))
        self._replies.play(self.games, self.games.ended.points, self.games.ended.places)

    def _see(self) -> dict[str, Any]:
        masks = torch.empty((self.num_envs, self.games.game.moves), dtype=DTYPES[MASK.__name__], device=self.device)
        self.games.legal_masks(masks)
        if self.ended != EMPTY:
            masks = torch.where(self._over[:, None], 1, masks).to(masks.dtype)
        return {"observation": self._observe(), "action_mask": masks}

    def _observe(self) -> Any:
        """What the agent sees of every game; at the end, too, when nobody is to move."""
        if isinstance(self.seat, int):
            seen = self._seen_by(self.seat)
        else:
            seen = self._seen_by(None)
            for seat in range(self.games.players):
                which = (self._over & (self.seats == seat)).view(-1, *(1,) * (seen.dim() - 1))
                seen = torch.where(which, self._seen_by(seat), seen)
        return self._one_hot(seen) if self._code else seen

    def _seen_by(self, viewer: int | None) -> Any:
        show = self.games.planes if self._observer.kind == PLANES else self.games.vectors
        out = torch.empty((self.num_envs, *self._observer.shape), dtype=torch.int16, device=self.device)
        show(viewer, out)
        return out

    def _one_hot(self, seen: Any) -> Any:
        code = self._code
        numbers = seen.long() - code["low"]
        wide = code["widths"] > 1
        there = wide & (numbers >= 0) & (numbers < code["widths"])
        filled = torch.where(wide, there.float(), numbers / code["divisors"])
        columns = code["starts"] + torch.where(there, numbers, 0)
        return torch.zeros((self.num_envs, self._size), device=self.device).scatter_(1, columns, filled)

    def _whose(self, infos: dict[str, Any]) -> dict[str, Any]:
        """Which seat is the agent's, where that changes."""
        return infos if isinstance(self.seat, int) else {**infos, "seat": self.seats.clone(), "_seat": torch.ones_like(self._over)}

    def action_masks(self) -> Any:
        """True for every legal move of every game."""
        return tensor(self.games.legal_masks(), self.device)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Make the agent's move in every running game, and begin those anew that were over."""
        if self._over is None:
            raise gymnasium.error.ResetNeeded("there are no games yet: call reset() before the first step")
        games, again, movers = self.games, self._over, self.seats.clone()
        ended = games.step(torch.as_tensor(actions, device=self.device), checked=self.checked, reuse=True)
        over, cut = tensor(ended.over, self.device).clone(), tensor(ended.cut_short, self.device).clone()
        if self.ended != AGAIN:
            games.reset(again)
            self._begin(again)
            movers = torch.where(again, self.seats, movers)
        self._let_others_play()
        over |= tensor(self._replies.over, self.device)
        cut |= tensor(self._replies.cut_short, self.device)
        self._over = over
        points, places = (tensor(array, self.device).clone() for array in (ended.points, ended.places))
        found = self._all_rewards(over, points, places)
        values = found.gather(1, movers.long()[:, None])[:, 0]
        infos = {"points": points, "places": places, "_points": over, "_places": over}
        if self.seat == ALL:
            infos |= {"rewards": found, "_rewards": torch.ones_like(over) if self.reward in GRADUAL else over}
        if self.ended == AGAIN:
            infos |= self._start_again(over)
        return self._see(), values, over & ~cut, cut, self._whose(infos)

    def _all_rewards(self, over: Any, points: Any, places: Any) -> Any:
        """What every seat gets."""
        fewest = self.games.game.fewest_wins
        if self.reward in GRADUAL:
            points, places = (tensor(array, self.device) for array in stand(self.games, now=self.reward == NOW))
            leads = rewards(POINTS, points, places, fewest)
            found, self._leads = leads - self._leads, leads
            return found
        return torch.where(over[:, None], rewards(self.reward, points, places, fewest), 0)

    def _start_again(self, over: Any) -> dict[str, Any]:
        """Begin games anew that have just ended; what was seen at their end."""
        full = torch.ones((self.num_envs, self.games.game.moves), dtype=DTYPES[MASK.__name__], device=self.device)
        final = {"observation": self._observe(), "action_mask": full}
        self.games.reset(over)
        self._begin(over)
        self._let_others_play()
        self._over = torch.zeros_like(over)
        return {"final_obs": final, "_final_obs": over}

    def render(self) -> Any:
        """The first game, as the agent may see it."""
        if self.render_mode is None:
            return None
        return render(self.games.game, self.games.backend.to_host(self.games.states)[0], self.render_mode, int(self.seats[0]))


def rewards(kind: str, points: Any, places: Any, fewest_wins: bool) -> Any:
    """`rewards.rewards`, in torch."""
    seats = places.shape[1]
    if kind == WIN:
        first = places == 1
        return torch.where(first, (first.sum(1, keepdim=True) == 1).float(), -1.0)
    if kind == PLACES:
        sharing = (places[:, :, None] == places[:, None, :]).sum(2)
        return 1.0 - 2.0 * (places + (sharing - 1) / 2 - 1) / (seats - 1)
    worth = points.float() * (-1 if fewest_wins else 1)
    others = worth[:, None, :].masked_fill(torch.eye(seats, dtype=torch.bool, device=worth.device), -torch.inf)
    return worth - others.amax(2)
