"""How games come about: new ones, from positions, as branches and rematches; and how seats are taken."""

from __future__ import annotations

import json
import secrets
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Executable, select, update

from ..core import generic
from ..core.fairness import promise_of
from ..core.game import Game, find_game
from ..core.position import read_position, write_position
from ..core.table import Table
from .days import require_choice
from .entry import Entry
from .errors import Forbidden, Illegal, NotFound, Refusal, Taken
from .guests import person_name
from .house import House, now
from .messages import Branch, ClockChoice, Join, NewGame, SeatChoice, SitDown
from .names import STAND_IN, player_names
from .nonces import change, contribution, require_late
from .offers import offer_columns, require_few_offers
from .playing import Done, commit, require_seat
from .progress import advance, work_out
from .room import Room
from .seat import AWAITED, NOBODYS, Seat
from .seat_answers import Created, Joined, NewSeat
from .tables import games, listed, seats
from .timing import due_after
from .tokens import hash_token, new_id, new_token
from .unfinished import opened, require_few
from .who import Who
from .writing import Conflict


class Start(NamedTuple):
    """What a new game begins with."""

    game: str
    options: dict[str, Any]
    position: str | None = None
    viewer: int | None = None  # what this seat may not know of the position is drawn with the game's key; None: it has draws of its own


def read_start(given: NewGame) -> Start:
    """Game, options and starting position, from a request."""
    players = len(given.seats)
    if given.position is not None:
        if given.game is not None or given.options:
            raise Refusal("game_or_position")
        game, state = read_position(given.position)
        if int(state.players) != players:
            raise Refusal("seat_count", players=int(state.players))
        return start_at(game, state, given.seats, int(state.turn))
    if given.game is None:
        raise Refusal("game_or_position")
    game = find_game(given.game)
    seated = {"players": players} if "players" in game.options.ALLOWED else {}
    options = game.options_from(seated | given.options, strict=True)
    seats_there = Table(game, options, (0, 0, 0, 1)).players
    if seats_there != players:
        raise Refusal("seat_count", players=seats_there)
    return Start(game.name, msgspec.to_builtins(options))


def start_at(game: Game, state: Any, chosen: list[SeatChoice], viewer: int) -> Start:
    """Begin at a state. Only who plays alone may know more of it than a spectator does, or what its key will draw."""
    options = msgspec.to_builtins(game.options.read(state))
    if several(chosen):
        viewer = -1
    elif state.key.any():
        return Start(game.name, options, write_position(game, state))
    generic.hide(state, viewer)
    return Start(game.name, options, write_position(game, state), viewer)


def several(chosen: list[SeatChoice]) -> bool:
    """Whether more people than the one at this browser will play."""
    return any(choice.kind == "link" for choice in chosen)


def new_seat(at: int, choice: SeatChoice, who: Who, name: str) -> tuple[Seat, NewSeat]:
    """A seat, and what its maker is told about it once."""
    told = NewSeat(at, choice.kind)
    seat = Seat(at, choice.kind, "", None, None, None, None, None)
    if choice.kind == "computer":
        if choice.player not in player_names():
            raise Refusal("no_player", player=choice.player or "", players=", ".join(player_names()))
        seat.player = choice.player
    elif choice.player is not None:
        raise Refusal("player_of_person")
    elif choice.kind == "here":
        told.token = new_token()
        seat.name = person_name(choice.name) if choice.name is not None else name
        seat.guest, seat.token_hash = who.guest, hash_token(told.token)
    else:
        told.invitation = new_token()
        seat.name = person_name(choice.name) if choice.name is not None else ""
        seat.invitation_hash = hash_token(told.invitation)
    return seat, told


def new_row(name: str, options: dict[str, Any], creator: str, **more: Any) -> dict[str, Any]:
    """The row of a new game."""
    secret = more.pop("secret", None) or secrets.token_hex(32)
    row = {"name": name, "rules": find_game(name).version, "options": json.dumps(options), "secret": secret, "promise": promise_of(secret)}
    row |= {"clock": None, "created": now(), "creator": creator, "origin_game": None, "origin_ply": None}
    row |= {
        "position": None,
        "viewer": None,
        "key": None,
        "archive": 0,
        "changed": 0,
        "due": None,
        "public": 0,
        "offer": None,
        "tournament": None,
        "draws": None,
        "sealed": 0,
        "owner": None,
    }
    return {"id": new_id(), **row, **more}


def _clock(choice: ClockChoice | None) -> str | None:
    require_choice(choice)
    return None if choice is None else json.dumps(msgspec.to_builtins(choice))


async def open_room(house: House, row: dict[str, Any], seated: list[Seat], who: Who, more: list[Entry] | None = None) -> Room:
    """Write a new game with its first entries, and hold it in memory."""
    room = Room(row["id"], row, seated)
    fresh = [room.next_entry("created", -1, row["created"])]
    if room.ready:
        fresh.append(room.next_entry("started", -1, row["created"], skip=1))
    fresh += more or []
    rows = room.chain(fresh)
    work_out(room, fresh)
    changed = advance(room, fresh)
    row |= changed.values
    row["due"], row["owner"] = due_after(house, room, fresh[:2]), house.number
    statements: list[Executable] = [games.insert().values(**row)]
    statements += [listed.insert().values(guest=guest, changed=row["changed"], game=room.id) for guest in changed.guests]
    if changed.values["status"] in ("waiting", "running"):
        statements.append(opened(house, room, who))
    for seat in seated:
        values = {name: value for name, value in seat.__dict__.items() if name not in ("left", "stand_in", "noted")}
        statements.append(seats.insert().values(game=row["id"], **values))
    try:
        await house.log.write(rows, statements)
    except Conflict:
        raise Taken("promise_used") from None
    for entry in fresh:
        room.accept(entry)
    house.keep(room)
    house.wake(room)
    house.begun(room)
    return room


async def create(house: House, given: NewGame, start: Start, who: Who, name: str, **more: Any) -> Created:
    """A new game as asked for; `who` must be a guest."""
    if several(given.seats):
        require_late(given.commitment, given.nonce)
    await require_few(house, who)
    more |= offer_columns(given)
    if given.offer is not None:
        await require_few_offers(house, who)
    secret = None
    if given.promise is None and given.commitment is not None:
        raise Refusal("promise_first")
    if given.promise is not None:
        secret = house.promises.keep(given.promise)
        if secret is None and house.sharing is not None:
            secret = next(iter(await house.sharing.links.ask_all("promise", given.promise)), None)
        if secret is None:
            raise Taken("promise_used")
    seated: list[Seat] = []
    told: list[NewSeat] = []
    for at, choice in enumerate(given.seats):
        seat, said = new_seat(at, choice, who, name)
        seated.append(seat)
        told.append(said)
    row = new_row(start.game, start.options, who.guest or "", secret=secret, clock=_clock(given.clock), position=start.position, **more)
    row["viewer"] = start.viewer
    if first := next((seat for seat in seated if seat.kind == "here"), None):
        first.__dict__.update(contribution(row["promise"], first.seat, given.commitment, given.nonce))
    room = await open_room(house, row, seated, who)
    return Created(room.id, told)


async def find_room(house: House, game: str, who: Who) -> Room:
    """A game by its id, for somebody who may look at it. One whose round still runs shows nothing to others, whatever happens in it."""
    room = await read_room(house, game)
    if room.sealed and not room.seats_of(who):
        raise Forbidden("sealed")
    return room


async def read_room(house: House, game: str) -> Room:
    """A game by its id."""
    room = await house.room(game) if len(game) <= 32 else None
    if room is None:
        raise NotFound("no_game")
    if room.sealed and room.over:
        await _look_at_seal(house, room)
    return room


async def _look_at_seal(house: House, room: Room) -> None:
    """Whether the round of a game that is over still runs: another process may have seen it end."""
    found = await house.store.rows(select(games.c.sealed).where(games.c.id == room.id))
    if found and not found[0]["sealed"]:
        room.row["sealed"] = 0
        room.shown.clear()


async def find_invitation(house: House, invitation: str) -> tuple[Room, Seat]:
    """The seat an invitation is for."""
    found = await house.store.invitation(hash_token(invitation))
    if found is None:
        raise NotFound("no_invitation")
    room = await read_room(house, found[0])
    return room, room.seats[found[1]]


async def join(house: House, invitation: str, who: Who, name: str, given: Join) -> Joined:
    """Take the seat of an invitation."""
    require_late(given.commitment, given.nonce)
    return await sit_down(house, *await find_invitation(house, invitation), who, name, given)


async def sit_down(house: House, room: Room, seat: Seat, who: Who, name: str, given: Join | SitDown) -> Joined:
    """Take a seat; the game starts when it was the last and no nonce is still to be shown."""
    async with room.lock:
        if seat.taken:
            if who.guest and seat.guest == who.guest:
                return Joined(room.id, seat.seat, None)
            raise Taken("seat_taken")
        room.require_open()
        if room.row["offer"] is not None and any(other.is_related(who) for other in room.seats):
            raise Forbidden("own_bot_here")  # strangers sit down here: nobody has two seats
        token = new_token() if who.owner is None else None  # who ends the token of a bot ends all it can do
        token_hash = hash_token(token) if token else None
        values: dict[str, Any] = {"guest": who.guest, "token_hash": token_hash, "name": name or seat.name, "owner": who.owner}
        values |= contribution(room.row["promise"], seat.seat, given.commitment, given.nonce)
        await change(house, room, seat, values, room.next_entry("joined", seat.seat, now()))
    return Joined(room.id, seat.seat, token)


def require_creator(room: Room, who: Who) -> None:
    """Only who made the game may go on."""
    if not who.guest or room.row["creator"] != who.guest:
        raise Forbidden("not_creator")


async def close(house: House, room: Room, who: Who) -> Done:
    """Give a game up that still waits for people; who asks twice is told the same."""
    require_creator(room, who)
    async with room.lock:
        room.require_sound()
        if room.closed:
            return Done(room.number, room.ply)
        if room.table is not None:
            raise Illegal("begun")
        return await commit(house, room, [room.next_entry("closed", -1, now())])


async def invite(house: House, room: Room, who: Who, at: int) -> str:
    """A new invitation for a free seat; the old one ends."""
    require_creator(room, who)
    room.require_open()
    if at >= len(room.seats) or room.seats[at].kind != "link":
        raise NotFound("no_seat")
    async with room.lock:
        seat = room.seats[at]
        if seat.taken:
            raise Taken("seat_taken")
        invitation = new_token()
        key = hash_token(invitation)
        await house.log.write(statements=[update(seats).where(seats.c.game == room.id, seats.c.seat == at).values(invitation_hash=key)])
        seat.invitation_hash = key
    return invitation


async def rematch(house: House, room: Room, who: Who, id: str) -> Done:
    """The same people and computers once more, each one seat further; a second request finds the first one's game."""
    mine = room.seats_of(who)
    if not mine:
        raise Forbidden("not_your_seat")
    async with room.lock:
        if room.rematch is not None:
            entry = next(entry for entry in room.entries if entry.kind == "rematch")
            return Done(entry.number, entry.ply, room.rematch)
        if not room.over:
            raise Illegal("not_over")
        if any(seat.token_hash == NOBODYS for seat in room.seats):
            raise Illegal("player_gone")
        await require_few(house, who)
        seated = []
        for at in range(len(room.seats)):
            old = room.seats[at - 1]
            seat = Seat(at, old.kind, old.name, old.player, old.guest, old.token_hash, None, None, owner=old.owner)
            if old.commitment or old.nonce:
                seat.commitment = AWAITED  # who added to the draws does so again: the game waits for it
            seated.append(seat)
        as_before = {"clock": room.row["clock"], "public": room.row["public"]}
        row = new_row(room.game.name, json.loads(room.row["options"]), room.row["creator"], **as_before)
        new = await open_room(house, row, seated, who)
        return await commit(house, room, [room.next_entry("rematch", mine[0], now(), id=id, game=new.id)])


async def branch(house: House, room: Room, who: Who, name: str, given: Branch) -> Created:
    """A new game from a ply: the future, and what the seat may not know, drawn anew; with other people all that was hidden."""
    if room.table is None:
        raise Illegal("not_begun")
    if given.ply > room.ply:
        raise NotFound("no_ply", plies=room.ply)
    if given.seat >= len(room.seats):
        raise NotFound("no_seat")
    if not room.open:
        require_seat(room, who, given.seat)
    table = room.table_at(given.ply)
    if table.over:
        raise Illegal("over")
    seats_wanted = given.seats or [
        SeatChoice("here") if at == given.seat else SeatChoice("computer", player=STAND_IN) for at in range(len(room.seats))
    ]
    if len(seats_wanted) != len(room.seats):
        raise Refusal("seat_count", players=len(room.seats))
    state = table.game.copy(table.state)
    generic.hide(state, given.seat)
    start = start_at(table.game, state, seats_wanted, given.seat)
    new = NewGame(seats_wanted, promise=given.promise, commitment=given.commitment, nonce=given.nonce)
    return await create(house, new, start, who, name, origin_game=room.id, origin_ply=given.ply)
