"""How long a newcomer waits: a fresh clone in an empty folder, empty caches, `make play`, a first game of Azul against level 3.

python benchmarks/first_start.py [--level 3]

Prints seconds from the command to the first page, to the first game that can be begun, and to the computer's first move in it. What the
package registries send must come again; nothing else of this checkout is used than its last commit. Port 8321 must be free.
"""

from __future__ import annotations

import argparse
import http.cookiejar
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
ADDRESS = "http://127.0.0.1:8321"
PATIENCE = 900  # seconds
MINE = ("PATH", "HOME", "LANG", "PIP_", "NPM_", "npm_", "NODE_", "SSL_", "REQUESTS_")  # variables that say where packages come from


class Visitor:
    """Asks the server, and keeps its cookie."""

    def __init__(self) -> None:
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), jar)

    def ask(self, path: str, body: Any = None) -> Any:
        """The answer, or None while there is none."""
        asked = urllib.request.Request(ADDRESS + path, None if body is None else json.dumps(body).encode())
        asked.add_header("Content-Type", "application/json")
        try:
            with self.opener.open(asked, timeout=10) as answer:
                return answer.read().decode()
        except OSError:  # not there yet, or not ready for this
            return None

    def wait(self, path: str, body: Any = None) -> str:
        for _ in range(PATIENCE * 5):
            found = self.ask(path, body)
            if found is not None:
                return str(found)
            time.sleep(0.2)
        raise SystemExit(f"no answer from {path} after {PATIENCE} s")


def play(level: int) -> list[tuple[str, float]]:
    """Wait for the page, begin a game in which the computer moves first or second, and wait for its move."""
    begun, visitor = time.monotonic(), Visitor()
    marks = []

    def mark(name: str) -> None:
        marks.append((name, time.monotonic() - begun))

    visitor.wait("/")
    mark("first page")
    seats = [{"kind": "here", "name": "Anna"}, {"kind": "computer", "player": f"level:{level}"}]
    game = json.loads(visitor.wait("/api/games", {"game": "azul", "seats": seats}))["game"]
    mark("game of Azul begun")
    state = json.loads(visitor.wait(f"/api/games/{game}/state?seat=0"))
    if state["turn"] == 0:
        visitor.wait(f"/api/games/{game}/move", {"seat": 0, "id": "1", "ply": 0, "moves": [state["legal"][0]["move"]]})
    while not any(event["seat"] == 1 for event in json.loads(visitor.wait(f"/api/games/{game}/events"))["events"]):
        time.sleep(0.05)
    mark(f"first move of level {level}")
    return marks


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", type=int, default=3, help="who plays (1 to 8)")
    arguments = parser.parse_args()
    if Visitor().ask("/") is not None:
        print("something answers at port 8321 already: stop it first", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "tegel"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        mine = {name: value for name, value in os.environ.items() if name.startswith(MINE)}
        environment = {**mine, "BROWSER": "true", "XDG_CACHE_HOME": f"{folder}/cache", "XDG_DATA_HOME": f"{folder}/data"}
        making = subprocess.Popen(["make", "play"], cwd=clone, env=environment, start_new_session=True)
        try:
            for name, seconds in play(arguments.level):
                print(f"{seconds:7.1f} s  {name}", flush=True)
        finally:
            os.killpg(making.pid, signal.SIGTERM)
            making.wait(60)
    return 0


if __name__ == "__main__":
    sys.exit(main())
