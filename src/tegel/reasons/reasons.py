"""The differences between two moves, those first that explain most, and what is said of them. Runs in the browser too, translated."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..core.narrate import of_player
from ..core.view import say_move
from ..core.words import Ref, say, signed
from .look import Fact, Facts

SHOWN = 3  # reasons for a move, at most
CONCEDED = ("points", "reply")  # what the other move may have for it
WORTH_CONCEDING = 1.0  # points
Worth = dict[str, tuple[float, int]]


class Reason(NamedTuple):
    """A fact in which two moves differ."""

    name: str
    better: Fact  # of the move that is explained
    other: Fact
    weight: float  # what the difference is worth to the mover, in points
    though: bool  # whether it speaks for the other move


def rank_reasons(worth: Worth, parts: tuple[str, ...], better: Facts, other: Facts) -> list[Reason]:
    """What speaks for a move, the weightiest first, and at most one thing that speaks for the other; none where nothing differs."""
    found = [_compare(name, worth, fact, other[name]) for name, fact in better.items() if name in worth and name in other]
    told = [reason for reason in found if reason.better["value"] != reason.other["value"]]
    told = [reason for reason in told if _difference(reason) >= worth[reason.name][1]]
    good = sorted([reason for reason in told if reason.weight > 0], key=lambda reason: -reason.weight)
    whole = [reason.weight for reason in good if reason.name == "points"]
    if whole and any(reason.name in parts and reason.weight == whole[0] for reason in good):
        good = [reason for reason in good if reason.name != "points"]  # one part is all of it, and says more
    bad = [reason for reason in told if reason.weight <= -WORTH_CONCEDING and reason.name in CONCEDED]
    return good[:SHOWN] + sorted(bad, key=lambda reason: reason.weight)[:1]


def _compare(name: str, worth: Worth, better: Fact, other: Fact) -> Reason:
    weight = worth[name][0] * (better["value"] - other["value"])
    return Reason(name, better, other, weight, weight < 0)


def _difference(reason: Reason) -> int:
    return abs(reason.better["value"] - reason.other["value"])


def say_reason(game: Any, reason: Reason, names: list[str], language: str) -> str:
    """A reason in words, which speak of the move that is explained as "it"."""
    better, other = reason.better, reason.other
    seat = better.get("seat", -1)
    player = names[seat] if seat >= 0 else ""
    answer = better if reason.though else other
    return say(
        language,
        f"{game.name}.{'though' if reason.though else 'why'}.{reason.name}",
        better=better["value"],
        other=other["value"],
        more=_difference(reason),
        gain=signed(better["value"]),
        rest=signed(other["value"]),
        count=better.get("count", 0),
        row=better.get("row", -1) + 1,
        other_row=other.get("row", -1) + 1,
        column=better.get("column", -1) + 1,
        colour=_colour(game, better),
        other_colour=_colour(game, other),
        player=player,
        of=of_player(player),
        who="one" if seat >= 0 else "several",
        answer=say_move(game, answer["move"], language) if "move" in answer else "",
    )


def _colour(game: Any, fact: Fact) -> Any:
    colour = fact.get("colour", -1)
    return Ref(f"{game.name}.colour.{colour}") if colour >= 0 else ""
