"""Studies for tests: made of random moves that are legal."""

from __future__ import annotations

import random

from tegel.core.position import write_position
from tegel.core.table import Step, Table
from tegel.studies.checking import begin
from tegel.studies.notation import Node, Study
from tests.configurations import new_table, play_random


def random_study(name: str, options: dict[str, object], seed: int, moves: int = 30) -> Study:
    """A study from somewhere in a game, with the game's own draws, or as one seat or a spectator saw it."""
    source = random.Random(seed)
    table = play_random(new_table(name, options, seed), seed, source.randrange(12))
    viewer = source.choice([None, -1, *range(table.players)])
    if table.over or viewer is None:
        study = Study("A game", [f"Player {seat}" for seat in range(table.players)], table.position, "")
    else:
        study = Study("Seen", [], write_position(table.game, table.view(viewer).state), f"{source.getrandbits(63) + 1:016x}")
    _grow(study, source, moves)
    return study


def _grow(study: Study, source: random.Random, moves: int) -> None:
    _, state = begin(study)
    table = Table.from_position(study.position)
    found = [(study.root, Step(-1, state, (), b"", None))]
    for _ in range(moves):
        node, before = source.choice(found[-6:])
        here = table.copy()
        here.state = before.state
        if here.over:
            continue
        child = Node(source.choice(here.codes), "")
        if all(child.code != other.code for other in node.children):
            child.comment = source.choice(["", "", "good {really}", "no\nway \\n"])
            node.children.append(child)
            found.append((child, table.step(child.code, before)))
