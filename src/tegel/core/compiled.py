"""`rule`, the decorator that compiles a rules function, and the place where compiled code is kept.

Numba's own cache does not notice a change in another file, so ours lies in a folder named after a hash of the sources.
With ``NUMBA_DISABLE_JIT=1`` the same functions run interpreted, for debugging.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import numba
import numpy as np
from numba.core.caching import CacheImpl

P = ParamSpec("P")
R = TypeVar("R")

PACKAGE = Path(__file__).parents[1]
UNCOMPILED = {"cli", "server", "arena"}  # rooms without compiled code: their changes leave the cache valid
KEPT = 4  # folders of earlier versions that stay

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
if INTERPRETED:
    np.seterr(over="ignore")  # the random numbers wrap around on purpose


def source_hash() -> str:
    """A hash of every source file that can end up in compiled code."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sorted(PACKAGE.rglob("*.py")):
        room = path.relative_to(PACKAGE)
        if room.parts[0] not in UNCOMPILED:
            digest.update(str(room).encode() + b"\0" + path.read_bytes())
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


def _open_folder() -> Path:
    """This version's folder, made if need be; the oldest of the others are removed."""
    folder = cache_root() / source_hash()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
        folder.touch()
        others = sorted(folder.parent.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
        for old in others[KEPT:]:
            shutil.rmtree(old, ignore_errors=True)
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="tegel-"))
    return folder


class _Locator:
    """Tells Numba where the compiled code of this package lies."""

    folder: Path | None = None

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._line = function.__code__.co_firstlineno
        self._path = Path(file)

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> _Locator | None:
        return cls(function, file) if PACKAGE in Path(file).parents else None

    def get_cache_path(self) -> str:
        if _Locator.folder is None:
            _Locator.folder = _open_folder()
        return str(_Locator.folder)

    def ensure_cache_path(self) -> None:
        self.get_cache_path()

    def get_source_stamp(self) -> str:
        return Path(self.get_cache_path()).name

    def get_disambiguator(self) -> str:
        return "-".join(self._path.relative_to(PACKAGE).with_suffix("").parts) + f"-{self._line}"


CacheImpl._locator_classes.insert(0, _Locator)


def compiled_before(name: str) -> bool:
    """Whether compiled code for a game lies in this version's folder already."""
    return INTERPRETED or any((cache_root() / source_hash()).glob(f"*games-{name}*.nbc"))


if TYPE_CHECKING:

    def rule(function: Callable[P, R]) -> Callable[P, R]:
        """Compile a function of the rules."""

else:

    def rule(function):
        """Compile a function of the rules: for the CPU at its first call, and inside any kernel that calls it."""
        return numba.njit(cache=True, nogil=True, error_model="numpy")(function)
