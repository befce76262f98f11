"""Games to learn from: self-play with the shipped network, and which of its positions are learned from and which are held out."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple

import torch

from tegel.search.inputs.azul import DISC, IN_CENTRE
from tegel.train.batch import Batch
from tegel.train.bodies import Variety
from tegel.train.gate import evaluator
from tegel.train.plan import Plan
from tegel.train.window import Window

HELD_OUT = 8  # one of so many games is: half of those choose when to stop, half tell how good a network is
EXACTLY = 0.01  # sums of quarters differ by less, in half precision too

Tick = Callable[[int], None]


class Places(NamedTuple):
    """Where the positions are, in the window."""

    learned: Any
    starts: Any  # those of them at the start of a round
    choosing: Any
    telling: Any


def precision_of(device: Any) -> Any:
    """In which networks are evaluated."""
    return torch.float16 if device.type == "cuda" else torch.float32


def play(plan: Plan, game: Any, model: Any, seconds: float, tick: Tick) -> Window:
    """As many moves of all games as the window holds, or as many as the seconds allow."""
    batch = Batch(game, plan.configurations, plan.which(plan.games), plan.visits, plan.seed, plan.device)
    window = Window(batch, plan.window)
    batch.deal()
    ask = evaluator(model.to(batch.device), precision_of(batch.device))
    began = time.monotonic()
    for step in range(plan.window):
        batch.think(ask, model.trust.detach(), 1.0, window.inputs[step].copy_)
        batch.decide(step, Variety(plan.variety, plan.early), window.samples)
        tick(step + 1)
        if time.monotonic() - began > seconds:
            break
    return window


def at_start(inputs: Any, players: Any) -> Any:
    """Whether all discs are still full: the start of a round, where the search asks for values."""
    return (inputs[:, DISC:IN_CENTRE].sum(1) - (2 * players + 1)).abs() < EXACTLY


def split(window: Window) -> Places:
    """All positions whose end is known, by game: whole games are held out."""
    everywhere = torch.arange(window.steps * window.count, device=window.inputs.device)
    known = everywhere[window.usable(everywhere)]
    group = known % window.count % HELD_OUT
    number = known % window.count // HELD_OUT
    learned, held = known[group > 0], known[group == 0]
    odd = (number[group == 0] % 2).bool()
    return Places(learned, starts_of(window, learned), held[odd], held[~odd])


def starts_of(window: Window, places: Any) -> Any:
    """Those of some places that are starts of rounds."""
    discs = window.inputs[:, DISC:IN_CENTRE].sum(1, dtype=torch.float32).reshape(-1)
    full = 2 * window.tensors["players"].reshape(-1).float() + 1
    return places[((discs - full).abs() < EXACTLY)[places]]
