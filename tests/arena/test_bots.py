"""Users' bots and programs: the good ones play, the bad ones lose their game with a clear reason, and the match goes on."""

from __future__ import annotations

import os
import queue
import shlex
import sys
import time
from pathlib import Path

import pytest

from tegel.arena.bots import START_UP, Bench, check_player
from tegel.arena.lines import Child
from tegel.arena.playing import Played, play_game
from tegel.arena.schedule import job_of, new_match
from tegel.core.errors import BadOption
from tegel.core.game import find_game
from tests.arena.common import BOTS, bot
from tests.rotation import rotates


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tegel.arena.schedule.check_player", lambda name: "")  # has tests of its own below
    found = Bench()
    yield found
    found.close()


def play(bench: Bench, *players: str, game: str = "azul", number: int = 0, limit: float = 20, **options: object) -> Played:
    return play_game(job_of(new_match(find_game(game), options, list(players), 1, limit), number), bench)


@rotates
@pytest.mark.parametrize("game", ["azul", "duel", "blockers"])
def test_good_bots_play_whole_games(bench: Bench, game: str) -> None:
    found = play(bench, bot("Peeker"), bot("Chance"), game=game)
    assert found.faults == [None, None]
    assert sorted(found.places) in ([1, 2], [1, 1])


def test_bots_can_be_repeated(bench: Bench) -> None:
    """Also those that use Python's own random numbers, in the same process or in a new one."""
    first = play(bench, bot("Seeded"), bot("Chance"))
    again = play(bench, bot("Seeded"), bot("Chance"))
    other = play(bench, bot("Seeded"), bot("Chance"), number=2)
    fresh = Bench()
    try:
        assert play(fresh, bot("Seeded"), bot("Chance")).moves == first.moves == again.moves != other.moves
    finally:
        fresh.close()


BAD = [
    ("Crashing", "crashed", "ValueError: no idea"),
    ("Exiting", "crashed", "SystemExit: had enough"),
    ("Dying", "crashed", "exit code 3: last words"),
    ("Illegal", "illegal", "is not legal now"),
    ("Silent", "crashed", "NoneType"),
    ("Nonsense", "illegal", "'xyzzy' is no move"),
]


@pytest.mark.parametrize(("name", "kind", "detail"), BAD, ids=[name for name, _, _ in BAD])
def test_a_bad_bot_loses_that_game(bench: Bench, name: str, kind: str, detail: str) -> None:
    found = play(bench, bot(name), "greedy")
    fault = found.faults[0]
    assert fault is not None
    assert (fault.kind, found.places, found.faults[1]) == (kind, [2, 1], None)
    assert detail in fault.detail
    assert found.points == [None, None]


def test_a_hanging_bot_is_killed(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tegel.arena.bots.START_UP", 3.0)
    start = time.monotonic()
    found = play(bench, bot("Hanging"), "greedy", limit=0.5)
    assert time.monotonic() - start < 15
    fault = found.faults[0]
    assert fault is not None
    assert fault.kind == "slow"
    assert "no answer within" in fault.detail
    assert START_UP > 3


def test_with_three_players_the_others_finish_their_contest(bench: Bench) -> None:
    found = play(bench, bot("LateCrash"), "greedy", "random")
    assert found.places[0] == 3
    assert sorted(found.places[1:]) == [1, 2]
    assert found.points[0] is None
    assert found.points[1] is not None
    two = play(bench, bot("LateCrash"), "greedy", bot("Crashing"))
    assert two.places == [2, 1, 3]  # whoever fails first is last
    assert two.points == [None, None, None]


def test_after_a_fault_the_next_game_begins_afresh(bench: Bench) -> None:
    for number in (0, 2):
        found = play(bench, bot("LateCrash"), "random", number=number)
        assert found.faults[0] is not None
        assert len(found.moves.split()) > 4


def program(tmp_path: Path, text: str) -> str:
    """A program that knows nothing of Tegel."""
    path = tmp_path / "program.py"
    path.write_text(text)
    return f"cmd:{shlex.quote(sys.executable)} -S {shlex.quote(str(path))}"


FIRST_LEGAL = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"], "move": asked["legal"][0]}), flush=True)
"""
BAD_PROGRAMS = [
    ("import sys; sys.stdin.readline(); print('hello')", "unreadable", "hello"),
    ('import sys; sys.stdin.readline(); print(\'{"id": 77, "move": 3}\')', "unreadable", "request 77 instead of 1"),
    ('import sys; sys.stdin.readline(); print(\'{"id": 1, "move": 99999}\')', "illegal", "99999 is no move"),
    ('import sys; sys.stdin.readline(); print(\'{"id": 1, "error": "x", "say": "cannot"}\')', "crashed", "cannot"),
    ("import sys; sys.stdin.readline(); print('[' * 100000)", "unreadable", "["),
    ("import sys; sys.stdout.buffer.write(b'\\xff' * 3000000)", "unreadable", "answered"),
    ("1/0", "crashed", "ZeroDivisionError"),
    ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "crashed", "signal 9"),
]


def test_a_program_in_any_language(bench: Bench, tmp_path: Path) -> None:
    found = play(bench, program(tmp_path, FIRST_LEGAL), bot("Good"))
    assert found.faults == [None, None]


@pytest.mark.parametrize(("text", "kind", "detail"), BAD_PROGRAMS, ids=range(len(BAD_PROGRAMS)))
def test_bad_programs(bench: Bench, tmp_path: Path, text: str, kind: str, detail: str) -> None:
    found = play(bench, program(tmp_path, text), "random")
    fault = found.faults[0]
    assert fault is not None
    assert fault.kind == kind
    assert detail in fault.detail


def test_the_engine_can_take_a_seat(bench: Bench) -> None:
    found = play(bench, f"cmd:{shlex.quote(sys.executable)} -m tegel engine --player greedy --workers 1", "random")
    assert found.faults == [None, None]
    assert found.places == [1, 2]


def test_a_killed_program_takes_its_children_along(tmp_path: Path) -> None:
    text = f"""
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(3600)"])
open({str(tmp_path / "pid")!r}, "w").write(str(child.pid))
time.sleep(3600)
"""
    child = Child(shlex.split(program(tmp_path, text).removeprefix("cmd:")), queue.Queue())
    while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():
        time.sleep(0.05)
    grandchild = int((tmp_path / "pid").read_text())
    child.end()
    for _ in range(100):
        try:
            os.kill(grandchild, 0)
        except ProcessLookupError:
            return
        if "Z" in Path(f"/proc/{grandchild}/stat").read_text().split(")")[-1][:3]:
            return
        time.sleep(0.05)
    pytest.fail("the program's own child is still running")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (f"{BOTS}:Missing", "no class Missing"),
        (f"{BOTS}:NoDecide", "no class NoDecide with a method decide"),
        (f"{BOTS}:random", "no class random"),
    ],
)
def test_a_bot_that_cannot_play_is_refused_at_once(name: str, said: str) -> None:
    with pytest.raises(BadOption, match=said):
        check_player(name)


def test_a_bot_whose_file_is_broken_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("class Bot: def")
    with pytest.raises(BadOption, match="SyntaxError"):
        check_player(f"{path}:Bot")
