"""TD(lambda): what positions are worth by the searches later in their games, and by how these ended."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import torch

KINDS = ("win", "points")


class Step(NamedTuple):
    """What is known of one step of all games: games x kinds x seats."""

    end: Any  # how the game ended
    worth: Any  # what its position is worth by what came later
    told: Any  # what its own search expected
    ready: Any  # games: whether the end is known


def back_up(found: dict[str, Any], newest: Iterable[int], players: Any, trace: float) -> dict[str, Any]:
    """The worth of all positions of a window, from its newest row to its oldest. With `trace` 0 it is what the next search expected, with
    1 how the game ended; between them searches count the less the later they came. Seats begin with the one to move, as in the window."""
    worths = {kind: torch.zeros_like(found[f"end_{kind}"]) for kind in KINDS}
    after: Step | None = None
    for row in newest:
        first = found["seats"][row].long()
        end, told = (by_seat(torch.stack([found[before + kind][row] for kind in KINDS], 1), first, players) for before in ("end_", ""))
        worth, ready = end, found["ready"][row].bool()
        if after is not None:
            same = ready & after.ready & (after.end == end).flatten(1).all(1)  # two games in a row do not end alike
            worth = torch.where(same[:, None, None], after.told.lerp(after.worth, trace), end)
        searched = found["counts"][row] > 0  # else the tree had no room for the moves, and nothing was noted
        after = Step(end, worth, torch.where(searched[:, None, None], told, worth), ready)
        for kind, values in zip(KINDS, turned(worth, first, players).unbind(1), strict=True):
            worths[kind][row] = values
    return worths


def by_seat(values: Any, first: Any, players: Any) -> Any:
    """Values that begin with the `first` seat, in the order of the seats.

    >>> by_seat(torch.tensor([[[0.5, 0.25, 0.25, 0.0]]]), torch.tensor([2]), torch.tensor([3])).tolist()
    [[[0.25, 0.25, 0.5, 0.0]]]
    """
    return turned(values, -first, players)


def turned(values: Any, first: Any, players: Any) -> Any:
    """Values in the order of the seats, so that they begin with the `first` one.

    >>> turned(torch.tensor([[[0.25, 0.25, 0.5, 0.0]]]), torch.tensor([2]), torch.tensor([3])).tolist()
    [[[0.5, 0.25, 0.25, 0.0]]]
    """
    seats = torch.arange(values.shape[-1], device=values.device)
    order = (seats + first[:, None]) % players[:, None]
    return values.gather(2, order[:, None].expand_as(values)) * (seats < players[:, None])[:, None]
