"""Studies and the rules: every move of every variation is played, and what is not known at the beginning is drawn."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..core import generic
from ..core.chance import Key, use_key
from ..core.errors import BadOption, BadPosition, IllegalMove
from ..core.game import Game
from ..core.names import clean_names
from ..core.position import read_position, write_position
from ..core.table import Step, Table
from .notation import BadStudy, Node, Study, read_study

BACKS = ("S", "J")  # plates of which a position tells only the back


class Checked(NamedTuple):
    """What is known of a study once all of it was played."""

    study: Study
    game: Game
    moves: int
    lines: int  # ways to play it to an end
    comments: int


def to_key(draw: str) -> Key:
    """The key that some digits stand for."""
    return (int(draw, 16), 0, 0, 0)


def hides(position: str) -> bool:
    """Whether a position leaves something open: racks, or plates."""
    return any("?" in word or word.partition(":")[0] in BACKS for line in position.split("\n") for word in line.split(" ")[1:])


def begin(study: Study) -> tuple[Game, Any]:
    """The state at which a study begins, with all that its position does not tell drawn."""
    try:
        game, state = read_position(study.position)
    except BadPosition as error:
        raise BadStudy(f"its position: {error}") from error
    if state.key.any():
        if study.draw:
            raise BadStudy("its position has a key, so there is nothing to draw")
        return game, state
    if not study.draw:
        raise BadStudy("its position has no key, so 'draw' must say what the draws come from")
    key = np.array(to_key(study.draw), np.uint64)
    if not hides(study.position):
        use_key(state, key)
        return game, state
    for viewer in [*range(int(state.players)), -1]:
        seen = game.copies(state, 1)[0]
        generic.hide(seen, viewer)
        if write_position(game, seen) == study.position:
            generic.sample(state, viewer, key)
            return game, state
    raise BadStudy("its position is what no one seat sees: it hides some things and shows others")


def check_study(text: str) -> Checked:
    """Read a study and play all of it; a `BadStudy` says what is wrong."""
    study = read_study(text)
    game, state = begin(study)
    _check_names(study.names, int(state.players))
    table = Table.from_position(study.position)
    moves = lines = 0
    comments = 1 if study.root.comment else 0
    waiting: list[tuple[Node, Any, int]] = [(study.root, state, 0)]
    while waiting:
        node, before, ply = waiting.pop()
        lines += not node.children
        for child in node.children:
            waiting.append((child, play_node(table, before, child, ply + 1), ply + 1))
            moves += 1
            comments += bool(child.comment)
    return Checked(study, game, moves, lines, comments)


def _check_names(names: list[str], players: int) -> None:
    try:
        if names and names != clean_names(names, players):
            raise BadStudy("names have single spaces and no invisible characters")
    except BadOption as error:
        raise BadStudy(str(error)) from error


def play_node(table: Table, before: Any, node: Node, ply: int) -> Any:
    """The state after a move."""
    state = table.game.copies(before, 1)[0]
    if node.draw:
        use_key(state, np.array(to_key(node.draw), np.uint64))
    try:
        return table.step(node.code, Step(-1, state, (), b"", None)).state
    except IllegalMove as error:
        raise BadStudy(f"move {ply}: {error}") from error
