"""Games that were not played here: records to look at, and games of a device that are handed over. Each is played again first."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

import msgspec

from ..core.chance import format_key
from ..core.errors import BadRecord
from ..core.names import shorten_name
from ..core.record import Record
from ..core.replay import verify
from ..core.table import Table
from .entry import Entry
from .errors import Refusal, Taken
from .house import House
from .messages import DeviceGame
from .names import STAND_IN
from .opening import new_row, new_seat, open_room
from .playing import ends_by_resigning
from .room import Room
from .seat import Seat
from .seat_answers import Uploaded
from .tokens import id_from
from .unfinished import require_few
from .who import Who

MOST_MOVES = 2000  # of an uploaded record
SALT = b"tegel device game 1"


def read_record(text: str) -> tuple[Record, Table]:
    """An uploaded record, and the table at its end."""
    record = Record.loads(text)
    if len(record.moves) > MOST_MOVES:
        raise BadRecord(f"a record to upload has at most {MOST_MOVES} moves, this one has {len(record.moves)}")
    return record, verify(record)


async def upload(house: House, record: Record, table: Table, who: Who) -> Uploaded:
    """A record to look at."""
    names = [shorten_name(name) for name in table.names]
    seated = [Seat(at, "here", names[at], None, None, "", None, None) for at in range(table.players)]
    row = _row_of(record, who, archive=1)
    if record.start is not None:
        row |= {"position": record.start.position, "viewer": record.start.viewer}
    shown = await open_room(house, row, seated, who, _entries(row, table, record.hints))
    return Uploaded(shown.id, table.over, True)


async def hand_over(house: House, given: DeviceGame, record: Record, table: Table, who: Who, name: str) -> Uploaded:
    """A game that was played on somebody's device, against computers or with others at it: theirs from now on, finished or not.

    That it was played there is what the server notes, whatever the record says. Who hands the same game over again is told the same.
    """
    seated = [new_seat(at, choice, who, name)[0] for at, choice in enumerate(given.seats)]
    _check(given, record, table)
    id = id_from(SALT + (who.guest or "").encode() + record.dumps().encode())
    row = _row_of(record, who, id=id)
    entries = _entries(row, table, record.hints)
    if given.resigned is not None:
        entries.append(Room(id, row, []).next_entry("resigned", given.resigned, row["created"], skip=len(entries) + 2, player=STAND_IN))
        entries.append(Room(id, row, []).next_entry("over", -1, row["created"], skip=len(entries) + 2))
    over = table.over or given.resigned is not None
    if not over:
        await require_few(house, who)
    with contextlib.suppress(Taken):  # by the same game: the answer to the first request was lost
        await open_room(house, row, seated, who, entries)
    return Uploaded(id, over, True)


def _check(given: DeviceGame, record: Record, table: Table) -> None:
    if record.start is not None or record.proof is not None:
        raise Refusal("not_of_device")
    people = [at for at, seat in enumerate(given.seats) if seat.kind == "here"]
    if record.hints and (people != [at for at, count in enumerate(record.hints) if count]):
        raise Refusal("device_hints")
    if len(given.seats) != table.players:
        raise Refusal("seat_count", players=table.players)
    if all(seat.kind != "here" for seat in given.seats) or any(seat.kind == "link" for seat in given.seats):
        raise Refusal("device_seats")
    if given.resigned is not None:
        others = [seat for at, seat in enumerate(given.seats) if at != given.resigned]
        here = given.resigned < len(given.seats) and given.seats[given.resigned].kind == "here"
        if table.over or not here or not ends_by_resigning([seat.kind == "computer" for seat in others]):
            raise Refusal("device_resigned")


def _row_of(record: Record, who: Who, **more: Any) -> dict[str, Any]:
    assert record.key is not None
    options = msgspec.to_builtins(record.options)
    return new_row(record.game.name, options, who.guest or "", key=format_key(record.key), **more)


def _entries(row: dict[str, Any], table: Table, hints: Sequence[int]) -> list[Entry]:
    """The log of a game after its first two entries; for which decisions there were hints no record says."""
    room, when = Room(row["id"], row, []), row["created"]
    movers = _movers(table)
    entries: list[Entry] = []
    for seat, count in enumerate(hints):
        if count:
            entries.append(room.next_entry("hint", seat, when, skip=len(entries) + 2, count=count))
    for at, move in enumerate(table.moves):
        entries.append(room.next_entry("move", movers[at], when, move=move, skip=len(entries) + 2))
    if table.over:
        entries.append(room.next_entry("over", -1, when, skip=len(entries) + 2))
    return entries


def _movers(table: Table) -> list[int]:
    """Who made each move."""
    movers: list[int] = []
    back = table.copy()
    while back.moves:
        back.undo()
        assert back.turn is not None
        movers.append(back.turn)
    return movers[::-1]
