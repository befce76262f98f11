"""The lessons of Azul, from taking tiles to counting the moves to the end of a round."""

from __future__ import annotations

from ...core.lessons import REACHED, Case, Lesson, Tried
from .state import DISCS, SIZE

LATE = 8  # moves that are left in a round which can be counted to its end


def laid(tried: Tried) -> int:
    return tried.tiles("hand", "line")


def dropped(tried: Tried) -> int:
    return tried.tiles("hand", "floor")


def take(_: Case, tried: Tried) -> str:
    """Tiles go to a line, none to the floor."""
    return "floor" if not laid(tried) else "some_fell" if dropped(tried) else REACHED


def fills(case: Case, tried: Tried) -> bool:
    """Whether a move makes a line full."""
    row = tried.parts["target"] - 1
    return row >= 0 and case.board["lines"][row][1] + laid(tried) == row + 1


def finish(case: Case, tried: Tried) -> str:
    """A line becomes full, and nothing falls."""
    return take(case, tried) or (REACHED if fills(case, tried) else "not_full")


def score(case: Case, tried: Tried) -> str:
    """Of all moves this brings the most points at the end of the round."""
    return REACHED if case.gain(tried) == case.most else "fewer_points"


def begin(_: Case, tried: Tried) -> str:
    """The marker is taken, with tiles that find a line."""
    if tried.parts["source"] != DISCS:
        return "no_marker"
    return REACHED if laid(tried) else "floor"


def deny(case: Case, tried: Tried) -> str:
    """The next player can gain least."""
    return REACHED if case.reply(tried) == min(case.reply(other) for other in case.tried) else "still_there"


def bonus(_: Case, tried: Tried) -> str:
    """A row, a column or a colour would be complete."""
    return REACHED if any(event.kind in ("row", "column", "colour") for event in tried.scoring) else "no_bonus"


def left(case: Case, tried: Tried) -> int:
    """How many tiles of a colour may still come: those in the bag."""
    return int(case.facts["bag"][tried.parts["colour"]])


def begins_long_line(case: Case, tried: Tried) -> bool:
    """Whether a move begins one of the two long lines and leaves it to be finished in the next round."""
    row = tried.parts["target"] - 1
    return row >= SIZE - 2 and case.board["lines"][row][1] == 0 and not dropped(tried) and not fills(case, tried)


def plan(case: Case, tried: Tried) -> str:
    """A long line begins with the colour of which most tiles are still in the bag."""
    if not begins_long_line(case, tried):
        return "no_long_line"
    return REACHED if left(case, tried) == max(left(case, each) for each in case.tried if begins_long_line(case, each)) else "few_left"


def count(case: Case, tried: Tried) -> str:
    """With best play of both, nothing is better at the end of the round."""
    return REACHED if tried.move in case.best else "counted"


def _taking(case: Case) -> bool:
    return case.facts["line"] is None


def _first_turn(case: Case) -> bool:
    return _taking(case) and case.facts["round"] == 1 and not any(count for _, count in case.board["lines"])


def _in_centre(case: Case) -> bool:
    return _taking(case) and case.facts["marker"] == "centre" and sum(case.facts["centre"]) > 0


def _bonus_near(case: Case) -> bool:
    return _taking(case) and case.facts["round"] >= 3


def _one_colour_rare(case: Case) -> bool:
    bags = {left(case, tried) for tried in case.tried if _taking(case) and begins_long_line(case, tried)}
    return len(bags) > 1 and max(bags) >= 3 * min(bags) and max(bags) - min(bags) >= 4


def _deniable(case: Case) -> bool:
    """The next player could gain much, unless one thing is taken."""
    if not _taking(case) or case.facts["round"] < 2 or len(case.tried) > 40:
        return False
    replies = sorted({case.reply(tried) for tried in case.tried})
    return len(replies) > 1 and replies[-1] - replies[0] >= 4


def _countable(case: Case) -> bool:
    tiles = [*case.facts["discs"], case.facts["centre"]]
    groups = sum(amount > 0 for place in tiles for amount in place)
    return _taking(case) and 3 <= groups <= LATE and len(case.best) > 0


LESSONS = (
    Lesson("take", take, _first_turn, easy=True),
    Lesson("finish", finish, lambda case: _taking(case) and case.facts["round"] <= 2),
    Lesson("score", score, lambda case: _taking(case) and case.facts["round"] >= 3 and case.most >= 4),
    Lesson("begin", begin, _in_centre),
    Lesson("bonus", bonus, _bonus_near),
    Lesson("deny", deny, _deniable),
    Lesson("plan", plan, _one_colour_rare),
    Lesson("count", count, _countable),
)
