"""What moves would do, before they are made: it agrees with what they do, and nothing hidden matters for it."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest

import tegel
from tegel.core import generic
from tegel.core.ahead import moves_ahead
from tegel.core.previews import preview_moves
from tegel.core.table import Table
from tegel.core.takeback import reveals

GAMES = ("azul", "duel", "blockers")


def positions(game: str, plies: int = 60) -> list[Table]:
    """Tables of one random game."""
    source = random.Random(game)
    table = tegel.game(game, key=(source.randrange(1 << 32), 2, 3, 4))
    found = []
    while not table.over and len(found) < plies:
        found.append(table.copy())
        table.play(source.choice(table.legal))
    return found


def otherwise(table: Table, number: int) -> Any:
    """The same position with other things where the mover cannot see, and another future."""
    state = table.game.copy(table.state)
    generic.sample(state, table.turn or 0, np.array((number, 7, 7, 7), np.uint64))
    return state


@pytest.mark.parametrize("game", GAMES)
def test_previews_are_what_comes(game: str) -> None:
    """Where a move brings nothing else, its points are those there are after it, and its tiles are those that move."""
    compared = 0
    for table in positions(game):
        some = random.Random(len(table.moves)).sample(table.legal, min(6, len(table.legal)))
        found = preview_moves(table.game, table.state, some)
        assert sum(event.points for event in found.scoring if event.seat == 0) == table.preview[0] - (
            0 if game == "blockers" else table.scores[0]
        )
        for seen in found.moves:
            after = table.copy()
            after.play(seen.move)
            moved = [each for each in after.movements if each.event == -1]
            assert moved == [each for each in seen.movements if each.event == -1]
            if not after.events and not reveals(table.game, table.state, seen.move):
                assert seen.points == after.preview
                compared += 1
    assert compared > 20 or game == "blockers"


@pytest.mark.parametrize("game", GAMES)
def test_the_last_move_is_previewed_with_the_final_points(game: str) -> None:
    """Whoever has the start tile of Duel pays for it once, also when the other one's lines are worked already."""
    for number in range(12):
        source = random.Random(f"{game} {number}")
        table = tegel.game(game, key=(number, 2, 3, 4))
        while not table.over:
            before, seat = table.copy(), table.turn or 0
            some = source.sample(table.legal, min(8, len(table.legal)))
            tried = preview_moves(table.game, table.state, some).moves  # points are there to be lost
            move = max(tried, key=lambda each: each.points[seat]).move
            table.play(move)
        [seen] = preview_moves(before.game, before.state, [move]).moves
        if not any(event.kind == "forced" for event in table.events):
            assert seen.points == table.scores


@pytest.mark.parametrize("game", GAMES)
def test_nothing_hidden_matters(game: str) -> None:
    for table in positions(game)[::3]:
        moves = table.legal[:8]
        told = preview_moves(table.game, table.state, moves)
        assert all(preview_moves(table.game, otherwise(table, number), moves) == told for number in range(3))
        for seat in range(table.players):
            if seat != table.turn:
                state = table.game.copy(table.state)
                generic.sample(state, seat, np.array((5, 7, 7, 7), np.uint64))
                assert moves_ahead(table.game, state, seat) == moves_ahead(table.game, table.state, seat)


@pytest.mark.parametrize("game", GAMES)
def test_moves_ahead_are_mostly_there_later(game: str) -> None:
    """What could be done before the other's move can mostly be done after it; one's own turn has nothing ahead."""
    both = kept = 0
    tables = positions(game)
    for table, after in itertools.pairwise(tables):
        assert moves_ahead(table.game, table.state, table.turn or 0) == []
        if after.turn is None or after.turn == table.turn:
            continue
        ahead = set(moves_ahead(table.game, table.state, after.turn))
        both += len(ahead)
        kept += len(ahead & set(after.legal))
    assert both > 100
    assert kept > both / 3


def test_a_line_of_azul_is_told_with_its_points() -> None:
    table = tegel.game("azul", key=(1, 2, 3, 4))
    full = next(move for move in table.legal if table.game.parts(move)["target"] == 1)
    [seen] = preview_moves(table.game, table.state, [full]).moves
    [tile] = [event for event in seen.scoring if event.kind == "tile"]
    assert (tile.seat, tile.row, tile.points) == (0, 0, 1)
    lost = [event.points for event in seen.scoring if event.kind == "floor"]
    assert sum(lost) >= -1, "nobody loses points that they do not have"


def test_groups_of_blockers_are_counted_before_and_after() -> None:
    for table in positions("blockers"):
        found = preview_moves(table.game, table.state, table.legal[:20])
        for seen in found.moves:
            groups = {event.colour: event.count for event in [*found.scoring, *seen.scoring] if event.kind == "groups"}
            caught = {event.seat: event.points for event in [*found.scoring, *seen.scoring] if event.kind == "captives"}
            mover = table.turn or 0
            own = sum(count for colour, count in groups.items() if colour // 2 == mover)
            assert seen.points[mover] == own + caught.get(mover, 0)
