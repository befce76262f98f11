"""Games to learn from: self-play, and which of its positions are learned from and which are held out."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

import torch

from tegel.core.game import Game
from tegel.search.inputs import find_inputs
from tegel.search.tree import ROLLOUT
from tegel.search.values import find_values
from tegel.train.batch import Batch
from tegel.train.bodies import Variety
from tegel.train.gate import evaluator
from tegel.train.plan import Plan
from tegel.train.window import Window

HELD_OUT = 8  # one of so many games is: half of those choose when to stop, half tell how good a network is
ROUND = "round"  # the part of the inputs that tells when all is dealt anew

Tick = Callable[[int], None]


class Places(NamedTuple):
    """Where the positions are, in the window."""

    learned: Any
    starts: Any  # those of them where the search asks for values: at the start of a round, or everywhere
    choosing: Any
    telling: Any


class Pace(NamedTuple):
    """One of so many moves is searched with all visits, and teaches how to choose; the others with fewer, so that more games are played."""

    every: int = 1
    visits: int = 8  # of the others


WHOLE = Pace()  # all moves are searched with all visits


class Record(Window):
    """A window over the steps of some games, all or the last of them, and positions at which their searches asked for a value."""

    def __init__(self, batch: Batch, steps: int, pace: Pace, ends: bool) -> None:
        super().__init__(batch, steps)
        self.game, self.pace, self.seen = batch.game, pace, 0
        self.among = batch.players
        kept = -(-steps // pace.every) if ends else 0
        self.ends = torch.zeros((kept, *self.inputs.shape[1:]), dtype=torch.float16, device=self.inputs.device)

    def searched(self, places: Any, since: int = 0) -> Any:
        """Which of some places, not before a step, were searched with all visits."""
        step = places // self.count
        return (step % self.pace.every == 0) & (step >= since)

    def draw_ends(self, size: int) -> tuple[Any, Any]:
        """Some positions where searches ended, and which seats there are."""
        device = self.inputs.device
        at = torch.randint(self.count, (size,), device=device)
        step = torch.randint(-(-min(self.seen, self.steps) // self.pace.every), (size,), device=device)
        seats = torch.arange(self.tensors["win"].shape[-1], device=device) < self.among[at][:, None]
        return self.ends[step, :, at].float(), seats

    @cached_property
    def asked(self) -> Any:
        """By place: whether it is where a search asks for values. Known until more is played."""
        if find_values(self.game).EVERYWHERE:
            return torch.ones(self.steps * self.count, dtype=torch.bool, device=self.inputs.device)
        part = next(part for part in find_inputs(self.game).LAYOUT.parts if part.name == ROUND)
        first = find_inputs(self.game).LAYOUT.offsets[ROUND]
        rounds = self.inputs[:, first : first + part.size]
        changed = (rounds != rounds.roll(1, 0)).any(1)  # the window is a ring: the step before its first is its last
        if self.seen <= self.steps:
            changed[0] = True
        else:
            changed[self.seen % self.steps] = False  # the oldest: the step before it is forgotten
        return changed.reshape(-1)


class Selfplay:
    """Games that go on from one network to the next."""

    def __init__(self, plan: Plan, game: Game, pace: Pace = WHOLE, ends: bool = False, rollout: int | None = None) -> None:
        self.plan = plan
        self.batch = Batch(game, plan.configurations, plan.which(plan.games), plan.visits, plan.seed, plan.device)
        if rollout is not None:
            self.batch.tensors["settings"][ROLLOUT] = rollout
        self.record = Record(self.batch, plan.window, pace, ends)
        self.batch.deal()

    def go_on(self, model: Any, until: int, seconds: float, tick: Tick) -> None:
        """To a step, or for so many seconds and until games have ended."""
        record, batch = self.record, self.batch
        ask = evaluator(model.to(batch.device), precision_of(batch.device))
        began = time.monotonic()
        before = int(batch.tensors["finished"].sum())
        while record.seen < until:
            step, (every, fewer) = record.seen, record.pace
            row, full = step % record.steps, step % every == 0
            batch.think(ask, model.trust.detach(), 1.0, record.inputs[row].copy_, None if full else fewer)
            if full and len(record.ends):
                record.ends[row // every].copy_(batch.tensors["end_inputs"])
            batch.decide(step, Variety(self.plan.variety, self.plan.early), record.samples)
            record.seen += 1
            tick(record.seen)
            if time.monotonic() - began > seconds and int(batch.tensors["finished"].sum()) - before >= batch.count / 2:
                break
        record.__dict__.pop("asked", None)


def precision_of(device: Any) -> Any:
    """In which networks are evaluated."""
    return torch.float16 if device.type == "cuda" else torch.float32


def play(plan: Plan, game: Game, model: Any, seconds: float, tick: Tick) -> Record:
    """As many moves of all games as the window holds, or as many as the seconds allow."""
    games = Selfplay(plan, game)
    games.go_on(model, plan.window, seconds, tick)
    return games.record


def split(record: Record) -> Places:
    """All positions whose end is known, by game: whole games are held out."""
    everywhere = torch.arange(record.steps * record.count, device=record.inputs.device)
    known = everywhere[record.usable(everywhere) & _sound(record)]
    group = known % record.count % HELD_OUT
    number = known % record.count // HELD_OUT
    learned, held = known[group > 0], known[group == 0]
    odd = (number[group == 0] % 2).bool()
    return Places(learned, learned[record.asked[learned]], held[odd], held[~odd])


def _sound(record: Record) -> Any:
    """Positions without a number that is none: half precision has an end."""
    return torch.cat(
        [(row.sum(-1) + win.sum(-1)).isfinite() for row, win in zip(record.tensors["targets"], record.tensors["win"], strict=True)]
    )
