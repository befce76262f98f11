"""The short way of frames: what was sent before somebody hung up counts, what came before we hung up does not."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from tegel.server.direct_wire import UNREAD, DirectWire
from tests.server.conftest import Running


class Line:
    """A transport that remembers what was done to it."""

    def __init__(self) -> None:
        self.sent = b""
        self.reading = True

    def write(self, data: bytes) -> None:
        self.sent += data

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True


async def _read_all(wire: DirectWire) -> list[bytes]:
    found = []
    while (frame := await asyncio.wait_for(wire.next(), 60)) is not None:
        found.append(frame)
    return found


def test_frames_sent_before_hanging_up_are_read() -> None:
    async def talk() -> list[bytes]:
        wire = DirectWire(cast(Any, Line()), lambda code: None)
        wire.receive(b"one")
        wire.receive(b"two")
        wire.lose()
        return await _read_all(wire)

    assert asyncio.run(talk()) == [b"one", b"two"]


def test_nothing_is_read_after_our_goodbye() -> None:
    async def talk() -> tuple[list[bytes], list[int]]:
        codes: list[int] = []
        wire = DirectWire(cast(Any, Line()), codes.append)
        wire.receive(b"one")
        wire.end(4429)
        return await _read_all(wire), codes

    assert asyncio.run(talk()) == ([], [4429])


def test_who_sends_faster_than_we_read_waits() -> None:
    async def talk() -> tuple[bool, bool]:
        line = Line()
        wire = DirectWire(cast(Any, line), lambda code: None)
        for _ in range(UNREAD):
            wire.receive(b"more")
        full = line.reading
        for _ in range(UNREAD):
            await wire.next()
        asking = asyncio.create_task(wire.next())
        await asyncio.sleep(0)
        wire.lose()
        await asking
        return full, line.reading

    assert asyncio.run(talk()) == (False, True)


def test_a_move_sent_with_the_last_breath_is_made(server: Running) -> None:
    anna, ben = server.client(), server.client()
    made = anna.create("azul", "here", "link")
    ben.join(made["seats"][1]["invitation"], name="Ben")
    turn = anna.get(f"/api/games/{made['game']}")["turn"]
    going, watching = (
        person.sit(made["game"], seat) for seat, person in sorted(enumerate((anna, ben)), key=lambda sitting: sitting[0] != turn)
    )
    move = going.state["legal"][0]["move"]
    for ply in (7, 0):  # the first is answered, and keeps the server busy while the second comes
        going.send({"type": "move", "id": f"{ply}", "ply": ply, "moves": [move]})
    going.close()
    watching.until(lambda state: state["ply"] == 1)
