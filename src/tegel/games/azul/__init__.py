"""Azul, with the coloured and the grey wall, for 2 to 4 players."""

from ...core.board import Board
from ...core.game import Game
from . import rules
from .check import CHECKS
from .draw import draw
from .editing import EDITING
from .moves import MOST_LEGAL, MOVES, code, parse, parts
from .options import AzulOptions, longest
from .state import COLOURS, STATE
from .story import EVENTS, PLACES
from .text import read, write
from .view import between_turns, last_round, view
from .words import describe

GAME = Game(
    name="azul",
    version=1,
    dtype=STATE,
    options=AzulOptions,
    rules=rules,
    moves=MOVES,
    most_legal=MOST_LEGAL,
    events=EVENTS,
    places=PLACES,
    board=Board("12345", "12345", laid=("tile",)),  # the wall
    checks=CHECKS,
    seats=(2, 4),
    longest=longest,
    colours=COLOURS,
    tiles=0,
    fewest_wins=False,
    secrets=False,
    variants=tuple({"players": players, "wall": wall} for wall in ("coloured", "grey") for players in (2, 3, 4)),
    code=code,
    parse=parse,
    parts=parts,
    describe=describe,
    write=write,
    read=read,
    draw=draw,
    view=view,
    editing=EDITING,
    last_round=last_round,
    between_turns=between_turns,
)
