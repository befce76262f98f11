"""Processes that talk in lines: one JSON object a line in, one a line out. The parent's side is `Child`, the child's is `serve`.

Workers, users' bots and other programs are all spoken to in this one way. A child ends when its input does, so that none is left
behind when its parent is killed; a child that hangs can be killed without harm to anybody else.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import IO, BinaryIO

from .cost import session_seconds

LONGEST = 1 << 20  # bytes of a line; a longer one arrives in pieces, which nobody can read
KEPT = 2000  # bytes of what a child complained last

Inbox = queue.Queue[tuple["Child | None", bytes | None]]  # who said what; None at the end


class Child:
    """A process that answers in lines. Its lines arrive in an inbox, which several children may share."""

    def __init__(self, command: Sequence[str], inbox: Inbox) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        self._input: IO[bytes] = self._process.stdin
        self._output: IO[bytes] = self._process.stdout
        self._errors: IO[bytes] = self._process.stderr
        self._inbox = inbox
        self._ended = False
        self._complaints = b""
        self._spent: float | None = None
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._listen, self._overhear)]
        for thread in self._threads:
            thread.start()

    def say(self, line: bytes) -> None:
        """Send a line. A child that has ended says so in the inbox, so that is no error here."""
        with suppress(OSError, ValueError):
            self._input.write(line + b"\n")
            self._input.flush()

    def core_seconds(self) -> float | None:
        """What it and whatever it started have used of processors, or had when they ended; None where the system does not tell."""
        if self._process.returncode is None:
            found = session_seconds(self._process.pid)
            self._spent = self._spent if found is None else found
        return self._spent

    def end(self) -> None:
        """Kill it, and whatever it started itself."""
        self.core_seconds()
        self._ended = True
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()
        self._process.wait()
        for thread in self._threads:
            thread.join(1)
        for pipe in (self._input, self._output, self._errors):
            with suppress(OSError, ValueError):
                pipe.close()

    def obituary(self) -> str:
        """How it ended and what it said last on standard error, in one line; kills it if it has not quite ended."""
        self.core_seconds()
        try:
            code = self._process.wait(1)
        except subprocess.TimeoutExpired:
            code = None
        self.end()
        how = "it closed its output" if code is None else f"killed by signal {-code}" if code < 0 else f"exit code {code}"
        last = self._complaints.decode(errors="replace").strip().splitlines()
        return f"{how}: {last[-1].strip()[:300]}" if last else how

    def _listen(self) -> None:
        with suppress(OSError, ValueError):
            while line := self._output.readline(LONGEST):
                self._post(line)
        self._post(None)

    def _post(self, line: bytes | None) -> None:
        """A full inbox makes a talkative child wait, until it is read or the child is ended."""
        while not self._ended:
            with suppress(queue.Full):
                self._inbox.put((self, line), timeout=0.1)
                return

    def _overhear(self) -> None:
        with suppress(OSError, ValueError):
            while some := os.read(self._errors.fileno(), 4096):
                self._complaints = (self._complaints + some)[-KEPT:]


def read_lines(descriptor: int, longest: int) -> Iterator[bytes]:
    """The lines of a file; one that is longer is cut one byte later, so that it shows, and its rest dropped.

    Python's own reader would hold a lock while it waits, and end the process with a crash if it still waits then.
    """
    kept = b""
    while some := os.read(descriptor, 1 << 16):
        *whole, rest = (kept + some).split(b"\n")
        yield from (line[: longest + 1] for line in whole)
        kept = rest[: longest + 1]
    if kept:
        yield kept


def own_output() -> BinaryIO:
    """Standard output for our lines alone: whatever else is printed goes to standard error from now on."""
    ours = os.fdopen(os.dup(1), "wb")
    sys.stdout.flush()
    os.dup2(2, 1)
    return ours


def serve(
    answer: Callable[[bytes], bytes], *, hear: Callable[[bytes], bool] = lambda line: False, leave: Callable[[], None] = lambda: None
) -> None:
    """In a child: answer line by line.

    `hear` is shown each line as it arrives and may deal with it; at the end of the input `leave` is called and the process ends at once.
    """
    output = own_output()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    waiting: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def listen() -> None:
        for line in sys.stdin.buffer:
            if not hear(line):
                waiting.put(line)
        leave()
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        output.write(answer(waiting.get()) + b"\n")
        output.flush()
