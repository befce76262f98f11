"""Golden files: playthroughs, node counts and a corpus of records. `python -m tests.golden` writes them anew.

A change of these files is a change of the rules: look at the difference before you commit it, and raise the game's rules version.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from tegel.core.playout import perft
from tegel.core.table import Table
from tegel.search.simple import GreedyPlayer
from tests.configurations import CONFIGURATIONS, NAMES, new_table, play_random
from tests.golden_words import tell, tell_move

FOLDER = Path(__file__).parent / "golden"
EVERY = 12  # a playthrough shows the whole position every so many moves
POSITIONS = 24  # perft positions a game, at least
DEEPEST = 20_000  # perft goes on until it has counted this many


def playthrough(name: str, options: dict[str, Any]) -> str:
    """A random game told in full: positions, legal moves, moves, events."""
    table = new_table(name, options, 1)
    source = random.Random(1)
    lines = []
    while not table.over:
        if len(table.moves) % EVERY == 0:
            lines += ["", table.position.rstrip(), f"legal {' '.join(table.codes)}", f"preview {table.preview}", ""]
        seat = table.turn
        table.play(source.choice(table.legal))
        lines.append(
            f"{len(table.moves)}. {table.names[seat or 0]}: {table.game.code(table.moves[-1])} {tell_move(table.game, table.moves[-1])}"
        )
        lines += [f"   {tell(table.game, event, table.names)}" for event in table.events]
    return "\n".join([*lines, "", table.position.rstrip(), f"result {table.result}"]).lstrip() + "\n"


def node_counts(name: str) -> str:
    """Counts of move sequences from positions along random games of every configuration, one position a line."""
    lines = ["# options | key | moves played | sequences of 1, 2, ... moves"]
    mine = [options for found, options in CONFIGURATIONS if found == name]
    for at in range(max(POSITIONS, len(mine))):
        options = mine[at % len(mine)]
        table = new_table(name, options, 100 + at)
        play_random(table, at, 7 * at % 41)
        if table.over:
            table.undo()
        counts = [perft(table.game, table.state, 1)]
        while counts[-1] < DEEPEST and len(counts) < 4:
            counts.append(perft(table.game, table.state, len(counts) + 1))
        said = " ".join(f"{option}={value}" for option, value in options.items())
        key = table.record.dumps().split("key ")[1].split("\n")[0]
        lines.append(f"{said} | {key} | {' '.join(table.record.codes)} | {' '.join(map(str, counts))}")
    return "\n".join(lines) + "\n"


def greedy_record(name: str, options: dict[str, Any]) -> str:
    """A game between greedy players, as a record."""
    table = new_table(name, options, 2)
    players = [GreedyPlayer(seat) for seat in range(table.players)]
    while table.turn is not None:
        table.play(players[table.turn].decide(table.view(table.turn)))
    return table.record.dumps()


def replay_line(name: str, line: str) -> tuple[Table, list[int]]:
    """The table and the counts of one line of node counts."""
    from tegel.core.chance import parse_key
    from tegel.core.game import find_game

    said, key, moves, counts = (part.strip() for part in line.split("|"))
    game = find_game(name)
    options = dict(word.split("=") for word in said.split())
    table = Table(game, game.simulation_options(options), parse_key(key))
    for code in moves.split():
        table.play(code)
    return table, [int(count) for count in counts.split()]


def golden_files() -> dict[Path, str]:
    """Every golden file with its content."""
    files = {}
    for name, options, said in zip(*zip(*CONFIGURATIONS, strict=True), NAMES, strict=True):
        files[FOLDER / "playthroughs" / f"{said}.txt"] = playthrough(name, options)
        files[FOLDER / "records" / f"{said}.tegel"] = greedy_record(name, options)
    for name in sorted({name for name, _ in CONFIGURATIONS}):
        files[FOLDER / "perft" / f"{name}.perft"] = node_counts(name)
    return files


if __name__ == "__main__":
    for path, content in golden_files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
        print(path.relative_to(FOLDER))
