"""A real Ray cluster on this machine, for tests: one head with two cores."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from tests.ports import free_port
from tests.server.several import wait_for

ROOT = Path(__file__).parents[2]
TRIES = 3
OWN = {
    "RAY_AUTH_MODE": "disabled",
    "RAY_CLIENT_RECONNECT_GRACE_PERIOD": "1",
    "RAY_CLIENT_SERVER_CHECK_CHANNEL_TIMEOUT_S": "60",  # on a busy machine its server takes long to start
    "RAY_USAGE_STATS_ENABLED": "0",
}


class Cluster:
    """It can be ended, and started again at the same address."""

    def __init__(self) -> None:
        self._port = free_port()
        self._folder = Path(tempfile.mkdtemp(prefix="ray"))  # a short path: sockets lie in it
        self._head: subprocess.Popen[bytes] | None = None
        self.address = f"ray://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Ray gives up by itself where a busy machine lets it wait; then it is asked again."""
        for _ in range(TRIES):
            self._begin()
            if wait_for(lambda: self._is_there() or self._has_given_up()) and self._is_there():
                return
            self.end()
        raise AssertionError(f"Ray did not start, {TRIES} times")

    def _begin(self) -> None:
        words = ["--head", "--block", "--num-cpus=2", f"--port={free_port()}", f"--ray-client-server-port={self._port}"]
        words += ["--include-dashboard=false", "--node-ip-address=127.0.0.1", f"--temp-dir={self._folder}"]
        paths = {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
        self._head = subprocess.Popen(
            [sys.executable, "-m", "ray.scripts.scripts", "start", *words],
            env={**os.environ, **paths},
            start_new_session=True,
            stdout=subprocess.DEVNULL,
        )

    def _is_there(self) -> bool:
        return self._listens() and (self._folder / "session_latest" / "sockets" / "raylet").exists()

    def _has_given_up(self) -> bool:
        return self._head is None or self._head.poll() is not None

    def end(self) -> None:
        """All of its processes at once, as when a machine fails."""
        if self._head is not None:
            with suppress(ProcessLookupError):  # it has ended by itself
                os.killpg(self._head.pid, signal.SIGKILL)
            self._head.wait()
            self._head = None
        (self._folder / "session_latest").unlink(missing_ok=True)
        wait_for(lambda: not self._listens())

    def remove(self) -> None:
        self.end()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _listens(self) -> bool:
        with socket.socket() as tried:
            return tried.connect_ex(("127.0.0.1", self._port)) == 0
