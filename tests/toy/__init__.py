"""A toy game, made by the ten steps of CONTRIBUTING.md and registered in tests alone: three heaps of tiles, and who takes the most wins.

Rules. H1: three heaps of 2 to 5 tiles, drawn at random. H2: in turn, players take 1 to 3 tiles of one heap; each is a point. H3: when all
heaps are empty, who took last gets the bonus. H4: most points win.
"""

from tegel.core.game import Game

from . import rules
from .check import CHECKS
from .draw import draw
from .moves import MOVES, code, parse, parts
from .options import HeapsOptions, longest
from .state import SEATS, STATE
from .story import EVENTS
from .text import read, write
from .view import last_round, view
from .words import describe

GAME = Game(
    name="heaps",
    version=1,
    dtype=STATE,
    options=HeapsOptions,
    rules=rules,
    moves=MOVES,
    most_legal=MOVES,
    events=EVENTS,
    checks=CHECKS,
    seats=(SEATS, SEATS),
    longest=longest,
    colours=0,
    tiles=0,
    fewest_wins=False,
    secrets=False,
    variants=({"bonus": 3}, {"bonus": 0}),
    code=code,
    parse=parse,
    parts=parts,
    describe=describe,
    write=write,
    read=read,
    draw=draw,
    view=view,
    last_round=last_round,
)
