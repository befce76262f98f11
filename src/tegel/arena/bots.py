"""Who can take a seat: players by name, classes in users' files (`mine.py:MyBot`), programs (`cmd:./mybot --x`).

The last two run in processes of their own, are shown what their seat may see, and are spoken to in the engine protocol.
"""

from __future__ import annotations

import hashlib
import queue
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec

from ..core.errors import BadOption, IllegalMove
from ..core.position import write_position
from ..core.view import View
from ..search.player import Decider
from ..search.players import USAGE, find_player, is_player
from .faults import PlayerFault
from .lines import Child, Inbox

START_UP = 30.0  # seconds more for the first move of a program, which has to start
BUFFERED = 16  # lines of a program that wait to be read
FILE_BOT = re.compile(r"(?P<file>.+\.py):(?P<name>\w+)")
PROGRAM = "cmd:"
OWN = "or a bot of your own: FILE.py:CLASS, or cmd: and the command of a program (docs/arena.md)"


def command_of(name: str) -> list[str] | None:
    """How to start a player that is a program; None for a player of our own.

    >>> command_of("cmd:./mybot --depth 3")
    ['./mybot', '--depth', '3']
    >>> command_of("level:5") is None
    True
    """
    if name.startswith(PROGRAM):
        try:
            return shlex.split(name.removeprefix(PROGRAM))
        except ValueError as error:
            raise BadOption(f"the command of {name!r} cannot be read: {error}") from error
    if found := FILE_BOT.fullmatch(name):
        return [sys.executable, "-m", "tegel.arena.host", found["file"], found["name"]]
    return None


def check_player(name: str) -> str:
    """Refuse a player that cannot be found or started, before any game is lost over it; the hash of its file, if it has one."""
    command = command_of(name)
    if command is None:
        if not is_player(name):
            raise BadOption(f"there is no player {name!r}; the players are {USAGE}, {OWN}")
        return ""
    program = command[0] if command else ""
    if shutil.which(program) is None:
        if Path(program).is_file():
            raise BadOption(f"the player {name!r} may not be started: make its program executable, chmod +x {program}")
        raise BadOption(f"there is no program {program!r} for the player {name!r}")
    found = FILE_BOT.fullmatch(name)
    if found is None:
        return ""
    try:
        text = Path(found["file"]).read_bytes()
    except OSError as error:
        raise BadOption(f"cannot read {found['file']}: {error.strerror}") from error
    try:
        tried = subprocess.run([*command, "--check"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=START_UP)
    except subprocess.TimeoutExpired as error:
        raise BadOption(f"{found['file']} does not finish loading within {START_UP:.0f} seconds") from error
    if tried.returncode:
        raise BadOption(f"{name} cannot play: {(tried.stderr.strip().splitlines() or ['it ended without a word'])[-1]}")
    return hashlib.sha256(text).hexdigest()


class Program:
    """A program with a seat. It is started at its first move and kept for the next games, unless it fails."""

    def __init__(self, name: str, command: list[str], limit: float) -> None:
        self.name = name
        self._command = command
        self._limit = limit
        self._child: Child | None = None
        self._ended: float | None = 0.0  # core-seconds of processes that ended
        self._inbox: Inbox = queue.Queue(BUFFERED)
        self._asked = 0
        self._seed = 0
        self._ply = 0

    def begin(self, seed: int) -> None:
        """A new game."""
        self._seed = seed
        self._ply = 0

    def core_seconds(self) -> float | None:
        """What all its processes have used of processors so far; None where the system does not tell."""
        running = 0.0 if self._child is None else self._child.core_seconds()
        return None if self._ended is None or running is None else self._ended + running

    def decide(self, view: View) -> int:
        """Ask; whatever it does wrong is a `PlayerFault`, and then it is started anew for its next game."""
        patience = self._limit if self._child is not None else self._limit + START_UP
        try:
            return self._ask(view, patience)
        except PlayerFault:
            self.close()
            raise

    def _ask(self, view: View, patience: float) -> int:
        if self._child is None:
            self._inbox = queue.Queue(BUFFERED)
            try:
                self._child = Child(self._command, self._inbox)
            except OSError as error:
                raise PlayerFault("crashed", f"it cannot be started: {error.strerror}") from error
        self._asked += 1
        self._child.say(msgspec.json.encode(decide_request(view, self._asked, self._seed + self._ply, self._ply == 0, self._limit)))
        self._ply += 1
        try:
            _, line = self._inbox.get(timeout=patience)
        except queue.Empty:
            raise PlayerFault("slow", f"no answer within {patience:g} seconds") from None
        if line is None:
            raise PlayerFault("crashed", self._child.obituary())
        return read_move(view, line, self._asked)

    def close(self) -> None:
        """End the process."""
        if self._child is not None:
            self._ended = self.core_seconds()
            self._child.end()
            self._child = None


def decide_request(view: View, number: int, seed: int, begin: bool, seconds: float) -> dict[str, Any]:
    """What a program is asked: all its seat may know, as plain data and as text, and what it may play."""
    return {
        "id": number,
        "request": "decide",
        "game": view.game.name,
        "seat": view.seat,
        "begin": begin,
        "seed": seed,
        "seconds": seconds,
        "legal": view.codes,
        "facts": view.facts,
        "position": write_position(view.game, view.state),
    }


class Answer(msgspec.Struct):
    """What a program may answer: a move as its code or its number, or that it failed."""

    id: int
    move: int | str | None = None
    error: str | None = None
    say: str = ""


def read_move(view: View, line: bytes, number: int) -> int:
    """The move in an answer, or a `PlayerFault`. Whether it is legal is for the table to say."""
    shown = line.decode(errors="replace").strip()[:100]
    try:
        answer = msgspec.json.decode(line, type=Answer)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise PlayerFault("unreadable", f"it answered {shown!r}: {error}") from error
    if answer.id != number:
        raise PlayerFault("unreadable", f"it answered request {answer.id} instead of {number}: {shown!r}")
    if answer.error is not None or answer.move is None:
        raise PlayerFault("crashed", answer.say or answer.error or f"it named no move: {shown!r}")
    try:
        return view.game.parse(answer.move) if isinstance(answer.move, str) else answer.move
    except IllegalMove as error:
        raise PlayerFault("illegal", str(error)) from error


class Bench:
    """The players of one process. Programs stay on it between games; each seat has its own, also when two bear the same name."""

    def __init__(self) -> None:
        self._programs: dict[tuple[str, int, float], Program] = {}

    def seat(self, names: list[str], seeds: list[int], limit: float) -> list[Decider]:
        """Players for the seats of a new game."""
        players: list[Decider] = []
        for at, (name, seed) in enumerate(zip(names, seeds, strict=True)):
            command = command_of(name)
            if command is None:
                players.append(find_player(name, seed))
                continue
            place = (name, names[:at].count(name), limit)
            if place not in self._programs:
                self._programs[place] = Program(name, command, limit)
            self._programs[place].begin(seed)
            players.append(self._programs[place])
        return players

    def close(self) -> None:
        """End all programs."""
        for program in list(self._programs.values()):
            program.close()
