"""What clients may say, in HTTP bodies and socket frames, strictly decoded. The meaning of each is in docs/api.md."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ..core.previews import MOST_AT_ONCE

PRINTABLE = r"^[ -~]+(?!\n)$"  # of ASCII, which every database takes
Language = Literal["en", "nl", "fr"]
Digits = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=PRINTABLE)]
Token = Annotated[str, Meta(min_length=1, max_length=64)]
Name = Annotated[str, Meta(min_length=1, max_length=96)]  # as typed; `core.names` says what is kept of it
Word = Annotated[str, Meta(min_length=1, max_length=32)]
Seat = Annotated[int, Meta(ge=0, le=7)]
Viewer = Annotated[int, Meta(ge=-1, le=7)]
Ply = Annotated[int, Meta(ge=0, le=1_000_000)]
Number = Annotated[int, Meta(ge=0, le=10_000_000)]
Move = Annotated[int, Meta(ge=0, le=32767)] | Annotated[str, Meta(min_length=1, max_length=16)]
Draw = Annotated[str, Meta(pattern="^([0-9a-f]{16})?$")]
Moves = Annotated[list[Move], Meta(min_length=1, max_length=40)]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of everything that is sent to us."""


class SeatChoice(Body, frozen=True):
    """Who is to sit on a seat."""

    kind: Literal["here", "link", "computer"]
    name: Name | None = None
    player: Word | None = None


Seats = Annotated[list[SeatChoice], Meta(min_length=1, max_length=8)]


class ClockChoice(Body, frozen=True):
    """Seconds for the whole game, and more after each turn; or, with `per_move`, for each turn anew."""

    base: Annotated[int, Meta(ge=1, le=30 * 86400)]
    increment: Annotated[int, Meta(ge=0, le=86400)] = 0
    per_move: bool = False


Minute = Annotated[int, Meta(ge=0, le=24 * 60 - 1)]  # of the day


class Quiet(Body, frozen=True):
    """Hours in which somebody wants to hear nothing; the end may be on the next day."""

    begin: Minute
    end: Minute


class Subscribe(Body, frozen=True):
    """A browser that wants to be told, as its push service and its own keys are; in which language, and when not."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=1000, pattern=PRINTABLE)]
    public_key: Annotated[str, Meta(min_length=1, max_length=100, pattern="^[A-Za-z0-9_-]+$")]
    secret: Annotated[str, Meta(min_length=1, max_length=32, pattern="^[A-Za-z0-9_-]+$")]
    language: Language
    zone: Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_+/-]+$")]
    quiet: Quiet | None = None


class GoOnVacation(Body, frozen=True):
    """For so many days; how many there are is the server's to say."""

    days: Annotated[int, Meta(ge=1, le=365)]


class Fill(Body, frozen=True):
    """Which computer player takes the seats that are free after so many seconds."""

    player: Word
    after: Annotated[int, Meta(ge=10, le=3600)] = 60


class Offer(Body, frozen=True):
    """The lobby offers the free seats to everybody; to bot accounts only if `bots`."""

    fill: Fill | None = None
    bots: bool = False


class NewGame(Body, frozen=True):
    """A game by name and options, or from a position."""

    seats: Seats
    game: Word | None = None
    options: dict[Word, Any] = {}
    position: str | None = None
    clock: ClockChoice | None = None
    offer: Offer | None = None
    promise: Digits | None = None
    commitment: Digits | None = None
    nonce: Digits | None = None


class DeviceGame(Body, frozen=True):
    """A game that was played on a device: its record with the key, who sat where, and who gave it up."""

    record: str
    seats: Seats
    resigned: Seat | None = None


class OpenBoard(Body, frozen=True):
    """What is to be on a board: the text of a position, record or study, or a game to begin."""

    text: str | None = None
    game: Word | None = None
    players: Annotated[int, Meta(ge=2, le=8)] | None = None


class PlayedMove(Body, frozen=True):
    """A move on a board, and what the draws after it come from, where they are made anew."""

    move: Move
    draw: Draw = ""


class Board(Body, frozen=True):
    """A position and the moves played from it; `draw`: what it does not tell, and the future, come from this."""

    position: str
    draw: Draw = ""
    moves: Annotated[list[PlayedMove], Meta(max_length=600)] = []


class LookAtBoard(Board, frozen=True):
    """What is to be seen of a board: everything, or what the seat to move may know; and what some moves would do."""

    open: bool = True
    names: Annotated[list[Name], Meta(max_length=8)] = []
    choices: Annotated[list[Move], Meta(max_length=MOST_AT_ONCE)] = []


class PuzzleTry(Body, frozen=True):
    """The first move somebody tried; nothing if they had the solution shown."""

    move: Move | None


class Branch(Body, frozen=True):
    """A new game from a ply of another."""

    ply: Ply
    seat: Seat = 0
    seats: Seats | None = None
    promise: Digits | None = None
    commitment: Digits | None = None
    nonce: Digits | None = None


class Join(Body, frozen=True):
    """Taking the seat of an invitation."""

    invitation: Token
    name: Name | None = None
    commitment: Digits | None = None
    nonce: Digits | None = None


class SitDown(Body, frozen=True):
    """Taking a free seat of an open table."""

    seat: Seat
    name: Name | None = None
    commitment: Digits | None = None
    nonce: Digits | None = None


class Me(Body, frozen=True):
    """A guest's name."""

    name: Name


class Invite(Body, frozen=True):
    """A new invitation for a seat."""

    seat: Seat


class LinkedSeatBody(Body, frozen=True):
    """The seat a private link is wanted for."""

    seat: Seat


class LinkBody(Body, frozen=True):
    """A private link to a seat."""

    link: Token


class MoveBody(Body, frozen=True):
    """Moves without a socket."""

    seat: Seat
    id: Id
    ply: Ply
    moves: Moves


class UndoBody(Body, frozen=True):
    """Taking back, or asking for a hint, without a socket."""

    seat: Seat
    id: Id
    ply: Ply


class AnswerUndoBody(Body, frozen=True):
    """Whether another may take back, without a socket."""

    seat: Seat
    id: Id
    ply: Ply
    agree: bool


class SeatBody(Body, frozen=True):
    """Leaving, returning or resigning without a socket."""

    seat: Seat
    id: Id


class CommitBody(Body, frozen=True):
    """Committing to a nonce without a socket."""

    seat: Seat
    commitment: Digits


class RevealBody(Body, frozen=True):
    """Showing the nonce without a socket."""

    seat: Seat
    nonce: Digits


class GreetBody(Body, frozen=True):
    """A greeting without a socket."""

    seat: Seat
    greeting: Word


class RematchBody(Body, frozen=True):
    """A rematch without a socket."""

    id: Id


class Frame(Body, frozen=True, tag_field="type", tag=str.lower):
    """The base of all socket frames; `type` says which it is."""


class Hello(Frame, frozen=True):
    seat: Viewer = -1
    language: Language = "en"
    after: Number | None = None
    token: Token | None = None


class Look(Frame, frozen=True):
    seat: Viewer | None = None
    language: Language | None = None


class Play(Frame, frozen=True, tag="move"):
    id: Id
    ply: Ply
    moves: Moves


class Try(Frame, frozen=True):
    id: Id
    ply: Ply
    moves: Moves


class Preview(Frame, frozen=True):
    id: Id
    ply: Ply
    moves: Annotated[list[Move], Meta(max_length=40)]
    choices: Annotated[list[Move], Meta(min_length=1, max_length=MOST_AT_ONCE)]


class Ahead(Frame, frozen=True):
    id: Id
    ply: Ply


class Undo(Frame, frozen=True):
    id: Id
    ply: Ply


class AnswerUndo(Frame, frozen=True, tag="answer_undo"):
    id: Id
    ply: Ply
    agree: bool


class Hint(Frame, frozen=True):
    id: Id
    ply: Ply


class Takeover(Frame, frozen=True):
    id: Id
    seat: Seat


class Return(Frame, frozen=True):
    id: Id
    seat: Seat


class Resign(Frame, frozen=True):
    id: Id
    seat: Seat


class Commit(Frame, frozen=True):
    id: Id
    seat: Seat
    commitment: Digits


class Reveal(Frame, frozen=True):
    id: Id
    seat: Seat
    nonce: Digits


class Greet(Frame, frozen=True):
    greeting: Word


class Thinking(Frame, frozen=True):
    ply: Ply


class Rematch(Frame, frozen=True):
    id: Id


class Ping(Frame, frozen=True):
    id: Id


AnyFrame = (
    Hello
    | Look
    | Play
    | Try
    | Preview
    | Ahead
    | Undo
    | AnswerUndo
    | Hint
    | Takeover
    | Return
    | Resign
    | Commit
    | Reveal
    | Greet
    | Thinking
    | Rematch
    | Ping
)

frames = msgspec.json.Decoder(AnyFrame)
