"""A tournament as somebody sees it: entries are known by their numbers and names, and a duplicate round shows nothing before it is over."""

from __future__ import annotations

import csv
import io
import json
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any, NamedTuple, cast

import msgspec

from ..core.record import hash_key
from ..tournaments.draws import Draws
from ..tournaments.event import Event
from ..tournaments.matching import compare
from ..tournaments.standings import Standing, standings
from . import tournament_answers as told
from .answers import ClockSettings
from .tournaments import Found
from .who import Who

REMEMBERED = 16  # tournaments as they were shown last
Numbers = dict[str, int]
FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")  # a name that a spreadsheet would take for one; also in full width

_known: OrderedDict[tuple[str, int], Known] = OrderedDict()


def show(found: Found, who: Who) -> told.Tournament:
    """All of it."""
    event, plan, setup, numbers = found.event, found.event.plan, found.setup, found.numbers()
    known = _known_of(found, numbers)
    return told.Tournament(
        id=found.row["id"],
        title=found.row["title"],
        game=setup["game"],
        options=setup["options"],
        clock=ClockSettings(**{"increment": 0, **json.loads(setup["clock"])}) if setup["clock"] else None,
        format=plan.format,
        size=plan.size,
        rounds=plan.rounds,
        advance=plan.advance,
        fill=setup["fill"],
        duplicate=plan.duplicate,
        auto=plan.auto,
        minutes=plan.minutes,
        patience=plan.patience,
        created=found.row["created"],
        step=found.row["step"],
        ends=event.ends,
        finished=found.finished,
        director=bool(who.guest) and found.row["director"] == who.guest,
        entered=is_in(event, who),
        begun=bool(event.rounds) or event.ends is not None,
        playing=event.waiting,
        yours=game_of(event, who),
        asked=_show_asked(event, who),
        tables=known.tables,
        deals=known.deals,
        standings=[_show_line(line, found.names, numbers, who) for line in known.standings],
    )


def show_mine(found: Found, who: Who) -> told.MyTournament:
    """A line of a list."""
    event = found.event
    return told.MyTournament(
        id=found.row["id"],
        title=found.row["title"],
        game=found.setup["game"],
        format=event.plan.format,
        size=event.plan.size,
        director=found.row["director"] == who.guest,
        entered=is_in(event, who),
        people=len(event.entries),
        round=len(event.rounds),
        rounds=event.plan.rounds,
        begun=bool(event.rounds) or event.ends is not None,
        finished=found.finished,
        created=found.row["created"],
        yours=game_of(event, who),
    )


def is_in(event: Event, who: Who) -> bool:
    """Whether somebody takes part."""
    return any(entry.player == who.guest and not entry.left for entry in event.entries)


def game_of(event: Event, who: Who) -> str | None:
    """The game somebody has to play now."""
    mine = [
        table.game
        for at, tables in enumerate(event.rounds)
        for table in tables
        if not table.over and who.guest in table.players and (not event.draws or event.draws[at].dealt)
    ]
    return mine[-1] if mine else None


def is_hidden(event: Event, at: int) -> bool:
    """Whether what came of a round must not be told yet: who still plays, also at a table that was decided, has the same deals."""
    return event.plan.duplicate and not event.draws[at].open


class Known(NamedTuple):
    """What is the same for all who look, until the next step."""

    tables: list[list[told.TournamentTable]]
    deals: list[told.Deal]
    standings: list[Standing]


def _known_of(found: Found, numbers: Numbers) -> Known:
    """Worked out once for each step: of a large tournament it takes long, and many look."""
    place = found.row["id"], found.row["step"]
    known = _known.get(place)
    if known is None:
        event = found.event
        known = _known[place] = Known(
            [_show_round(event, at, numbers) for at in range(len(event.rounds))],
            [_show_deal(draws, numbers) for draws in event.draws],
            standings(known_of(event)),
        )
        while len(_known) > REMEMBERED:
            _known.popitem(last=False)
    _known.move_to_end(place)
    return known


def known_of(event: Event) -> Event:
    """The tournament as far as its results may be told."""
    shown = [tables for at, tables in enumerate(event.rounds) if not is_hidden(event, at)]
    return msgspec.structs.replace(event, rounds=shown)


def _show_round(event: Event, at: int, numbers: Numbers) -> list[told.TournamentTable]:
    tables, hidden = event.rounds[at], is_hidden(event, at)
    dealt = not event.draws or event.draws[at].dealt
    matches = compare(tables) if event.plan.duplicate and not hidden else [None] * len(tables)
    return [
        told.TournamentTable(
            players=[numbers.get(player, 0) for player in table.players],
            places=None if hidden else table.places,
            game=table.game if dealt else None,
            bye=table.bye,
            over=table.over,
            points=None if hidden else table.points,
            match=None if match is None or table.bye else [round(each, 6) for each in match],
        )
        for table, match in zip(tables, matches, strict=True)
    ]


def _show_deal(draws: Draws, numbers: Numbers) -> told.Deal:
    return told.Deal(
        promise=draws.promise,
        places=len(draws.players),
        dealt=draws.dealt,
        waiting=[numbers.get(player, 0) for player in draws.missing],
        commitments=list(draws.commitments) if draws.committed else None,
        key_hash=hash_key(draws.key) if draws.dealt else None,
        secret=draws.secret if draws.open else None,
        nonces=list(draws.nonces) if draws.open else None,
    )


def _show_asked(event: Event, who: Who) -> told.Asked | None:
    draws = event.draws[-1] if event.draws else None
    place = draws.place(who.guest or "") if draws is not None and not draws.dealt else None
    if draws is None or place is None:
        return None
    return told.Asked(draws.promise, place, cast(Any, draws.owes(place)), list(draws.commitments) if draws.committed else None)


def _show_line(line: Standing, names: dict[str, str], numbers: Numbers, who: Who) -> told.TournamentLine:
    named = {"player": numbers[line.player], "name": names.get(line.player, ""), "you": line.player == who.guest}
    return told.TournamentLine(**{**line._asdict(), **named})


def standings_csv(shown: told.Tournament) -> str:
    """The standings for a spreadsheet."""
    names = ["place", "name", *(["match"] if shown.duplicate else []), "points", "opponents", "wins", "direct", "played", "byes"]
    rows = [[line.name if name == "name" else getattr(line, name) for name in names] for line in shown.standings]
    return _csv(names, rows)


def results_csv(shown: told.Tournament, site: str) -> str:
    """What came of every seat of every table, with the address of the record that proves it."""
    called = {line.player: line.name for line in shown.standings}
    names = ["round", "table", "seat", "name", "place", "points", "match", "record"]
    rows = []
    for number, tables in enumerate(shown.tables, 1):
        for at, table in enumerate(tables, 1):
            record = f"{site}/api/games/{table.game}/record" if table.game and table.over else ""
            for seat, player in enumerate(table.players):
                told_of = [None if each is None else each[seat] for each in (table.places, table.points, table.match)]
                name = called.get(player, "") if player else shown.fill
                rows.append([number, at, seat + 1, name, *("" if value is None else value for value in told_of), record])
    return _csv(names, rows)


def _csv(names: list[str], rows: Iterable[list[Any]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(names)
    writer.writerows([[f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell for cell in row] for row in rows])
    return out.getvalue()
