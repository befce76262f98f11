"""The command line as people and programs use it. Real processes show that it starts, reads, prints and ends as one; the rest is asked of
`main`, which starts in no time."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tegel.cli import main
from tegel.search.players import KINDS
from tests.commands import tegel
from tests.configurations import new_table, play_random

KEY = "0000000000000001000000000000000200000000000000030000000000000004"


def process(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """A command as a process."""
    return subprocess.run([sys.executable, "-m", "tegel", *words], input=typed, capture_output=True, text=True, timeout=120)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.tegel"
    play_random(new_table("azul", {"players": 2, "wall": "coloured"}, 1), 1).record.save(path)
    return path


def test_help_of_play_names_every_kind_of_player() -> None:
    text = " ".join(tegel("play", "--help").stdout.split())
    assert [kind for kind in KINDS if kind not in text] == []


def test_help_names_every_command() -> None:
    text = tegel("--help").stdout
    for command in ("bench", "new", "perft", "play", "replay", "selfcheck", "show", "verify"):
        assert command in text
        assert "usage" in tegel(command, "--help").stdout
    assert "independent fan project" in text


def test_a_short_game_with_every_kind_of_answer(tmp_path: Path) -> None:
    saved = tmp_path / "evening.tegel"
    typed = f"?\n? 3b\n? zz\nnonsense\n9b1\n1k1\nundo\n1k1\nsave {saved}\nquit\n"
    answer = process("play", "azul", "--key", KEY, "--language", "en", "--players", "Anna,greedy", typed=typed)
    assert answer.returncode == 0
    assert answer.stderr == ""
    for said in ("blue from disc 3 to line 4", "No legal move begins with zz", "nonsense is not possible now", "Anna: black", "Saved as"):
        assert said in answer.stdout
    assert "Until next time" in answer.stdout
    again = tegel("play", "--resume", str(saved), "--language", "nl", typed="quit\n")
    assert "Jouw zet" in again.stdout


def test_a_whole_game_between_computers(tmp_path: Path) -> None:
    saved = tmp_path / "game.tegel"
    answer = tegel("play", "azul", "--players", "greedy,random,greedy", "--save", str(saved), "--language", "fr")
    assert "gagne" in answer.stdout or "partagent" in answer.stdout
    assert tegel("verify", str(saved), "--language", "en").stdout.startswith("The record is right: azul")


def test_hot_seat_hides_the_screen_between_people() -> None:
    answer = tegel("play", "blockers", "--players", "Anna,Bo", "--language", "en", typed="\n?\nquit\n")
    assert "Hand the keyboard to" in answer.stdout


def test_nobody_at_the_keyboard() -> None:
    answer = process("play", "--language", "en")
    assert answer.returncode == 0
    assert "Nobody is at the keyboard" in answer.stdout


def test_records(record: Path, tmp_path: Path) -> None:
    shown = process("show", str(record), "--ply", "10", "--language", "en")
    assert "is to move" in shown.stdout
    facts = json.loads(tegel("show", str(record), "--json", "--seat", "1").stdout)
    assert facts["over"]
    position = tmp_path / "position.txt"
    position.write_text(tegel("show", str(record), "--ply", "10", "--text").stdout)
    assert tegel("show", str(position), "--language", "en").stdout == shown.stdout
    told = json.loads(tegel("replay", str(record), "--json").stdout)
    assert told["scores"] == facts["scores"]
    assert "Round 1" not in tegel("replay", str(record), "--language", "nl").stdout
    assert json.loads(tegel("verify", str(record), "--json").stdout)["scores"] == facts["scores"]


def test_new_records_follow_the_key() -> None:
    one, two = tegel("new", "azul", "-o", "players=3", "--key", KEY), tegel("new", "azul", "-o", "players=3", "--key", KEY)
    assert one.stdout == two.stdout
    assert KEY in one.stdout


def test_measuring() -> None:
    rows = json.loads(tegel("bench", "azul", "--seconds", "0.01", "--json").stdout)
    assert len(rows) == 6
    assert set(rows[0]) == {"game", "variant", "players", "moves_per_second", "games_per_second", "signature"}
    assert json.loads(tegel("perft", "azul", "2", "--key", KEY, "--json").stdout)[0] > 50
    assert "agree on" in tegel("selfcheck", "azul", "--positions", "50").stdout


BAD = [
    (["play", "chess"], "there is no game 'chess'; the games are azul, blockers and duel"),
    (["play", "azul", "--players", "a"], "players cannot be 1 in azul; allowed is 2, 3 or 4"),
    (["play", "duel", "--players", "a,b,c"], "set for 2 players"),
    (["play", "azul", "--language", "de"], "no language 'de'"),
    (["new", "azul", "-o", "wall"], "written NAME=VALUE"),
    (["new", "azul", "-o", "wall=pink"], "allowed is coloured or grey"),
    (["new", "azul", "--key", "12"], "64 hexadecimal digits"),
    (["new", "blockers", "-o", "players=6"], "allowed is"),
    (["new", "duel", "-o", "scoring=1f2f"], "allowed is"),
    (["show", "/no/such/file"], "cannot read /no/such/file"),
    (["perft", "azul", "0"], "depth must be from 1 to 12"),
    (["selfcheck", "--positions", "0"], "at least 1"),
]


@pytest.mark.parametrize(("words", "said"), BAD, ids=[" ".join(words) for words, _ in BAD])
def test_bad_input_is_one_clear_line_and_exit_2(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_a_broken_record_is_one_clear_line(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = record.read_text()
    record.write_text(text[: len(text) // 2])
    assert main(["verify", str(record)]) == 2
    record.write_bytes(b"\xff\xfe\x00")
    assert main(["replay", str(record)]) == 2
    assert "Traceback" not in capsys.readouterr().err
    assert main(["show", str(record.parent)]) == 2


def test_unknown_words_exit_2() -> None:
    assert process("frobnicate").returncode == 2
    assert tegel("frobnicate").returncode == 2
    assert tegel().returncode == 2
