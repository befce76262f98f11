"""The engine's loop: reads requests and hands them to processes, so that nothing anybody sends can end or delay the conversation itself."""

from __future__ import annotations

import queue
import sys
import threading
from typing import Any, BinaryIO

import msgspec

from ..lines import Inbox, read_lines
from .answers import answer
from .pool import Pool, error
from .requests import Cancel, Placed, Quit, Refused, Thinking, read_request

LONGEST = 1 << 20  # bytes of a line
ARRIVED = 1000  # lines that wait to be looked at


class Engine:
    """One conversation. Quick requests have a process of their own and need not wait for those that take thought."""

    def __init__(self, source: int, output: BinaryIO, workers: int, player: str = "") -> None:
        command = [sys.executable, "-m", f"{__package__}.thinker", *([player] if player else [])]
        self._source = source
        self._output = output
        self._inbox: Inbox = queue.Queue(ARRIVED)
        self._quick = Pool(1, command, self._inbox, self._say)
        self._deep = Pool(workers, command, self._inbox, self._say)
        self._pools = (self._quick, self._deep)

    def run(self) -> None:
        """Answer until the input ends and everything is answered, or until told to quit."""
        threading.Thread(target=self._listen, daemon=True).start()
        listening = True
        try:
            while listening or any(pool.working for pool in self._pools):
                patience = min(pool.patience() for pool in self._pools)
                try:
                    child, line = self._inbox.get(timeout=None if patience == float("inf") else patience)
                except queue.Empty:
                    for pool in self._pools:
                        pool.kill_the_deaf()
                    continue
                if child is not None:
                    self._quick.hear(child, line) or self._deep.hear(child, line)
                elif line is None:
                    listening = False
                elif not self._take(line):
                    return
        finally:
            for pool in self._pools:
                pool.end()

    def _listen(self) -> None:
        for line in read_lines(self._source, LONGEST):
            self._inbox.put((None, line))
        self._inbox.put((None, None))

    def _say(self, found: dict[str, Any]) -> None:
        self._output.write(msgspec.json.encode(found) + b"\n")
        self._output.flush()

    def _take(self, line: bytes) -> bool:
        """Deal with a line of the user's; False if the conversation is over."""
        if not line.strip():
            return True
        try:
            if len(line) > LONGEST:
                raise Refused(None, "garbage", f"a line has at most {LONGEST} bytes")
            request = read_request(line)
        except Refused as refused:
            self._say(error(refused.number, refused.error, refused.say))
            return True
        if isinstance(request, Placed):
            (self._deep if isinstance(request, Thinking) else self._quick).add(request)
        elif isinstance(request, Cancel):
            self._say({"id": request.id, "cancelled": sum(pool.cancel(request.cancel) for pool in self._pools)})
        elif isinstance(request, Quit):
            for pool in self._pools:
                pool.end()
            self._say({"id": request.id, "quit": True})
            return False
        else:
            self._say(answer(request))
        return True
