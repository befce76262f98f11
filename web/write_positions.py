"""The positions on the pages' pictures, played by the engine from fixed keys, as facts for web/src/pieces/positions.json.

python web/write_positions.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import tegel
from tegel.search.players import find_player

FILE = Path(__file__).resolve().parent / "src" / "pieces" / "positions.json"
KEY = (4, 8, 15, 16)
PLIES = {"azul": 44, "duel": 120, "blockers": 52}
NEEDED = {"azul": ("boards",), "duel": ("boards",), "blockers": ("board",)}
OF_BOARD = ("lines", "wall", "plates", "tiles")  # what pictures show of a board


def position(game: str) -> dict[str, Any]:
    """What a picture shows of a game after so many moves, from the seat that has more to show."""
    table, player = tegel.game(game, key=KEY), find_player("greedy", seed=1)
    while len(table.moves) < PLIES[game] or table.turn != 0:
        assert table.turn is not None
        table.play(player.decide(table.view(table.turn)))
    facts = table.view(-1).facts
    shown = {name: facts[name] for name in NEEDED[game]}
    if "boards" in shown:
        shown["boards"] = [{name: board[name] for name in OF_BOARD if name in board} for board in shown["boards"]][:1]
    return shown


def positions() -> str:
    return json.dumps({game: position(game) for game in PLIES}, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FILE.write_text(positions(), encoding="utf-8")
    print(f"wrote {FILE.name}")
