"""Build the engine of one game in a process of its own: python -m tegel.wasm GAME FOLDER. People use `tegel wasm`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from ..core.errors import TegelError
from .numba_ir import install

NICE = 10  # how far building stands back for everything else


def main(name: str, folder: str) -> int:
    """Write a game's engine; what is wrong is one clear line."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    try:
        install()
        from .game_engine import write_engine  # after `install`, because this imports rules

        write_engine(name, Path(folder))
    except TegelError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
