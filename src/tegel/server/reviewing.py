"""Reviews of finished games for browsers without an engine: the server looks at one ply after the other and tells of each at once.

Every ply is a question of its own in the queue of the computer players: whoever has a long game reviewed holds nobody up, and who goes
away is thought about no more. The numbers are those of a browser's review and of `tegel analyse --seed 1`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from ..core.errors import BadRecord
from ..core.record import Record
from ..search.review.decisions import Decision
from ..search.review.luck import Luck
from ..search.review.plain import plain_decision, plain_review
from ..search.review.review import Review
from .answers import ShownMove, encoded
from .errors import Illegal
from .house import House
from .review_answers import ReviewBegun, ReviewDone, ReviewedMove
from .review_work import Look
from .showing import encode, show_move
from .thinking_queue import Asker, Question
from .uploading import read_record
from .who import Who

PLAYER = "learned:review"  # which the queue measures apart
AT_ONCE = 2  # plies of one review that wait to be looked at


def read_finished(text: str) -> Record:
    """A record that can be reviewed: its key is known, and it was played to the end."""
    record, table = read_record(text)
    if not table.over:
        raise Illegal("not_over")
    if not record.moves:
        raise BadRecord("there are no moves to review")
    return record


async def tell_review(house: House, record: Record, who: Who, language: str) -> AsyncGenerator[bytes, None]:
    """The review as lines: how many moves there are, each move as soon as it was looked at, and in the end everything."""
    yield encode(ReviewBegun(len(record.moves))) + b"\n"
    looks: dict[int, Look] = {}
    async for ply, look in _looks(house, record, who):
        looks[ply] = look
        if look.decision is not None:
            yield encode(_tell_move(record, look.decision, language)) + b"\n"
    yield encode(ReviewDone(plain_review(_sum_up(record, looks)))) + b"\n"


async def _looks(house: House, record: Record, who: Who) -> AsyncGenerator[tuple[int, Look], None]:
    """All plies, the start and the end, as they are looked at; whoever stops listening withdraws the rest."""
    text, asker = record.dumps().encode(), Asker(f"review for {who.sender}", (who.sender,), lambda: True)
    waiting = list(range(len(record.moves) + 1, -1, -1))

    async def look(ply: int) -> tuple[int, Look]:
        return ply, await house.bots.look(Question(record.game.name, PLAYER, text, ply), asker)

    running: set[asyncio.Task[tuple[int, Look]]] = set()
    try:
        while waiting or running:
            while waiting and len(running) < AT_ONCE:
                running.add(asyncio.create_task(look(waiting.pop())))
            done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                yield task.result()
    finally:
        for task in running:
            task.cancel()


def _tell_move(record: Record, decision: Decision, language: str) -> ReviewedMove:
    shown = [encoded(ShownMove, show_move(record.game.name, move, language)) for move in (decision.move, decision.best.move)]
    return ReviewedMove(plain_decision(record.game, decision), shown)


def _sum_up(record: Record, looks: dict[int, Look]) -> Review:
    plies = [looks[ply] for ply in sorted(looks)]
    decisions = tuple(look.decision for look in plies if look.decision is not None)
    luck: tuple[Luck, ...] = tuple(drawn for look in plies for drawn in look.luck)
    start, final = plies[0].value, plies[-1].value
    assert start is not None
    assert final is not None
    return Review(record, start, decisions, luck, final)
