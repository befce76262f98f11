"""Games over days: how many days one may choose for a move, and which clocks are such."""

from __future__ import annotations

import json

from sqlalchemy import select

from .errors import Refusal
from .messages import ClockChoice
from .store import Store
from .tables import games, seats

DAY = 86_400  # seconds
DAYS = (1, 2, 3, 5, 7, 14)  # for a move


def require_choice(choice: ClockChoice | None) -> None:
    """Refuse a clock that nobody can choose. Games that began with another keep theirs."""
    if choice is None or not choice.per_move:
        return
    if choice.increment:
        raise Refusal("increment_per_move")
    if choice.base >= DAY and choice.base not in {days * DAY for days in DAYS}:
        raise Refusal("days_per_move", days=", ".join(f"{days}" for days in DAYS))


def is_over_days(clock: str | None) -> bool:
    """Whether a game's clock, as its row has it, gives days for a move: then nobody is expected to wait at the table."""
    return bool(clock) and bool(json.loads(clock or "null")["base"] >= DAY)


def is_days_a_move(clock: str | None) -> bool:
    """Whether every move has days of its own: only such clocks stand still on vacation."""
    return is_over_days(clock) and bool(json.loads(clock or "null").get("per_move"))


async def games_over_days(store: Store, guest: str) -> list[str]:
    """The games whose clocks stand still while somebody is on vacation."""
    theirs = seats.c.guest == guest, seats.c.game == games.c.id, games.c.status == "running", games.c.tournament.is_(None)
    found = await store.rows(select(games.c.id, games.c.clock).where(*theirs).distinct())
    return [row["id"] for row in found if is_days_a_move(row["clock"])]
