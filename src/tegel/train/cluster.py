"""Games that play themselves on a Ray cluster, one worker for each card or core, while the network learns here.

All move in step: the workers get the network, make one move in their games and send what there is to learn from it, as they would write it
into the window. So a run with one worker is the run without a cluster, and one with several comes out the same each time.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import torch

from ..core.cluster import connect
from ..core.errors import BadOption, TegelError
from ..core.game import Game, find_game
from .plan import Plan
from .selfplay import Selfplay
from .window import Window

ENDINGS = ("ready", "end_win", "end_points")  # of earlier moves, known when a game has ended
MOST_LOSSES = 10  # of workers, one after the other, before a run gives up


class Worker:
    """Some of a run's games, in a process of the cluster."""

    def __init__(self, plan: Plan, first: int, count: int) -> None:
        if plan.device == "cpu":
            torch.set_num_threads(1)
        self.games = Selfplay(find_game(plan.game), plan, first, count, inputs=1)

    def play(self, step: int, model: Any) -> dict[str, Any]:
        """One move in all games: what was written about it, and about earlier moves of games that it ended."""
        games = self.games
        before = games.batch.tensors["finished"].clone()
        games.play(step, model.to(games.device))
        row, tensors = step % games.plan.window, games.window.tensors
        ended = torch.nonzero(games.batch.tensors["finished"] != before)[:, 0]
        return {
            "inputs": _host(games.window.inputs[0]),
            "row": {name: _host(tensor[row]) for name, tensor in tensors.items()},
            "ended": _host(ended),
            "endings": {name: _host(tensors[name][:, ended]) for name in ENDINGS},
            "finished": games.finished,
            "totals": games.totals,
            "seats": games.seats,
        }

    def kept(self) -> dict[str, Any]:
        """For a checkpoint."""
        return {name: _host(tensor) for name, tensor in self.games.kept().items()}

    def restore(self, kept: dict[str, Any], window: dict[str, Any]) -> None:
        """Go on with games that were kept."""
        for name, array in window.items():
            self.games.window.tensors[name].copy_(torch.from_numpy(array.copy()))
        self.games.restore({name: torch.from_numpy(array.copy()) for name, array in kept.items()})

    def renew(self, step: int, finished: int, totals: float) -> None:
        """New games; so many had ended before."""
        self.games.renew(step)
        self.games.batch.tensors["finished"][0], self.games.batch.tensors["totals"][0] = finished, totals

    def match(self, models: tuple[Any, Any], games: int, seed: int) -> Any:
        """A match between two networks."""
        return _host(self.games.match(tuple(model.to(self.games.device) for model in models), games, seed))


def _host(tensor: Any) -> Any:
    return tensor.cpu().numpy()


class ClusterGames:
    """All games of a plan, on a cluster; to be used as `Selfplay` is."""

    def __init__(self, game: Game, plan: Plan, address: str | None) -> None:
        self.game, self.plan, self.count = game, plan, plan.games
        self.ray = connect(address, "--cluster")
        kind = "GPU" if plan.device == "cuda" else "CPU"
        workers = min(int(self.ray.cluster_resources().get(kind, 0)), plan.games // 2)
        if workers < 1:
            raise BadOption("the cluster has no card; --device cpu plays on its cores")
        self._actor = self.ray.remote(**{"num_gpus" if kind == "GPU" else "num_cpus": 1})(Worker)
        self.bounds = [(plan.games * n // workers, plan.games * (n + 1) // workers) for n in range(workers)]
        self.workers = [self._new(n) for n in range(workers)]
        self.told: list[dict[str, Any]] = [{"finished": 0, "totals": 0.0, "seats": 0.0} for _ in range(workers)]  # what each said last
        self.device = torch.device("cuda" if plan.device == "cuda" and torch.cuda.is_available() else "cpu")
        self.window = Window(self, plan.window)
        self.step = 0

    def share(self, tensor: Any) -> Any:
        """Nothing compiled writes into this window."""
        return tensor

    def _new(self, n: int) -> Any:
        low, high = self.bounds[n]
        return self._actor.remote(self.plan, low, high - low)

    def _ask(self, method: str, each: list[tuple[Any, ...]]) -> list[Any]:
        """Ask every worker, all at once; one that is lost is replaced by another, with new games, and asked again."""
        waiting = [getattr(worker, method).remote(*given) for worker, given in zip(self.workers, each, strict=False)]
        return [self._answer(n, method, given, waiting[n]) for n, given in enumerate(each)]

    def _answer(self, n: int, method: str, given: tuple[Any, ...], waiting: Any) -> Any:
        for _ in range(MOST_LOSSES):
            try:
                return self.ray.get(waiting)
            except self.ray.exceptions.RayActorError:
                told = self.told[n]
                self.workers[n] = self._new(n)
                self.workers[n].renew.remote(self.step, told["finished"], told["totals"])
                waiting = getattr(self.workers[n], method).remote(*given)
        raise TegelError(f"worker {n} of the cluster was lost {MOST_LOSSES} times in a row")

    @property
    def seats(self) -> float:
        """How many seats a game has, on average."""
        return float(np.average([told["seats"] for told in self.told], weights=[high - low for low, high in self.bounds]))

    @property
    def finished(self) -> int:
        """How many games have ended."""
        return sum(told["finished"] for told in self.told)

    @property
    def totals(self) -> float:
        """The points of all seats of all games that have ended."""
        return float(sum(told["totals"] for told in self.told))

    def play(self, step: int, model: Any) -> None:
        """One move in all games."""
        self.step = step
        given = self.ray.put(copy.deepcopy(model).cpu())
        row = step % self.plan.window
        for n, told in enumerate(self._ask("play", [(step, given)] * len(self.workers))):
            low, high = self.bounds[n]
            self.window.inputs[row, :, low:high].copy_(_tensor(told["inputs"]))
            for name, array in told["row"].items():
                self.window.tensors[name][row, low:high].copy_(_tensor(array))
            ended = (_tensor(told["ended"]) + low).to(self.device)
            for name, array in told["endings"].items():
                self.window.tensors[name][:, ended] = _tensor(array).to(self.device)
            self.told[n] = {name: told[name] for name in ("finished", "totals", "seats")}

    def kept(self) -> dict[str, Any]:
        """All that is needed to go on with these games."""
        parts = self._ask("kept", [()] * len(self.workers))
        return {name: torch.cat([_tensor(part[name]) for part in parts]) for name in parts[0]}

    def restore(self, kept: dict[str, Any]) -> None:
        """Go on with games that were kept, on as many workers as there are now; the window has been filled before."""
        each = []
        for n, (low, high) in enumerate(self.bounds):
            window = {name: _host(tensor[:, low:high]) for name, tensor in self.window.tensors.items()}
            each.append(({name: _host(tensor[low:high]) for name, tensor in kept.items()}, window))
            self.told[n] |= {"finished": int(kept["finished"][low:high].sum()), "totals": float(kept["totals"][low:high].sum())}
        self._ask("restore", each)

    def renew(self, step: int) -> None:
        """New games in the place of those that are lost, dealt from other seeds."""
        self.step = step
        self._ask("renew", [(step, 0, 0.0)] * len(self.workers))

    def match(self, models: tuple[Any, Any], games: int, seed: int) -> Any:
        """What the first of two networks scored in every pair of a duplicate match; the first worker plays it."""
        given = tuple(copy.deepcopy(model).cpu() for model in models)
        return _tensor(self._ask("match", [(given, games, seed)])[0])

    def close(self) -> None:
        """Let the cluster go."""
        self.ray.shutdown()


def _tensor(array: Any) -> Any:
    return torch.from_numpy(array.copy())
