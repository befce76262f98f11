"""The door of `tegel serve`: how many connections there may be, and how long a request may be on its way in.

The server's own HTTP protocol does the work; around it only what `asyncio.Protocol` promises is used.
"""

from __future__ import annotations

import asyncio
from contextvars import copy_context
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from .passage import PASSAGE, Counts, Passage
from .settings import Caps

HEAD = 1024 * 1024  # bytes that may come before a request is complete enough to be handled


def make_protocol(caps: Caps) -> type[asyncio.Protocol]:
    """The server's HTTP protocol with these caps."""
    counts = Counts()
    Inner: Any = AutoHTTPProtocol

    class Door(Inner):  # type: ignore[misc]
        passage: Passage
        inside = False

        def connection_made(self, transport: asyncio.Transport) -> None:
            self.passage = Passage(transport, caps, counts)
            self.inside = self.passage.enter()
            if not self.inside:
                self.passage.abort()
                return
            self.around = copy_context()
            self.around.run(PASSAGE.set, self.passage)
            super().connection_made(transport)

        def data_received(self, data: bytes) -> None:
            if not self.inside:
                return
            if self.passage.waiting > HEAD:
                self.passage.abort()
                return
            self.passage.waiting += len(data)
            self.around.run(super().data_received, data)

        def connection_lost(self, error: Exception | None) -> None:
            if self.inside:
                self.passage.leave()
                super().connection_lost(error)

    return Door
