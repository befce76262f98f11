"""Compiling that takes long says so, once, on standard error; loading what was compiled says nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tegel.core.compile_notice import LINE, TOLD
from tegel.core.compiled import INTERPRETED
from tegel.core.disk_cache import cache_root

PROGRAM = """
from tegel.core import compile_notice
compile_notice.AFTER = {after}
from tegel.core.runs import tile_points
print(tile_points(3, 1))
"""


def run(cache: Path, after: float) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != TOLD} | {"TEGEL_CACHE": str(cache)}
    program = PROGRAM.format(after=after)
    return subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=300, check=True)


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_it_is_said_once_and_not_on_standard_output(tmp_path: Path) -> None:
    cold, warm = run(tmp_path, 0.0), run(tmp_path, 0.0)
    assert cold.stdout == warm.stdout == "3\n"
    assert cold.stderr.splitlines() == [LINE]
    assert warm.stderr == ""


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_what_takes_no_time_is_not_said(tmp_path: Path) -> None:
    assert run(tmp_path, 1000.0).stderr == ""


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="where these systems keep such files is theirs to say")
def test_folders_are_where_users_expect_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = pytest.importorskip("tegel.server.settings")
    for name in ("TEGEL_CACHE", "TEGEL_DATA", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_root() == tmp_path / ".cache" / "tegel" / "compiled"
    assert settings.data_folder() == tmp_path / ".local" / "share" / "tegel"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert cache_root() == tmp_path / "cache" / "tegel" / "compiled"
    monkeypatch.setenv("TEGEL_CACHE", str(tmp_path / "mine"))
    monkeypatch.setenv("TEGEL_DATA", str(tmp_path / "data"))
    assert cache_root() == tmp_path / "mine"
    assert settings.data_folder() == tmp_path / "data"
