"""What a legal move does, as far as the seat to move may know it: what facts about moves are counted from.

These functions also run in the browser, translated; so they use plain data alone.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..core.previews import fresh_events
from ..core.story import Event, Movement

Fact = dict[str, int]  # its "value", and what else a sentence names: a row, a colour, how many
Facts = dict[str, Fact]


class Reply(NamedTuple):
    """The most points that the next seat can gain with one move, and that move."""

    seat: int
    gain: int
    move: int


class Look(NamedTuple):
    """A legal move of the seat to move."""

    seat: int
    facts: dict[str, Any]  # what it sees before the move
    parts: dict[str, Any]  # of the move
    moved: list[Movement]
    before: list[int]  # every seat's points if play stopped before the move
    points: list[int]  # and right after it
    now: list[Event]  # what is scored if play stops before the move
    scored: list[Event]  # and after it
    reply: Reply | None  # none where the move does not simply lead to another seat's turn


def gain(look: Look) -> int:
    """What the move brings its seat in points, if play stopped after it."""
    return look.points[look.seat] - look.before[look.seat]


def tiles(look: Look, source: str, target: str) -> int:
    """How many tiles go from one kind of place to another."""
    return sum(each.count for each in look.moved if each.source.name == source and each.target.name == target and each.tile >= 0)


def own_events(look: Look, kind: str) -> list[Event]:
    """What its seat scores after the move, of one kind."""
    return [event for event in look.scored if event.seat == look.seat and event.kind == kind]


def fresh_own(look: Look, kind: str) -> list[Event]:
    """The same, as far as it did not score before."""
    return [event for event in fresh_events(look.now, look.scored) if event.seat == look.seat and event.kind == kind]


def reply_fact(look: Look) -> Facts:
    """What the next seat can gain, where that is known: less than nothing is nothing."""
    if look.reply is None:
        return {}
    return {"reply": {"value": max(0, look.reply.gain), "seat": look.reply.seat, "move": look.reply.move}}
