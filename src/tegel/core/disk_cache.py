"""The place where compiled code is kept between runs.

Numba's own cache does not notice a change in another file, so ours lies in folders named after a hash of the sources. It is given to our
own functions one by one (`keep`); what others compile is kept as ever. A Numba whose cache works otherwise keeps nothing: everything
works with it too, but is compiled in every process.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numba
import platformdirs
from numba import types
from numba.core import caching

from . import deferred_codegen, dispatch

PACKAGE = Path(__file__).parents[1]
RULES = ("core", "games")  # compiled code of these two holds pieces of both
ABOVE = {"search": ("search",), "envs": ("search", "envs"), "train": ("search", "envs", "train")}  # what other layers' code holds besides
KEPT = 4  # folders of earlier versions that stay, for each
OUTSIDE = "outside"  # the tier of games of other packages


def tier(layer: str) -> str:
    """Which compiled code a layer's lies with: a change in the search leaves that of the rules valid."""
    return layer if layer in ABOVE else "rules"


@cache
def source_hash(tier: str) -> str:
    """A hash of every source file that can end up in this compiled code."""
    digest = hashlib.sha256(numba.__version__.encode())
    layers = ("search", "envs", "train") if tier == OUTSIDE else ABOVE.get(tier, ())
    for layer in RULES + layers:
        _add_sources(digest, PACKAGE / layer)
    return digest.hexdigest()[:16]


@cache
def folder_hash(folder: Path) -> str:
    """A hash of every source file of a game from elsewhere."""
    digest = hashlib.sha256()
    _add_sources(digest, folder)
    return digest.hexdigest()[:16]


def _add_sources(digest: Any, folder: Path) -> None:
    for path in sorted(folder.rglob("*.py")):
        digest.update(path.relative_to(folder.parent).as_posix().encode() + b"\0" + path.read_bytes())


def cache_root() -> Path:
    """The user's folder for compiled code; ``TEGEL_CACHE`` overrides it."""
    if given := os.environ.get("TEGEL_CACHE"):
        return Path(given)
    return platformdirs.user_cache_path("tegel", appauthor=False) / "compiled"


@cache
def open_folder(tier: str) -> Path:
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


def keep(function: Any) -> None:
    """Let a function's compiled code be kept on disk."""
    if KeptCode is not None:
        function._cache = KeptCode(function.py_func)


def games_outside(found: Any) -> Iterator[str]:
    """Of a type: the hashes of the games from elsewhere whose states are in it. Generic code that is compiled for them holds theirs."""
    if isinstance(found, types.Record):
        game = dispatch.find(tuple(found.fields))
        if game is not None:
            folder = Path(game.rules.__file__ or "").parent
            if PACKAGE not in folder.parents:
                yield folder_hash(folder)
    elif isinstance(found, types.BaseTuple):
        for part in found.types:  # type: ignore[attr-defined]
            yield from games_outside(part)
    elif isinstance(found, types.Array):
        yield from games_outside(found.dtype)


def _make_cache() -> type[Any]:
    """A cache of Numba's with our folders."""

    class Locator(caching._CacheLocator):
        """Tells Numba where our compiled code lies."""

        def __init__(self, function: Callable[..., Any], file: str) -> None:
            path = Path(file)
            own = PACKAGE in path.parents
            self._py_file, self._line = file, function.__code__.co_firstlineno
            self._layers = path.relative_to(PACKAGE if own else path.parents[1]).with_suffix("").parts
            self._tier = tier(self._layers[0]) if own else OUTSIDE
            self._of = "" if own else "-" + folder_hash(path.parent)

        @classmethod
        def from_function(cls, function: Callable[..., Any], file: str) -> Any:
            return cls(function, file)

        def get_cache_path(self) -> str:
            return str(open_folder(self._tier))

        def ensure_cache_path(self) -> None:
            self.get_cache_path()

        def get_source_stamp(self) -> str:
            return Path(self.get_cache_path()).name + self._of

        def get_disambiguator(self) -> str:
            return "-".join(self._layers) + f"-{self._line}"

    class Impl(caching.CompileResultCacheImpl):
        _locator_classes = [Locator]  # noqa: RUF012 - as Numba declares it

    class Files(caching.IndexDataCacheFile):
        """An index and the code it tells of. Numba numbers files by what the index holds, so that two processes at once may give one file
        to two versions of a function, and then load the wrong one. Here a file is named after its version."""

        def save(self, key: Any, data: Any) -> None:
            files: Any = self
            overloads = files._load_index()
            number = int(hashlib.sha256(repr(key).encode()).hexdigest()[:12], 16)
            overloads[key] = files._data_name(number)
            files._save_data(overloads[key], data)
            files._save_index(overloads)

    class KeptCode(caching.FunctionCache):
        """Keeps one function's compiled code, what is deferred beside the rest."""

        _impl_class = Impl

        def __init__(self, function: Callable[..., Any]) -> None:
            above: Any = super()
            above.__init__(function)
            stamp = self._impl.locator.get_source_stamp()
            make: Any = Files
            self._cache_file = make(self._cache_path, self._impl.filename_base, stamp)

        def _index_key(self, signature: Any, generator: Any) -> Any:
            above: Any = super()
            key = above._index_key(signature, generator)
            more = [hashed for found in signature for hashed in games_outside(found)]
            return (*key, *more, "deferred") if deferred_codegen.deferred() else (*key, *more)

    _try_out(KeptCode)
    return KeptCode


def _try_out(kept: type[Any]) -> None:
    """Fail here, rather than in the middle of a game, where Numba's cache is not what it was."""
    made = kept(tier)
    for name in ("load_overload", "save_overload", "enable", "cache_path"):
        getattr(made, name)
    if not made._impl.filename_base:
        raise AttributeError("no name for the file")


try:
    KeptCode: type[Any] | None = _make_cache()
except (AttributeError, TypeError, NotImplementedError, RuntimeError):
    KeptCode = None
