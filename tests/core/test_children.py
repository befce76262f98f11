"""Processes end with the one they work for, also when that is killed."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

PARENT = """
import multiprocessing, os, time
from concurrent.futures import ProcessPoolExecutor
from tegel.core.children import end_with_parent

if __name__ == "__main__":
    pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), end_with_parent)
    print(pool.submit(os.getpid).result(), flush=True)
    time.sleep(600)
"""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="there is no /proc to look at processes")
def test_a_pool_ends_when_its_owner_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "owner.py"
    script.write_text(PARENT)
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout is not None
        child = int(owner.stdout.readline())
        owner.kill()
    deadline = time.monotonic() + 60
    while _is_running(child):
        assert time.monotonic() < deadline, "the child lives on"
        time.sleep(0.05)


def _is_running(pid: int) -> bool:
    """Whether there is such a process, and not only what is left of it."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"
