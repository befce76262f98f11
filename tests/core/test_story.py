"""What is told of a move, and to whom."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tegel
from tegel.core.chance import parse_key
from tegel.core.narrate import visible_events
from tegel.core.story import Event
from tegel.core.table import Table

RARE = Path(__file__).parents[1] / "data" / "blockers_rare_games.json"


def forced_step() -> tuple[Table, list[Event]]:
    """A game of Blockers! up to a move after which somebody had no choice."""
    for rare in json.loads(RARE.read_text()):
        if rare["forced"]:
            table = tegel.game("blockers", players=2, key=parse_key(rare["key"]))
            for move in rare["moves"]:
                table.play(move)
                if any(event.kind == "forced" for event in table.events):
                    return table, table.events
    raise AssertionError("no such game")


@pytest.mark.rule("B7")
def test_that_a_rack_left_no_choice_is_told_to_its_owner_only() -> None:
    table, events = forced_step()
    owner = next(event.seat for event in events if event.kind == "forced")
    assert visible_events(table.game, events, (owner,)) == list(events)
    for others in ((1 - owner,), (-1,), ()):
        told = visible_events(table.game, events, others)
        assert told == [event for event in events if event.kind != "forced"]
        assert [event.seat for event in told if event.kind == "lay"].count(owner) >= 1  # the tile that was laid is open


def test_in_games_with_open_racks_everybody_is_told_of_forced_moves() -> None:
    event = Event("forced", 0, -1, -1, -1, -1, -1, -1, -1, 0, 5)
    for name in ("azul", "duel"):
        assert visible_events(tegel.game(name).game, [event], ()) == [event]


@pytest.mark.rule("A5.4")
@pytest.mark.parametrize("number", [127, 128, 300, 40_000])
def test_the_number_of_a_round_is_told_however_high_it_is(number: int) -> None:
    table = tegel.game("azul", key=(1, 2, 3, 4))
    table.state.round_number = number - 1
    while not any(event.kind == "deal" for event in table.events):
        table.play(table.legal[-1])
    assert [event.count for event in table.events if event.kind == "deal"] == [number]
