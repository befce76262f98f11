"""Training batches from the files of `tegel selfplay`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..core.errors import BadOption
from ..core.game import find_game
from .extras import need
from .rewards import check_kind, rewards

COLUMNS = ["vector", "legal", "move", "seat", "all_points", "all_places"]


@dataclass(frozen=True)
class Batch:
    """Decisions, one a row."""

    vectors: Any  # what the seat saw
    masks: Any  # True for each legal move
    moves: Any  # what it decided
    values: Any  # its reward in the end


def read_about(folder: str | Path) -> dict[str, Any]:
    """What a folder of files says about itself: game, options, players, seed, versions and the layout of the vectors."""
    parquet = need("pyarrow.parquet")
    about: dict[str, Any] = json.loads(parquet.read_schema(_files(folder)[0]).metadata[b"tegel"])
    return about


def _files(folder: str | Path) -> list[Path]:
    files = sorted(Path(folder).glob("part-*.parquet"))
    if not files:
        raise BadOption(f"{folder} holds no part-*.parquet; `tegel selfplay` writes them")
    return files


def batches(
    folder: str | Path, size: int, *, seed: int | None = None, epochs: int = 1, reward: str = "win", window: int = 8
) -> Iterator[Batch]:
    """Batches of `size` decisions (the last of an epoch may be smaller), in order, or shuffled with a seed: files in random
    order, `window` of them at a time mixed with each other."""
    check_kind(reward)
    files, game = _files(folder), find_game(read_about(folder)["game"])
    source = None if seed is None else np.random.default_rng(seed)
    for _ in range(epochs):
        order = list(range(len(files))) if source is None else source.permutation(len(files)).tolist()
        kept: Batch | None = None
        for at in range(0, len(order), window):
            rows = _read([files[n] for n in order[at : at + window]], game.moves, reward, game.fewest_wins)
            if source is not None:
                rows = _take(rows, source.permutation(len(rows.moves)))
            rows = rows if kept is None else _join(kept, rows)
            whole = len(rows.moves) // size * size
            for start in range(0, whole, size):
                yield _take(rows, slice(start, start + size))
            kept = _take(rows, slice(whole, None))
        if kept is not None and len(kept.moves):
            yield kept


def _read(files: list[Path], moves: int, reward: str, fewest_wins: bool) -> Batch:
    parquet, arrow = need("pyarrow.parquet"), need("pyarrow")
    table = arrow.concat_tables([parquet.read_table(file, columns=COLUMNS) for file in files]).combine_chunks()
    count = table.num_rows
    column = {name: table.column(name).combine_chunks() for name in COLUMNS}
    legal = column["legal"]
    masks = np.zeros((count, moves), np.bool_)
    lengths = np.diff(legal.offsets.to_numpy())
    masks[np.repeat(np.arange(count), lengths), legal.flatten().to_numpy()] = True
    points, places = (column[name].flatten().to_numpy().reshape(count, -1) for name in ("all_points", "all_places"))
    values = rewards(reward, points, places, fewest_wins)[np.arange(count), column["seat"].to_numpy()]
    return Batch(column["vector"].flatten().to_numpy().reshape(count, -1), masks, column["move"].to_numpy(), values)


def _take(rows: Batch, which: Any) -> Batch:
    return Batch(rows.vectors[which], rows.masks[which], rows.moves[which], rows.values[which])


def _join(first: Batch, second: Batch) -> Batch:
    pairs = zip(vars(first).values(), vars(second).values(), strict=True)
    return Batch(*(np.concatenate(pair) for pair in pairs))
