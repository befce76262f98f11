"""What happens in a running game: moves, taking back, the computer taking over, clocks. Written to disk, then acknowledged, then told."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Executable

from ..core.errors import IllegalMove
from ..core.table import Step, Table
from ..core.takeback import reveals
from . import socket_answers as told
from .bots import Withdrawn
from .counting import counted
from .entry import Entry
from .errors import Forbidden, Illegal, NotFound, NotYet, Stale
from .house import House, logger, now
from .messages import Move
from .names import GREETINGS, STAND_IN, say_greeting
from .presence import until_takeover
from .progress import advance
from .room import Room
from .showing import encode, hidden_bytes
from .telling import broadcast
from .thinking_queue import Asker, Question
from .timing import anchor_clock, due_statements, keep_time, time_is_up, used
from .unfinished import finished
from .who import Who
from .writing import Conflict

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 15.0  # seconds until a computer's move that could not be made is tried again
LOOKED = 60.0  # seconds for which a game that was asked for counts as watched


class Done(NamedTuple):
    """An acknowledgement."""

    number: int
    ply: int
    game: str | None = None


def require_seat(room: Room, who: Who, seat: int) -> None:
    """Only those who sit there may go on."""
    if not 0 <= seat < len(room.seats) or not room.seats[seat].is_of(who):
        raise Forbidden("not_your_seat")


def require_viewer(room: Room, who: Who, viewer: int) -> None:
    """Everybody may watch; only those who sit on a seat see what it sees."""
    if viewer >= len(room.seats):
        raise NotFound("no_seat")
    if viewer >= 0:
        require_seat(room, who, viewer)


def require_table(room: Room) -> Table:
    """The table of a game that is being played."""
    room.require_open()
    if room.table is None:
        raise Illegal("not_begun")
    if room.over or room.archive:
        raise Illegal("over")
    return room.table


def answered(room: Room, seat: int, id: str) -> Done | None:
    """The acknowledgement of an id that was sent before."""
    number = room.ids.get(seat, {}).get(id)
    if number is None:
        return None
    entry = room.entries[number - 1]
    return Done(entry.number, entry.ply, entry.data.get("game"))


async def commit(house: House, room: Room, fresh: list[Entry], statements: Sequence[Executable] = ()) -> Done:
    """Write entries (and what belongs with them), take them into account, tell everybody; the room must be locked."""
    room.require_sound()
    if house.rooms.get(room.id) is not room:  # forgotten meanwhile: it may not be what is on disk
        raise Stale(room.ply)
    rows = room.chain(fresh)
    changed = advance(room, fresh)
    known: dict[str, Any] = {}
    due = due_statements(house, room, fresh, known)
    try:
        await house.log.write(rows, [*statements, *due, *finished(room, fresh), *counted(room, fresh, changed.values)], changed)
    except Conflict:
        house.forget(room)
        raise Stale(room.ply) from None
    except BaseException:
        house.forget(room)  # nobody knows what is on disk
        raise
    room.row |= changed.values | known
    house.teller.now(room)
    for entry in fresh:
        room.accept(entry)
        anchor_clock(house, room)
        if entry is not fresh[-1]:
            broadcast(room, entry)
    house.teller.later(room, fresh[-1])
    if fresh[-1].kind == "started":
        house.begun(room)
    if room.over:
        house.rater.wake()
        house.ended(room)
    after_change(house, room)
    last = room.entries[-1] if fresh[-1].kind != "over" else room.entries[-2]
    return Done(last.number, last.ply, last.data.get("game"))


async def play(house: House, room: Room, who: Who, seat: int, id: str, ply: int, moves: list[Move]) -> Done:
    """Make one or more moves of a seat, all or none."""
    require_seat(room, who, seat)
    async with room.lock:
        if again := answered(room, seat, id):
            return again
        require_self(room, seat)
        if time_is_up(house, room) and room.turn == seat:
            await _fall(house, room)
            require_self(room, seat)
        return await _play(house, room, seat, id, ply, moves)


async def _play(house: House, room: Room, seat: int, id: str | None, ply: int, moves: list[Move]) -> Done:
    table = require_table(room)
    if ply != room.ply:
        house.metrics.count("tegel_stale_total")
        raise Stale(room.ply)
    when, thought = now(), used(house, room)
    fresh = []
    step = None
    for at, move in enumerate(moves):
        require_turn(step or table, seat)
        last = at == len(moves) - 1
        if not last and shows(table, move, step):
            raise Illegal("not_past_reveal")
        step = table.step(move, step)
        entry = room.next_entry("move", seat, when, move=step.move, id=id if last else None, skip=at, **thought)
        thought = {**thought, "used": 0} if thought else {}
        entry.step = step
        fresh.append(entry)
    if step and step.turn is None:
        fresh.append(room.next_entry("over", -1, when, skip=len(moves)))
    done = await commit(house, room, fresh)
    house.metrics.count("tegel_moves_total", len(moves))
    return done


def shows(table: Table, move: Move, before: Step | None = None) -> bool:
    """Whether a move, which must be legal, would show anybody something new; the move itself is not made to find out."""
    return reveals(table.game, before.state if before else table.state, table.check_legal(move, before))


def require_turn(table: Table | Step, seat: int) -> None:
    """Only the seat to move moves."""
    if table.turn != seat:
        raise Illegal("not_your_turn")


def require_self(room: Room, seat: int) -> None:
    """Whoever let the computer play for them, gave up or ran out of time does not move beside it."""
    require_time(room, seat)
    if room.seats[seat].stand_in is not None and not room.over:
        raise Illegal("resigned" if seat in room.resigned else "computer_plays")


def require_time(room: Room, seat: int) -> None:
    """Whose time is up plays no more; the computer does."""
    if room.seats[seat].left == "clock":
        raise Illegal("time_is_up")


def attempt(room: Room, who: Who, seat: int, ply: int, moves: list[Move]) -> tuple[Table, bool]:
    """The table after moves that are not made, up to the first that would reveal something; and whether there was one."""
    require_seat(room, who, seat)
    table = require_table(room)
    require_time(room, seat)
    if ply != room.ply:
        raise Stale(room.ply)
    table = table.copy()
    for move in moves:
        require_turn(table, seat)
        if shows(table, move):
            return table, True
        table.play(move)
    return table, False


async def takeover(house: House, room: Room, who: Who, seat: int, id: str) -> Done:
    """Let the computer play for a person: oneself, or one who is away."""
    mine = room.seats_of(who)
    if not mine:
        raise Forbidden("not_your_seat")
    if seat >= len(room.seats):
        raise NotFound("no_seat")
    async with room.lock:
        if again := answered(room, seat, id):
            return again
        require_table(room)
        if room.seats[seat].bot is not None:
            raise Illegal("computer_already")
        if seat not in mine:
            require_absence(house, room, seat)
        reason = "left" if seat in mine else "absent"
        return await commit(house, room, [room.next_entry("takeover", seat, now(), id=id, player=STAND_IN, reason=reason)])


def require_absence(house: House, room: Room, seat: int) -> None:
    """Only for who has been away long enough, as long takes by the clock of the game."""
    wait = until_takeover(house, room, seat)
    if wait is None:
        raise Illegal("still_here")
    if wait > 0:
        raise NotYet(wait / 1000)


async def come_back(house: House, room: Room, who: Who, seat: int, id: str) -> Done:
    """A person plays their own seat again."""
    require_seat(room, who, seat)
    async with room.lock:
        if again := answered(room, seat, id):
            return again
        require_table(room)
        if room.seats[seat].left is None:
            raise Illegal("not_away")
        require_time(room, seat)
        if seat in room.resigned:
            raise Illegal("resigned")
        return await commit(house, room, [room.next_entry("returned", seat, now(), id=id)])


async def resign(house: House, room: Room, who: Who, seat: int, id: str) -> Done:
    """Give a seat up for good. With nobody left to play against, or nobody to play for, the game ends; else the computer plays on."""
    require_seat(room, who, seat)
    async with room.lock:
        if again := answered(room, seat, id):
            return again
        require_table(room)
        if seat in room.resigned:
            raise Illegal("resigned")
        fresh = [room.next_entry("resigned", seat, now(), id=id, player=STAND_IN)]
        others = [other for other in room.seats if other.seat not in {seat, *room.resigned}]
        if ends_by_resigning([other.bot is not None for other in others]):
            fresh.append(room.next_entry("over", -1, now(), skip=1))
        return await commit(house, room, fresh)


def ends_by_resigning(others: Sequence[bool]) -> bool:
    """Whether nobody is left to play against, or to play for: `others` says of each seat that has not resigned if a computer plays it."""
    return len(others) < 2 or all(others)


async def hint(house: House, room: Room, who: Who, seat: int, id: str, ply: int) -> Done:
    """Somebody alone with computers is about to look at a hint: it counts, once for each decision, and the result will say so."""
    require_seat(room, who, seat)
    async with room.lock:
        if again := answered(room, seat, id):
            return again
        table = require_table(room)
        require_self(room, seat)
        if any(other.kind != "computer" for other in room.seats if other.seat != seat):
            raise Illegal("no_hints")
        if ply != room.ply:
            raise Stale(room.ply)
        require_turn(table, seat)
        if (known := counted_hint(room, seat)) is not None:
            return Done(known.number, known.ply)
        return await commit(house, room, [room.next_entry("hint", seat, now(), id=id)])


def counted_hint(room: Room, seat: int) -> Entry | None:
    """The hint for the decision that a seat is at, if it asked for one."""
    for entry in reversed(room.entries):
        if entry.kind == "hint" and entry.seat == seat:
            return entry
        if entry.kind in ("move", "undone", "started"):
            return None
    return None


def greet(room: Room, who: Who, seat: int, greeting: str) -> None:
    """One of the preset greetings, to everybody who is here."""
    require_seat(room, who, seat)
    if greeting not in GREETINGS:
        raise Illegal("no_greeting")
    for listener in room.listeners:
        said = f"{room.names(listener.language)[seat]}: {say_greeting(greeting, listener.language)}"
        listener.send(encode(told.Greeted(seat=seat, greeting=greeting, say=said, time=now())))


def after_change(house: House, room: Room) -> None:
    """Whatever must happen by itself from here: a computer thinks, a clock runs, a game that can never begin is closed."""
    if house.stopping:
        return
    if room.stranded:
        house.start(close_stranded(house, room))
    house.bots.withdraw(room.id)
    keep_time(house, room)
    turn = room.turn
    if turn is None:
        return
    if room.seats[turn].bot is not None:
        wake_computer(house, room)


async def close_stranded(house: House, room: Room) -> None:
    """Give a game up that waits for what will never come, if nobody else has."""
    async with room.lock:
        if room.stranded:
            await commit(house, room, [room.next_entry("closed", -1, now())])


async def flag(house: House, room: Room) -> None:
    """A clock has run out, if nothing came in between."""
    async with room.lock:
        if time_is_up(house, room):
            await _fall(house, room)
        else:
            keep_time(house, room)


async def _fall(house: House, room: Room) -> None:
    """The time of the seat to move is up: the computer plays on for it."""
    assert room.turn is not None
    await commit(house, room, [room.next_entry("takeover", room.turn, now(), player=STAND_IN, reason="clock")])


def wake_computer(house: House, room: Room) -> None:
    """Let the computer think if it is to move and does not think yet."""
    turn = room.turn
    if turn is not None and room.thinking is None and room.seats[turn].bot is not None and not house.stopping:
        room.thinking = house.spawn(asyncio.create_task(_think(house, room), name=f"think {room.id}"))


def look(house: House, room: Room) -> None:
    """Somebody asks for a game in memory: it counts as watched for a while, and its computer does not stand still."""
    room.looked = time.monotonic()
    wake_computer(house, room)


def asker(room: Room) -> Asker:
    """For whom the computer thinks: everybody who plays; in a game of computers only, whoever made it."""
    people = sorted({seat.guest or seat.token_hash or room.id for seat in room.seats if seat.kind != "computer" and seat.taken})
    return Asker(room.id, tuple(people) or (room.row["creator"] or room.id,), lambda: _is_watched(room))


def _is_watched(room: Room) -> bool:
    """Whether anybody waits for what happens: at a socket, or by asking now and then."""
    return bool(room.listeners) or time.monotonic() - room.looked < LOOKED


async def _think(house: House, room: Room) -> None:
    """Let computers move until a person is to move; what could not be done is tried again, ever more slowly."""
    pause = FIRST_PAUSE
    try:
        while house.rooms.get(room.id) is room and (turn := room.turn) is not None and (player := room.seats[turn].bot) is not None:
            try:
                await _think_once(house, room, turn, player)
                pause = FIRST_PAUSE
            except Withdrawn:
                pass
            except Exception as error:
                if isinstance(error, IllegalMove):
                    house.metrics.count("tegel_bot_failures_total")
                logger.warning("a computer's move was not made", extra={"game": room.id, "player": player, "why": repr(error)})
                await asyncio.sleep(pause)
                pause = min(LONGEST_PAUSE, 2 * pause)
    finally:
        room.thinking = None


async def _think_once(house: House, room: Room, turn: int, player: str) -> None:
    """One move of a computer player, unless the game goes on without it."""
    await house.readiness.wait_for_player(room.game.name, player)
    if room.table is None or room.turn != turn or room.seats[turn].bot != player:
        return
    number = room.number
    move = await house.bots.decide(Question(room.game.name, player, hidden_bytes(room.table, turn), turn), asker(room))
    async with room.lock:
        if room.number == number:
            await _play(house, room, turn, None, room.ply, [move])
