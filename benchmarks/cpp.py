"""The compiled Python rules of Azul side by side with the same rules in hand-written C++ (azul.cpp, g++ -O3), in one run.

Both play the same random games and must print the same signature. They take turns, several times, and the best of each counts, in
seconds of one core, so that other work on the machine matters little.

    python benchmarks/cpp.py [--games 20000] [--rounds 5]
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tegel.core.game import find_game
from tegel.core.playout import random_games


def python_run(players: int, games: int, seed: int) -> tuple[int, float, str]:
    game = find_game("azul")
    state = game.blank(game.simulation_options({"players": players}))
    random_games(game, state, 10, 1)
    start = time.process_time()
    moves, signature = random_games(game, state, games, seed)
    return moves, time.process_time() - start, f"{signature:016x}"


def cpp_run(program: Path, players: int, games: int, seed: int) -> tuple[int, float, str]:
    words = subprocess.run([program, str(players), str(games), str(seed)], check=True, capture_output=True, text=True).stdout.split()
    return int(words[0]), float(words[1]), words[2]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    compiler = shutil.which("g++") or shutil.which("c++")
    if not compiler:
        print("a C++ compiler is needed: install g++", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "azul"
        subprocess.run([compiler, "-O3", "-march=native", "-std=c++17", "-o", program, Path(__file__).with_name("azul.cpp")], check=True)
        print(f"{'players':>7} {'Python, compiled':>20} {'C++ -O3':>14} {'Python / C++':>13}")
        for players in (2, 3, 4):
            speeds: dict[str, float] = {"python": 0, "cpp": 0}
            for seed in range(arguments.rounds):
                ours = python_run(players, arguments.games, seed)
                theirs = cpp_run(program, players, arguments.games, seed)
                if (ours[0], ours[2]) != (theirs[0], theirs[2]):
                    print(f"the two play differently: {ours} {theirs}", file=sys.stderr)
                    return 1
                speeds["python"] = max(speeds["python"], ours[0] / ours[1])
                speeds["cpp"] = max(speeds["cpp"], theirs[0] / theirs[1])
            print(f"{players:>7} {speeds['python']:>14,.0f} mv/s {speeds['cpp']:>9,.0f} mv/s {speeds['python'] / speeds['cpp']:>12.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
