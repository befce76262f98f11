"""A real server on a real socket, in a thread of the test process."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("litestar")

from tegel.server import worker
from tegel.server.preparing import Part, compile_part, is_compiled, parts
from tegel.server.running import make_server
from tegel.server.settings import Settings
from tests.server import plain_http
from tests.server.client import Client
from tests.server.postgres import new_database, shared_cluster
from tests.sharing import run_folder


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """Compile first what is not compiled yet, and load the rules: the tests' patience is for the server, not for the compiler.

    The players think in processes of their own, which load them.
    """
    for name, part in parts():
        if part is Part.RULES or not is_compiled(name, part):
            compile_part(name, part)


@pytest.fixture(scope="session", autouse=True)
def forked_players() -> Iterator[None]:
    """Start computer players by forking, in a moment. Servers that are processes of their own start them as they always do."""
    forking = multiprocessing.get_context("forkserver")
    forking.set_forkserver_preload(["tests.server.ready_players"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker, "CONTEXT", forking)
        yield


@pytest.fixture
def spawned_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """For players that read the environment: start them as servers do."""
    monkeypatch.setattr(worker, "CONTEXT", multiprocessing.get_context("spawn"))


class Running:
    """A server in a thread."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._clients: list[Client] = []
        self._server = make_server(settings, "error")
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        deadline = time.monotonic() + 300
        while not self._server.started:
            assert time.monotonic() < deadline, "the server did not start"
            assert self._thread.is_alive(), "the server stopped at once"
            time.sleep(0.01)
        self.port: int = self._server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    @property
    def house(self) -> Any:
        """The server's insides, to look at from a test."""
        guard: Any = self._server.config.loaded_app
        while not hasattr(guard, "state"):
            guard = getattr(guard, "_app", None) or guard.app
        return guard.state.house

    @property
    def loop(self) -> Any:
        """The loop it runs in, to do something there."""
        return self.house.log.loop

    def client(self) -> Client:
        """A new browser."""
        self._clients.append(Client(self.url))
        return self._clients[-1]

    def metrics(self) -> dict[str, float]:
        """What the server has counted."""
        lines = plain_http.get(f"{self.url}/metrics").text.splitlines()
        return {line.split()[0]: float(line.split()[1]) for line in lines if not line.startswith("#")}

    def stop(self) -> None:
        """A graceful stop."""
        for client in self._clients:
            client.close()
        self._server.should_exit = True
        self._thread.join(60)
        assert not self._thread.is_alive()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """Start servers; they share the test's folder."""
    running: list[Running] = []

    def start(**settings: Any) -> Running:
        given = {"port": 0, "data": tmp_path, "limits": 1000.0, **settings}
        running.append(Running(Settings(**given)))
        return running[-1]

    yield start
    for server in running:
        server.stop()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all tests of a file."""
    running = Running(Settings(port=0, data=tmp_path_factory.mktemp("server"), limits=1000.0))
    yield running
    assert running.metrics()["tegel_failures_total"] == 0, "the server had faults of its own"
    running.stop()


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A PostgreSQL server; tests that need one are skipped, with the reason, where there is none."""
    if given := os.environ.get("TEGEL_TEST_POSTGRES"):
        pytest.importorskip("asyncpg")
        yield given
        return
    with shared_cluster(run_folder(tmp_path_factory) / "postgres") as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database, once of each kind."""
    if request.param == "sqlite":
        yield str(tmp_path / "games.db")
        return
    with new_database(request.getfixturevalue("postgres")) as address:
        yield address


@pytest.fixture
def shared(postgres: str) -> Iterator[str]:
    """An empty database that processes can share."""
    with new_database(postgres) as address:
        yield address


@pytest.fixture
def two(shared: str, serve: Callable[..., Running]) -> tuple[Running, Running]:
    """Two servers that share it."""
    return serve(database=shared, shared=True), serve(database=shared, shared=True)


@pytest.fixture
def two_kinds(database: str, serve: Callable[..., Running]) -> Iterator[Running]:
    """A server on each kind of database."""
    server = serve(database=database)
    yield server
    assert server.metrics()["tegel_failures_total"] == 0
