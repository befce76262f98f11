"""What the learned player does in its games with itself that costs something at once: tiles to the floor, tiles broken, captures."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean

from tegel.arena.playing import Played
from tegel.arena.schedule import Match, key_of
from tegel.arena.shares import margin
from tegel.core.game import find_game
from tegel.core.table import Table

NAMES = {
    "azul": "takes to the floor although a line was open",
    "duel": "breaks the tiles taken although a line was open",
    "blockers": "captures although an empty cell was open",
}


@dataclass(frozen=True)
class Habit:
    """How often it was done where something else was possible, with half of its 95 % interval (over sets)."""

    name: str
    could: int
    share: float
    margin: float


def costly(table: Table, move: int) -> bool | None:
    """Whether a move is of the costly sort, or of the other; None if it is neither."""
    parts = table.game.parts(move)
    if table.game.name == "blockers":
        return bool(table.state["board"][parts["row"], parts["column"]] >= 0)
    return parts["target"] == 0 if "target" in parts else None


def habit_of(match: Match, sets: list[list[Played]]) -> Habit:
    """Play the games again and count."""
    could, shares = 0, []
    for games in sets:
        did = [done for game in games for done in _choices(match, game)]
        could += len(did)
        shares += [fmean(did)] if did else []
    return Habit(NAMES[match.game], could, fmean(shares) if shares else 0.0, margin(shares))


def _choices(match: Match, played: Played) -> list[bool]:
    """For every decision between the two sorts, whether it was the costly one."""
    game = find_game(match.game)
    table = Table(game, game.options_from(match.options), key_of(match, played.number))
    chosen = []
    for code in played.moves.split():
        kinds = {costly(table, move) for move in table.legal}
        if {True, False} <= kinds and (done := costly(table, game.parse(code))) is not None:
            chosen.append(done)
        table.play(code)
    return chosen
