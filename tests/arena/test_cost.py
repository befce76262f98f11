"""What players cost: the processor's time they used themselves, in this process or in their own."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

import tegel.arena.cost as cost
from tegel.arena.bots import Bench
from tegel.arena.playing import Played, play_game
from tegel.arena.schedule import job_of, new_match
from tegel.core.game import find_game
from tegel.core.view import View
from tegel.search.simple import GreedyPlayer, RandomPlayer

LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the system does not tell what a process used")
NAP = 0.3  # seconds

BOTS = f"""
import subprocess, sys, time

def burn():
    until = time.process_time() + {NAP}
    while time.process_time() < until:
        pass

class Sleeper:
    def decide(self, view):
        if len(view.legal) > 1:
            time.sleep({NAP} / 10)
        return view.legal[0]

class Burner:
    def __init__(self):
        self.done = False

    def decide(self, view):
        if not self.done:
            self.done = True
            self.work()
        return view.legal[0]

    def work(self):
        burn()

class Boss(Burner):
    def work(self):
        subprocess.run([sys.executable, __file__], check=True, stdin=subprocess.DEVNULL)

class Fails(Burner):
    def work(self):
        burn()
        raise ValueError

if __name__ == "__main__":
    burn()
"""


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    file = tmp_path / "bots.py"
    file.write_text(BOTS)
    return file


def play(names: list[str], games: int = 2) -> list[Played]:
    """Some games of the same programs, which are started in the first."""
    match = new_match(find_game("azul"), {"players": 2, "rounds": 1}, names, seed=1, limit=60.0)
    bench = Bench()
    try:
        return [play_game(job_of(match, number), bench) for number in range(games)]
    finally:
        bench.close()


def spent(game: Played, name: str) -> tuple[float, float]:
    """By processors, and by the clock."""
    seat = game.seats.index(name)
    assert game.core_seconds is not None
    cores = game.core_seconds[seat]
    assert cores is not None
    return cores, game.seconds[seat]


@LINUX
def test_who_sleeps_costs_nothing_and_who_burns_does(bots: Path) -> None:
    sleeper, burner = f"{bots}:Sleeper", f"{bots}:Burner"
    game = play([sleeper, burner])[1]
    cores, clock = spent(game, sleeper)
    assert clock > NAP / 2
    assert cores < clock / 2
    cores, _ = spent(game, burner)
    assert NAP * 0.9 <= cores < NAP * 3


@LINUX
@pytest.mark.parametrize("name", ["Boss", "Fails"])
def test_what_a_program_starts_counts_and_so_does_one_that_ends(bots: Path, name: str) -> None:
    games = play([f"{bots}:{name}", "random"])
    for game in games:
        assert spent(game, f"{bots}:{name}")[0] >= NAP * 0.9
    assert spent(games[1], "random")[0] < NAP * 0.9  # in the first game it may have to compile


def test_players_of_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the time of this process, whatever the clock says."""

    def burn(player: GreedyPlayer, view: View) -> int:
        until = time.process_time() + NAP / 3
        while time.process_time() < until:
            pass
        return view.legal[0]

    def sleep(player: RandomPlayer, view: View) -> int:
        time.sleep(NAP / 3)
        return view.legal[0]

    play(["greedy", "random"])  # compiles
    monkeypatch.setattr(GreedyPlayer, "decide", burn)
    monkeypatch.setattr(RandomPlayer, "decide", sleep)
    (game,) = play(["greedy", "random"], games=1)
    assert spent(game, "greedy")[0] >= NAP
    cores, clock = spent(game, "random")
    assert clock >= NAP
    assert cores < clock / 2


def test_where_the_system_does_not_tell_nothing_is_claimed(bots: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cost, "PROCESSES", tmp_path)
    assert cost.session_seconds(os.getpid()) is None
    (game,) = play([f"{bots}:Fails", "random"], games=1)
    assert game.core_seconds is not None
    assert game.core_seconds[game.seats.index(f"{bots}:Fails")] is None
