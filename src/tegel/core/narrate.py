"""Events in sentences: names and numbers as people count them, from 1; `letter` is the row where rows have letters."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Sequence

from msgspec.structs import replace

from .game import Game
from .story import Event, Movement
from .view import say_move
from .words import Ref, catalogue, say, signed


def visible_events(game: Game, events: Iterable[Event], seats: Collection[int]) -> list[Event]:
    """The events that somebody may know of who has these seats; a spectator has none."""
    return [event for event in events if event.kind not in game.private_events or event.seat in seats]


def visible_movements(game: Game, events: Sequence[Event], movements: Iterable[Movement], seats: Collection[int]) -> list[Movement]:
    """The tiles that moved, as parts of the events that somebody may know of: no number tells that there was another."""
    if not game.private_events:
        return list(movements)
    places, count = {-1: -1}, 0
    for at, event in enumerate(events):
        count += event.kind not in game.private_events or event.seat in seats
        places[at] = count - 1
    return [replace(moved, event=places[moved.event]) for moved in movements]


def say_event(game: Game, event: Event, names: list[str], language: str = "en", viewer: int = -1) -> str:
    """An event in words; the viewer is addressed in the second person, everybody else has a name."""
    player = names[event.seat] if 0 <= event.seat < len(names) else ""
    one = f"{game.name}.one.{event.colour}"
    return say(
        language,
        f"{game.name}.event.{event.kind}",
        player=player,
        of=of_player(player),
        who="you" if 0 <= event.seat == viewer else "other",
        colour=Ref(f"{game.name}.colour.{event.colour}") if event.colour >= 0 else "",
        one=Ref(one) if one in catalogue(language) else "",
        tile=Ref(f"{game.name}.tile.{event.tile}") if event.tile >= 0 else "",
        row=event.row + 1,
        letter=chr(ord("A") + event.row) if event.row >= 0 else "",
        column=event.column + 1,
        across=event.across,
        down=event.down,
        runs=_runs(event),
        count=event.count,
        points=signed(event.points),
        score=event.points,
        move=say_move(game, event.move, language) if event.move >= 0 else "",
    )


def _runs(event: Event) -> str:
    """Which of its runs a tile scored for: a run of one counts for nothing."""
    if event.across > 1 and event.down > 1:
        return "both"
    if event.across > 1:
        return "across"
    return "down" if event.down > 1 else "none"


def of_player(player: str) -> str:
    """Somebody's, in French.

    >>> of_player("Ben"), of_player("Émile")
    ('de Ben', "d'Émile")
    """
    first = unicodedata.normalize("NFD", player[:1]).casefold()[:1]
    return f"d'{player}" if first and first in "aeiouy" else f"de {player}"
