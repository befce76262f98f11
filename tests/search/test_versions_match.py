"""Matches between versions: who is who, how results are counted, and which versions there are."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from benchmarks.versions_match import BOT, HERE, read, source_of, tell
from tegel.core.errors import BadOption
from tests.rotation import in_turn

QUICK = """
import sys
from benchmarks import versions_match as script

usual = script.environment
script.warm_up = lambda *given: None
script.environment = lambda *given: {name: value for name, value in usual(*given).items() if name != "XDG_CACHE_HOME"}
sys.exit(script.main())
"""  # the match with what is compiled already


def game(number: int, mine: int, points: list[int], first: int = 0) -> dict[str, Any]:
    """The most points win; equal ones share."""
    seats = [f"cmd:'/my games/{'now' if seat == mine else 'then'}'" for seat in range(len(points))]
    places = [1 + sum(other > own for other in points) for own in points]
    return {"number": number, "seats": seats, "first": first, "places": places, "points": points, "faults": [0] * len(points)}


def test_results_count_whole_sets() -> None:
    games = [game(0, 0, [50, 40]), game(1, 1, [45, 41]), game(2, 0, [30, 30]), game(3, 1, [30, 60]), game(4, 0, [90, 1])]
    found = read(games, fewest_win=False)
    assert (found["games"], found["share"]) == (4, (1 + 0 + 0.5 + 1) / 4)
    assert found["margin"] == pytest.approx(1.96 * 0.125 * 2**0.5 / 2**0.5)
    assert found["by_order"] == [0.75, 0.5]
    assert (found["lost"], found["lost_by_four_or_fewer"], found["lost_by_one_or_none"]) == (1, 1, 0)
    assert found["faults"] == 0
    assert read([*games[:3], {**games[3], "faults": [0, 2]}], fewest_win=False)["faults"] == 1
    failed = {**games[0], "points": [None, 40], "places": [2, 1]}
    assert read([failed, *games[1:]], fewest_win=False)["lost"] == 2
    assert read([failed, *games[1:]], fewest_win=False)["lost_by_four_or_fewer"] == 1
    assert "4 games in whole sets: this version is first in 62.5% ± 24.5%" in tell(found)


def test_who_has_fewest_points_is_who_a_game_is_lost_to() -> None:
    lost = {**game(0, 0, [9, 4, 20]), "places": [2, 1, 3]}
    games = [lost, game(1, 1, [1, 2, 1]), game(2, 2, [1, 1, 2])]
    assert read(games, fewest_win=True)["lost_by_four_or_fewer"] == 0
    assert read([{**lost, "points": [5, 4, 20]}, *games[1:]], fewest_win=True)["lost_by_one_or_none"] == 1


def test_a_version_is_a_commit_or_a_checkout(tmp_path: Path) -> None:
    assert source_of(str(HERE), tmp_path) == HERE / "src"
    with pytest.raises(BadOption, match="'nowhere' is neither a checkout of this project nor one of its commits"):
        source_of("nowhere", tmp_path)
    compile(BOT, "bot.py", "exec")


@in_turn
@pytest.mark.parametrize(("ended", "status"), [("told to end", 128 + signal.SIGTERM), ("its time is over", 0)])
def test_the_match_and_its_programs_end_with_the_script(ended: str, status: int, tmp_path: Path) -> None:
    minutes = ["--minutes", "0.4"] if ended == "its time is over" else []
    words = ["azul", "--against", str(HERE), "--player", "random", "--games", "1000000", "--workers", "1", "--out", str(tmp_path), *minutes]
    script = subprocess.Popen([sys.executable, "-c", QUICK, *words], cwd=HERE, stdout=subprocess.PIPE, text=True)
    games = tmp_path / "match" / "games.jsonl"
    while not (games.exists() and games.stat().st_size):
        assert script.poll() is None
        time.sleep(0.1)
    if not minutes:
        script.terminate()
    told, _ = script.communicate(timeout=120)
    assert script.returncode == status
    assert ("games in whole sets" in told) == bool(minutes)
    for _ in range(100):
        if not running(str(tmp_path)):
            return
        time.sleep(0.1)
    raise AssertionError(f"there are still {running(str(tmp_path))}")


def running(word: str) -> list[str]:
    """The processes with a word in their command."""
    found = []
    for process in filter(str.isdecimal, os.listdir("/proc")):
        try:
            command = Path("/proc", process, "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue  # it has ended meanwhile
        if word in command:
            found.append(command)
    return found
