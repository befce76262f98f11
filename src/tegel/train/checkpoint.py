"""Checkpoints: all that is needed to go on as if nothing had happened."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import torch

from ..core.errors import TegelError

NAME = "checkpoint.pt"
LARGEST = 1 << 30  # bytes of games and window; more than this is not written


class BadCheckpoint(TegelError):
    """A checkpoint that cannot be used."""


def save(folder: Path, state: dict[str, Any]) -> None:
    """Write it all, or nothing: an interrupted write leaves the last one."""
    beside = folder / f"{NAME}.new"
    with beside.open("wb") as file:
        torch.save(state, file)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(folder / NAME)


def load(folder: Path, device: Any) -> dict[str, Any] | None:
    """The last one written; None if there is none."""
    path = folder / NAME
    if not path.exists():
        return None
    try:
        found: dict[str, Any] = torch.load(path, map_location=device, weights_only=True)
    except (OSError, RuntimeError, EOFError, ValueError) as error:
        raise BadCheckpoint(f"{path} cannot be read ({error}); move it away to begin anew") from None
    return found


def size_of(tensors: dict[str, Any]) -> int:
    """Bytes."""
    return sum(tensor.numel() * tensor.element_size() for tensor in tensors.values())
