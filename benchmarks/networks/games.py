"""Games to learn from: self-play, and which of its positions are learned from and which are held out."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

import torch

from tegel.core.game import Game
from tegel.search.heuristics import SEATS
from tegel.search.inputs import find_inputs
from tegel.search.network import POINTS_SCALE
from tegel.search.tree import ROLLOUT
from tegel.search.values import find_values
from tegel.train.batch import Batch, Evaluate
from tegel.train.bodies import EDGE, NODE, Variety
from tegel.train.gate import evaluator
from tegel.train.plan import Plan
from tegel.train.window import Window

from .traces import back_up

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
        shape = (steps if ends else 0, batch.count, self.inputs.shape[1])
        self.ends = torch.zeros(shape, dtype=torch.float16, device=self.inputs.device)
        self.told = torch.zeros((*shape[:2], 2 * SEATS), dtype=torch.float16, device=self.inputs.device)
        self.looked = torch.zeros(shape[:2], dtype=torch.bool, device=self.inputs.device)

    def searched(self, places: Any, since: int = 0) -> Any:
        """Which of some places, not before a step, were searched with all visits."""
        step = places // self.count
        return (step % self.pace.every == 0) & (step >= since)

    def look_back(self, trace: float) -> None:
        """Value all positions by the searches later in their games, for `take_later`. Anew, when more was played."""
        newest = [(self.seen - back) % self.steps for back in range(1, min(self.seen, self.steps) + 1)]
        self.later = back_up(self.tensors, newest, self.among, trace)

    def take_later(self, places: Any) -> Any:
        """The positions at some places, valued by `look_back`."""
        step, at = places // self.count, places % self.count
        sample = self.take(places, 0.0)
        win, points = (self.later[name][step, at] * sample.seats for name in ("win", "points"))
        return sample._replace(win=win, points=points / POINTS_SCALE)

    def draw_ends(self, size: int) -> tuple[Any, Any]:
        """Some positions where searches ended, and which seats there are."""
        return self.take_ends(torch.randint(min(self.seen, self.steps) * self.count, (size,), device=self.inputs.device))

    def known_ends(self) -> Any:
        """The places of those from which searches went on."""
        return self.looked.flatten().nonzero()[:, 0]

    def take_told(self, places: Any) -> Any:
        """What those searches expect: every seat's chance to win and points, from the one to move on."""
        return self.told.flatten(0, 1)[places].float()

    def take_ends(self, places: Any) -> tuple[Any, Any]:
        """Those that belong to some places."""
        seats = torch.arange(self.tensors["win"].shape[-1], device=places.device) < self.among[places % self.count][:, None]
        return self.ends.flatten(0, 1)[places].float(), seats

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


class Deeper:
    """Searches that begin where others ended. What they expect of a position is worth more than what a network says of it."""

    def __init__(self, plan: Plan, game: Game, visits: int) -> None:
        self.batch = Batch(game, plan.configurations, plan.which(plan.games), visits, plan.seed + 1, plan.device)

    def look(self, ends: Any, ask: Evaluate, trust: Any) -> tuple[Any, Any]:
        """Search on from some states, one for each game. Returns what is expected with the best moves, and of which states: some games
        are over."""
        batch, found = self.batch, self.batch.tensors
        found["states"].copy_(ends)
        batch.think(ask, trust, 0.0)
        number = torch.arange(batch.count, device=batch.device)
        edges, nodes = found["edges"], found["nodes"]
        root = slice(0, batch.game.most_legal)  # its edges are the first
        tries = _words(edges, EDGE, "visits").view(torch.int32)[:, root, 0]
        worth = _words(edges, EDGE, "worth")[:, root, 0] / tries.clamp_min(1)
        there = torch.arange(tries.shape[1], device=batch.device) < found["choices"][:, None]
        best = torch.where(there, tries * 100 + worth, -torch.inf).argmax(1)
        node = _words(edges, EDGE, "node").view(torch.int32)[number, best, 0].clamp_min(0).long()
        visits = _words(nodes, NODE, "visits").view(torch.int32)[number, node]
        turns, seats = batch.turns, torch.arange(SEATS, device=batch.device)
        order = (turns.clamp_min(0)[:, None] + seats) % batch.players[:, None]
        win, points = ((_words(nodes, NODE, name)[number, node] / visits.clamp_min(1)).gather(1, order) for name in ("win", "points"))
        return torch.cat([win, points / POINTS_SCALE], 1), (turns >= 0) & (visits[:, 0] > 0)


def _words(records: Any, dtype: Any, name: str) -> Any:
    """A field of records that are kept as bytes, as numbers of 32 bits."""
    kind, first = dtype.fields[name][:2]
    return records.view(torch.float32)[..., first // 4 : (first + kind.itemsize) // 4]


class Selfplay:
    """Games that go on from one network to the next."""

    def __init__(self, plan: Plan, game: Game, pace: Pace = WHOLE, ends: bool = False, rollout: int | None = None, deeper: int = 0) -> None:
        self.plan = plan
        self.deeper = Deeper(plan, game, deeper) if deeper else None
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
            if len(record.ends):
                record.ends[row].copy_(batch.tensors["end_inputs"].T)
                record.looked[row] = False
            if full and self.deeper:
                record.told[row], record.looked[row] = self.deeper.look(batch.tensors["ends"], ask, model.trust.detach())
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
