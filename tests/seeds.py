"""The seed of this test run. It changes with every commit, so that each one looks at other random games.

`TEGEL_SEED=... make test` repeats a run: pytest prints the seed at its end.
"""

from __future__ import annotations

import os
import subprocess
from functools import cache
from pathlib import Path


@cache
def run_seed() -> str:
    """What ``TEGEL_SEED`` says, else the commit's hash, else (outside a checkout) a constant."""
    if given := os.environ.get("TEGEL_SEED"):
        return given
    try:
        head = subprocess.run(
            ["git", "rev-parse", "--short=12", "HEAD"], cwd=Path(__file__).parent, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return "no-commit"
    return head.stdout.strip()
