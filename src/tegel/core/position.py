"""Positions as text: readable, diffable, versioned, with an exact way back.

The first line names the game and the format, then come the options, the key (or that it is hidden), then the game's own lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import generic
from .chance import format_key, parse_key
from .errors import BadOption, BadPosition
from .game import Game, find_game, game_names
from .text import Reader

FORMAT = 1


def write_position(game: Game, state: Any) -> str:
    """A state as text."""
    lines = [f"tegel position {FORMAT}", f"game {game.name} rules {game.version}"]
    lines += [f"option {name} {value}" for name, value in game.options.read(state).written().items()]
    a, b, c, d = state.key.tolist()
    lines.append(f"key {format_key((a, b, c, d))} draws {state.draws}" if any((a, b, c, d)) else "key hidden")
    return "\n".join(lines + game.write(state)) + "\n"


def read_options(reader: Reader, game: Game) -> Any:
    """The option lines of a position or record: every option in its order, as we write it; one that came later only where it is unusual."""
    given: dict[str, str] = {}
    options = game.options_from(given)
    for name in game.options.ALLOWED:
        if name in game.options.ADDED and not reader.follows("option", name):
            continue
        found, _, value = reader.rest("option").partition(" ")
        reader.as_choice(found, [name])
        given[name] = value
        try:
            options = game.options_from(given)
        except BadOption as error:
            raise reader.fail(str(error)) from error
        if name not in options.written():
            raise reader.fail(f"the option {name} is written only where it is not {value}")
        reader.as_choice(value, [str(options.written()[name])])
    return options


def read_format(reader: Reader, what: str, formats: Sequence[int]) -> int:
    """The first line of a position or record: which of the formats it is written in."""
    line = reader.line()
    for version in formats:
        if line == f"tegel {what} {version}":
            return version
    known = " or ".join(f"'tegel {what} {version}'" for version in formats)
    raise reader.fail(f"this is no {what}: it must begin with {known}")


def read_game(reader: Reader) -> Game:
    """The second line of a position or record."""
    name, rules, version = reader.words("game", 3)
    reader.as_choice(name, game_names())
    reader.as_choice(rules, ["rules"])
    game = find_game(name)
    if version != str(game.version):
        raise reader.fail(f"it needs rules {version} of {name}; these are rules {game.version}")
    return game


def read_unchecked(text: str) -> tuple[Game, Any]:
    """A state from text, whether or not a game can reach it; a `BadPosition` says what cannot be read, and where."""
    reader = Reader(text)
    read_format(reader, "position", [FORMAT])
    game = read_game(reader)
    state = game.blank(read_options(reader, game))
    key = reader.rest("key").split(" ")
    if key != ["hidden"]:
        if len(key) != 3 or key[1] != "draws":
            raise reader.fail("expected 'key hidden', or 'key', 64 hexadecimal digits, 'draws' and a number")
        try:
            state.key[:] = parse_key(key[0])
        except BadOption as error:
            raise reader.fail(str(error)) from error
        state.draws = reader.as_number(key[2], 0, 2**32 - 1)
    game.read(reader, state)
    reader.end()
    return game, state


def read_position(text: str) -> tuple[Game, Any]:
    """A state from text, or a `BadPosition` that says what is wrong and where."""
    game, state = read_unchecked(text)
    broken = generic.check(state)
    if broken:
        raise BadPosition(f"no game can reach this position: {game.checks[broken]}")
    if generic.only_move(state) >= 0:
        raise BadPosition("this is no position to decide in: its only move is made without asking")
    return game, state
