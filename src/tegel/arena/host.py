"""The process a user's class runs in: python -m tegel.arena.host FILE CLASS. It answers `decide` requests of the engine protocol."""

from __future__ import annotations

import importlib.util
import inspect
import operator
import random
import sys
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from ..core.position import read_position
from ..core.view import View
from .faults import short
from .lines import serve


def load(file: str, name: str) -> type[Any]:
    """The class; the file's own folder is searched for what it imports."""
    sys.path.insert(0, str(Path(file).resolve().parent))
    spec = importlib.util.spec_from_file_location(Path(file).stem, file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    found: Any = getattr(module, name, None)
    if not inspect.isclass(found) or not callable(getattr(found, "decide", None)):
        raise TypeError(f"{file} has no class {name} with a method decide(view)")
    return found


class Host:
    """Makes a new player for each game and asks it for its moves."""

    def __init__(self, kind: type[Any]) -> None:
        self._kind = kind
        self._player: Any = None

    def answer(self, line: bytes) -> bytes:
        """One request, one answer; whatever the user's code raises becomes an error line."""
        request = msgspec.json.decode(line)
        try:
            move = self._decide(request)
        except (Exception, SystemExit) as error:
            return msgspec.json.encode({"id": request["id"], "error": "failed", "say": short(error)})
        return msgspec.json.encode({"id": request["id"], "move": move})

    def _decide(self, request: dict[str, Any]) -> int | str:
        view = View(*read_position(request["position"]), request["seat"])
        _ = view.legal  # loading compiled rules may use up random numbers, so that comes before they are set
        if request["begin"] or self._player is None:
            self._begin(request["seed"])
        move = self._player.decide(view)
        return move if isinstance(move, str) else operator.index(move)

    def _begin(self, seed: int) -> None:
        """A player that takes a seed gets one; for the others Python's and NumPy's random numbers are set, so that games repeat."""
        random.seed(seed)
        np.random.seed(seed % 2**32)
        takes_seed = "seed" in inspect.signature(self._kind).parameters
        self._player = self._kind(seed=seed) if takes_seed else self._kind()


def main(file: str, name: str, check: bool) -> int:
    """Load the class, then serve it, unless only the loading was to be checked."""
    try:
        kind = load(file, name)
        if check:
            Host(kind)._begin(0)
            return 0
    except (Exception, SystemExit) as error:
        print(short(error), file=sys.stderr)
        return 1
    serve(Host(kind).answer)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], "--check" in sys.argv[3:]))
