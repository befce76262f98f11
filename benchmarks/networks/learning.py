"""Learning from the same positions, and what a network gets wrong in games it never saw."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from torch.nn import functional

from tegel.search.network import POINTS_SCALE
from tegel.train.learner import IMPOSSIBLE, WARM_UP, measure
from tegel.train.window import Sample, Window

from .games import Places, at_start

RESULT, SEARCH = 0.0, 1.0  # what a position's value is compared with: how the game ended, or what the search expected
TAUGHT_MOVES, TAUGHT_VALUES = 0.5, 0.75  # how much a teacher's answers count
KINDS = ("policy", "win", "points")


class Lessons(NamedTuple):
    """How a network learns."""

    passes: int  # over all positions
    sample: int  # positions of one update
    rate: float
    expectation: float = 0.5  # how much values are learned from what the search expected
    starts: bool = False  # whether half of the value's lessons are starts of rounds, where the search asks for it
    teacher: Any = None  # a network whose answers are learned besides


class Errors(NamedTuple):
    """What a network gets wrong, position by position."""

    wrong: Any  # positions x KINDS: nats of the search's choice, nats of the winner, points
    starts: Any  # which positions are starts of rounds
    games: Any  # which game slot each is from


def cast(device: Any) -> Any:
    """Half precision where the card has units for it."""
    return torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda")


def learn(model: Any, window: Window, places: Places, lessons: Lessons, after: Callable[[int, int], None]) -> None:
    """So many passes over all positions, in a new order each; `after` is told how many updates of how many are done."""
    device = window.inputs.device
    optimiser = torch.optim.AdamW(model.parameters(), lr=lessons.rate, weight_decay=1e-2, fused=device.type == "cuda")
    each = max(len(places.learned) // lessons.sample, 1)
    total = lessons.passes * each
    for update in range(total):
        if update % each == 0:
            order = places.learned[torch.randperm(len(places.learned), device=device)]
        at = update % each * lessons.sample
        for group in optimiser.param_groups:
            group["lr"] = lessons.rate * min(1.0, (update + 1) / WARM_UP) * 0.5 * (1 + math.cos(math.pi * update / total))

        def lesson(some: Any) -> tuple[Any, ...]:
            sample = window.take(some, lessons.expectation)
            return measure(model, sample if lessons.teacher is None else guide(sample, lessons.teacher))

        with cast(device):
            moves, _, win, points = lesson(order[at : at + lessons.sample])
            if lessons.starts:
                some = places.starts[torch.randint(len(places.starts), (lessons.sample // 2,), device=device)]
                _, _, more_win, more_points = lesson(some)
                win, points = (win + more_win) / 2, (points + more_points) / 2
            loss = moves + win + points
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        after(update + 1, total)


def answers(model: Any, sample: Sample) -> tuple[Any, Any, Any]:
    """What a network says: logarithms of how likely moves and winners are, and the points."""
    heads, answer = (found.float() for found in model(sample.inputs))
    logits = torch.gather(heads, 1, sample.heads.flatten(1)).view(sample.heads.shape).sum(-1) + model.trust * sample.ratings
    likely = functional.log_softmax(logits.masked_fill(~sample.moves, IMPOSSIBLE), -1)
    seats = sample.seats.shape[1]
    chances = functional.log_softmax(answer[:, :seats].masked_fill(~sample.seats, IMPOSSIBLE), -1)
    return likely, chances.masked_fill(~sample.seats, 0), answer[:, seats:]


@torch.no_grad()
def guide(sample: Sample, teacher: Any) -> Sample:
    """The same positions, their lessons partly a teacher's answers, which are less a matter of luck than the results of games."""
    likely, chances, points = answers(teacher, sample)
    return sample._replace(
        targets=sample.targets.lerp(likely.exp() * sample.moves, TAUGHT_MOVES),
        win=sample.win.lerp(chances.exp() * sample.seats, TAUGHT_VALUES),
        points=sample.points.lerp(points * sample.seats, TAUGHT_VALUES),
    )


def wrong(model: Any, sample: Sample) -> Any:
    """By position: how far the policy is from the search's, cross entropy of the winner, mean error of the points."""
    likely, chances, expected = answers(model, sample)
    policy = (sample.targets * (sample.targets.clamp_min(1e-9).log() - likely)).sum(-1)
    win = -(sample.win * chances).sum(-1)
    points = ((expected - sample.points).abs() * sample.seats).sum(-1) / sample.seats.sum(-1) * POINTS_SCALE
    return torch.stack([policy, win, points], 1)


@torch.no_grad()
def examine(model: Any, window: Window, places: Any, against: float = RESULT, size: int = 16384) -> Errors:
    """Ask a network about positions it never saw."""
    found, starts = [], []
    for part in places.split(size):
        sample = window.take(part, against)
        with cast(window.inputs.device):
            found.append(wrong(model, sample))
        starts.append(at_start(sample.inputs, sample.seats.sum(1)))
    return Errors(torch.cat(found), torch.cat(starts), places % window.count)


def mean_by_game(values: Any, games: Any) -> tuple[float, float]:
    """A mean, and half of its 95 % interval: positions of one game are not independent, games are."""
    slots, which = torch.unique(games, return_inverse=True)
    sums = torch.zeros(len(slots), dtype=torch.float64, device=values.device).index_add_(0, which, values.double())
    counts = torch.bincount(which, minlength=len(slots)).double()
    mean = sums.sum() / counts.sum()
    spread = ((sums - mean * counts) ** 2).sum() ** 0.5 / counts.sum()
    return float(mean), 1.96 * float(spread)


def compare(one: Errors, other: Errors, starts: bool) -> dict[str, tuple[float, float, float]]:
    """Of each kind: the mean error, and by how much it is more than another network's, with half of the 95 % interval of that."""
    chosen = one.starts if starts else torch.ones_like(one.starts)
    found = {}
    for at, kind in enumerate(KINDS):
        values, games = one.wrong[chosen, at], one.games[chosen]
        more, reach = mean_by_game(values - other.wrong[chosen, at], games)
        found[kind] = (float(values.mean()), more, reach)
    return found
