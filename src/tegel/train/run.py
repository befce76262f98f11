"""A training run: games that play themselves, a network that learns from them, a gate, checkpoints and a log."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import torch

from ..core.errors import BadOption
from ..core.game import find_game
from ..search.network import Network, load_network, save_network
from . import checkpoint
from .gate import passes
from .learner import Learner
from .model import from_network, new_model, to_network
from .plan import Plan
from .selfplay import Selfplay
from .widen import widen

SAVE_EVERY = 40.0  # seconds
LOG_EVERY = 5.0

Tell = Callable[[dict[str, Any]], None]


class Run:
    """One run in one folder: plan.json, log.jsonl, checkpoint.pt, and two networks, the latest and the best."""

    def __init__(self, folder: Path, plan: Plan, start: Network | None = None, tell: Tell = lambda row: None, games: Any = None) -> None:
        """`games` are played elsewhere (`cluster.ClusterGames`), or here if there are none."""
        self.folder, self.plan, self._tell = folder, plan, tell
        self.game = find_game(plan.game)
        folder.mkdir(parents=True, exist_ok=True)
        _agree(folder / "plan.json", plan)
        torch.manual_seed(plan.seed)
        self.games: Selfplay = games or Selfplay(self.game, plan)
        self.window = self.games.window
        model = new_model(self.game, plan.hidden, plan.trust) if start is None else from_network(self.game, widen(start, plan.hidden))
        self.learner = Learner(model.to(self.games.device), plan.rate, plan.halving)
        self.generator = torch.Generator().manual_seed(plan.seed)
        self.step, self.positions, self.seconds, self.gates = 0, 0, 0.0, 0
        self._finished_before = 0  # games of an earlier sitting that are not in the games' own count
        self._resume()
        self._logged = (self.positions, self.finished, self.games.totals)
        self.best = self._load_best()

    def _load_best(self) -> Any:
        """The network that passed the gate last; at the very beginning the one that the run started with."""
        path = self.folder / "best.npz"
        if not path.exists():
            save_network(self.game, to_network(self.learner.smooth), path)
        return from_network(self.game, load_network(self.game, path)).to(self.games.device)

    def _resume(self) -> None:
        state = checkpoint.load(self.folder, self.games.device)
        if state is None:
            return
        self.learner.restore(state["learner"])
        for name in ("step", "positions", "seconds", "gates"):
            setattr(self, name, state[name])
        self.generator.set_state(state["generator"].cpu())
        if "games" in state:
            self.window.inputs.copy_(state["inputs"])
            for name, tensor in state["window"].items():
                self.window.tensors[name].copy_(tensor)
            self.games.restore(state["games"])
        else:  # the games were too many to keep
            self._finished_before = state.get("finished", 0)
            self.games.renew(self.step)

    def save(self) -> None:
        """A checkpoint, and the latest network."""
        state: dict[str, Any] = {name: getattr(self, name) for name in ("step", "positions", "seconds", "gates")}
        state |= {"learner": self.learner.state(), "generator": self.generator.get_state(), "finished": self.finished}
        games = self.games.kept()
        if checkpoint.size_of(games | self.window.tensors | {"inputs": self.window.inputs}) <= checkpoint.LARGEST:
            state |= {"games": games, "inputs": self.window.inputs, "window": self.window.tensors}
        checkpoint.save(self.folder, state)
        save_network(self.game, to_network(self.learner.smooth), self.folder / "latest.npz")

    def work(self, minutes: float | None = None, steps: int | None = None) -> None:
        """Go on for so long, or for so many moves of all games; ends with a gate and a checkpoint."""
        begun = last_log = last_save = last_gate = time.monotonic()
        until = None if steps is None else self.step + steps
        while (minutes is None or time.monotonic() - begun < 60 * minutes) and (until is None or self.step < until):
            losses = self.move()
            now = time.monotonic()
            if now - last_log >= LOG_EVERY or self.step == until:
                self.seconds += now - last_log
                self._log(now - last_log, losses)
                last_log = now
            if now - last_gate >= self.plan.gate_every:
                self.gate()
                last_gate = last_log = time.monotonic()
            if now - last_save >= SAVE_EVERY:
                self.save()
                last_save = time.monotonic()
        if self.learner.updates:
            self.gate()
        self.save()

    def move(self) -> Any:
        """One move in all games, and some learning; returns the last losses, or None."""
        plan = self.plan
        self.games.play(self.step, self.learner.smooth)
        self.step += 1
        self.positions += plan.games
        losses = None
        for _ in range(plan.updates):
            sample = self.window.draw(plan.sample, self.step, plan.expectation, self.generator)
            if sample is None:
                break
            losses = self.learner.learn(sample)
        return losses

    def gate(self) -> None:
        """Let the smoothed network play the best one; if it is better, it becomes the best."""
        self.gates += 1
        started = time.monotonic()
        models = (self.learner.smooth, self.best)
        scores = self.games.match(models, self.plan.gate_games // 2 * 2, self.plan.seed + 1000 + self.gates)
        promoted, score, margin = passes(scores)
        if promoted:
            save_network(self.game, to_network(self.learner.smooth), self.folder / "best.npz")
            self.best = self._load_best()
        row = {"kind": "gate", "games": self.plan.gate_games, "score": score, "margin": margin, "promoted": promoted}
        self._write(row | {"gate_seconds": round(time.monotonic() - started, 1)})

    @property
    def finished(self) -> int:
        """How many games have ended in this run."""
        return self._finished_before + self.games.finished

    def _log(self, seconds: float, losses: Any) -> None:
        """A row about what happened since the last one, or since the run was resumed."""
        positions, finished, totals = self.positions, self.finished, self.games.totals
        moves, games, points = positions - self._logged[0], finished - self._logged[1], totals - self._logged[2]
        self._logged = (positions, finished, totals)
        row: dict[str, Any] = {
            "kind": "progress",
            "moves_per_second": round(moves / seconds),
            "evaluations_per_second": round(moves * self.plan.visits / seconds),
            "games_per_second": round(games / seconds, 1),
            "games": finished,
            "points": round(points / games / self.games.seats, 2) if games else None,
            "updates": self.learner.updates,
        }
        if losses is not None:
            names = ("moves_loss", "moves_least", "win_loss", "points_loss")
            row |= {name: round(loss, 4) for name, loss in zip(names, losses.tolist(), strict=True)}
        self._write(row)

    def _write(self, row: dict[str, Any]) -> None:
        row = {"seconds": round(self.seconds, 1), "step": self.step} | row
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        self._tell(row)


def _agree(path: Path, plan: Plan) -> None:
    """A folder belongs to one plan."""
    text = msgspec.json.format(msgspec.json.encode(plan), indent=2)
    if not path.exists():
        path.write_bytes(text)
        return
    before = msgspec.json.decode(path.read_bytes(), type=Plan)
    if before != plan:
        names = [name for name in Plan.__struct_fields__ if getattr(before, name) != getattr(plan, name)]
        raise BadOption(
            f"{path.parent} holds a run with another {' and another '.join(names)}; choose another folder, or the same settings"
        )
