"""Which finished games count for ratings, and in whose name. docs/ratings.md has the rules; the verdicts are their short names."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Executable, update

from .entry import Entry
from .names import player_level
from .rating_tables import players, rated, rated_seats, rating_points, ratings, seat_networks
from .results import rank
from .room import Room
from .tokens import new_id
from .tournament_tables import tournament_names

NEW, COUNTS, ONE_ADDRESS, OFTEN = "new", "counts", "one_address", "often"
SEALED = "sealed"  # it counts once the round is over in which other tables have the same deals
GONE = "gone."  # begins the name of a guest who was forgotten: their games still say something about the others


def pool_of(room: Room) -> str:
    """Where a game is rated: with others of its kind and number of players."""
    return f"{room.game.name}-{len(room.seats)}"


def why_not(room: Room, entries: Sequence[Entry]) -> str | None:
    """Why a finished game does not count, from the game alone."""
    people = [seat for seat in room.seats if seat.kind != "computer"]
    if room.row["key"]:
        return "own_draws"
    if room.row["position"] or room.row["origin_game"]:
        return "position"
    if any(seat.is_bot for seat in room.seats):
        return "bot"
    if any(seat.player and player_level(seat.player) is None for seat in room.seats):
        return "no_level"
    if not people or any(seat.guest is None for seat in people):
        return "nobody"
    if len({seat.guest for seat in people}) < len(people):
        return "one_screen"
    if len(people) == 1 and not room.row["clock"]:
        return "no_clock"
    if len(people) == 1 and any(entry.kind == "undone" for entry in entries):
        return "taken_back"
    if any(entry.kind == "hint" for entry in entries):
        return "helped"
    if len({entry.seat for entry in entries if entry.kind == "move"}) < len(room.seats):
        return "too_short"
    return None


def counted(room: Room, fresh: Sequence[Entry], values: dict[str, Any]) -> list[Executable]:
    """What is to be written with the end of a game so that it is rated; `values` are those of its row."""
    if fresh[-1].kind != "over" or room.archive:  # which is the last there is
        return []
    reason = why_not(room, [*room.entries, *fresh])
    row = {"game": room.id, "pool": pool_of(room), "ended": values["changed"], "verdict": reason or (SEALED if room.sealed else NEW)}
    statements: list[Executable] = [rated.insert().values(**row)]
    if reason is not None:
        return [*statements, seat_networks.delete().where(seat_networks.c.game == room.id)]
    left = {int(seat) for seat in json.loads(values["stand_ins"] or "{}")}
    places = rank(json.loads(values["result"])["places"], left)
    for seat in room.seats:
        player = seat.player if seat.kind == "computer" else seat.guest
        statements.append(rated_seats.insert().values(game=room.id, seat=seat.seat, player=player, place=places[seat.seat]))
    return statements


def unsealed(games: Sequence[str], time: int) -> list[Executable]:
    """What is to be written when everybody may see these games: from now on they count."""
    return [update(rated).where(rated.c.game.in_(games), rated.c.verdict == SEALED).values(verdict=NEW, ended=time)]


def forgotten(guest: str) -> list[Executable]:
    """What is to be written when a guest is forgotten: the results stay, under a name that leads to nobody."""
    return [
        update(rated_seats).where(rated_seats.c.player == guest).values(player=GONE + new_id()),
        *(table.delete().where(table.c.player == guest) for table in (ratings, rating_points)),
        players.delete().where(players.c.guest == guest),
        tournament_names.delete().where(tournament_names.c.guest == guest),
    ]
