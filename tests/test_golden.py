"""Golden playthroughs, node counts and the replay corpus: behaviour does not change unnoticed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tegel
from tegel.core.chance import parse_key
from tegel.core.game import game_names
from tegel.core.playout import perft
from tests.configurations import CONFIGURATIONS, NAMES
from tests.golden import FOLDER, playthrough, replay_line

DATA = Path(__file__).parent / "data"


@pytest.mark.parametrize(("configuration", "said"), list(zip(CONFIGURATIONS, NAMES, strict=True)), ids=NAMES)
def test_playthroughs(configuration: tuple[str, dict], said: str) -> None:
    assert playthrough(*configuration) == (FOLDER / "playthroughs" / f"{said}.txt").read_text()


@pytest.mark.parametrize("said", NAMES)
def test_every_configuration_has_a_record_and_it_verifies(said: str) -> None:
    record = tegel.Record.load(FOLDER / "records" / f"{said}.tegel")
    assert tegel.verify(record).over


@pytest.mark.parametrize("name", game_names())
def test_node_counts(name: str) -> None:
    lines = (FOLDER / "perft" / f"{name}.perft").read_text().splitlines()[1:]
    assert len(lines) >= 20
    for line in lines:
        table, counts = replay_line(name, line)
        assert [perft(table.game, table.state, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.rule("B3.5", "B4.1")
def test_rare_games_of_blockers() -> None:
    """B3.5, B4.1: games in which somebody is skipped, moves again, is forced, or ends with more than four tiles."""
    for rare in json.loads((DATA / "blockers_rare_games.json").read_text()):
        table = tegel.game("blockers", players=2, key=parse_key(rare["key"]))
        for move in rare["moves"]:
            table.play(move)
        assert table.result is not None
        assert {"points": table.result.points, "places": table.result.places} == rare["result"]
