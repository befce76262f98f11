"""The line between two processes: both sides prove themselves, and a line that has gone silent is given up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tegel.server import line as lines
from tegel.server.line import FRAME, Line, NotThere, call, read_address

KEY, NUMBER = b"k" * 32, 7


class Between:
    """Carries bytes between the two ends, until it is told to swallow them."""

    def __init__(self, address: str) -> None:
        self._host, _, port = address.rpartition(":")
        self._port = int(port)
        self.silent = False

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        theirs, ours = await asyncio.open_connection(self._host, self._port)
        await asyncio.gather(self._carry(reader, ours), self._carry(theirs, writer), return_exceptions=True)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                if not self.silent:
                    writer.write(data)
        finally:
            writer.close()


def nothing(*_: Any) -> None:
    """Whatever comes."""


async def until(ready: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not ready():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def link(take: Any, number: int = NUMBER) -> AsyncIterator[tuple[Between, Line]]:
    """A line to a process that has `NUMBER`, called by a number."""
    ends: list[Line] = []

    def end() -> Line:
        ends.append(Line(KEY, NUMBER, False, take))
        return ends[-1]

    async with await asyncio.get_running_loop().create_server(end, "127.0.0.1", 0) as called:
        between = Between(read_address(called))
        async with await asyncio.start_server(between, "127.0.0.1", 0) as carrying:
            try:
                line = await call(read_address(carrying), KEY, number, nothing)
                yield between, line
                line.abort()
            finally:
                for each in ends:
                    each.abort()
                await asyncio.sleep(0.05)  # everybody hears of it


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "SIGN", 0.05)
    monkeypatch.setattr(lines, "SILENCE", 0.4)


@pytest.mark.usefixtures("quick")
def test_a_line_with_nothing_to_say_stays_and_a_silent_one_is_given_up() -> None:
    async def talk() -> tuple[list[bytes], bool, bool]:
        heard: list[bytes] = []
        async with link(lambda _line, _kind, _channel, payload: heard.append(payload)) as (between, line):
            await asyncio.sleep(1.0)
            line.post(FRAME, 1, b"still here")
            await until(lambda: bool(heard))
            kept, between.silent = not line.closed, True
            await until(lambda: line.closed)
            return heard, kept, line.closed

    assert asyncio.run(talk()) == ([b"still here"], True, True)


def test_somebody_else_at_the_same_address_is_not_taken_for_it() -> None:
    async def talk() -> None:
        async with link(nothing, NUMBER + 1):
            pytest.fail("it was taken for it")

    with pytest.raises(NotThere):
        asyncio.run(talk())
