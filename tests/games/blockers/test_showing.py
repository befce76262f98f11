"""Positions of Blockers! as text, and the board in a terminal."""

from __future__ import annotations

import pytest
from rich.text import Text

import tegel
from tegel.core.narrate import say_event
from tegel.core.position import read_position, write_position
from tests.configurations import new_table, play_random

from .build import blockers

LONG = ["Christophorus the Great", "[red]Bo[/]", "安安安安安安安安安", "Dirk", "Eva"]

POSITION = """\
start 1
turn 1
A .. .. .. .. .. .. .. .. ..
B .. .. .. .. .. .. .. .. ..
C .. .. .. .. .. .. .. .. ..
D .. .. .. .. .. .. .. .. ..
E .. .. .. .. gj .. .. .. ..
F .. .. .. .. .. .. .. .. ..
G .. bm .. .. .. .. .. .. ..
H .. .. .. .. .. .. .. .. ..
I .. .. .. .. .. .. .. .. r9
rack r 12Aqj
pile r 345678BCDEFGHItxscodmh
rack g ?????
unseen g 2345678ABCDEFGHItxscodmhq
rack b ?????
unseen b 123456789ABCDEFGHItxscodhqj
captured 1 g1 g9
captured 2 -
captured 3 -
"""


@pytest.mark.rule("B7")
def test_a_position_as_its_player_sees_it() -> None:
    """B7: hidden racks are question marks, and what is unseen is listed together."""
    table = blockers("E5 gj, G2 bm, I9 r9", racks={"r": "12Aqj"}, captured={0: "g1 g9"})
    table.state.starter = 0
    text = write_position(table.game, table.view(0).state)
    assert text.split("key hidden\n")[1] == POSITION
    _, state = read_position(text)
    assert state.tobytes() == table.view(0).state.tobytes()


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("rack r 12Aqj", "rack r 21Aqj", "in that order"),
        ("rack r 12Aqj", "rack r 12Aq", "28 tiles of each colour"),
        ("rack r 12Aqj", "rack r ?????", "expected 'unseen'"),
        ("rack g ?????", "rack g ????", "a rack holds 5 tiles"),
        ("rack g ?????", "rack g ??????", "in that order"),
        ("unseen g", "pile g", "expected 'unseen'"),
        ("rack g", "rack b", "expected one of g"),
        ("gj", "vj", "expected a tile, a letter of rgb"),
        ("bm", "bh", "a tile lies on a cell that it fits"),
        ("gj", "g5", "28 tiles of each colour"),
        ("captured 1 g1 g9", "captured 1 g9 g1", "in the order"),
        ("captured 1 g1 g9", "captured 1 g1 g1", "in the order"),
        ("captured 1 g1 g9\ncaptured 2 -", "captured 1 -\ncaptured 2 g1 g9", "a colour of their own"),
        ("captured 3 -", "captured 3", "in the order"),
        ("turn 1", "turn 4", "expected one of - 1 2 3"),
        ("turn 1", "turn -", "over only when nobody can"),
    ],
)
def test_positions_are_read_strictly(old: str, new: str, why: str) -> None:
    head = "tegel position 1\ngame blockers rules 1\noption players 3\noption scoring full\nkey hidden\n"
    assert POSITION.count(old) == 1
    read_position(head + POSITION)
    with pytest.raises(tegel.BadPosition, match=why):
        read_position(head + POSITION.replace(old, new))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("language", ["en", "nl", "fr"])
def test_the_board_fits_a_terminal(players: int, language: str) -> None:
    table = new_table("blockers", {"players": players}, 7)
    table.names = LONG[:players]
    while True:
        for viewer in (None, -1, 0):
            lines = Text.from_markup(table.draw(viewer, language)).split()
            assert max(line.cell_len for line in lines) <= 78
            assert len(lines) <= 23
        if table.over:
            break
        play_random(table, 7, len(table.moves) + 25)


@pytest.mark.rule("B7")
def test_a_player_sees_the_own_rack_and_counts_the_others() -> None:
    """B7"""
    table = blockers("E5 gj, G2 bm", racks={"r": "12Aqj", "g": "3456B"}, captured={0: "g1"})
    shown = Text.from_markup(table.draw(0)).plain
    assert "R1 R2 RA R■ RJ" in shown
    assert "G? G? G? G? G?" in shown
    assert "G3 G4" not in shown
    assert "GJ" in shown
    assert "B☾" in shown
    assert "captured G:1" in shown
    everything = Text.from_markup(table.draw()).plain
    assert "G3 G4 G5 G6 GB" in everything
    assert "?" not in everything


def test_events_name_tiles_and_cells() -> None:
    table = blockers("G2 gm", racks={"r": "2Gx9j"})
    table.names = ["Anna", "Bo", "Cor"]
    table.play("G2l")
    said = {language: [say_event(table.game, event, table.names, language) for event in table.events] for language in ("en", "nl", "fr")}
    assert said["en"] == ["Anna lays the G (red) on G2", "Anna captures the moon (green) on G2"]
    assert said["nl"] == ["Anna legt de G (rood) op G2", "Anna slaat de maan (groen) op G2"]
    assert said["fr"] == ["Anna pose le G (rouge) en G2", "Anna capture la lune (vert) en G2"]
