"""A game is its record: options, key and moves. Everything else is derived by playing it again.

The file is plain text, one fact a line. While a game is running between people the key is secret and only its hash is written.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from . import generic
from .chance import Key, format_key, parse_key
from .errors import BadOption, BadPosition, BadRecord, IllegalMove
from .fairness import NO_NONCE, Proof
from .game import Game, Options
from .names import LONGEST_IN_RECORD, clean_name, clean_names
from .position import read_format, read_game, read_options, read_position, write_position
from .text import Reader

PER_LINE = 10  # moves a line
FORMATS = (1, 2, 3, 4, 5)  # of records
DEVICE = "device"  # played on a player's own device, which chose the key
MOST_LINES = 1000  # of a position
MOST_PLACES = 256  # of a round whose tables share the key
MOST_HINTS = 9999  # of a seat


def hash_key(key: Key) -> str:
    """What is published of a key before the game."""
    return hashlib.sha256(bytes.fromhex(format_key(key))).hexdigest()


def players_of(game: Game, options: Options) -> int:
    """How many play with these options."""
    return int(game.blank(options).players)


class Start(NamedTuple):
    """Where a game began, if not at its beginning."""

    position: str  # all that the viewer may know of it
    viewer: int  # what this seat may not know was drawn with the game's key; -1 for a spectator


@dataclass(frozen=True)
class Record:
    """A game, finished or not, as it is kept and passed on."""

    game: Game
    options: Options
    key: Key | None  # None while it is secret
    key_hash: str
    moves: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    over: bool = False
    points: tuple[int, ...] = field(default=())
    proof: Proof | None = None  # where players mixed their nonces into the key
    start: Start | None = None
    on_device: bool = False  # it was begun on a player's own device, which chose the key: nobody else can vouch for the draws
    hints: tuple[int, ...] = ()  # of each seat, decisions for which it asked for help; nothing where nobody did

    def __post_init__(self) -> None:
        if self.hints and (len(self.hints) != players_of(self.game, self.options) or not any(self.hints)):
            raise BadRecord("hints are counted for every seat, or not at all")
        if self.on_device and (self.proof is not None or self.start is not None):
            raise BadRecord("a game of a device begins at the beginning, and has no promise")
        if not self.names:
            return
        try:
            object.__setattr__(self, "names", tuple(clean_names(self.names, players_of(self.game, self.options))))
        except BadOption as error:
            raise BadRecord(str(error)) from error

    @property
    def format(self) -> int:
        """The oldest format it can be written in.

        Commitments and positions need the second, games of a device the third, rounds whose tables share the key the fourth, hints the
        fifth.
        """
        if self.hints:
            return 5
        if self.on_device:
            return 3
        if self.proof is not None and self.proof.first is not None:
            return 4
        return 2 if self.start is not None or (self.proof is not None and any(self.proof.commitments)) else 1

    @property
    def codes(self) -> list[str]:
        """The moves as text."""
        return [self.game.code(move) for move in self.moves]

    def without_key(self) -> Record:
        """The same record with its key kept secret."""
        return replace(self, key=None, proof=self.proof and self.proof.without_secret())

    def dumps(self) -> str:
        """The record as text."""
        lines = [f"tegel record {self.format}", f"game {self.game.name} rules {self.game.version}"]
        lines += [f"option {name} {value}" for name, value in self.options.written().items()]
        lines += [f"player {seat} {name}" for seat, name in enumerate(self.names, 1)]
        if self.on_device:
            lines.append(f"played {DEVICE}")
        lines += [f"hints {seat} {count}" for seat, count in enumerate(self.hints, 1) if count]
        if self.proof is not None:
            lines += _write_proof(self.proof)
        lines.append(f"hash {self.key_hash}")
        if self.key is not None:
            lines.append(f"key {format_key(self.key)}")
        if self.start is not None:
            lines += _write_start(self.start)
        codes = self.codes
        lines.append(f"moves {len(codes)}")
        lines += [" ".join(codes[at : at + PER_LINE]) for at in range(0, len(codes), PER_LINE)]
        lines.append("over " + " ".join(map(str, self.points)) if self.over else "running")
        return "\n".join(lines) + "\n"

    def save(self, path: str | Path) -> None:
        """Write the record to a file."""
        Path(path).write_text(self.dumps(), encoding="utf-8")

    @classmethod
    def loads(cls, text: str) -> Record:
        """A record from text, or a `BadRecord` that says what is wrong and where."""
        reader = Reader(text, BadRecord)
        version = read_format(reader, "record", FORMATS)
        game = read_game(reader)
        options = read_options(reader, game)
        names: list[str] = []
        while reader.peek() == "player":
            seat, _, name = reader.rest("player").partition(" ")
            reader.as_number(seat, len(names) + 1, len(names) + 1)
            try:
                names.append(clean_name(name, LONGEST_IN_RECORD))
            except BadOption as error:
                raise reader.fail(str(error)) from error
        players = players_of(game, options)
        if len(names) not in (0, players):
            raise reader.fail(f"{len(names)} names are given for {players} players")
        on_device = reader.peek() == "played"
        if on_device and reader.rest("played") != DEVICE:
            raise reader.fail(f"a game is 'played {DEVICE}', or nothing is said of it")
        hints = _read_hints(reader, players)
        proof = _read_proof(reader, players) if reader.peek() in ("round", "promise") else None
        key_hash = _read_digits(reader, "hash")
        key = None
        if reader.peek() == "key":
            try:
                key = parse_key(reader.rest("key"))
            except BadOption as error:
                raise reader.fail(str(error)) from error
        start = _read_start(reader, options) if reader.peek() == "position" else None
        moves = _read_moves(reader, game)
        over, points = _read_end(reader)
        reader.end()
        record = cls(game, options, key, key_hash, moves, tuple(names), over, points, proof, start, on_device, hints)
        if record.format != version:
            raise BadRecord(f"line 1: this is a record of format {record.format}, not {version}")
        return record

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """A record from a file."""
        try:
            return cls.loads(Path(path).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise BadRecord(f"cannot read {path}: {error.strerror if isinstance(error, OSError) else 'it is not text'}") from error


def _read_digits(reader: Reader, keyword: str) -> str:
    """A hash, secret or nonce after its keyword."""
    digits = reader.rest(keyword)
    if not _are_digits(digits):
        raise reader.fail(f"a {keyword} is 64 hexadecimal digits")
    return digits


def _are_digits(text: str) -> bool:
    return len(text) == 64 and set(text) <= set("0123456789abcdef")


def _read_hints(reader: Reader, players: int) -> tuple[int, ...]:
    """How often each seat asked for help; nothing if none did."""
    found = [0] * players
    least = 1
    while reader.peek() == "hints":
        seat, count = reader.words("hints", 2)
        at = reader.as_number(seat, least, players)
        found[at - 1] = reader.as_number(count, 1, MOST_HINTS)
        least = at + 1
    return tuple(found) if least > 1 else ()


def _write_proof(proof: Proof) -> list[str]:
    """The lines that show how the key was made."""
    lines = [] if proof.first is None else [f"round {len(proof.nonces)} {proof.first + 1}"]
    lines.append(f"promise {proof.promise}")
    lines += [f"commitment {seat} {digits}" for seat, digits in enumerate(proof.commitments, 1) if digits is not None]
    lines += [f"nonce {seat} {nonce}" for seat, nonce in enumerate(proof.nonces, 1) if nonce != NO_NONCE]
    return lines if proof.secret is None else [*lines, f"secret {proof.secret}"]


def _read_proof(reader: Reader, players: int) -> Proof:
    """The inverse of `_write_proof`."""
    first, places = None, players
    if reader.peek() == "round":
        of_round, of_table = reader.words("round", 2)
        places = reader.as_number(of_round, players, MOST_PLACES)
        first = reader.as_number(of_table, 1, places - players + 1) - 1
    promise = _read_digits(reader, "promise")
    commitments = _read_seats(reader, "commitment", places)
    nonces = _read_seats(reader, "nonce", places)
    secret = _read_digits(reader, "secret") if reader.peek() == "secret" else None
    shown = tuple(commitments) if any(commitments) else ()
    return Proof(promise, tuple(nonce or NO_NONCE for nonce in nonces), secret, shown, first)


def _read_seats(reader: Reader, keyword: str, players: int) -> list[str | None]:
    """The digits of each seat that has a line with this keyword."""
    found: list[str | None] = [None] * players
    least = 1
    while reader.peek() == keyword:
        seat, _, digits = reader.rest(keyword).partition(" ")
        at = reader.as_number(seat, least, players)
        if not _are_digits(digits):
            raise reader.fail(f"a {keyword} is 64 hexadecimal digits")
        found[at - 1] = digits
        least = at + 1
    return found


def _write_start(start: Start) -> list[str]:
    """The position a game began at: how many lines, who could see it so far, then its lines."""
    lines = start.position.splitlines()
    return [f"position {len(lines)} {start.viewer + 1 if start.viewer >= 0 else '-'}", *lines]


def _read_start(reader: Reader, options: Options) -> Start:
    """The inverse of `_write_start`."""
    count, viewer = reader.words("position", 2)
    lines = [reader.line() for _ in range(reader.as_number(count, 1, MOST_LINES))]
    text = "\n".join(lines) + "\n"
    try:
        game, state = read_position(text)
    except BadPosition as error:
        raise reader.fail(f"its position: {error}") from error
    seat = -1 if viewer == "-" else reader.as_number(viewer, 1, int(state.players)) - 1
    generic.hide(state, seat)
    if game.options.read(state) != options or write_position(game, state) != text:
        raise reader.fail("its position has other options, or shows what its viewer may not know")
    return Start(text, seat)


def _read_moves(reader: Reader, game: Game) -> tuple[int, ...]:
    """The counted moves of a record."""
    count = reader.number("moves", 0, 1_000_000)
    moves: list[int] = []
    while len(moves) < count:
        codes = reader.line().split(" ")
        if len(codes) != min(PER_LINE, count - len(moves)):
            raise reader.fail(f"expected {min(PER_LINE, count - len(moves))} moves, found {len(codes)}")
        try:
            moves += [game.parse(code) for code in codes]
        except IllegalMove as error:
            raise reader.fail(str(error)) from error
    return tuple(moves)


def _read_end(reader: Reader) -> tuple[bool, tuple[int, ...]]:
    """The last line: running, or over with the points."""
    if reader.peek() == "running":
        if reader.rest("running"):
            raise reader.fail("nothing may follow 'running'")
        return False, ()
    return True, tuple(reader.as_number(word, 0, 32767) for word in reader.rest("over").split(" "))
