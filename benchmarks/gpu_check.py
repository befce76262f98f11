"""Everything about the CUDA simulator in one command: speeds of all games, and every game compared with the CPU's.

    python benchmarks/gpu_check.py [--out FILE] [--games N] [GAME ...]

Needs numba-cuda and a CUDA card, and no network. It is what `tegel bench --gpu` runs, without the need to install the package.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--out", metavar="FILE", help="write the JSON here too")
    parser.add_argument("--compared", type=int, default=100_000, help="games of each configuration to compare (default 100000)")
    parser.add_argument("--played", type=int, default=2_000_000, help="games of each configuration to time (default 2000000)")
    arguments = parser.parse_args()

    from tegel.core.game import find_game, game_names
    from tegel.envs.vector.gpu_report import report
    from tegel.envs.vector.numba_cuda import cuda, need_card

    need_card()
    card = cuda.get_current_device()
    name = card.name.decode() if isinstance(card.name, bytes) else str(card.name)
    rows: list[dict[str, Any]] = []
    found = {"card": name, "python": platform.python_version(), "rows": rows}
    games = [find_game(game) for game in arguments.games or game_names()]
    start = time.time()
    wrong = 0
    for row in report(games, arguments.compared, arguments.played):
        rows.append(row)
        wrong += row["differing_games"] + row.get("differing_numbers", 0)
        print(f"{time.time() - start:6.1f} s", json.dumps(row), flush=True)
        if arguments.out:
            Path(arguments.out).write_text(json.dumps(found, indent=2))
    print(json.dumps({"card": name, "configurations": len(found["rows"]), "differences": wrong}))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
