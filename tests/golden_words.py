"""The sentences of the golden playthroughs: fixed, so that a better wording in the catalogues changes no golden file."""

from __future__ import annotations

from tegel.core.game import Game
from tegel.core.story import Event
from tegel.core.view import say_move
from tegel.core.words import Ref, catalogue

SENTENCES = {
    "azul": {
        "forced": "{player} has no choice: {move}",
        "tile": "{player} lays {colour} on row {row}, column {column}: {points} ({across} across, {down} down)",
        "fell": "{player}'s line {row} finds no space: {count} tiles fall to the floor",
        "floor": "{player}'s floor: {points} for {count}",
        "row": "{player} completes row {row}: {points}",
        "column": "{player} completes column {column}: {points}",
        "colour": "{player} has all of {colour}: {points}",
        "deal": "Round {count}: {player} begins",
    },
    "duel": {
        "forced": "{player} has no choice: {move}",
        "tile": "{player} lays {colour} on row {row}, column {column}: {points} ({across} across, {down} down)",
        "special": "{player} gets a special tile on row {row}, column {column}: {points}",
        "broken": "{player}'s line {row} can never be placed: broken tiles: {count}",
        "floor": "{player}'s broken tiles ({count}): {points}",
        "floor_start": "{player}'s start tile and broken tiles ({count}): {points}",
        "drawn": "{player} draws a plate: {points}",
        "chip": "A chip is revealed on factory {row}: {colour}",
        "deal": "Round {count}: {player} begins",
        "scoring": "{player}, scoring tile {row}: {points}",
    },
    "blockers": {
        "forced": "{player} has no choice: {move}",
        "lay": "{player} lays {tile} ({colour}) on {letter}{column}",
        "capture": "{player} captures {tile} ({colour}) on {letter}{column}",
        "skip": "{player} can neither lay nor capture, and is skipped",
        "groups": "{player}: {points} for the groups of {colour}",
        "captives": "{player}: {points} for the captured tiles of {colour}",
    },
}


MOVES = {
    "duel.move.open": "take open plate {slot}",
    "duel.move.draw": "draw a plate from the stack",
    "duel.move.look": "look at the plates drawn",
    "duel.move.keep": "keep drawn plate {number}",
    "duel.move.lay": "lay the plate on space {space}, {turn}",
    "duel.move.chip": "take the chip of factory {factory}",
    "duel.move.leave": "leave the line as it is",
    "duel.move.pay": "pay for a missing tile with {chips}",
}


def tell_move(game: Game, move: int) -> str:
    """A move as the golden files tell it."""
    name, words = game.describe(move)
    if name not in MOVES:
        return say_move(game, move)
    return MOVES[name].format(**{key: catalogue("en")[word.name] if isinstance(word, Ref) else word for key, word in words.items()})


def tell(game: Game, event: Event, names: list[str]) -> str:
    """An event as the golden files tell it."""
    word = catalogue("en")
    return SENTENCES[game.name][event.kind].format(
        player=names[event.seat],
        colour=word[f"{game.name}.colour.{event.colour}"] if event.colour >= 0 else "",
        tile=word[f"{game.name}.tile.{event.tile}"] if event.tile >= 0 else "",
        row=event.row + 1,
        letter=chr(ord("A") + event.row) if event.row >= 0 else "",
        column=event.column + 1,
        across=event.across,
        down=event.down,
        count=event.count,
        points=f"{event.points:+d}",
        move=tell_move(game, event.move) if event.move >= 0 else "",
    )
