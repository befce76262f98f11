"""The browser's table under Node: the same JSON as the server's, for every viewer, in three languages."""

from __future__ import annotations

import base64
import json
import random
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tegel.core import narrate
from tegel.core.ahead import moves_ahead
from tegel.core.position import write_position
from tegel.core.previews import preview_moves
from tegel.core.table import Table
from tegel.core.takeback import reveals
from tegel.core.words import LANGUAGES
from tegel.reasons.looking import explain
from tegel.reasons.reasons import say_reason
from tegel.server.answers import MovePreview
from tegel.server.scene import Scene
from tegel.server.showing import show_event, show_moves, show_table
from tegel.server.trying import show_scored
from tests.configurations import CONFIGURATIONS, NAMES, new_table
from tests.long import LONG
from tests.seeds import run_seed

Engine = Callable[[str], Path]
POSITIONS = 2000 if LONG else 100  # of each configuration
AT_A_TIME = 300  # or a few more, that go to Node together: a text has an end there
PLAYERS = ["Émile", "Ben d'Or", "Ingrid", "Öz", "李"]


def encode(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def expected(table: Table, move: int | None, language: str) -> Iterator[str]:
    """What the server says, part by part, in the order of table.mjs."""
    game, players, scene = table.game, table.players, Scene(table)
    for viewer in range(-1, players):
        yield encode(show_table(scene, viewer, language))
    for viewer in range(-1, players):
        yield encode(write_position(game, table.view(viewer).state))
    yield encode(table.position)
    if move is None:
        return
    yield "true"
    for seat in range(players):
        yield encode(show_moves(game, moves_ahead(game, table.state, seat), language))
    found = preview_moves(game, table.state, table.legal[:6])
    yield encode([show_scored(event) for event in found.scoring])
    yield encode(
        [MovePreview(each.move, each.movements, each.points, [show_scored(event) for event in each.scoring]) for each in found.moves]
    )
    yield encode(reveals(game, table.state, move))
    names = PLAYERS[:players]
    found = explain(game, table.state, table.legal[0], move)
    yield encode([(each.name, each.better, each.other, each.though, say_reason(game, each, names, language)) for each in found])
    table.play(move)
    for viewer in range(-1, players):
        seats = () if viewer < 0 else (viewer,)
        story = [show_event(game, event, names, language, viewer) for event in narrate.visible_events(game, table.events, seats)]
        moved = narrate.visible_movements(game, table.events, table.movements, seats)
        yield encode({"story": story, "movements": moved})
    yield "true"


@pytest.mark.parametrize(("configuration", "said"), list(zip(CONFIGURATIONS, NAMES, strict=True)), ids=NAMES)
def test_the_browsers_table_says_what_the_server_says(engine: Engine, bundle: Path, configuration: tuple[str, Any], said: str) -> None:
    name, options = configuration
    source = random.Random(f"{run_seed()} {said}")
    positions: list[dict[str, Any]] = []
    wanted: list[list[str]] = []
    compared = 0
    while compared < POSITIONS:
        table = new_table(name, options, source.getrandbits(32))
        while True:
            move, language = None if table.over else source.choice(table.legal), source.choice(LANGUAGES)
            state = base64.b64encode(table.state.tobytes()).decode()
            positions.append({"state": state, "move": move, "names": PLAYERS[: table.players], "language": language})
            here = table.copy()
            here.moves = []
            wanted.append(list(expected(here, move, language)))
            if move is None:
                break
            table.play(move)
        if len(positions) >= min(AT_A_TIME, POSITIONS - compared):
            answers = ask_table(bundle / "table.mjs", engine(name), name, positions)
            for position, found, meant in zip(positions, answers, wanted, strict=True):
                assert found == meant, position
            compared += len(positions)
            positions, wanted = [], []


def ask_table(module: Path, folder: Path, name: str, positions: list[dict[str, Any]]) -> list[list[str]]:
    node = shutil.which("node")
    assert node
    command = [node, str(Path(__file__).with_name("table.mjs")), str(module), str(folder)]
    job = json.dumps({"game": name, "positions": positions})
    done = subprocess.run(command, input=job, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    answers: list[list[str]] = json.loads(done.stdout)
    return answers
