"""Learning from the same positions, and what a network gets wrong in games it never saw."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from torch.nn import functional

from tegel.search.network import POINTS_SCALE
from tegel.train.learner import IMPOSSIBLE, WARM_UP, measure
from tegel.train.window import Sample

from .games import HELD_OUT, Places, Record

RESULT, SEARCH = 0.0, 1.0  # what a position's value is compared with: how the game ended, or what the search expected
TAUGHT_MOVES, TAUGHT_VALUES = 0.5, 0.75  # how much a teacher's answers count
KINDS = ("policy", "win", "points")
ALL, STARTS, ENDS = 0.05, 0.35, 0.6  # how much values count: of all positions, of those where the search asks, and of where searches ended
REPEATED = 4  # how often at most a position where the search asks is seen in a pass


class LearningSettings(NamedTuple):
    """How a network learns."""

    passes: float  # over all positions
    sample: int  # positions of one update
    rate: float
    expectation: float = 0.5  # how much values are learned from what the search expected
    starts: bool = False  # whether values are learned above all where the search asks for them
    teacher: Any = None  # a network whose answers are learned besides
    valuer: Any = None  # the one whose values are, if it is another
    since: int = 0  # moves chosen by searches before this step are not learned; the teacher's are
    seconds: float = 1e9  # at most
    later: bool = False  # whether values are learned from searches later in the game (`Record.look_back`) instead


class Copied(NamedTuple):
    """How values were learned from what was told."""

    passes: float
    off: float  # how far they are from that in games that were held out; a part of it is the deal, if the network does not see it


class Errors(NamedTuple):
    """What a network gets wrong, position by position."""

    wrong: Any  # positions x KINDS: nats of the search's choice, nats of the winner, points
    starts: Any  # which positions are starts of rounds
    games: Any  # which game slot each is from


def cast(device: Any) -> Any:
    """Half precision where the card has units for it."""
    return torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda")


def learn(model: Any, window: Record, places: Places, settings: LearningSettings, after: Callable[[int, int], None]) -> None:
    """So many passes over all positions, in a new order each, or as many as there is time for; `after` is told how many updates of how
    many are done."""
    device = window.inputs.device
    learning = [part for part in model.parameters() if part.requires_grad]
    optimiser = torch.optim.AdamW(learning, lr=settings.rate, weight_decay=1e-2, fused=device.type == "cuda")
    each = max(len(places.learned) // settings.sample, 1)
    total = max(int(settings.passes * each), 1)
    began = time.monotonic()
    model.train()
    for update in range(total):
        if update % each == 0:
            order = places.learned[torch.randperm(len(places.learned), device=device)]
        at = update % each * settings.sample
        done = max(update / total, (time.monotonic() - began) / settings.seconds)
        if done >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = settings.rate * min(1.0, (update + 1) / WARM_UP) * 0.5 * (1 + math.cos(math.pi * done))
        with cast(device):
            loss = total_loss(model, window, places, settings, order[at : at + settings.sample])
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(learning, 1.0)
        optimiser.step()
        after(update + 1, total)
    model.eval()


def total_loss(model: Any, window: Record, places: Places, settings: LearningSettings, some: Any) -> Any:
    """The loss of moves, and the weighted one of values, as one number."""
    moves, win, points = judge(model, window, settings, some)
    everywhere = len(places.starts) == len(places.learned)
    if sees_no_deal(model):
        return moves  # `copy_ends` is for its values
    values = [(ALL + STARTS if everywhere else ALL, win + points)]
    if settings.starts and not everywhere:
        size = min(settings.sample // 2, REPEATED * settings.sample * len(places.starts) // len(places.learned) + 1)
        chosen = places.starts[torch.randint(len(places.starts), (size,), device=some.device)]
        _, win, points = judge(model, window, settings, chosen)
        values.append((STARTS, win + points))
    if settings.teacher is not None and len(window.ends):
        inputs, seats = window.draw_ends(settings.sample // 2)
        told = tell(settings.valuer or settings.teacher, inputs, seats)
        values.append((ENDS, differ(model(inputs)[1].float(), told, seats)))
    return moves + sum(part * value for part, value in values) / sum(part for part, _ in values)


def sees_no_deal(model: Any) -> bool:
    """Whether a network can only value starts of rounds."""
    return getattr(model, "undeal", None) is not None


def judge(model: Any, window: Record, settings: LearningSettings, some: Any) -> tuple[Any, Any, Any]:
    """What is wrong about moves, winners and points. Moves of short searches are learned from the teacher alone, or not at all."""
    sample = window.mirror(window.take_later(some) if settings.later else window.take(some, settings.expectation))
    searched = window.searched(some, settings.since)
    often = 1.0
    if settings.teacher is not None:
        sample = guide(sample, settings.teacher, searched, settings.valuer)
    elif not bool(searched.all()):
        sample = sample._replace(targets=sample.targets * searched[:, None])
        often = len(some) / searched.sum().clamp_min(1)
    moves, _, win, points = measure(model, sample)
    return moves * often, win, points


def differ(answer: Any, told: Any, seats: Any) -> Any:
    """What is wrong with values, by what is told: chances to win, and points."""
    count = seats.shape[1]
    chances = functional.log_softmax(answer[:, :count].masked_fill(~seats, IMPOSSIBLE), -1)
    win = -(told[:, :count] * chances.masked_fill(~seats, 0)).sum(-1).mean()
    off = functional.smooth_l1_loss(answer[:, count:], told[:, count:], reduction="none", beta=0.2) * seats
    return win + off.sum() / seats.sum()


@torch.no_grad()
def tell(teacher: Any, inputs: Any, seats: Any) -> Any:
    """What a network says: chances to win, and points."""
    with cast(inputs.device):
        answer = teacher.run_value(teacher.run_hidden(inputs)).float()
    count = seats.shape[1]
    return torch.cat([functional.softmax(answer[:, :count].masked_fill(~seats, IMPOSSIBLE), -1), answer[:, count:]], 1)


def copy_ends(model: Any, teacher: Any, window: Record, settings: LearningSettings, after: Callable[[int, int], None]) -> Copied:
    """Learn values where searches ended, for as long as there is time: those of a network, or with None those of searches from there."""
    device, chosen = window.inputs.device, model.values

    def told(some: Any, inputs: Any, seats: Any) -> Any:
        return window.take_told(some) if teacher is None else tell(teacher, inputs, seats)

    everywhere = torch.arange(min(window.seen, window.steps) * window.count, device=device)
    places = window.known_ends() if teacher is None else everywhere
    held = places % window.count % HELD_OUT == 0
    learned, kept = places[~held], places[held][: settings.sample * 16]
    optimiser = torch.optim.AdamW(chosen.parameters(), lr=settings.rate, weight_decay=1e-3, fused=device.type == "cuda")
    total, began = max(int(settings.passes * len(learned) / settings.sample), 1), time.monotonic()
    chosen.train()
    for update in range(total):
        done = max(update / total, (time.monotonic() - began) / settings.seconds)
        if done >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = settings.rate * min(1.0, (update + 1) / WARM_UP) * 0.5 * (1 + math.cos(math.pi * done))
        some = learned[torch.randint(len(learned), (settings.sample,), device=device)]
        inputs, seats = window.take_ends(some)
        loss = differ(model.run_value(inputs), told(some, inputs, seats), seats)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        after(update + 1, total)
    chosen.eval()
    off = []
    with torch.no_grad():
        for part in kept.split(settings.sample):
            inputs, seats = window.take_ends(part)
            wanted = told(part, inputs, seats)
            sure = torch.cat([wanted[:, : seats.shape[1]].clamp_min(1e-9).log(), wanted[:, seats.shape[1] :]], 1)
            off.append(float(differ(model.run_value(inputs), wanted, seats) - differ(sure, wanted, seats)))
    return Copied((update + 1) * settings.sample / len(learned), sum(off) / len(off))


def answers(model: Any, sample: Sample) -> tuple[Any, Any, Any]:
    """What a network says: logarithms of how likely moves and winners are, and the points."""
    heads, answer = (found.float() for found in model(sample.inputs))
    logits = torch.gather(heads, 1, sample.heads.flatten(1)).view(sample.heads.shape).sum(-1) + model.trust * sample.ratings
    likely = functional.log_softmax(logits.masked_fill(~sample.moves, IMPOSSIBLE), -1)
    seats = sample.seats.shape[1]
    chances = functional.log_softmax(answer[:, :seats].masked_fill(~sample.seats, IMPOSSIBLE), -1)
    return likely, chances.masked_fill(~sample.seats, 0), answer[:, seats:]


@torch.no_grad()
def guide(sample: Sample, teacher: Any, searched: Any = True, valuer: Any = None) -> Sample:
    """The same positions, their targets partly a teacher's answers, which are less a matter of luck than the results of games. Where
    nothing was searched, the moves are the teacher's alone. Another network may teach the values."""
    likely, chances, points = answers(teacher, sample)
    if valuer is not None:
        _, chances, points = answers(valuer, sample)
    said = likely.exp() * sample.moves
    part = torch.where(torch.as_tensor(searched, device=said.device), TAUGHT_MOVES, 1.0).reshape(-1, 1)
    return sample._replace(
        targets=sample.targets.lerp(said, part),
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
def examine(model: Any, window: Record, places: Any, against: float = RESULT, size: int = 16384) -> Errors:
    """Ask a network about positions it never saw."""
    found, starts = [], []
    for part in places.split(size):
        sample = window.take(part, against)
        with cast(window.inputs.device):
            found.append(wrong(model, sample))
        starts.append(window.asked[part])
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
