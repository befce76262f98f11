"""Themes of Blockers!: fewest points win, and what the others hold is hidden."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.lessons import Case, Tried
from ....games.blockers.groups import count_groups, flip_cell
from ....games.blockers.lessons import captures
from ....games.blockers.racks import colours_in_play, owner_of
from ....games.blockers.state import JOKER

THEMES = ("join", "capture", "both", "block", "alone", "joker", "patience")
FORGONE = 1  # point that another move would save at once


def themes(case: Case, tried: Tried, second: Tried) -> Iterator[str]:
    """Groups joined, tiles captured, others kept apart."""
    gain, takes = case.gain(tried), captures(tried)
    if gain < 0:
        yield "both" if takes else "join"
    elif takes:
        yield "capture"
    elif gain > 0:
        yield "alone"
    if not takes and blocks(case, tried):
        yield "block"
    if tried.parts["tile"] == JOKER:
        yield "joker"
    if gain - min(case.gain(other) for other in case.tried) >= FORGONE:
        yield "patience"


def blocks(case: Case, tried: Tried) -> bool:
    """Whether a tile lies where somebody else could have joined two groups."""
    row, column = tried.parts["row"], tried.parts["column"]
    for colour in range(colours_in_play(case.table.state)):
        if owner_of(case.table.state, colour) != case.seat:
            state = case.table.game.copy(case.table.state)
            before = count_groups(state, colour)
            flip_cell(state, colour, row, column)
            if count_groups(state, colour) < before:
                return True
    return False
