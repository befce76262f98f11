"""Why a move is better than another, for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..core.table import Table


def plain_why(table: Table, better: int, other: int, language: str) -> dict[str, Any]:
    """The reasons as data, each counted twice: the facts of both moves, what the difference is worth in points, and the sentence."""
    from ..reasons.checking import checked_reasons
    from ..reasons.reasons import say_reason

    found = checked_reasons(table.game, table.state, better, other)
    reasons = [
        {
            "fact": reason.name,
            "better": reason.better,
            "other": reason.other,
            "worth": round(reason.weight, 2),
            "say": say_reason(table.game, reason, table.names, language),
        }
        for reason in found
    ]
    return {"better": table.game.code(better), "other": table.game.code(other), "reasons": reasons}


def why_lines(table: Table, better: int, other: int, language: str) -> list[str]:
    """The reasons in words under a heading, or that there are none to be seen."""
    from ..core.words import say

    found = plain_why(table, better, other, language)
    codes = {"better": found["better"], "other": found["other"]}
    heading = "why" if any(reason["worth"] > 0 for reason in found["reasons"]) else "no_why"
    return [say(language, f"search.hint.{heading}", **codes), *(f"  · {reason['say']}" for reason in found["reasons"])]
