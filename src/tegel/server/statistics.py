"""How somebody's games ended, in short: what statistics are made of."""

from __future__ import annotations

from typing import cast

from .answers import Left
from .brief import Brief
from .house import House
from .people_answers import Finished
from .who import Who

MOST = 1000  # of the last games
AT_ONCE = 50  # read together, so that nobody else waits for long


async def finished_games(house: House, who: Who) -> list[Finished]:
    """Those of a guest that are over and in which they had one seat, the last first."""
    assert who.guest is not None
    places = await house.store.games_of(who.guest, (2**53, ""), MOST)
    found: list[Finished] = []
    for first in range(0, len(places), AT_ONCE):
        briefs = await house.store.briefs(places[first : first + AT_ONCE])
        told = [_finished(brief, who) for brief in briefs if isinstance(brief, Brief) and brief.status == "over"]
        found += [each for each in told if each is not None]
    return found


def _finished(brief: Brief, who: Who) -> Finished | None:
    mine, ended = brief.seats_of(who), brief.result
    if len(mine) != 1 or ended is None:
        return None
    return Finished(
        game=brief.id,
        name=brief.game.name,
        ended=brief.changed,
        seat=mine[0],
        players=[seat.player if seat.kind == "computer" else None for seat in brief.seats],
        left=cast(Left | None, brief.seats[mine[0]].left),
        points=ended["points"],
        places=ended["places"],
        sources=ended.get("sources"),
        hints=brief.hints,
    )
