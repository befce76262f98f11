"""Shared by all tests: what hypothesis does, and the seed of the run."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tegel.core.commands import defer_codegen
from tests.long import LONG
from tests.order import arrange
from tests.rotation import leave_out
from tests.seeds import run_seed

os.environ["RAY_ENABLE_AUTO_CONNECT"] = "0"  # as `core.cluster` does, before anybody imports Ray
defer_codegen()  # as our own commands do, whose compiled code tests then find on disk

# No deadlines: the first call of a compiled function may take seconds. Failures are kept in .hypothesis and tried first next time.
settings.register_profile("tegel", deadline=None, print_blob=True)
settings.load_profile("tegel")


@pytest.fixture(autouse=True)
def no_running_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Playwright leaves its event loop running between the tests of a worker; those without a browser run loops of their own."""
    running = asyncio._get_running_loop()
    if "browser" not in request.fixturenames:
        asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave tests out of a run of all that other runs make, and with several workers let each begin with another game."""
    left_out = set() if LONG or "tests" not in config.args else leave_out(items, run_seed())
    config.hook.pytest_deselected(items=list(left_out))
    items[:] = [item for item in items if item not in left_out]
    if "PYTEST_XDIST_WORKER" in os.environ:
        from tegel.core.game import game_names

        items[:] = arrange(items, lambda item: item.nodeid, game_names(), int(os.environ["PYTEST_XDIST_WORKER_COUNT"]))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how a failing run can be repeated."""
    terminalreporter.write_line(f"random games: TEGEL_SEED={run_seed()}")
