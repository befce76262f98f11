"""The built engines, once for all workers of a test run."""

from __future__ import annotations

import fcntl
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tegel.wasm.build import built_folder
from tests.sharing import run_folder

WEB = Path(__file__).parents[2] / "web"
HAS_NODE = shutil.which("node") is not None


@pytest.fixture(scope="session")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The folder with a game's engine, built if its sources have changed."""
    if not HAS_NODE:
        pytest.skip("running engines needs Node")
    folder = run_folder(tmp_path_factory)

    def find(name: str) -> Path:
        with (folder / f"wasm-{name}.lock").open("w") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            return built_folder(name)

    return find


@pytest.fixture(scope="session")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the app's table and review, each as one JavaScript module."""
    node = shutil.which("node")
    if node is None or not (WEB / "node_modules").is_dir():
        pytest.skip("the app's code under Node needs Node and the app's packages: make web")
    folder = tmp_path_factory.mktemp("bundle")
    subprocess.run([node, "bundle-table.js", str(folder)], cwd=WEB, check=True, timeout=120)
    return folder
