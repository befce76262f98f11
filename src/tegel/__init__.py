"""Tegel: Azul, Azul Duel and Blockers!, exact, fast and pleasant to play from Python.

>>> import tegel
>>> table = tegel.game("azul", players=3)
>>> table.players, table.over
(3, False)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .core.chance import Key
    from .core.errors import BadOption, BadPosition, BadRecord, IllegalMove, TegelError
    from .core.record import Record
    from .core.replay import replay, verify
    from .core.table import Result, Table

__version__ = "0.1.0"
__all__ = [
    "BadOption",
    "BadPosition",
    "BadRecord",
    "IllegalMove",
    "Record",
    "Result",
    "Table",
    "TegelError",
    "game",
    "games",
    "replay",
    "verify",
]

_HOMES = {
    "BadOption": "errors",
    "BadPosition": "errors",
    "BadRecord": "errors",
    "IllegalMove": "errors",
    "TegelError": "errors",
    "Record": "record",
    "Result": "table",
    "Table": "table",
    "replay": "replay",
    "verify": "replay",
}


def game(name: str, *, key: Key | None = None, names: list[str] | None = None, **options: Any) -> Table:
    """A new game at a table, ready for its first move.

    >>> game("blockers", players=4, key=(1, 2, 3, 4)).turn in range(4)
    True
    """
    from .core.game import find_game
    from .core.table import Table

    found = find_game(name)
    return Table(found, found.options_from(options), key, names)


def __getattr__(name: str) -> Any:
    """Names are looked up when first used, so that ``import tegel`` stays light."""
    import importlib

    if name in _HOMES:
        return getattr(importlib.import_module(f"tegel.core.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'tegel' has no attribute {name!r}")
