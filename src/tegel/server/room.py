"""One game on the server: its seats, its log, and the table that the log leads to. Nothing here touches the disk or a socket."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, NamedTuple

import msgspec

from ..core.chance import Key, parse_key
from ..core.errors import TegelError
from ..core.fairness import NO_NONCE, Proof, mix_key
from ..core.game import Game, Options, find_game
from ..core.record import Record, hash_key
from ..core.table import Table
from ..core.takeback import reveals
from .chain import link, of_game, of_start
from .clock import Clock
from .entry import Entry
from .errors import Damaged, Illegal
from .listener import Listener
from .results import result_of
from .scene import Scene
from .seat import NOBODYS, Seat
from .who import Who

VACATION = ("vacation", "vacation_over")  # entries that hold a seat's clock, or let it go on
ENDS_QUESTION = ("move", "undone", "undo_declined", "takeover", "resigned", "returned", "over")  # whether somebody may take back


class Mover(NamedTuple):
    """Who made a move: a seat, and whether the computer decided for it."""

    seat: int
    computer: bool


shared_mover = cache(Mover)  # one for all moves of the kind: the search for garbage looks at every one there is


def held(entry: Entry) -> tuple[int, int, int, int | None]:
    """What an entry of a vacation says: how long the seat has thought, up to when its clock stands still, by both clocks, since when."""
    return entry.data.get("used", 0), entry.data["to"], entry.data["until"], entry.data.get("begun")


@dataclass
class Asked:
    """A seat wants to take back, and waits for the other people."""

    seat: int
    ply: int
    agreed: set[int] = field(default_factory=set)


@dataclass
class Room:
    """A game with everybody in it."""

    id: str
    row: dict[str, Any]  # of the table of games
    seats: list[Seat]
    game: Game = field(init=False)
    options: Options = field(init=False)
    table: Table | None = None  # None while it waits for people
    entries: list[Entry] = field(default_factory=list)
    movers: list[Mover] = field(default_factory=list)  # of each move that stands
    clock: Clock | None = None
    asked: Asked | None = None
    declined: int | None = None  # the ply at which somebody was not allowed to take back
    rematch: str | None = None
    over: bool = False
    closed: bool = False  # given up before it began
    damage: str | None = None  # why it is frozen: what `server.refusal` calls it
    ids: dict[int, dict[str, int]] = field(default_factory=dict)  # of each seat: id -> number of the entry it made
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    announcing: asyncio.TimerHandle | None = None  # until presence may be told again
    unannounced: bool = False
    scene: Scene | None = None  # the present position as everybody sees it
    shown: dict[tuple[int, str], bytes] = field(default_factory=dict)  # states already written out
    helped: Counter[int] = field(default_factory=Counter)  # how often each seat asked for a hint
    called: dict[str, list[str]] = field(default_factory=dict)  # the seats' names, by language
    thinking: asyncio.Task[None] | None = None
    networks: set[tuple[int, str]] = field(default_factory=set)  # from where which seat was played, as far as it was noted
    looked: float = float("-inf")  # when somebody last asked for it without staying
    _turn: int | None = None  # at the table, which is asked only when it changes

    def __post_init__(self) -> None:
        self.game = find_game(self.row["name"])
        self.options = msgspec.convert(json.loads(self.row["options"]), self.game.options)

    @property
    def archive(self) -> bool:
        """An uploaded record, only to look at."""
        return bool(self.row["archive"])

    @property
    def on_device(self) -> bool:
        """Whether it was begun on somebody's device, which chose the key, and handed over."""
        return bool(self.row["key"]) and not self.archive

    @property
    def sealed(self) -> bool:
        """Whether only its own table may see it: other tables of the round have the same deals and still play."""
        return bool(self.row["sealed"])

    @property
    def open(self) -> bool:
        """Whether everybody may know everything about it."""
        return self.archive or (self.over and not self.sealed)

    @property
    def status(self) -> str:
        """For the lists."""
        if self.damage is not None:
            return "damaged"
        if self.archive:
            return "record"
        if self.closed:
            return "closed"
        return "waiting" if self.table is None else "over" if self.over else "running"

    @property
    def stranded(self) -> bool:
        """Whether it waits for what will never come: somebody's nonce, or somebody to be invited, of whoever was forgotten."""
        if self.table is not None or self.closed or self.damage:
            return False
        uninvited = not self.row["creator"]
        return any(
            seat.owes is not None and seat.token_hash == NOBODYS if seat.taken else uninvited and seat.invitation_hash is None
            for seat in self.seats
        )

    @property
    def number(self) -> int:
        """The last entry's."""
        return len(self.entries)

    @property
    def changed(self) -> int:
        """When something happened last."""
        return self.entries[-1].time if self.entries else int(self.row["created"])

    @property
    def ply(self) -> int:
        """How many moves stand."""
        return len(self.movers)

    @property
    def turn(self) -> int | None:
        """Whose turn it is; nobody's in a damaged game."""
        return None if self.over or self.damage else self._turn

    @property
    def result(self) -> dict[str, Any] | None:
        """How it ended: by the rules, or because all others resigned."""
        ended = self.table is not None and (self.table.over or self.over)
        return result_of(self.table.state, self.resigned) if self.table is not None and ended else None

    @property
    def resigned(self) -> set[int]:
        """The seats that were given up for good."""
        return {seat.seat for seat in self.seats if seat.left == "resigned"}

    @property
    def hints(self) -> list[int]:
        """How often each seat asked for help; nothing if none did."""
        return [self.helped[seat.seat] for seat in self.seats] if self.helped else []

    @property
    def head(self) -> str:
        """The hash the next entry is chained to."""
        return self.entries[-1].hash if self.entries else of_game(self.row)

    def require_sound(self) -> None:
        """Nothing is added to a damaged game."""
        if self.damage is not None:
            raise Damaged(self.damage, number=self.number, rules=self.row["rules"], version=self.game.version)

    def require_open(self) -> None:
        """Nobody sits down in a game that was given up before it began."""
        self.require_sound()
        if self.closed:
            raise Illegal("closed")

    def require_readable(self) -> None:
        """Raises, in whatever way, if damage has left nothing of the row that could be told."""
        json.loads(self.row["clock"] or "null")
        if self.seats:
            self.key_hash()

    def link(self, previous: str, row: dict[str, Any]) -> str:
        """The hash of an entry that follows another."""
        if row["kind"] == "started":
            previous = of_start(previous, self.row, [seat.__dict__ for seat in self.seats])
        return link(previous, row)

    def chain(self, fresh: list[Entry]) -> list[dict[str, Any]]:
        """Chain entries to those before; returns the rows to be written."""
        head, rows = self.head, []
        for entry in fresh:
            row = entry.row(self.id)
            head = entry.hash = row["hash"] = self.link(head, row)
            rows.append(row)
        return rows

    @property
    def key(self) -> Key:
        """Made of the secret and all nonces; only asked for when every seat is taken."""
        if self.row["key"]:
            return parse_key(self.row["key"])
        if self.row["draws"]:
            shared = self.shared_draws
            return mix_key(shared.secret or "", shared.nonces)
        return mix_key(self.row["secret"], self.nonces)

    @property
    def shared_draws(self) -> Proof:
        """What the key is made of, where the tables of a round share it."""
        return msgspec.json.decode(self.row["draws"], type=Proof)

    @property
    def promise(self) -> str | None:
        """What was published before anybody added to the draws; nothing of a record or a game of a device."""
        if self.row["key"]:
            return None
        return self.shared_draws.promise if self.row["draws"] else str(self.row["promise"])

    @property
    def committed(self) -> bool:
        """Whether everybody is there and has committed, so that nonces may be shown."""
        return all(seat.taken and seat.owes != "commitment" for seat in self.seats)

    @property
    def ready(self) -> bool:
        """Whether the game can start: everybody is there, and every nonce that was committed to."""
        return all(seat.taken and seat.owes is None for seat in self.seats)

    @property
    def keyless(self) -> bool:
        """Whether it began at a position with draws of its own, chosen by whoever wrote it: nothing about them can be verified."""
        return bool(self.row["position"]) and self.row["viewer"] is None

    @property
    def proof(self) -> Proof | None:
        """How the key was made; nobody knows that of an uploaded record's, or of a game that a device began."""
        if self.row["key"]:
            return None
        if self.row["draws"]:
            return self.shared_draws
        commitments = tuple(seat.commitment for seat in self.seats)
        return Proof(self.row["promise"], self.nonces, self.row["secret"], commitments if any(commitments) else ())

    @property
    def nonces(self) -> tuple[str, ...]:
        """One for each seat."""
        return tuple(seat.nonce or NO_NONCE for seat in self.seats)

    def addressed(self, who: Who) -> int:
        """The seat that "you" means for somebody: theirs, if it is only one; else -1. At a shared screen everybody has a name."""
        own = list(self.seats_of(who))
        return own[0] if len(own) == 1 else -1

    def names(self, language: str) -> list[str]:
        """What the seats are called; a second computer of the same name gets a number."""
        if language not in self.called:
            called = [seat.called(language) for seat in self.seats]
            again = [called[:at].count(name) for at, name in enumerate(called)]
            self.called[language] = [
                f"{name} {more + 1}" if more and self.seats[at].kind == "computer" else name
                for at, (name, more) in enumerate(zip(called, again, strict=True))
            ]
        return self.called[language]

    def marked_names(self, language: str) -> list[str]:
        """The same where nothing but the name is told: that of a bot account says what it is."""
        return [f"{name} (bot)" if seat.is_bot else name for name, seat in zip(self.names(language), self.seats, strict=True)]

    def seats_of(self, who: Who) -> list[int]:
        """The seats somebody may act for."""
        return [seat.seat for seat in self.seats if seat.is_of(who)]

    def new_table(self) -> Table:
        """The table at the beginning of the game."""
        if self.keyless:
            return Table.from_position(self.row["position"])
        if self.row["position"]:
            return Table.deal_position(self.row["position"], self.row["viewer"], self.key)
        return Table(self.game, self.options, self.key)

    def key_hash(self) -> str | None:
        """Published from the start on."""
        return None if self.table is None or self.keyless else hash_key(self.key)

    def next_entry(
        self, kind: str, seat: int, time: int, *, move: int | None = None, id: str | None = None, skip: int = 0, **data: Any
    ) -> Entry:
        """An entry to be written after the present ones (and `skip` others that are about to be)."""
        return Entry(self.number + 1 + skip, kind, seat, move, id, data, time)

    def accept(self, entry: Entry) -> None:
        """Take an entry that is on disk into account."""
        if entry.kind == "started":
            self.table = self.new_table()
            self._start_clock(entry.time)
        elif entry.kind == "closed":
            self.closed = True
        elif entry.kind == "move":
            self._accept_move(entry)
        elif entry.kind == "undone":
            self._accept_undo(entry)
        elif entry.kind == "undo_asked":
            self.asked = Asked(entry.seat, entry.data["back"])
        elif entry.kind == "undo_agreed" and self.asked is not None:
            self.asked.agreed.update(entry.data["seats"])
        elif entry.kind == "undo_declined":
            self.declined = self.ply
        elif entry.kind == "takeover":
            self.seats[entry.seat].left, self.seats[entry.seat].stand_in = entry.data["reason"], entry.data["player"]
        elif entry.kind == "resigned":
            self.seats[entry.seat].left, self.seats[entry.seat].stand_in = "resigned", entry.data["player"]
        elif entry.kind == "returned":
            self.seats[entry.seat].left = self.seats[entry.seat].stand_in = None
        elif entry.kind in VACATION and self.clock is not None:
            self.clock.hold(entry.seat, *held(entry))
        elif entry.kind == "hint":
            self.helped[entry.seat] += entry.data.get("count", 1)
        elif entry.kind == "over":
            self.over = True
        elif entry.kind == "rematch":
            self.rematch = entry.data["game"]
        if entry.kind in ENDS_QUESTION:
            self.asked = None
        if entry.kind in ("started", "move", "undone") and self.table is not None:
            self._turn = self.table.turn
        if entry.id is not None:
            self.ids.setdefault(entry.seat, {})[entry.id] = entry.number
        entry.ply = self.ply
        self.entries.append(entry)
        self.shown.clear()
        self.scene = None
        if entry.kind != "move":
            self.called.clear()

    def _start_clock(self, time: int) -> None:
        assert self.table is not None
        if self.row["clock"]:
            self.clock = self.new_clock(self.table.turn, time)

    def new_clock(self, turn: int | None, time: int) -> Clock:
        """The clock at the beginning of the game."""
        chosen = json.loads(self.row["clock"])
        clock = Clock(chosen["base"], chosen["increment"], len(self.seats), chosen.get("per_move", False))
        clock.start(turn, time)
        return clock

    def _accept_move(self, entry: Entry) -> None:
        assert self.table is not None
        assert entry.move is not None
        step, entry.step = entry.step or self.table.step(entry.move), None
        self.table.take(step)
        entry.story, entry.moved = step.events, step.moved
        seat = self.seats[entry.seat]
        self.movers.append(shared_mover(entry.seat, seat.bot is not None))
        self.declined = None
        if self.clock:
            self.clock.move(self.table.turn, entry.data.get("used"), entry.time, seat.stand_in is None, entry.data.get("at"))

    def _accept_undo(self, entry: Entry) -> None:
        assert self.table is not None
        while self.ply > entry.data["ply"]:
            self.table.undo()
            self.movers.pop()
        if self.clock:
            self.clock.undo(self.ply, entry.data.get("used"), entry.time, entry.data.get("at"))

    def undo_to(self, seat: int) -> int | None:
        """The ply to which a seat may take back: before its last move.

        Only if nothing but computers moved since, nobody learnt anything by it, no flag has fallen for one of these seats, and the
        computer does not play on for this one. What counts is who moved then: that somebody has left since changes nothing.
        """
        if self.table is None or self.over or self.damage or not self.movers or self.seats[seat].stand_in is not None:
            return None
        for ply in range(self.ply - 1, -1, -1):
            mover = self.movers[ply]
            if self.seats[mover.seat].left == "clock" or (mover.seat != seat and not mover.computer):
                return None
            if reveals(self.game, self.table.state_at(ply), self.table.moves[ply]):
                return None
            if mover.seat == seat:
                return ply
        return None

    def asks(self, seat: int) -> list[int]:
        """Of which seats' people somebody who takes back needs the consent: of all others who play themselves."""
        mine = self.seats[seat]
        return [other.seat for other in self.seats if other.kind != "computer" and other.stand_in is None and not other.same_person(mine)]

    @property
    def waits_for(self) -> list[int]:
        """The seats that have yet to answer whether another may take back."""
        return [] if self.asked is None else [seat for seat in self.asks(self.asked.seat) if seat not in self.asked.agreed]

    def table_at(self, ply: int) -> Table:
        """The table after so many of the moves that stand."""
        assert self.table is not None
        table = self.table.copy()
        for _ in range(self.ply - ply):
            table.undo()
        return table

    def record(self) -> Record:
        """The game so far, with its key once it is over."""
        if self.table is None:
            raise TegelError("the game has not begun")
        record = self.table.record
        names = self.marked_names("en")
        record = replace(record, names=tuple(names), proof=self.proof, on_device=self.on_device, hints=tuple(self.hints))
        return record if self.open else record.without_key()
