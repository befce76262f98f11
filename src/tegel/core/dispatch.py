"""Functions that every game writes for itself, called by one name: the state decides whose is run.

A `Family` is a set of such functions: the rules, the heuristics, the network inputs, the features. Each is declared once, as a function
without a body. It can then be called from Python, from compiled code and from CUDA kernels.

Games are told apart by the names of their records' fields, so no two games may have the same. A game's module is imported when the
first of its functions is needed.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
from collections.abc import Callable
from functools import wraps
from types import ModuleType
from typing import Any, ParamSpec, Protocol, TypeVar, cast

import numpy as np
from numba.extending import overload

from .errors import BadGame

P = ParamSpec("P")
R = TypeVar("R")

dtype_of = np.generic.dtype.__get__  # faster than asking a record itself, which looks among its fields first
field_of = np.void.__getitem__  # the same


class Dispatched(Protocol):
    """What dispatch needs to know of a game."""

    @property
    def name(self) -> str: ...
    @property
    def dtype(self) -> np.dtype[Any]: ...
    @property
    def rules(self) -> ModuleType: ...


_games: dict[tuple[str, ...], Dispatched] = {}


def bind(game: Dispatched) -> None:
    """Let all families find this game's functions by the fields of its record."""
    fields = game.dtype.names or ()
    known = _games.setdefault(fields, game)
    if known.rules is not game.rules:
        raise BadGame(f"{game.name} has the same record fields as {known.name}, and nothing else tells games apart; rename one")


def find(fields: tuple[str, ...]) -> Dispatched | None:
    """The game whose record has these fields, if there is one."""
    return _games.get(fields)


def game_of(state: Any) -> Dispatched:
    """The game of a state, which is a NumPy record or, while compiling, a Numba type."""
    fields = _fields_of(state)
    try:
        return _games[fields]
    except KeyError:
        raise BadGame(f"no game has a record with the fields {', '.join(fields)}") from None


def _fields_of(state: Any) -> tuple[str, ...]:
    return dtype_of(state).names or () if isinstance(state, np.void) else tuple(state.fields)


class Family:
    """One module for each game, and the functions that all these modules have."""

    def __init__(self, find: Callable[[Dispatched], ModuleType]) -> None:
        self._find = find
        self.names: list[str] = []  # of those that no module may lack

    def declare(self, *, copied: bool = False, otherwise: str = "") -> Callable[[Callable[P, R]], Callable[P, R]]:
        """Make a generic function of a declaration: name, parameters (the state first), result and docstring.

        A `copied` function becomes part of its callers. That saves a call, and suits long functions with one caller; others are
        compiled once and linked. Where a module lacks the function, the one named `otherwise` takes its place.
        """

        def make(declared: Callable[P, R]) -> Callable[P, R]:
            if not otherwise:
                self.names.append(declared.__name__)
            return cast(Callable[P, R], _make_generic(self._find, declared, copied, otherwise))

        return make


def _make_generic(
    find: Callable[[Dispatched], ModuleType], declared: Callable[..., Any], copied: bool, otherwise: str
) -> Callable[..., Any]:
    name = declared.__name__
    wrapper = WRAPPERS[len(inspect.signature(declared).parameters)]
    plain = PLAIN.get(declared.__annotations__.get("return", ""))
    known: dict[tuple[str, ...], Callable[..., Any]] = {}

    def find_function(state: Any) -> Any:
        game = game_of(state)
        module = find(game)
        function = getattr(module, name, None) or getattr(module, otherwise or name, None)
        if function is None:
            raise BadGame(f"{module.__name__} lacks the function {name}")
        return known.setdefault(game.dtype.names or (), function)

    @wraps(declared)
    def generic(state: Any, *rest: Any) -> Any:
        function = known.get(dtype_of(state).names) or find_function(state)
        found = function(state, *rest)
        return plain(found) if plain else found

    @overload(generic, strict=False)
    def choose(state: Any, *rest: Any) -> Any:
        function = find_function(state)
        return function.py_func if copied else wrapper(function)

    return generic


PLAIN: dict[str, type] = {"int": int, "bool": bool}  # results that interpreted rules may give as NumPy's

# Numba compiles a tuple of arguments much more slowly than plain ones, so there is a wrapper for each number of them
WRAPPERS: dict[int, Callable[[Any], Callable[..., Any]]] = {
    1: lambda f: lambda a: f(a),
    2: lambda f: lambda a, b: f(a, b),
    3: lambda f: lambda a, b, c: f(a, b, c),
    4: lambda f: lambda a, b, c, d: f(a, b, c, d),
    5: lambda f: lambda a, b, c, d, e: f(a, b, c, d, e),
    6: lambda f: lambda a, b, c, d, e, g: f(a, b, c, d, e, g),
}


def exists(module: str) -> bool:
    """Whether there is a module of this name."""
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # its package is not there
        return False


def modules_in(package: str) -> Callable[[Dispatched], ModuleType]:
    """Finds a game's module of the game's name in a package; for a game from elsewhere, the module of the package's name beside its rules.

    So the features of a game `nim` are `tegel.envs.features.nim`, or, where its rules are `your.nim.rules`, `your.nim.features`.
    """
    layer = package.rpartition(".")[2]
    found: dict[str, ModuleType] = {}

    def find(game: Dispatched) -> ModuleType:
        home = game.rules.__name__.rpartition(".")[0]
        if home not in found:
            names = [name for name in (f"{package}.{game.name}", f"{home}.{layer}") if exists(name)]
            if not names:
                raise BadGame(f"{game.name} has no {layer}: there is neither {package}.{game.name} nor {home}.{layer}")
            found[home] = importlib.import_module(names[0])
        return found[home]

    return find
