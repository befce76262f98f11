"""The tiles that the rules say have moved: they account for every change, and tell nobody what they may not know."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tegel.core.narrate import visible_events, visible_movements
from tegel.core.story import Movement
from tegel.games.azul.state import MARKER
from tests.configurations import CONFIGURATIONS, NAMES, new_table
from tests.core.test_story import forced_step

Lying = Counter[tuple[Any, ...]]


def lying_azul(facts: dict[str, Any]) -> Lying:
    """How many tiles of a colour lie where."""
    found: Lying = Counter()
    for name in ("bag", "lid", "centre"):
        found.update({(name, tile): count for tile, count in enumerate(facts[name])})
    if facts["marker"] == "centre":
        found["centre", MARKER] += 1
    for disc, counts in enumerate(facts["discs"]):
        found.update({("disc", disc, tile): count for tile, count in enumerate(counts)})
    for seat, board in enumerate(facts["boards"]):
        found.update({("line", seat, row, tile): count for row, (tile, count) in enumerate(board["lines"]) if count})
        found.update(("wall", seat, row, column, tile) for row, cells in enumerate(board["wall"]) for column, tile in enumerate(cells))
        found.update(("floor", seat, tile) for tile in board["floor"])
    return Counter({key: count for key, count in found.items() if key[-1] is not None and count})


def lying_duel(facts: dict[str, Any]) -> Lying:
    found: Lying = Counter()
    found.update({("tower", tile): count for tile, count in enumerate(facts["tower"])})
    found.update({("building", facts["building_at"], tile): count for tile, count in enumerate(facts["building"])})
    found.update({("moon", 0, tile): count for tile, count in enumerate(facts["large_moon"])})
    found.update(("moon", small + 1, tile) for small, stack in enumerate(facts["moons"]) for tile in stack)
    for factory, counts in enumerate(facts["suns"]):
        found.update({("sun", factory, tile): count for tile, count in enumerate(counts)})
    for seat, board in enumerate(facts["boards"]):
        found.update({("line", seat, row, tile): count for row, (tile, count) in enumerate(board["lines"]) if count})
        cells = ((row, column, tile) for row, cells in enumerate(board["tiles"]) for column, tile in enumerate(cells) if tile != 5)
        found.update(("dome", seat, *cell) for cell in cells)
        found.update(("broken", seat, tile) for tile in board["broken"])
    return Counter({key: count for key, count in found.items() if key[-1] is not None and count})


def lying_blockers(facts: dict[str, Any]) -> Lying:
    found: Lying = Counter()
    found.update(("board", row, column, laid[1]) for row, cells in enumerate(facts["board"]) for column, laid in enumerate(cells) if laid)
    found.update(("captured", seat, colour, tile) for seat, tiles in enumerate(facts["captured"]) for colour, tile in tiles)
    return found


ON_BOARDS = {"line", "wall", "floor", "dome", "broken", "captured"}
ONE_SPACE = {"wall", "dome", "board"}
NOT_COUNTED = {"hand", "start", "rack", "pile"}


def changes(movements: list[Movement]) -> Lying:
    """What lies more, or less, after tiles moved."""
    found: Lying = Counter()
    for moved in movements:
        for place, count in ((moved.source, -moved.count), (moved.target, moved.count)):
            if place.name in NOT_COUNTED or moved.tile < 0 or (place.name == "floor" and place.column < 0):
                continue
            seat = (moved.seat,) if place.name in ON_BOARDS else ()
            row = (place.row,) if place.row >= 0 else ()
            column = (place.column,) if place.name in ONE_SPACE else ()
            found[place.name, *seat, *row, *column, moved.tile] += count
    return found


LYING = {"azul": lying_azul, "duel": lying_duel, "blockers": lying_blockers}


@pytest.mark.parametrize(("name", "options"), CONFIGURATIONS, ids=NAMES)
def test_the_movements_account_for_every_tile(name: str, options: dict) -> None:
    """Where tiles lay, and how they moved, give where they lie. (Duel does not tell which tiles are dealt.)"""
    source = random.Random(7)
    table = new_table(name, options, 7)
    told = 0
    while not table.over:
        before = LYING[name](table.game.view(table.state))
        table.play(source.choice(table.legal))
        told += len(table.movements)
        if name == "duel" and any(event.kind == "deal" for event in table.events):
            continue
        expected = before
        expected.update(changes(table.movements))
        after = LYING[name](table.game.view(table.state))
        assert {key: count for key, count in expected.items() if count} == after, table.game.code(table.moves[-1])
    assert told > len(table.moves)


@pytest.mark.parametrize(("name", "options"), CONFIGURATIONS, ids=NAMES)
def test_a_movement_belongs_to_an_event_of_its_move(name: str, options: dict) -> None:
    source = random.Random(8)
    table = new_table(name, options, 8)
    while not table.over:
        table.play(source.choice(table.legal))
        for moved in table.movements:
            assert -1 <= moved.event < len(table.events)
            assert moved.count > 0
            cells = [place.row for place in (moved.source, moved.target)] + [place.column for place in (moved.source, moved.target)]
            assert {type(number) for number in (moved.event, moved.seat, moved.tile, moved.count, *cells)} == {int}
    table.undo()
    assert len(table.movements) > 0


def test_drawn_tiles_of_blockers_are_told_without_their_face() -> None:
    """Racks are secret: everybody may know that a tile was drawn, nobody which."""
    source = random.Random(9)
    table = new_table("blockers", {"players": 3}, 9)
    drawn = []
    while not table.over:
        table.play(source.choice(table.legal))
        drawn += [moved for moved in table.movements if moved.target.name == "rack"]
    assert drawn
    assert {(moved.tile, moved.source.name) for moved in drawn} == {(-1, "pile")}


def test_duel_tells_no_plates() -> None:
    """Who may see a plate differs, so plates are never told: only colours and the start tile move."""
    source = random.Random(10)
    table = new_table("duel", {}, 10)
    while not table.over:
        table.play(source.choice(table.legal))
        for moved in table.movements:
            assert -1 <= moved.tile <= 4
            assert {moved.source.name, moved.target.name}.isdisjoint({"display", "stack", "drawn"})


def test_movements_do_not_tell_of_a_hidden_event() -> None:
    """Only its owner is told that a rack left no choice: to others the parts of the story are numbered as if it were not there."""
    table, events = forced_step()
    owner = next(event.seat for event in events if event.kind == "forced")
    for seats in ((owner,), (1 - owner,), ()):
        told = visible_events(table.game, events, seats)
        moved = visible_movements(table.game, events, table.movements, seats)
        assert [(moved.seat, moved.tile) for moved in moved] == [(moved.seat, moved.tile) for moved in table.movements]
        laid = [told[each.event].tile for each in moved if each.target.name == "board"]
        assert laid == [event.tile for event in told if event.kind == "lay"]
        assert len(laid) > 1
