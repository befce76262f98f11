"""Whole matches: a smoke arena for every game, interruption with kill -9, tests of strength, what is left on disk."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from tegel.arena.local import play_here
from tegel.arena.match import run_match
from tegel.arena.playing import Played
from tegel.arena.results import Results
from tegel.arena.schedule import job_of, new_match
from tegel.arena.sprt import Sprt
from tegel.core.errors import BadOption, BadRecord
from tegel.core.game import find_game
from tegel.core.record import Record
from tegel.core.replay import verify
from tests.arena.common import bot, tegel
from tests.processes import children_of, gone
from tests.rotation import rotates


@rotates
@pytest.mark.parametrize(
    ("game", "players", "options"),
    [("azul", 3, ["-o", "wall=grey"]), ("duel", 2, []), ("blockers", 2, [])],
)
def test_smoke(game: str, players: int, options: list[str], tmp_path: Path) -> None:
    names = ["greedy", "random", "random"][:players]
    words = ["--games", "6", "--workers", "1", "--json", "--records", "--out", str(tmp_path / "m")]
    found = tegel("match", game, "--players", ",".join(names), *options, *words)
    assert found.returncode == 0, found.stderr
    summary = json.loads(found.stdout)
    assert summary["games"] == 6
    assert summary["sets"] == 6 // players
    assert summary["standings"][0]["player"] == "greedy"
    assert sum(line["wins"] for line in summary["standings"]) == pytest.approx(6, abs=0.01)
    assert sum(start["win_share"] for start in summary["starts"]) == pytest.approx(1)
    records = sorted((tmp_path / "m" / "records").iterdir())
    assert len(records) == 6
    table = verify(Record.load(records[3]))
    with (tmp_path / "m" / "games.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 6 * players
    assert [int(row["points"]) for row in rows if row["game"] == "4"] == table.scores
    assert [row["player"] for row in rows if row["game"] == "4"] == table.names
    assert [int(row["seat"]) for row in rows if row["game"] == "4"] == list(range(players)), "seats count from 0 everywhere"


def test_bad_bots_are_told_of_and_the_rest_is_played(tmp_path: Path) -> None:
    found = tegel("match", "azul", "--players", f"{bot('Crashing')},random", "--games", "4", "--language", "nl")
    assert found.returncode == 0, found.stderr
    said = found.stdout.decode()
    assert "verloor 4 partijen omdat hij vastliep. In partij 1: ValueError: no idea" in said
    assert "random" in said


def test_the_documented_bot_and_the_documented_api(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (Path(__file__).parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")
    mine, api = re.findall(r"```python\n(.*?)```", text, flags=re.S)
    assert len(mine.splitlines()) <= 5
    (tmp_path / "mine.py").write_text(mine)
    monkeypatch.chdir(tmp_path)
    exec(api.replace('"greedy", "random"', '"greedy", "mine.py:MyBot"').replace("games=20", "games=2"), {})
    assert len((tmp_path / "evening" / "games.csv").read_text().splitlines()) == 5


WORDS = ["match", "azul", "--players", "greedy,random", "--games", "160", "--seed", "5"]


def lines_in(folder: Path) -> int:
    path = folder / "games.jsonl"
    return path.read_bytes().count(b"\n") if path.exists() else 0


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for left-over processes in /proc")
def test_killed_again_and_again_it_ends_in_the_same_table(tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    for wanted in (10, 60):
        match = subprocess.Popen(
            [sys.executable, "-m", "tegel", *WORDS, "--out", str(folder), "--workers", "2"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        while lines_in(folder) < wanted:
            assert match.poll() is None, "the match ended before it could be killed"
            time.sleep(0.005)
        workers = children_of(match.pid)
        assert len(workers) == 2
        match.send_signal(signal.SIGKILL)
        match.wait()
        kept = lines_in(folder)
        assert wanted <= kept < 160
        for _ in range(200):
            if all(gone(worker) for worker in workers):
                break
            time.sleep(0.05)
        else:
            pytest.fail("workers outlive a match that was killed")
        assert lines_in(folder) == kept
    killed = tegel(*WORDS, "--out", str(folder), "--json")
    whole = tegel(*WORDS, "--out", str(tmp_path / "whole"), "--workers", "1", "--json")
    assert killed.returncode == whole.returncode == 0
    assert killed.stdout == whole.stdout
    for name in ("games.csv", "table.json"):
        assert (folder / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    numbers = [json.loads(line)["number"] for line in (folder / "games.jsonl").read_text().splitlines()]
    assert sorted(numbers) == list(range(160))
    played = (folder / "games.jsonl").read_bytes()
    assert tegel(*WORDS, "--out", str(folder), "--json").stdout == whole.stdout
    assert (folder / "games.jsonl").read_bytes() == played, "a match that is over is not played again"


def small_match(*players: str, seed: int = 1):
    return new_match(find_game("azul"), {}, list(players or ("greedy", "random")), seed, 10)


def invented(match, number: int, winner: str) -> Played:
    """A game that was never played."""
    job = job_of(match, number)
    places = [1 if name == winner else 2 for name in job.seats]
    return Played(number, job.seats, 0, places, [3 - place for place in places], [None, None], "", [0.0, 0.0])


def test_a_torn_last_line_is_dropped_and_its_game_played_again(tmp_path: Path) -> None:
    match = small_match()
    results = Results(tmp_path, match)
    for number in range(3):
        results.add(invented(match, number, "greedy"))
    results.close()
    path = tmp_path / "games.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    results = Results(tmp_path, match)
    assert sorted(results.played) == [0, 1]
    results.add(invented(match, 2, "greedy"))
    results.close()
    assert path.read_bytes() == whole


def test_results_that_are_not_this_matchs_are_refused(tmp_path: Path) -> None:
    match = small_match()
    results = Results(tmp_path, match)
    with pytest.raises(BadOption, match="another match is using"):
        Results(tmp_path, match)
    results.close()
    with pytest.raises(BadOption, match="has seed 1, not 2"):
        Results(tmp_path, small_match(seed=2))
    line = msgspec.json.encode(invented(match, 0, "greedy")) + b"\n"
    for wrong in (line + line, b"{}\n" + line, line.replace(b'["greedy","random"]', b'["random","greedy"]')):
        (tmp_path / "games.jsonl").write_bytes(wrong)
        with pytest.raises(BadRecord):
            Results(tmp_path, match)


def test_a_bots_file_must_not_change_during_a_match(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("class Bot:\n    def decide(self, view):\n        return view.legal[0]\n")
    Results(tmp_path / "m", small_match("random", f"{path}:Bot")).close()
    path.write_text(path.read_text() + "# changed\n")
    with pytest.raises(BadOption, match="has files"):
        Results(tmp_path / "m", small_match("random", f"{path}:Bot"))


def test_a_test_ends_the_match_and_counts_only_what_it_needed(tmp_path: Path) -> None:
    test = Sprt(0, 200, 0.05, 0.05)
    summary = run_match(small_match(), 1000, folder=tmp_path, test=test)
    assert summary.sprt is not None
    assert summary.sprt["accepted"] == "elo1"
    assert summary.sets == summary.sprt["sets"] < 60
    again = run_match(small_match(), 1000, folder=tmp_path, test=test)
    assert again == summary
    with pytest.raises(BadOption, match="compares two players"):
        run_match(small_match("greedy", "random", "level:1"), 10, test=test)


def test_a_match_can_be_made_longer(tmp_path: Path) -> None:
    run_match(small_match(), 4, folder=tmp_path)
    longer = run_match(small_match(), 8, folder=tmp_path)
    assert longer.games == 8
    assert run_match(small_match(), 4, folder=tmp_path).games == 4
    assert lines_in(tmp_path) == 8


def test_a_worker_that_dies_is_replaced_and_its_game_played(monkeypatch: pytest.MonkeyPatch) -> None:
    match = small_match()
    ended = play_here((job_of(match, number) for number in range(200)), 1)
    first = next(ended)
    for worker in children_of(os.getpid()):
        if "tegel.arena.worker" in Path(f"/proc/{worker}/cmdline").read_text():
            os.kill(worker, signal.SIGKILL)
    rest = list(ended)
    assert sorted(game.number for game in [first, *rest]) == list(range(200))
    monkeypatch.setattr("tegel.arena.local.COMMAND", [sys.executable, "-S", "-c", "import sys; print('no', file=sys.stderr); sys.exit(7)"])
    with pytest.raises(Exception, match=r"game 1 .* ended its worker 3 times; the last time: exit code 7: no"):
        list(play_here(iter([job_of(match, 0)]), 1))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--players", "greedy"], "at least two players"),
        (["--players", "greedy,random", "--games", "0"], "from 1 to"),
        (["--players", "greedy,random", "--workers", "0"], "workers"),
        (["--players", "greedy,random", "--records"], "--out"),
        (["--players", "greedy,random", "--limit", "-1"], "more than 0"),
        (["--players", "greedy,random", "--sprt", "5", "0", "0.05", "0.05"], "elo0 below elo1"),
        (["--players", "greedy,random", "--out", "/dev/null/x"], "cannot use the folder"),
    ],
)
def test_bad_words_are_one_clear_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    from tegel.cli import main

    assert main(["match", "azul", *words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert "Traceback" not in error
