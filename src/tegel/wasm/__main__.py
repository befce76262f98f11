"""Build the engine of one game: python -m tegel.wasm GAME [FOLDER], into the cache if no folder is named. People use `tegel wasm`."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path

from ..core.errors import TegelError
from .build import built_folder
from .numba_ir import install

NICE = 10  # how far building for later stands back for everything else


def main(name: str, folder: str = "") -> int:
    """Write a game's engine; what is wrong is one clear line."""
    try:
        if folder:
            write_here(name, Path(folder))
        else:
            stand_back()
            built_folder(name)
    except TegelError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def stand_back() -> None:
    """Nobody waits for what goes to the cache: a server builds while it serves."""
    if hasattr(os, "nice"):
        os.nice(NICE)


def write_here(name: str, folder: Path) -> None:
    """Build in this process, which is of no other use from then on."""
    gc.disable()  # nearly all that is made stays until the end
    install()
    from .game_engine import write_engine  # after `install`, because this imports rules

    write_engine(name, folder)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
