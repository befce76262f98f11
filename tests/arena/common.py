"""What the tests of the arena share."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

BOTS = Path(__file__).with_name("bots_for_tests.py")


def bot(name: str) -> str:
    """A bot of the tests, as named on the command line."""
    return f"{BOTS}:{name}"


def tegel(*words: str, typed: str | bytes = b"", timeout: float = 300) -> subprocess.CompletedProcess[bytes]:
    """The command line."""
    given = typed.encode() if isinstance(typed, str) else typed
    return subprocess.run([sys.executable, "-m", "tegel", *words], input=given, capture_output=True, timeout=timeout)
