"""Playing a record again, and proving that it is what it says.

>>> import tegel
>>> table = tegel.game("azul", key=(1, 2, 3, 4))
>>> table.play(table.legal[0])
>>> tegel.replay(table.record).position == table.position
True
"""

from __future__ import annotations

from .errors import BadOption, BadRecord, IllegalMove
from .record import Record, hash_key
from .table import Table


def replay(record: Record, moves: int | None = None) -> Table:
    """The table after these moves (all, unless told how many), every one checked."""
    if record.key is None:
        raise BadRecord("this record's key is still secret, so it cannot be replayed")
    if record.start is None:
        table = Table(record.game, record.options, record.key)
    else:
        table = Table.deal_position(record.start.position, record.start.viewer, record.key)
    if record.names:
        table.names = list(record.names)
    for ply, move in enumerate(record.moves[:moves], 1):
        try:
            table.play(move)
        except IllegalMove as error:
            raise BadRecord(f"move {ply} ({record.game.code(move)}) does not replay: {error}") from error
    return table


def verify(record: Record) -> Table:
    """Replay the whole record and check that it proves itself: the key's hash, every move, the end and the points."""
    table = replay(record)
    assert record.key is not None
    if hash_key(record.key) != record.key_hash:
        raise BadRecord("the key is not the one whose hash was published")
    if record.proof is not None:
        try:
            record.proof.check(record.key)
        except BadOption as error:
            raise BadRecord(str(error)) from error
    if table.over != record.over:
        raise BadRecord(
            "the record says the game is over, but it is not" if record.over else "the record says the game is running, but it is over"
        )
    if table.over and tuple(table.scores) != record.points:
        raise BadRecord(f"the record says the points are {list(record.points)}, but they are {table.scores}")
    return table
