"""Blockers!, for 2 to 5 players, with full or classic scoring."""

from ...core.board import Board
from ...core.game import Game
from . import rules
from .check import CHECKS
from .draw import draw
from .editing import EDITING
from .moves import COLUMNS, MOST_LEGAL, MOVES, ROWS, code, parse, parts
from .options import BlockersOptions, longest
from .state import COLOURS, STATE, TILES
from .story import EVENTS, PLACES
from .text import read, write
from .view import between_turns, last_round, view
from .words import describe

GAME = Game(
    name="blockers",
    version=1,
    dtype=STATE,
    options=BlockersOptions,
    rules=rules,
    moves=MOVES,
    most_legal=MOST_LEGAL,
    events=EVENTS,
    places=PLACES,
    board=Board(ROWS, COLUMNS, laid=("lay",)),
    checks=CHECKS,
    seats=(2, 5),
    longest=longest,
    colours=COLOURS,
    tiles=TILES,
    fewest_wins=True,
    secrets=True,
    private_events=("forced",),  # that nothing else could be laid tells of a rack (B7)
    variants=tuple({"players": players, "scoring": scoring} for scoring in ("full", "classic") for players in (2, 3, 4, 5)),
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
