"""Leases: who may write, who is taken for dead, and who is refused beside others."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import Any

import pytest
from sqlalchemy import select, update

from tegel.server.database import open_database
from tegel.server.errors import Storage
from tegel.server.leases import join
from tegel.server.log import Log
from tegel.server.metrics import Metrics
from tegel.server.settings import Settings
from tegel.server.sharing import ONE_FILE
from tegel.server.tables import guests
from tegel.server.uptime import Uptime


def test_what_a_process_without_its_lease_writes_is_refused(shared: str) -> None:
    """The late write of a process that was taken for dead: nothing of it is in the database."""

    async def write() -> list[Any]:
        engine = await open_database(Settings(database=shared).address)
        stale, other = await join(engine, "127.0.0.1:1", Uptime()), await join(engine, "127.0.0.1:2", Uptime())
        log = Log(engine, Metrics(), False, stale.number)
        await log.open()
        guest = guests.insert().values(id="a", cookie_hash="a", name="", created=0)
        await log.write(statements=[guest])
        await other.depose(stale.number)
        outcomes = await asyncio.gather(
            log.write(statements=[update(guests).values(name="late")]),
            log.write(statements=[guests.insert().values(id="b", cookie_hash="b", name="", created=0)]),
            return_exceptions=True,
        )
        async with engine.connect() as connection:
            found = (await connection.execute(select(guests.c.id, guests.c.name))).all()
        await log.close()
        await engine.dispose()
        return [*outcomes, [tuple(row) for row in found], other.number > stale.number]

    first, second, found, grows = asyncio.run(write())
    assert isinstance(first, Storage)
    assert isinstance(second, Storage)
    assert found == [("a", "")]
    assert grows, "a number is never used again"


def test_a_lease_that_is_renewed_is_not_ended_and_one_that_stands_still_is(shared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def watch() -> tuple[bool, bool]:
        engine = await open_database(Settings(database=shared).address)
        one, two = await join(engine, "127.0.0.1:1", Uptime()), await join(engine, "127.0.0.1:2", Uptime())
        monkeypatch.setattr("tegel.server.leases.LEASE", 0.8)
        for _ in range(12):
            await one.beat()
            await two.beat()
            await asyncio.sleep(0.1)
        kept = two.number in one.peers
        async with asyncio.timeout(60):
            while two.number in one.peers:  # a moment in which we ourselves were held up counts for nobody
                await one.beat()
                await asyncio.sleep(0.05)
        await two.beat()
        await one.close()
        await two.close()
        await engine.dispose()
        return kept, two.deposed and two.number not in one.peers

    assert asyncio.run(watch()) == (True, True)


def test_a_lease_that_was_given_back_is_not_lost(shared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is renewed at the very moment: whoever runs the server was told that another process has taken the games over."""

    async def leave() -> tuple[list[str], bool]:
        engine = await open_database(Settings(database=shared).address)
        lease = await join(engine, "127.0.0.1:1", Uptime())
        lost: list[str] = []
        lease.lost = lambda: lost.append("lost")
        log = Log(engine, Metrics(), False, lease.number)
        await log.open()
        write = log.write

        async def write_and_renew(**job: Any) -> None:
            await write(**job)
            await lease.beat()

        monkeypatch.setattr(log, "write", write_and_renew)
        await lease.leave(log)
        await log.close()
        await lease.close()
        await engine.dispose()
        return lost, lease.deposed

    assert asyncio.run(leave()) == ([], True)


def test_a_crash_costs_nobody_time(shared: str) -> None:
    """The time games are played by goes on from the others', or from where all of them ended."""

    async def times() -> tuple[int, int]:
        engine = await open_database(Settings(database=shared).address)
        await join(engine, "127.0.0.1:1", Uptime(5_000_000))
        later = Uptime()
        await join(engine, "127.0.0.1:2", later)
        await engine.dispose()
        return later.now(), 5_000_000

    found, before = asyncio.run(times())
    assert before <= found < before + 5000


def test_one_process_alone_and_those_that_share_refuse_each_other(shared: str) -> None:
    async def both() -> None:
        engine = await open_database(Settings(database=shared).address)
        together, alone = Log(engine, Metrics(), False), Log(engine, Metrics(), True)
        another = Log(engine, Metrics(), False)
        await together.open()
        await another.open()
        with pytest.raises(Exception, match="another Tegel server"):
            await alone.open()
        await together.close()
        await another.close()
        await engine.dispose()

    asyncio.run(both())


def test_sqlite_is_refused_for_several_processes() -> None:
    command = [sys.executable, "-m", "tegel", "serve", "--port", "0", "--processes", "2"]
    refused = subprocess.run(command, capture_output=True, timeout=120, check=False, text=True)
    assert refused.returncode == 2
    assert ONE_FILE in refused.stderr
    assert "Traceback" not in refused.stderr
