"""What the server's own engine thinks of a position: of a game that is over, or one that somebody sent. For browsers without an engine.

It thinks in the processes of the computer players and waits in the same queue, which is fair between people. It is given what the seat to
move may know and nothing else, and what it answers depends on that alone.
"""

from __future__ import annotations

from ..core.table import Table
from .answers import ShownMove, encoded
from .board_answers import JudgedMove, Judgement
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
    if not room.open:
        raise Illegal("not_over")


async def judge(house: House, table: Table, who: Who, language: str) -> Judgement:
    """What to expect of the best moves, as the seat to move sees it."""
    if table.turn is None:
        raise Illegal("over")
    name = table.game.name
    await house.readiness.wait_for_player(name, PLAYER)
    question = Question(name, PLAYER, hidden_bytes(table, table.turn), table.turn)
    found = await house.bots.judge(question, Asker(f"judgement for {who.sender}", (who.sender,), lambda: True))
    moves = [
        JudgedMove(
            move=encoded(ShownMove, show_move(name, choice.move, language)),
            win=list(choice.win),
            points=list(choice.points),
            error=choice.error,
            visits=choice.visits,
            line=list(choice.line),
            codes=[table.game.code(move) for move in choice.line],
        )
        for choice in found.looked_at[:SHOWN]
    ]
    return Judgement(found.simulations, found.exact, moves)
