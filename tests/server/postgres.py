"""A PostgreSQL of the tests' own: a cluster in a temporary folder, shared by all workers of a test run and stopped at its end.

`TEGEL_TEST_POSTGRES` names a running server instead, on which databases may be made, such as postgresql://postgres@127.0.0.1:5432.
"""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.ports import free_port
from tests.sharing import shared

USER = "postgres"
SETTINGS = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "fsync": "off", "max_connections": "200"}


def find_programs() -> Path:
    """The folder of PostgreSQL's programs; the test is skipped, with the reason, where there is none that may be used."""
    pytest.importorskip("asyncpg")
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    if not found and on_path is None:
        pytest.skip("PostgreSQL is not installed (on Debian: apt-get install postgresql)")
    if os.geteuid() == 0 and not _has_user():
        pytest.skip(f"PostgreSQL does not run as root, and there is no user {USER}")
    return (found[-1] if found else Path(str(on_path)).resolve()).parent


def _has_user() -> bool:
    try:
        pwd.getpwnam(USER)
    except KeyError:
        return False
    return True


class Cluster:
    """A running PostgreSQL server with an empty folder of its own."""

    def __init__(self, folder: Path | None = None, **settings: str) -> None:
        self._settings = SETTINGS | settings
        self._programs = find_programs()
        self.folder = folder or Path(tempfile.mkdtemp(prefix="tegel-postgres-"))  # pytest's own folders are closed to another user
        self.port = free_port()
        self.url = f"postgresql://{USER}@127.0.0.1:{self.port}"

    def start(self) -> None:
        """Make the cluster and start it; returns when it answers."""
        if os.geteuid() == 0:
            shutil.chown(self.folder, USER)
        data = self.folder / "data"
        self._run("initdb", "--auth=trust", f"--username={USER}", "--no-sync", "-D", data)
        with (data / "postgresql.conf").open("a") as settings:
            settings.writelines(f"{name} = '{value}'\n" for name, value in {**self._settings, "port": str(self.port)}.items())
        self._launch()

    def _launch(self) -> None:
        self._run("pg_ctl", "-D", self.folder / "data", "-l", self.folder / "log", "-w", "-t", "120", "start")

    def start_again(self) -> None:
        """Start it after it was killed; what it left in shared memory may take a moment to go."""
        deadline = time.monotonic() + 120
        while True:
            try:
                self._launch()
                return
            except RuntimeError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.2)

    @property
    def pid(self) -> int:
        """Of the server's first process."""
        return int((self.folder / "data" / "postmaster.pid").read_text().split()[0])

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to all of its processes, the one of each connection too."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        for process in (self.pid, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(process, number)

    def stop(self) -> None:
        """Stop at once; nothing in it is wanted any more."""
        self._run("pg_ctl", "-D", self.folder / "data", "-m", "immediate", "-w", "stop")
        shutil.rmtree(self.folder)

    def _run(self, program: str, *given: str | Path) -> None:
        root = os.geteuid() == 0  # PostgreSQL refuses to run as root
        user, group = (USER, pwd.getpwnam(USER).pw_gid) if root else (None, None)
        command = [self._programs / program, *given]
        whose: dict[str, Any] = {"user": user, "group": group, "extra_groups": [] if root else None}
        done = subprocess.run(command, capture_output=True, timeout=300, check=False, cwd="/", **whose)
        if done.returncode:
            raise RuntimeError(f"{program} failed: {done.stdout.decode()}{done.stderr.decode()}")


@contextmanager
def shared_cluster(folder: Path) -> Iterator[str]:
    """One cluster for all workers of a run."""

    def start() -> str:
        cluster = Cluster()
        cluster.start()
        return f"{cluster.url} {cluster.folder}"

    with shared(folder, start, lambda running: Cluster(Path(running.split()[1])).stop()) as running:
        yield running.split()[0]


async def _execute(url: str, statement: str) -> None:
    import asyncpg

    deadline = time.monotonic() + 60
    while True:
        try:
            connection = await asyncpg.connect(f"{url}/{USER}")
            break
        except (OSError, asyncpg.CannotConnectNowError):
            if time.monotonic() > deadline:
                raise
            await asyncio.sleep(0.1)
    await connection.execute(statement)
    await connection.close()


@contextmanager
def new_database(url: str) -> Iterator[str]:
    """The address of an empty database on a server."""
    name = f"tegel_{uuid.uuid4().hex[:12]}"
    asyncio.run(_execute(url, f"CREATE DATABASE {name}"))
    yield f"{url}/{name}"
    asyncio.run(_execute(url, f"DROP DATABASE {name} WITH (FORCE)"))
