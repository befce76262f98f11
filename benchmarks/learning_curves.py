"""Learning curves as a picture: python benchmarks/learning_curves.py benchmarks/results/curves.json --out docs/research/ppo.svg

The file has a list of runs: `label`, `seed`, `curve` (points with `steps` and `greedy`, the share of victories against greedy), as
`examples/ppo.py` writes them. Runs with the same label are drawn in one colour, their mean thick.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

WIDTH, HEIGHT, LEFT, TOP, BOTTOM, RIGHT = 760, 400, 56, 16, 44, 290
COLOURS = ("#1f6f9f", "#c0532b", "#3f7d3a", "#7a4fa3", "#a07a12", "#555555", "#b0307a")


def read(files: list[Path], only: str = "") -> list[dict[str, Any]]:
    """The runs of files, all or those with a text in their label."""
    runs = [run for file in files for run in json.loads(file.read_text(encoding="utf-8"))]
    return [run for run in runs if only in run["label"]]


def draw(runs: list[dict[str, Any]]) -> str:
    """The picture."""
    most = max(point["steps"] for run in runs for point in run["curve"]) or 1
    labels = list(dict.fromkeys(run["label"] for run in runs))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
    ]
    for share in range(0, 101, 25):
        y = _y(share / 100)
        parts.append(f'<line x1="{LEFT}" y1="{y}" x2="{WIDTH - RIGHT}" y2="{y}" stroke="{"#888" if share == 50 else "#ddd"}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{share} %</text>')
    for part in range(5):
        steps = most * part / 4
        parts.append(f'<text x="{_x(steps, most)}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{steps / 1e6:.1f} M</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(f'<text x="{middle}" y="{HEIGHT - 8}" text-anchor="middle">steps; victories against greedy on deals kept for tests</text>')
    for at, label in enumerate(labels):
        colour, own = COLOURS[at % len(COLOURS)], [run for run in runs if run["label"] == label]
        for run in own:
            parts.append(_line(run["curve"], most, colour, 1 if len(own) > 1 else 2.5))
        if len(own) > 1:
            parts.append(_line(_mean(own), most, colour, 2.5))
        y = TOP + 14 + 20 * at
        x = WIDTH - RIGHT + 14
        parts.append(f'<line x1="{x}" y1="{y - 4}" x2="{x + 18}" y2="{y - 4}" stroke="{colour}" stroke-width="3"/>')
        seeds = f" ({len(own)} seeds)" if len(own) > 1 else ""
        parts.append(f'<text x="{x + 24}" y="{y}">{label}{seeds}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _mean(runs: list[dict[str, Any]]) -> list[dict[str, float]]:
    """The mean of runs with points at the same parts of their time."""
    count = min(len(run["curve"]) for run in runs)
    return [{key: sum(run["curve"][n][key] for run in runs) / len(runs) for key in ("steps", "greedy")} for n in range(count)]


def _line(curve: list[dict[str, Any]], most: float, colour: str, width: float) -> str:
    points = " ".join(f"{_x(point['steps'], most)},{_y(point['greedy'])}" for point in curve)
    faint = ' stroke-opacity="0.35"' if width == 1 else ""
    return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{width}"{faint}/>'


def _x(steps: float, most: float) -> float:
    return round(LEFT + (WIDTH - RIGHT - LEFT) * steps / most, 1)


def _y(share: float) -> float:
    return round(TOP + (HEIGHT - BOTTOM - TOP) * (1 - share), 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="runs")
    parser.add_argument("--only", default="", metavar="TEXT", help="runs whose label has this")
    parser.add_argument("--out", type=Path, required=True, help="the picture")
    arguments = parser.parse_args()
    arguments.out.write_text(draw(read(arguments.files, arguments.only)), encoding="utf-8")


if __name__ == "__main__":
    main()
