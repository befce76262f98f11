"""Runs a built engine under Node, for tests and benchmarks: a list of steps in, a list of answers out."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np

from .errors import CannotBuild

SCRIPT = Path(__file__).with_name("node.mjs")
OPTIMISED = "--no-liftoff"  # makes Node run its best code from the start, as a browser does after a second or so


class Machine:
    """A module with named blocks of memory, and what it is to do with them."""

    def __init__(self, module: Path) -> None:
        self.module = module
        self._blocks: dict[str, int] = {}
        self._types: dict[str, tuple[np.dtype[Any], tuple[int, ...]]] = {}
        self._steps: list[list[Any]] = []

    def block(self, name: str, like: Any) -> None:
        """Memory for an array, with its content."""
        self._blocks[name] = like.nbytes
        self._types[name] = like.dtype, like.shape
        if like.view(np.uint8).any() if like.dtype.names is None else like.tobytes().strip(b"\0"):
            self.write(name, like)

    def write(self, name: str, content: Any) -> None:
        """Fill a block."""
        self._steps.append(["write", name, base64.b64encode(content.tobytes()).decode("ascii")])

    def copy(self, source: str, target: str) -> None:
        """Copy a block to one as large."""
        self._steps.append(["copy", source, target])

    def read(self, name: str) -> int:
        """Read a block; returns where among the answers its content will be."""
        self._steps.append(["read", name])
        return len(self._steps) - 1

    def call(self, entry: str, *given: str | int, timed: bool = False) -> int:
        """Call an entry point with numbers and the names of blocks; returns where among the answers its result will be, or the
        seconds of a core that it took."""
        self._steps.append(["time" if timed else "call", entry, *given])
        return len(self._steps) - 1

    def run(self, *options: str) -> list[Any]:
        """Do it all, with options of Node: one answer for each step; content that was read as an array of its block's type."""
        node = shutil.which("node")
        if node is None:
            raise CannotBuild("running an engine outside a browser needs Node")
        job = json.dumps({"blocks": self._blocks, "steps": self._steps})
        done = subprocess.run([node, *options, str(SCRIPT), str(self.module)], input=job, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise CannotBuild(f"the engine failed under Node: {done.stderr.strip()}")
        answers: list[Any] = json.loads(done.stdout)["answers"]
        return [self._array(step[1], said) if step[0] == "read" else said for step, said in zip(self._steps, answers, strict=True)]

    def _array(self, name: str, text: str) -> Any:
        dtype, shape = self._types[name]
        return np.frombuffer(base64.b64decode(text), dtype).reshape(shape)
