"""`rule`, the decorator that compiles a rules function, and the place where compiled code is kept.

Numba's own cache does not notice a change in another file, so ours lies in folders named after a hash of the sources.
With ``NUMBA_DISABLE_JIT=1`` the same functions run interpreted, for debugging.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import numba
import numpy as np
from numba import types
from numba.core.caching import CacheImpl
from numba.extending import intrinsic

from . import deferred_codegen

P = ParamSpec("P")
R = TypeVar("R")

PACKAGE = Path(__file__).parents[1]
RULES = ("core", "games")  # compiled code of these two holds pieces of both
ABOVE = {"search": ("search",), "envs": ("search", "envs"), "train": ("search", "envs", "train")}  # what other layers' code holds besides
KEPT = 4  # folders of earlier versions that stay, for each

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
if INTERPRETED:
    np.seterr(over="ignore")  # the random numbers wrap around on purpose


def tier(layer: str) -> str:
    """Which compiled code a layer's lies with: a change in the search leaves that of the rules valid."""
    return layer if layer in ABOVE else "rules"


@cache
def source_hash(tier: str) -> str:
    """A hash of every source file that can end up in this compiled code."""
    digest = hashlib.sha256(numba.__version__.encode())
    for layer in RULES + ABOVE.get(tier, ()):
        for path in sorted((PACKAGE / layer).rglob("*.py")):
            digest.update(str(path.relative_to(PACKAGE)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """The user's folder for compiled code; ``TEGEL_CACHE`` overrides it."""
    if given := os.environ.get("TEGEL_CACHE"):
        return Path(given)
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA", "~"))
    elif sys.platform == "darwin":
        home = Path("~/Library/Caches")
    else:
        home = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache"))
    return home.expanduser() / "tegel" / "compiled"


@cache
def _open_folder(tier: str) -> Path:
    """This version's folder, made if need be; the oldest of the others are removed."""
    folder = cache_root() / f"{tier}-{source_hash(tier)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
        folder.touch()
        others = sorted(folder.parent.glob(f"{tier}-*"), key=lambda path: path.stat().st_mtime, reverse=True)
        for old in others[KEPT:]:
            shutil.rmtree(old, ignore_errors=True)
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="tegel-"))
    return folder


class _Locator:
    """Tells Numba where the compiled code of this package lies."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._line = function.__code__.co_firstlineno
        self._layers = Path(file).relative_to(PACKAGE).with_suffix("").parts

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> _Locator | None:
        return cls(function, file) if PACKAGE in Path(file).parents else None

    def get_cache_path(self) -> str:
        return str(_open_folder(tier(self._layers[0])))

    def ensure_cache_path(self) -> None:
        self.get_cache_path()

    def get_source_stamp(self) -> str:
        return Path(self.get_cache_path()).name

    def get_disambiguator(self) -> str:
        return "-".join(self._layers) + f"-{self._line}"


CacheImpl._locator_classes.insert(0, _Locator)
if deferred_codegen.known_version() and not INTERPRETED:
    deferred_codegen.install()


def compiled_before(name: str, layers: str = "games") -> bool:
    """Whether compiled code for a game, of its rules or of other layers, lies in this version's folder already."""
    return INTERPRETED or any(_open_folder(tier(layers.split("-")[0])).glob(f"*{layers}-{name}*.nbc"))


if TYPE_CHECKING or INTERPRETED:

    def once() -> None:
        """Called in a long rule with many callers: its code is kept once and called, never copied into them.

        On a GPU it is the length of the code that decides the speed.
        """

else:

    @intrinsic
    def once(typing):
        def generate(context, builder, signature, values):
            builder.function.attributes.add("noinline")
            return context.get_dummy_value()

        return types.none(), generate


if TYPE_CHECKING:

    def rule(function: Callable[P, R]) -> Callable[P, R]:
        """Compile a function of the rules."""

    def busy_rule(function: Callable[P, R]) -> Callable[P, R]:
        """Compile a function in which much of the time is spent."""

    def loose_rule(function: Callable[P, R]) -> Callable[P, R]:
        """Compile a function that may add in any order."""

else:

    def rule(function, busy=False, **more):
        """Compile a function of the rules: for the CPU at its first call, and inside any kernel that calls it."""
        return deferred_codegen.claim(
            numba.njit(cache=True, nogil=True, error_model="numpy", no_cfunc_wrapper=True, **more)(function), busy
        )

    def busy_rule(function):
        """The same where much of the time is spent: it is optimised before it becomes part of others, and once more there."""
        return rule(function, busy=True)

    def loose_rule(function):
        """The same for a function that adds many numbers, in whatever order is quickest: the last digits may differ between machines."""
        return rule(function, fastmath={"contract", "reassoc", "nsz"})
