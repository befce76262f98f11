"""Blockers!: how a colour hangs together and may still come together."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...core.compiled import rule
from ...games.blockers.bitboard import NONE, beside, first_cell
from ...games.blockers.groups import capturable_cells, count_groups, group_around
from ...games.blockers.racks import colour_of, racks_each
from ...games.blockers.scoring import captive_points, captives
from ..settings import Settings
from .blockers_moves import MOVE_FEATURES, STAGES, count_cells, free_cells, rate_moves, shared_borders, stage, to_lay

__all__ = ["MOVE_FEATURES", "STAGES", "rate_moves", "stage"]

EVERYWHERE = True  # any position is valued: nothing is dealt anew
SETTINGS = Settings(explore=0.3, untried=0.0, lean=-0.01, sharpness=1.5, rollout=12)
LEARNED = replace(SETTINGS, explore=0.6, spread=0.5, sure=True, further=0.5, long_from=5_000)  # with a network
FEATURES = (
    *("one", "groups", "captive_points", "captives", "to_move"),
    *("lone", "regions", "near_groups", "bridges", "edges", "exposed", "to_lay"),
)
(
    SEAT_ONE, SEAT_GROUPS, SEAT_CAPTIVE_POINTS, SEAT_CAPTIVES, SEAT_TO_MOVE, SEAT_LONE,
    SEAT_REGIONS, SEAT_NEAR_GROUPS, SEAT_BRIDGES, SEAT_EDGES, SEAT_EXPOSED, SEAT_TO_LAY,
) = range(len(FEATURES))  # fmt: skip


def variant(state: Any) -> str:
    """Which set of weights: the number of players and the scoring."""
    return f"{'classic' if state.classic else 'full'} {state.players}"


@rule
def horizon(state: Any) -> int:
    """Tiles come one by one, so there is none."""
    return 0


@rule
def hard_to_rate(state: Any) -> bool:
    """No gain was seen from asking, which takes four times as long."""
    return False


@rule
def may_end(state: Any) -> bool:
    """There is no horizon to end at."""
    return False


@rule
def foreseeable(state: Any) -> bool:
    """Racks are hidden to the end (B7)."""
    return False


@rule
def same_as(state: Any, move: int) -> int:
    """Every move is its own."""
    return move


@rule
def distinct(state: Any, moves: Any, count: int) -> int:
    """Every move is its own."""
    return count


@rule
def groups_within(upper: Any, lower: Any, all_upper: Any, all_lower: Any) -> int:
    """Into how many parts a larger set falls that hold a cell of the smaller one."""
    count = 0
    while upper | lower != NONE:
        part_upper, part_lower = first_cell(upper, lower)
        part_upper, part_lower = group_around(part_upper, part_lower, all_upper, all_lower)
        upper &= ~part_upper
        lower &= ~part_lower
        count += 1
    return count


@rule
def describe_seat(state: Any, seat: int, features: Any) -> None:
    """The seat's colours together: what they cost now, what they may still become."""
    free_upper, free_lower = free_cells(state)
    for at in range(len(features)):
        features[at] = 0.0
    features[SEAT_ONE] = 1.0
    features[SEAT_CAPTIVE_POINTS] = captive_points(state, seat)
    features[SEAT_CAPTIVES] = captives(state, seat)
    features[SEAT_TO_MOVE] = 1.0 if state.turn == seat else 0.0
    for rack in range(racks_each(state)):
        colour = colour_of(state, seat, rack)
        upper, lower = state.cells[colour, 0], state.cells[colour, 1]
        near_upper, near_lower = beside(upper, lower)
        edge_upper, edge_lower = near_upper & free_upper, near_lower & free_lower
        features[SEAT_GROUPS] += count_groups(state, colour)
        features[SEAT_LONE] += count_cells(upper & ~near_upper, lower & ~near_lower)
        features[SEAT_REGIONS] += groups_within(upper, lower, upper | free_upper, lower | free_lower)
        features[SEAT_NEAR_GROUPS] += groups_within(upper, lower, upper | edge_upper, lower | edge_lower)
        bridge_upper, bridge_lower = shared_borders(upper, lower)
        features[SEAT_BRIDGES] += count_cells(bridge_upper & free_upper, bridge_lower & free_lower)
        features[SEAT_EDGES] += count_cells(edge_upper, edge_lower)
        exposed_upper, exposed_lower = capturable_cells(upper, lower)
        features[SEAT_EXPOSED] += count_cells(exposed_upper, exposed_lower)
        features[SEAT_TO_LAY] += to_lay(state, colour)
