"""Networks by the SHA-256 of their file, so that a player stays what it was when the package ships another one."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from ..core.game import Game, find_game
from .network import FEW_AND_MANY, BadNetwork, Network, load_network, network_file, shipped_network

FOLDER = "TEGEL_NETWORKS"  # the variable that names folders with networks of other releases, separated as in PATH
DIGITS = 12  # of a hash, in a player's name
KEPT = Path(__file__).parent / "networks" / "kept"  # of players of earlier releases


def shipped_hash(game: Game, players: int = 2) -> str:
    """The hash of the network for so many players that came with the package; empty where none did."""
    file = network_file(game, players)
    return hashlib.sha256(file.read_bytes()).hexdigest() if file else ""


def network_named(game: Game, digits: str) -> Network:
    """The network whose hash begins so: the shipped one, one kept of an earlier release, or one in a folder that TEGEL_NETWORKS names."""
    return _named(game.name, digits, os.environ.get(FOLDER, ""))


def have_network(game: Game, digits: str) -> bool:
    """Whether there is one, here or there."""
    shipped = any(shipped_hash(game, players).startswith(digits) for players in FEW_AND_MANY)
    return shipped or _file(digits, os.environ.get(FOLDER, "")) is not None


@cache
def _named(name: str, digits: str, folder: str) -> Network:
    game = find_game(name)
    for players in FEW_AND_MANY:
        shipped = shipped_network(game, players)
        if shipped is not None and shipped_hash(game, players).startswith(digits):
            return shipped
    found = _file(digits, folder)
    if found is None:
        where = f"none in {folder} does" if folder else f"the variable {FOLDER} can name a folder that has it"
        raise BadNetwork(f"the network of {name} in this package does not have the SHA-256 {digits}..., and {where}")
    return load_network(game, found)


def _file(digits: str, folder: str) -> Path | None:
    return next((path for path in _files(folder) if hashlib.sha256(path.read_bytes()).hexdigest().startswith(digits)), None)


def _files(folder: str) -> Iterator[Path]:
    for each in (KEPT, *map(Path, filter(None, folder.split(os.pathsep)))):
        yield from sorted(each.glob("*.npz"))
