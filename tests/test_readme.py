"""Every example of the README is what one gets: the Python runs, the boards are drawn so, the commands and targets are there."""

from __future__ import annotations

import io
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from rich.text import Text

from tegel.cli import main
from tegel.search.simple import GreedyPlayer
from tests.configurations import new_table

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
FENCED = re.compile(r"```(\w*)\n(.*?)```", re.DOTALL)
BOARDS: dict[str, tuple[dict[str, Any], list[str], int | None]] = {  # greedy players' games: options, names, who looks
    "azul": ({"players": 2}, ["Anna", "Bo"], None),
    "duel": ({"scoring": "1b2f3b4f"}, ["Anna", "Bo"], 0),
    "blockers": ({"players": 3}, ["Anna", "Bo", "Chloé"], 0),
}
MOVES = {"azul": 26, "duel": 45, "blockers": 33}


def blocks(language: str) -> list[str]:
    """The fenced examples in a language, or in none."""
    return [text for found, text in FENCED.findall(README) if found == language]


def draw(name: str) -> str:
    """A board, as a terminal without colours shows it."""
    options, names, viewer = BOARDS[name]
    table = new_table(name, options, 3)
    table.names = names
    players = [GreedyPlayer(seat) for seat in range(table.players)]
    while len(table.moves) < MOVES[name] and table.turn is not None:
        table.play(players[table.turn].decide(table.view(table.turn)))
    plain = Text.from_markup(table.draw(viewer)).plain
    return "\n".join(line.rstrip() for line in plain.splitlines()) + "\n"


@pytest.mark.parametrize("number", range(len(blocks("python"))))
def test_the_python_runs(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(blocks("python")[number], f"README.md, example {number}", "exec"), {"__name__": "example"})


@pytest.mark.parametrize("name", BOARDS)
def test_the_boards_are_drawn_so(name: str) -> None:
    assert draw(name) in blocks("")


@pytest.mark.parametrize("command", sorted(set(re.findall(r"`tegel ([a-z`, ]+)`", README))))
def test_the_commands_are_there(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    for name in re.findall("[a-z]+", command):
        with pytest.raises(SystemExit) as left:
            main([name, "--help"])
        assert left.value.code == 0
        assert f"tegel {name}" in capsys.readouterr().out


def test_a_command_line_is_understood(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """`tegel play azul --players Anna,Bo,greedy`: two people and a computer sit down; who has nothing to say stops."""
    (line,) = re.findall(r"`tegel (play azul [^`]+)`", README)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    main([*line.split(), "--language", "fr"])
    assert "Anna" in capsys.readouterr().out


def test_the_targets_are_there() -> None:
    targets = set(re.findall(r"\bmake ([a-z-]+)", README))
    assert targets >= {"play", "test", "terminal"}
    for target in targets:
        subprocess.run(["make", "--dry-run", "--silent", target], cwd=ROOT, check=True, capture_output=True)
