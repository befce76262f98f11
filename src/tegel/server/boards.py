"""An analysis board for browsers that have no rules of their own: what is on it is the sender's, and no game of this server.

A board is a position and the moves played from it. Nothing is kept: each request says all of it, and is answered from that alone.
"""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
import numpy as np

from ..core.chance import new_key, use_key
from ..core.errors import BadPosition, IllegalMove
from ..core.game import find_game, game_names
from ..core.names import clean_names
from ..core.narrate import visible_events
from ..core.position import write_position
from ..core.previews import preview_moves
from ..core.replay import replay
from ..core.table import Table
from ..core.words import say
from ..studies.checking import begin, check_study, to_key
from ..studies.notation import DIGITS, Study
from . import uploading
from .answers import MovePreview, ShownMove, encoded
from .board_answers import BoardMove, BoardState, OpenedBoard
from .errors import NotFound, Refusal
from .messages import Board, LookAtBoard, OpenBoard
from .scene import Scene
from .showing import show_event, show_move, show_table
from .trying import show_scored

ANY_DRAW = f"{1:0{DIGITS}x}"  # where nothing that is drawn matters


def new_draw() -> str:
    """What draws are made from."""
    return f"{secrets.randbits(4 * DIGITS) or 1:0{DIGITS}x}"


def open_board(asked: OpenBoard, language: str) -> OpenedBoard:
    """A board with a position, the record of a game, a study (its main line), or a new game."""
    if asked.text is None:
        return _new_game(asked)
    text = asked.text.replace("\r\n", "\n").strip() + "\n"
    if text.startswith("tegel study "):
        study = check_study(text).study
        return _study(study, language)
    if text.startswith("tegel record "):
        record, end = uploading.read_record(text)
        first = replay(record, 0)
        moves = [BoardMove(encoded(ShownMove, show_move(record.game.name, move, language)), "") for move in end.moves]
        return OpenedBoard(record.game.name, "", end.players, list(record.names), write_position(record.game, first.state), "", moves)
    table = Table.from_position(text)
    draw = "" if table.state.key.any() else new_draw()
    begin(Study("", [], text, draw))  # refused where no one seat sees it so
    return OpenedBoard(table.game.name, "", table.players, [], text, draw, [])


def _new_game(asked: OpenBoard) -> OpenedBoard:
    if asked.game not in game_names():
        raise NotFound("no_game")
    game = find_game(asked.game)
    options = game.simulation_options({} if asked.players is None else {"players": asked.players})
    table = Table(game, options, new_key())
    return OpenedBoard(game.name, "", table.players, [], table.position, "", [])


def _study(study: Study, language: str) -> OpenedBoard:
    game, state = begin(study)
    moves = []
    node = study.root
    while node.children:
        node = node.children[0]
        moves.append(BoardMove(encoded(ShownMove, show_move(game.name, game.parse(node.code), language)), node.draw))
    return OpenedBoard(game.name, study.title, int(state.players), study.names, study.position, study.draw, moves)


def table_of(board: Board) -> Table:
    """The table of a board, with its moves played; draws that the position does not tell come from the board's own."""
    table = Table.from_position(board.position)
    if not table.state.key.any() and not board.draw:
        board = msgspec.structs.replace(board, draw=ANY_DRAW)
    _, table.state = begin(Study("", [], board.position, board.draw))
    for ply, played in enumerate(board.moves, 1):
        if played.draw:
            table.state = table.game.copies(table.state, 1)[0]
            use_key(table.state, np.array(to_key(played.draw), np.uint64))
        try:
            table.play(played.move)
        except IllegalMove as error:
            raise IllegalMove(f"move {ply}: {error}") from error
    return table


def look_at(asked: LookAtBoard, language: str) -> BoardState:
    """What is on a board: everything, or as the seat to move (or who moved last) may know it."""
    table = table_of(asked)
    game = table.game
    table.names = clean_names(asked.names, table.players) if asked.names else table.names
    mover = table.mover(len(table.moves) - 1) if table.moves else None
    near = table.turn if table.turn is not None else (mover or 0)
    scene = Scene(table)
    shown = show_table(scene, near, language)
    if asked.open:
        shown.view = game.view(table.state)
    seats = range(table.players) if asked.open else (near,)
    found = preview_moves(game, table.state, table.check_all_legal(list(dict.fromkeys(asked.choices)))) if asked.choices else None
    return BoardState(
        name=game.name,
        title=say(language, f"{game.name}.title"),
        options=msgspec.to_builtins(table.options),
        players=table.players,
        turn=table.turn,
        state=shown,
        near=near,
        mover=mover,
        move=encoded(ShownMove, show_move(game.name, table.moves[-1], language)) if table.moves else None,
        story=[show_event(game, event, table.names, language, -1) for event in visible_events(game, table.events, seats)],
        text=write_position(game, _without_future(table) if asked.open else table.view(near).state),
        scoring=[] if found is None else [show_scored(event) for event in found.scoring],
        choices=[]
        if found is None
        else [MovePreview(each.move, each.movements, each.points, [show_scored(event) for event in each.scoring]) for each in found.moves],
    )


def _without_future(table: Table) -> Any:
    """A position with everything open but what is yet to be drawn."""
    state = table.game.copy(table.state)
    use_key(state, np.zeros(4, np.uint64))
    return state


def require_text(asked: OpenBoard) -> str:
    """The text that is to be opened, or the game that is to begin; one of the two."""
    if (asked.text is None) == (asked.game is None):
        raise Refusal("board_text_or_game")
    if asked.text is not None and not asked.text.strip():
        raise BadPosition("there is no text")
    return asked.text or f"game {asked.game} rules "
