"""A process of the engine that thinks: python -m tegel.arena.engine.thinker [PLAYER]. A cancel stops the request at hand."""

from __future__ import annotations

import sys

import msgspec

from ..lines import serve
from .answers import Cancelled, answer
from .requests import Cancel, read_request


class Thinker:
    """Answers one request after the other."""

    def __init__(self, player: str) -> None:
        self._player = player
        self._unwanted: set[int | str] = set()

    def hear(self, line: bytes) -> bool:
        """A cancel takes effect while another request is being thought about."""
        request = read_request(line)
        if isinstance(request, Cancel):
            self._unwanted.add(request.cancel)
        return isinstance(request, Cancel)

    def answer(self, line: bytes) -> bytes:
        """The answer to a request, as a line."""
        request = read_request(line)

        def tick(part: float) -> None:
            if request.id in self._unwanted:
                raise Cancelled

        found = answer(request, tick, self._player)
        self._unwanted.clear()
        return msgspec.json.encode(found)


if __name__ == "__main__":
    thinker = Thinker(sys.argv[1] if len(sys.argv) > 1 else "")
    serve(thinker.answer, hear=thinker.hear)
