"""A real server and a real browser. Where there is no browser, or the app is not built, the tests say so and are skipped."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tegel.core.game import game_names
from tests.ports import free_port
from tests.processes import gone
from tests.rotation import in_turn
from tests.sharing import run_folder, shared
from tests.wasm.conftest import engine as engine
from tests.web.people import Person

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "tegel" / "server" / "static"
ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"),
    "--disable-dev-shm-usage",
]
EVERY_RUN = ("test_engine.py", "test_pages.py", "test_words.py", "test_everything_is_in_reach_on_a_phone", "test_whole_game_by_touch")
PATIENCE = 240  # seconds for a server whose rules are still to be compiled


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests in a browser take long: all but those of these files and functions are made in turn."""
    for item in items:
        if item.path.parent == Path(__file__).parent and not {item.path.name, item.name.partition("[")[0]} & set(EVERY_RUN):
            item.add_marker(in_turn)


def _chromium() -> str:
    """The browser. Without a window the shell, which is made for that, takes half of the time of the whole of Chromium."""
    found = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"))), None)
    if not found:
        pytest.skip("no browser here: on Debian `apt-get install chromium-headless-shell`")
    return found


def _start_server(folder: Path, *more: str) -> str:
    """Start a server with an empty database; its process and its port."""
    port = free_port()
    (folder / "games").mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "tests.web.serving", str(port), str(folder / "games"), *more]
    outputs = [(os.POSIX_SPAWN_OPEN, number, folder / "log.txt", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600) for number in (1, 2)]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    server = os.posix_spawn(sys.executable, command, environment, file_actions=outputs)  # it may outlive this worker
    _wait_for(f"http://127.0.0.1:{port}/health", server, folder / "log.txt")
    return f"{server} {port}"


def _stop_server(running: str) -> None:
    """Stop it; another worker may have started it, which then has a child that has ended."""
    pid = int(running.split()[0])
    os.kill(pid, signal.SIGTERM)
    deadline = time.monotonic() + 60
    while not gone(pid):
        assert time.monotonic() < deadline, "the server does not stop"
        time.sleep(0.05)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server, one for all workers; ``TEGEL_ADDRESS`` names one that runs already."""
    if given := os.environ.get("TEGEL_ADDRESS"):
        yield given
        return
    if not (STATIC / "index.html").is_file():
        pytest.skip("the browser app is not built: `python web/build.py`")
    folder = run_folder(tmp_path_factory) / "web-server"
    with shared(folder, lambda: _start_server(folder), _stop_server) as running:
        yield f"http://127.0.0.1:{running.split()[1]}"


@pytest.fixture(scope="session")
def address_with_engines(tmp_path_factory: pytest.TempPathFactory, engine: Any) -> Iterator[str]:
    """The address of a server that offers the engines of all games."""
    for name in game_names():
        engine(name)
    folder = run_folder(tmp_path_factory) / "web-server-with-engines"
    with shared(folder, lambda: _start_server(folder, "engines"), _stop_server) as running:
        yield f"http://127.0.0.1:{running.split()[1]}"


def _wait_for(url: str, server: int, log: Path) -> None:
    for _ in range(PATIENCE * 4):
        if gone(server):
            pytest.fail(f"the server stopped: {log.read_text()[-2000:]}")
        try:
            with urllib.request.urlopen(url, timeout=2):
                return
        except OSError:
            time.sleep(0.25)
    pytest.fail(f"the server does not answer after {PATIENCE} s")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="the browser tests need `pip install playwright`")
    with playwright.sync_playwright() as started:
        running = started.chromium.launch(executable_path=_chromium(), args=ARGUMENTS)
        yield running
        running.close()


@contextmanager
def people_at(browser: Any, address: str) -> Iterator[Callable[..., Person]]:
    """Makes people: each has a browser of their own. What went wrong in their pages fails the test."""
    people: list[Person] = []

    def make(**wishes: Any) -> Person:
        people.append(Person(browser, address, **wishes))
        return people[-1]

    yield make
    faults = [fault for one in people for fault in one.faults]
    for one in people:
        one.context.close()
    assert faults == []


@pytest.fixture
def person(address: str, browser: Any) -> Iterator[Any]:
    """People at the server of all browser tests."""
    with people_at(browser, address) as make:
        yield make
