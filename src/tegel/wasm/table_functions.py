"""What a table in a browser needs beside compiled rules: facts, positions, options and sentences, translated from the functions that
make them here. Nothing of it is written twice.
"""

from __future__ import annotations

import unicodedata
from types import FunctionType
from typing import Any

import numpy as np
from msgspec.structs import replace

from ..core import generic, messages, narrate, position, previews, view, words
from ..core.fairness import Proof
from ..core.game import Game, find_game, game_names
from ..core.names import clean_name
from ..core.plain import plain
from ..core.record import Record
from ..javascript.translation import Translation, helpers
from ..reasons import reasons
from ..reasons.looking import find_facts
from ..studies import notation
from .review_functions import review_functions

PROVIDED: dict[Any, str] = {  # what the browser has of its own, because it is about where things are kept
    **{plain: "plain", replace: "replace", unicodedata: "unicodedata", np: "np", generic: "rules"},
    **{words.say: "say", words.Ref: "Ref", words.catalogue.__wrapped__: "catalogue", view.say_move: "say_move"},
    **{find_game: "find_game", game_names: "game_names", clean_name: "clean_name", Proof: "Proof"},
}
OF_ALL_GAMES = (
    *(narrate.say_event, narrate.visible_events, narrate.visible_movements),
    *(messages.fill, position.write_position, position.read_position, position.read_unchecked),
    *(previews.fresh_events, reasons.rank_reasons, reasons.say_reason),
    *(notation.Node, notation.Study, notation.read_study, notation.write_study),
)
OF_A_GAME = ("view", "between_turns", "last_round", "write", "read")


def table_functions(game: Game) -> str:
    """A JavaScript module of a game: `make(host)` gives the functions, with what the host provides."""
    translation = Translation(PROVIDED)
    exported = {each.__name__: translation.add(each, each.__name__) for each in OF_ALL_GAMES}
    exported |= {name: translation.add(getattr(game, name), name) for name in OF_A_GAME}
    if found := find_facts(game):
        exported |= {name: translation.add(getattr(found, name), name) for name in ("facts", "WORTH", "PARTS")}
    exported["dumps"] = translation.add(Record.dumps, "dumps")
    loading: Any = Record.__dict__["loads"]
    exported["loads"] = translation.add(loading.__func__, "loads")
    exported["Options"] = translation.add(game.options, "Options")
    reading: Any = game.options.__dict__["read"]
    writing = game.options.__dict__["write"]
    assert isinstance(writing, FunctionType)
    exported["write_options"] = translation.add(writing, "write_options")
    exported["read_options"] = translation.add(reading.__func__, "read_options")
    body = "\n\n".join([str(translation), f"return {{ {', '.join(f'{name}: {said}' for name, said in exported.items())} }};"])
    inner = "\n".join(f"  {line}" if line else "" for line in body.splitlines())
    head = f"/** Facts, positions, options and sentences of {game.name}. Translated from Python by `tegel wasm`: do not edit. */"
    made = f"export function make({{ {', '.join(sorted(PROVIDED.values()))} }}) {{\n{inner}\n}}\n"
    return f"{head}\n\n{helpers()}\n{made}\n{review_functions()}"
