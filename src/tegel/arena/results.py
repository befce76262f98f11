"""The results of a match on disk: one line a game, appended and forced to disk, so that a match can be killed at any time and goes on."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

import msgspec

from ..core.errors import BadOption, BadRecord
from .playing import Played
from .schedule import Match, seating

MATCH, GAMES, LOCK = "match.json", "games.jsonl", "lock"


class Results:
    """The folder of a match."""

    def __init__(self, folder: Path, match: Match) -> None:
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = _lock(folder / LOCK)
        except OSError as error:
            raise BadOption(f"cannot use the folder {folder}: {error.strerror}") from error
        try:
            _agree(folder / MATCH, match)
            self.played = _read(folder / GAMES, match)
            self._file = (folder / GAMES).open("ab")
        except BaseException:
            self._lock.close()
            raise

    def add(self, game: Played) -> None:
        """Keep a game for good."""
        self._file.write(msgspec.json.encode(game) + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Let others use the folder."""
        self._file.close()
        self._lock.close()


def _lock(path: Path) -> BinaryIO:
    """Keep a second match out of the folder; the lock goes with the process, however that ends."""
    file = path.open("ab")
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        raise BadOption(f"another match is using the folder {path.parent}") from error
    return file


def _agree(path: Path, match: Match) -> None:
    """Write the match down, or check that it is the one that was begun here."""
    if not path.exists():
        fresh = path.with_suffix(".new")
        with fresh.open("wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(match)) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
        return
    try:
        begun = msgspec.json.decode(path.read_bytes(), type=Match)
    except (OSError, msgspec.MsgspecError) as error:
        raise BadRecord(f"{path} is no match of ours: {error}") from error
    for field in match.__struct_fields__:
        before, now = getattr(begun, field), getattr(match, field)
        if before != now:
            raise BadOption(f"the match begun in {path.parent} has {field} {before}, not {now}; choose another folder for another match")


def _read(path: Path, match: Match) -> dict[int, Played]:
    """The games played so far. A last line without its end was being written when the match was killed: it is dropped and played again."""
    text = path.read_bytes() if path.exists() else b""
    whole = text.rfind(b"\n") + 1
    if whole < len(text):
        os.truncate(path, whole)
    played: dict[int, Played] = {}
    for at, line in enumerate(text[:whole].splitlines(), 1):
        try:
            game = msgspec.json.decode(line, type=Played)
        except msgspec.MsgspecError as error:
            raise BadRecord(f"{path}, line {at} is no game: {error}") from error
        if game.number in played or game.number < 0 or game.seats != seating(match, game.number):
            raise BadRecord(f"{path}, line {at}: game {game.number} is there twice or is not a game of this match")
        played[game.number] = game
    return played
