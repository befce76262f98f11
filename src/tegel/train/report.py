"""How a training run went: its log as a table and as curves."""

from __future__ import annotations

import json
import math
from html import escape
from pathlib import Path
from typing import Any

from ..core.errors import BadOption

WIDTH, HEIGHT, GAP = 800, 200, 56
LINES = 24  # of the table

Row = dict[str, Any]


def read_log(folder: Path) -> list[Row]:
    """The rows of a run's log; a last line that was cut short is left out."""
    path = folder / "log.jsonl"
    if not path.exists():
        raise BadOption(f"{folder} holds no training run: there is no log.jsonl in it")
    rows = []
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            rows.append(json.loads(line))
        except json.JSONDecodeError:
            continue
    return rows


def elo(score: float) -> float:
    """How much stronger somebody is who scores so much.

    >>> round(elo(0.75))
    191
    """
    score = min(max(score, 0.001), 0.999)
    return 400 * math.log10(score / (1 - score))


def rating_curve(rows: list[Row]) -> list[tuple[float, float]]:
    """Seconds and rating after each gate, the first network being 0; what was not promoted stands against the best of its time."""
    best, curve = 0.0, [(0.0, 0.0)]
    for row in rows:
        if row["kind"] == "gate":
            rating = best + elo(row["score"])
            curve.append((row["seconds"], rating))
            best = rating if row["promoted"] else best
    return curve


def summary(rows: list[Row]) -> list[list[str]]:
    """The log as a table, its heading first: every gate, and some of the progress."""
    table = [["s", "games", "moves/s", "evaluations/s", "points", "policy gap", "win loss", "rating"]]
    ratings = dict(rating_curve(rows))
    progress = [row for row in rows if row["kind"] == "progress"]
    every = max(1, math.ceil(len(progress) / LINES))
    for at, row in enumerate(rows):
        if row["kind"] == "gate":
            verdict = "promoted" if row["promoted"] else "kept"
            table.append([f"{row['seconds']:.0f}", "", "", "", "", "", verdict, f"{ratings[row['seconds']]:+.0f}"])
        elif at % every == 0:
            gap = f"{row['moves_loss'] - row['moves_least']:.3f}" if "moves_loss" in row else ""
            speeds = [f"{row[name]:,}" for name in ("games", "moves_per_second", "evaluations_per_second")]
            table.append([f"{row['seconds']:.0f}", *speeds, f"{row['points']}", gap, f"{row.get('win_loss', '')}", ""])
    return table


def draw(rows: list[Row]) -> str:
    """Rating, points and losses against time, as SVG."""
    progress = [row for row in rows if row["kind"] == "progress"]
    charts = {
        "Rating (Elo, first network 0)": rating_curve(rows),
        "Points of a seat": [(row["seconds"], row["points"]) for row in progress if row["points"] is not None],
        "Policy: cross entropy above the least": [
            (row["seconds"], row["moves_loss"] - row["moves_least"]) for row in progress if "moves_loss" in row
        ],
        "Win: cross entropy": [(row["seconds"], row["win_loss"]) for row in progress if "win_loss" in row],
    }
    tall = len(charts) * (HEIGHT + GAP)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {tall}" font-family="sans-serif" font-size="12">']
    parts.append('<rect width="100%" height="100%" fill="#ffffff"/>')
    for number, (title, points) in enumerate(charts.items()):
        parts += _chart(title, points, number * (HEIGHT + GAP) + 32)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _chart(title: str, points: list[tuple[float, float]], top: float) -> list[str]:
    """One curve with its scale."""
    if not points:
        return []
    latest = max(x for x, _ in points) or 1.0
    low, high = min(y for _, y in points), max(y for _, y in points)
    high = high if high > low else low + 1

    def place(x: float, y: float) -> str:
        return f"{64 + (WIDTH - 88) * x / latest:.1f},{top + (HEIGHT - 32) * (1 - (y - low) / (high - low)):.1f}"

    lines = [f'<text x="64" y="{top - 10}" font-weight="bold">{escape(title)}</text>']
    for value in (low, (low + high) / 2, high):
        x, y = place(0, value).split(",")
        lines.append(f'<line x1="{x}" y1="{y}" x2="{WIDTH - 24}" y2="{y}" stroke="#dddddd"/>')
        lines.append(f'<text x="56" y="{float(y) + 4}" text-anchor="end">{value:.3g}</text>')
    lines.append(f'<text x="{WIDTH - 24}" y="{top + HEIGHT - 14}" text-anchor="end">{latest:.0f} s</text>')
    lines.append(f'<polyline points="{" ".join(place(x, y) for x, y in points)}" fill="none" stroke="#1f5fa8" stroke-width="2"/>')
    return lines
