"""Azul Duel, for two players, with any three or four of its scoring tiles."""

from ...core.board import Board
from ...core.game import Game
from . import rules
from .check import CHECKS
from .draw import draw
from .editing import EDITING
from .moves import MOST_LEGAL, MOVES, code, parse, parts
from .options import DuelOptions, longest
from .state import COLOURS, SEATS, STATE
from .story import EVENTS, PLACES
from .text import read, write
from .view import between_turns, faces, last_round, view
from .words import describe

GAME = Game(
    name="duel",
    version=1,
    dtype=STATE,
    options=DuelOptions,
    rules=rules,
    moves=MOVES,
    most_legal=MOST_LEGAL,
    events=EVENTS,
    places=PLACES,
    board=Board("123456", "123456", laid=("tile", "special")),  # the dome
    checks=CHECKS,
    seats=(SEATS, SEATS),
    longest=longest,
    colours=2 * COLOURS,  # five, and the pairs that chips bear
    tiles=0,
    fewest_wins=False,
    secrets=True,
    variants=tuple({"scoring": scoring} for scoring in ("1f2f3f", "1b2b4b", "1f3b4f", "1b2f3f4b")),
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
    faces=faces,
)
