"""What is answered about boards, positions and the engine's judgement of them."""

from __future__ import annotations

import msgspec

from .answers import MovePreview, Scored, ShownMove, State, StoryEvent


class JudgedMove(msgspec.Struct):
    """A move, and what is to be expected of it."""

    move: ShownMove
    win: list[float]  # every seat's chance
    points: list[float]  # every seat's expected final points
    error: float  # the standard error of the mover's chance
    visits: int
    line: list[int]  # how play may go on, this move first
    codes: list[str]  # the same as text


class Judgement(msgspec.Struct):
    """What the server's engine thinks of a position, the best move first."""

    simulations: int
    exact: bool
    moves: list[JudgedMove]


class SharedStudy(msgspec.Struct):
    study: str


class Position(msgspec.Struct):
    name: str
    title: str
    options: dict[str, str | int]
    players: int
    turn: int | None
    state: State


class BoardMove(msgspec.Struct):
    """A move on a board; `draw` is what the draws after it come from, where they are made anew."""

    move: ShownMove
    draw: str


class OpenedBoard(msgspec.Struct):
    """A board to begin with. `draw`: what the position does not tell, and the future, come from it."""

    name: str
    title: str
    players: int
    names: list[str]
    position: str
    draw: str
    moves: list[BoardMove]


class BoardState(Position, kw_only=True):
    """What is on a board; `near` is the seat to move, or who moved last."""

    near: int
    mover: int | None  # of the last move
    move: ShownMove | None
    story: list[StoryEvent]
    text: str  # the position, without the future
    scoring: list[Scored]  # if play stopped now, where moves were asked about
    choices: list[MovePreview]  # what they would do


class Example(Position, kw_only=True):
    game: str
    text: str
    position: str
    moves: list[str]


class Examples(msgspec.Struct):
    examples: list[Example]
