"""A game is its record: options, key and moves. Everything else is derived by playing it again.

The file is plain text, one fact a line. While a game is running between people the key is secret and only its hash is written.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from .chance import Key, format_key, parse_key
from .errors import BadOption, BadRecord, IllegalMove
from .fairness import NO_NONCE, Proof
from .game import Game, Options
from .names import LONGEST_IN_RECORD, clean_name, clean_names
from .position import FORMAT, read_game, read_options
from .text import Reader

if TYPE_CHECKING:
    from .table import Table

PER_LINE = 10  # moves a line


def hash_key(key: Key) -> str:
    """What is published of a key before the game."""
    return hashlib.sha256(bytes.fromhex(format_key(key))).hexdigest()


def players_of(game: Game, options: Options) -> int:
    """How many play with these options."""
    return int(game.blank(options).players)


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

    def __post_init__(self) -> None:
        if not self.names:
            return
        try:
            object.__setattr__(self, "names", tuple(clean_names(self.names, players_of(self.game, self.options))))
        except BadOption as error:
            raise BadRecord(str(error)) from error

    @property
    def codes(self) -> list[str]:
        """The moves as text."""
        return [self.game.code(move) for move in self.moves]

    def without_key(self) -> Record:
        """The same record with its key kept secret."""
        return replace(self, key=None, proof=self.proof and self.proof.without_secret())

    def dumps(self) -> str:
        """The record as text."""
        lines = [f"tegel record {FORMAT}", f"game {self.game.name} rules {self.game.version}"]
        lines += [f"option {name} {value}" for name, value in msgspec.to_builtins(self.options).items()]
        lines += [f"player {seat} {name}" for seat, name in enumerate(self.names, 1)]
        if self.proof is not None:
            lines += _write_proof(self.proof)
        lines.append(f"hash {self.key_hash}")
        if self.key is not None:
            lines.append(f"key {format_key(self.key)}")
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
        game = read_game(reader, "record")
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
        proof = _read_proof(reader, players) if reader.peek() == "promise" else None
        key_hash = _read_digits(reader, "hash")
        key = None
        if reader.peek() == "key":
            try:
                key = parse_key(reader.rest("key"))
            except BadOption as error:
                raise reader.fail(str(error)) from error
        moves = _read_moves(reader, game)
        over, points = _read_end(reader)
        reader.end()
        return cls(game, options, key, key_hash, moves, tuple(names), over, points, proof)

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """A record from a file."""
        try:
            return cls.loads(Path(path).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise BadRecord(f"cannot read {path}: {error.strerror if isinstance(error, OSError) else 'it is not text'}") from error

    def replay(self, moves: int | None = None) -> Table:
        """The table after these moves (all, unless told how many), every one checked."""
        from .table import Table

        if self.key is None:
            raise BadRecord("this record's key is still secret, so it cannot be replayed")
        table = Table(self.game, self.options, self.key, list(self.names))
        for ply, move in enumerate(self.moves[:moves], 1):
            try:
                table.play(move)
            except IllegalMove as error:
                raise BadRecord(f"move {ply} ({self.game.code(move)}) does not replay: {error}") from error
        return table

    def verify(self) -> Table:
        """Replay the whole record and check that it proves itself: the key's hash, every move, the end and the points."""
        table = self.replay()
        assert self.key is not None
        if hash_key(self.key) != self.key_hash:
            raise BadRecord("the key is not the one whose hash was published")
        if self.proof is not None:
            try:
                self.proof.check(self.key)
            except BadOption as error:
                raise BadRecord(str(error)) from error
        if table.over != self.over:
            raise BadRecord(
                "the record says the game is over, but it is not" if self.over else "the record says the game is running, but it is over"
            )
        if table.over and tuple(table.scores) != self.points:
            raise BadRecord(f"the record says the points are {list(self.points)}, but they are {table.scores}")
        return table


def _read_digits(reader: Reader, keyword: str) -> str:
    """A hash, secret or nonce after its keyword."""
    digits = reader.rest(keyword)
    if len(digits) != 64 or not set(digits) <= set("0123456789abcdef"):
        raise reader.fail(f"a {keyword} is 64 hexadecimal digits")
    return digits


def _write_proof(proof: Proof) -> list[str]:
    """The lines that show how the key was made."""
    lines = [f"promise {proof.promise}"]
    lines += [f"nonce {seat} {nonce}" for seat, nonce in enumerate(proof.nonces, 1) if nonce != NO_NONCE]
    return lines if proof.secret is None else [*lines, f"secret {proof.secret}"]


def _read_proof(reader: Reader, players: int) -> Proof:
    """The inverse of `_write_proof`."""
    promise = _read_digits(reader, "promise")
    nonces = [NO_NONCE] * players
    least = 1
    while reader.peek() == "nonce":
        seat, _, nonce = reader.rest("nonce").partition(" ")
        at = reader.as_number(seat, least, players)
        if len(nonce) != 64 or not set(nonce) <= set("0123456789abcdef"):
            raise reader.fail("a nonce is 64 hexadecimal digits")
        nonces[at - 1] = nonce
        least = at + 1
    secret = _read_digits(reader, "secret") if reader.peek() == "secret" else None
    return Proof(promise, tuple(nonces), secret)


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
