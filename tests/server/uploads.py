"""Records to upload."""

from __future__ import annotations

from tests.configurations import new_table


def long_record(plies: int) -> str:
    """A record of so many moves: all tiles go to the floor, so that the game does not end."""
    table = new_table("azul", {"players": 2, "rounds": 0}, 5)
    while len(table.moves) < plies:
        table.play(next((move for move in table.legal if table.game.code(move).endswith("0")), table.legal[0]))
    return table.record.dumps()
