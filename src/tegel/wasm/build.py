"""Engines of all games: each built in a process of its own, and kept until a source changes."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.metadata import version
from pathlib import Path

from ..core.disk_cache import PACKAGE, cache_root, source_hash
from ..core.words import LANGUAGES
from .errors import CannotBuild
from .sentences import sentences

SUFFIXES = (".wasm", ".json", ".js", ".network")
KEPT = 3  # versions of the engines that stay in the cache
PLAYERS = ("search/levels.toml", "search/review/review.toml", "search/values/*.json", "search/networks/*.npz")
REASONS = ("reasons/look.py", "reasons/reasons.py", "reasons/facts/*.py")
BESIDE = (
    *PLAYERS,
    *REASONS,
    "wasm/*.py",
    "javascript/*",
    "studies/notation.py",
)  # of what engines are made besides rules and words
NOT_IN_THEM = ("__main__.py", "build.py", "node.py", "node_search.py", "version.py")  # modules here that engines are not made of
SAME_ORDER = {"PYTHONHASHSEED": "0", "TEGEL_DEFER_CODEGEN": "0"}  # the same bytes from every build


@cache
def engine_hash() -> str:
    """A hash of all that engines are made of but words."""
    digest = hashlib.sha256(f"{source_hash('search')} {version('llvmlite')}".encode())
    for pattern in BESIDE:
        for path in sorted(PACKAGE.glob(pattern)):
            if path.is_file() and path.name not in NOT_IN_THEM:
                digest.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def words_hash(name: str) -> str:
    """A hash of all that the engine of a game says."""
    said = {language: sentences(name, language) for language in LANGUAGES}
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:16]


def _folder(name: str) -> Path:
    return cache_root() / f"wasm-{engine_hash()}" / f"{name}-{words_hash(name)}"


def find_built(name: str) -> Path | None:
    """The folder with a game's engine, if it was built."""
    folder = _folder(name)
    return folder if folder.is_dir() else None


def built_folder(name: str) -> Path:
    """The folder with a game's engine, built if need be."""
    folder = _folder(name)
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as building:
            _build(name, building)
            try:
                Path(building).rename(folder)
                Path(building).mkdir()  # for the one who removes it
            except OSError:
                if not folder.is_dir():
                    raise  # else somebody else was first, with the same bytes
        _remove_old(folder.parent)
    return folder


def _build(name: str, folder: str) -> None:
    command = [sys.executable, "-m", "tegel.wasm", name, folder]
    done = subprocess.run(command, env={**os.environ, **SAME_ORDER}, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        *_, said = done.stderr.strip().splitlines() or ["no reason given"]
        raise CannotBuild(f"the engine of {name} could not be built: {said}")


def _remove_old(current: Path) -> None:
    found = sorted(current.parent.glob("wasm-*"), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in found[KEPT:]:
        if old != current:
            shutil.rmtree(old, ignore_errors=True)


def build_engines(names: Iterable[str], target: Path, jobs: int, done: Callable[[str], None] = lambda name: None) -> None:
    """Write the engines of games to a folder, so many at a time; `done` is told of each."""
    target.mkdir(parents=True, exist_ok=True)

    def build(name: str) -> None:
        folder = built_folder(name)
        for suffix in SUFFIXES:
            if (folder / f"{name}{suffix}").is_file():
                shutil.copyfile(folder / f"{name}{suffix}", target / f"{name}{suffix}")
        done(name)

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(build, names))
