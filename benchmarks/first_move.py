"""How long a fresh process takes to its first move, with everything compiled before: the commands' wait before they answer.

python benchmarks/first_move.py [--game azul] [--player level:3] [--runs 5]

Prints seconds for importing, the rules and the move, by the clock and of CPU, the median of the runs. Without bytecode on disk
(PYTHONDONTWRITEBYTECODE, or packages installed with --no-compile and a folder that cannot be written to) every process compiles
NumPy's and Numba's Python anew, which takes longer than all the rest: it says so.
"""

from __future__ import annotations

import argparse
import itertools
import json
import statistics
import subprocess
import sys
from pathlib import Path

CHILD = """
import json, sys, time
marks = [(0.0, 0.0)]
begun = time.perf_counter()
def mark():
    marks.append((time.perf_counter() - begun, time.process_time()))
from tegel.core.commands import defer_codegen
defer_codegen()
from tegel.core.game import find_game
from tegel.core.table import Table
from tegel.search.players import find_player
mark()
game = find_game(sys.argv[1])
table = Table(game, game.options(), (0, 0, 0, 1))
table.legal
mark()
table.play(find_player(sys.argv[2], seed=1).decide(table.view(table.turn)))
mark()
print(json.dumps(marks))
"""
PARTS = ("import", "rules", "move")


def measure(game: str, player: str) -> list[tuple[float, float]]:
    """One fresh process: the seconds by the clock, and of CPU, of each part."""
    done = subprocess.run([sys.executable, "-c", CHILD, game, player], check=True, capture_output=True, text=True)
    marks = json.loads(done.stdout)
    return [(after[0] - before[0], after[1] - before[1]) for before, after in itertools.pairwise(marks)]


def has_bytecode() -> bool:
    """Whether Numba's Python was compiled before."""
    import importlib.util

    found = importlib.util.find_spec("numba")
    return found is not None and found.cached is not None and Path(found.cached).exists()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="azul")
    parser.add_argument("--player", default="level:3")
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    measure(given.game, given.player)  # compiles what is not compiled yet
    runs = [measure(given.game, given.player) for _ in range(given.runs)]
    if not has_bytecode():
        print("there is no bytecode on disk: every process compiles all of its imports")
    for kind, said in enumerate(("by the clock", "of CPU")):
        parts = [statistics.median(run[part][kind] for run in runs) for part in range(len(PARTS))]
        total = statistics.median(sum(part[kind] for part in run) for run in runs)
        print(f"{total:.2f} s {said}: " + ", ".join(f"{name} {seconds:.2f}" for name, seconds in zip(PARTS, parts, strict=True)))


if __name__ == "__main__":
    main()
