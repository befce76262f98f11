"""What the server's own engine thinks of a position of a game that is over: for those whose browser has no engine.

It thinks in the processes of the computer players and waits in the same queue, which is fair between people.
"""

from __future__ import annotations

from ..core.table import Table
from .answers import JudgedMove, Judgement, ShownMove, encoded
from .errors import Illegal
from .house import House
from .room import Room
from .showing import hidden_bytes, show_move
from .thinking_queue import Asker, Question
from .who import Who

PLAYER = "learned:2000"
SHOWN = 8  # moves


def require_over(room: Room) -> None:
    """Nobody gets help in a game that is going on."""
    if not (room.over or room.archive):
        raise Illegal("not_over")


async def judge(house: House, room: Room, who: Who, ply: int, language: str) -> Judgement:
    """What to expect of the best moves after so many, as the seat to move saw it then."""
    require_over(room)
    table: Table = room.table_at(ply)
    if table.turn is None:
        raise Illegal("over")
    await house.readiness.wait_for_player(room.game.name, PLAYER)
    question = Question(room.game.name, PLAYER, hidden_bytes(table, table.turn), table.turn)
    asker = Asker(f"{room.id} at {ply} for {who.sender}", (who.sender,), lambda: True)
    found = await house.bots.judge(question, asker)
    moves = [
        JudgedMove(
            move=encoded(ShownMove, show_move(room.game.name, choice.move, language)),
            win=list(choice.win),
            points=list(choice.points),
            visits=choice.visits,
            line=list(choice.line),
        )
        for choice in found.looked_at[:SHOWN]
    ]
    return Judgement(found.simulations, found.exact, moves)
