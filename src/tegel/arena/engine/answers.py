"""What the engine answers. Every answer is plain data; what is wrong with a request becomes an error that says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import asdict

from ... import __version__
from ...core.chance import parse_key
from ...core.errors import BadOption, BadPosition, BadRecord, IllegalMove, TegelError
from ...core.game import Game, find_game, game_names
from ...core.narrate import say_event
from ...core.position import write_position
from ...core.record import Record
from ...core.replay import replay
from ...core.table import Table
from ...core.view import say_move
from ...core.words import catalogue
from ...search.analyse import analyse, plain_result
from ...search.players import PLAYERS, find_player
from ...search.settings import Budget
from ..faults import short
from .pool import cancelled, error
from .requests import NAMES, Analyse, Any_, Decide, Games, Hello, Legal, Look, Placed, Play, Thinking

PROTOCOL = 1
KINDS: dict[type[TegelError], str] = {BadOption: "option", IllegalMove: "illegal", BadPosition: "position", BadRecord: "record"}

Answer = dict[str, Any]
Tick = Callable[[float], None]


class Cancelled(Exception):
    """Raised by a tick when nobody wants the answer any more."""


def answer(request: Any_, tick: Tick = lambda part: None, player: str = "") -> Answer:
    """The answer to a request; `player` decides where the request names none. `tick` may raise `Cancelled`."""
    try:
        return {"id": request.id} | _answer(request, tick, player)
    except Cancelled:
        return cancelled(request.id)
    except TegelError as found:
        return error(request.id, KINDS.get(type(found), "bad"), str(found))
    except Exception as found:
        return error(request.id, "failed", f"this is a mistake of Tegel's, please report it: {short(found)}")


def _answer(request: Any_, tick: Tick, player: str) -> Answer:
    match request:
        case Hello():
            return {"name": "tegel", "version": __version__, "protocol": PROTOCOL, "requests": NAMES, "players": list(PLAYERS)}
        case Games():
            return {"games": [_describe(find_game(name)) for name in game_names()]}
        case Legal():
            table = open_table(request)
            return {"turn": table.turn, "legal": _moves(table, table.legal, request.language)}
        case Play():
            return _play(request)
        case Look():
            return _look(request)
        case Decide():
            return _decide(request, tick, player)
        case Analyse():
            return _analyse(request, tick)
    raise BadOption("this request is for the engine's own loop")


def _describe(game: Game) -> Answer:
    return {
        "name": game.name,
        "rules": game.version,
        "options": dict(game.options.ALLOWED),
        "defaults": msgspec.to_builtins(game.options()),
        "moves": game.moves,
        "fewest_wins": game.fewest_wins,
        "secrets": game.secrets,
    }


def open_table(request: Placed) -> Table:
    """The table a request is about, with its moves played."""
    catalogue(request.language)
    table = _begin(request)
    if request.moves and not table.state.key.any():
        raise BadPosition("this position hides what is to come, so no move can be played on it; give one with its key")
    for move in request.moves:
        table.play(move)
    return table


def _begin(request: Placed) -> Table:
    given = [name for name in ("position", "record", "game") if getattr(request, name) is not None]
    if request.position is not None and request.game is not None:  # a position may be accompanied by its game's name
        given.remove("game")
    if len(given) != 1:
        raise BadOption("give a position, a record, or a game (with options and key), and only one of them")
    if request.ply is not None and request.record is None:
        raise BadOption("ply goes with a record")
    if request.position is not None:
        table = Table.from_position(request.position)
        if request.game not in (None, table.game.name):
            raise BadOption(f"the position is one of {table.game.name}, not of {request.game}")
        return table
    if request.record is not None:
        record = Record.loads(request.record)
        if request.ply is not None and not 0 <= request.ply <= len(record.moves):
            raise BadOption(f"the record has {len(record.moves)} moves; ply must be from 0 to {len(record.moves)}")
        return replay(record, request.ply)
    game = find_game(request.game or "")
    return Table(game, game.options_from(request.options), parse_key(request.key) if request.key is not None else None)


def _moves(table: Table, moves: list[int], language: str) -> list[Answer]:
    game = table.game
    return [{"move": move, "code": game.code(move), "parts": game.parts(move), "say": say_move(game, move, language)} for move in moves]


def _state(table: Table) -> Answer:
    """What every look at a position includes."""
    result = table.result
    return {
        "game": table.game.name,
        "turn": table.turn,
        "scores": table.scores,
        "result": None if result is None else {"points": result.points, "places": result.places, "winners": result.winners},
    }


def _play(request: Play) -> Answer:
    """The position after the moves, with what the last ones brought: those of this request, or all of a record's."""
    table = open_table(request)
    told = [
        {
            "seat": table.mover(ply),
            "move": move,
            "code": table.game.code(move),
            "events": [asdict(event) | {"say": say_event(table.game, event, table.names, request.language)} for event in events],
        }
        for ply, (move, events) in enumerate(zip(table.moves, table.history, strict=True))
        if ply >= len(table.moves) - len(request.moves)
    ]
    record = table.record.dumps() if table.key is not None else None
    return _state(table) | {"position": table.position, "record": record, "played": told}


def _look(request: Look) -> Answer:
    table = open_table(request)
    if request.seat is not None and not -1 <= request.seat < table.players:
        raise BadOption(f"seat must be from -1 (a spectator) to {table.players - 1}")
    state = table.state if request.seat is None else table.view(request.seat).state
    legal = table.legal if request.seat in (None, table.turn) else []
    return _state(table) | {
        "seat": request.seat,
        "facts": table.game.view(state),
        "position": write_position(table.game, state),
        "legal": _moves(table, legal, request.language),
    }


def _budget(request: Thinking) -> Budget | None:
    if request.simulations is None and request.seconds is None:
        return None
    return Budget(request.simulations, request.seconds)


def _decide(request: Decide, tick: Tick, player: str) -> Answer:
    """A named player's move; without one, the search's best move within the budget."""
    table = open_table(request)
    seat = table.turn
    if seat is None:
        raise IllegalMove("the game is over: no move is legal")
    if request.seat not in (None, seat):
        raise BadOption(f"seat {seat} is to move, not seat {request.seat}")
    if not table.legal:
        raise BadPosition(f"this position does not show what seat {seat}, which is to move, may know")
    name = request.player or player
    if name:
        move = find_player(name, request.seed).decide(table.view(seat))
    else:
        budget = _budget(request)
        if budget is None:
            raise BadOption("decide needs a player (such as level:5) or a budget: simulations, seconds, or both")
        move = analyse(table, budget, seed=request.seed, tick=tick).best.move
    return {"seat": seat, "move": table.game.code(move), "number": move}


def _analyse(request: Analyse, tick: Tick) -> Answer:
    table = open_table(request)
    budget = _budget(request)
    if budget is None and not request.exact:
        raise BadOption("analyse needs a budget (simulations, seconds, or both), or exact")
    if not 1 <= request.threads <= 256 or not 1 <= request.top <= 1000:
        raise BadOption("threads must be from 1 to 256, top from 1 to 1000")
    result = analyse(table, budget or Budget(1), seed=request.seed, threads=request.threads, exact=request.exact, tick=tick)
    return plain_result(result, table.game.code, request.top)
