"""Who plays which colour (B2): what people see changes, the game does not."""

from __future__ import annotations

import pytest

import tegel
from tegel.core.errors import BadOption, BadPosition
from tegel.core.narrate import say_event
from tegel.core.record import Record
from tegel.core.replay import replay
from tegel.core.table import Table

KEY = (1, 2, 3, 4)


def played(**options: object) -> Table:
    table = tegel.game("blockers", key=KEY, **options)
    for _ in range(12):
        table.play(table.legal[-1])
    return table


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_game_is_the_same_in_other_colours(players: int) -> None:
    usual, other = played(players=players), played(players=players, colours="vybgr")
    assert usual.moves == other.moves
    assert usual.preview == other.preview
    facts, shown = usual.view(0).facts, other.view(0).facts
    assert shown["colours"] == [4, 3, 2, 1, 0][: len(facts["colours"])]
    assert shown["racks"] == facts["racks"]
    mirrored = [[cell and [4 - cell[0], cell[1]] for cell in row] for row in facts["board"]]
    assert shown["board"] == mirrored
    assert shown["captured"] == [sorted([4 - colour, tile] for colour, tile in seat) for seat in facts["captured"]]


def test_words_text_and_drawing_use_the_chosen_colour() -> None:
    table = tegel.game("blockers", players=3, colours="vybgr", key=KEY)
    seat, colour, letter = table.turn, ["violet", "yellow", "blue"][table.turn or 0], "vyb"[table.turn or 0]
    table.play(table.legal[0])
    assert f"({colour})" in say_event(table.game, table.events[0], table.names)
    assert table.movements[0].source.row == table.view(-1).facts["colours"][seat or 0]
    assert f"rack {letter} " in table.position
    assert letter.upper() in str(table)
    assert "R" not in str(table).split("\n", 2)[2][:34]


def test_records_and_positions_keep_the_colours() -> None:
    table = played(players=3, colours="vybgr")
    text = table.record.dumps()
    assert "option colours vybgr\n" in text
    assert replay(Record.loads(text)).position == table.position
    assert Table.from_position(table.position).position == table.position


def test_the_usual_colours_are_not_written() -> None:
    table = played(players=3)
    assert "colours" not in table.position + table.record.dumps()
    with pytest.raises(BadPosition, match="line 5: the option colours is written only where it is not rgbyv"):
        Table.from_position(table.position.replace("option scoring full\n", "option scoring full\noption colours rgbyv\n"))


@pytest.mark.parametrize("colours", ["rgb", "rgbyy", "rgbyvr", "RGBYV", "", "xgbyv"])
def test_other_words_are_refused(colours: str) -> None:
    with pytest.raises(BadOption, match="each once"):
        tegel.game("blockers", colours=colours)
