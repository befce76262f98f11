"""The last step: an object file becomes a WebAssembly module, by the linker inside the `ziglang` package."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from .errors import CannotBuild

OPTIONS = ("--no-entry", "--export=__heap_base", "--gc-sections", "--strip-all", "-O2", "-zstack-size=262144")


def link_module(code: bytes, names: Iterable[str]) -> bytes:
    """A module that exports its memory and these functions."""
    if importlib.util.find_spec("ziglang") is None:
        raise CannotBuild("building the browser's engine needs a linker: pip install 'tegel[wasm]'")
    with tempfile.TemporaryDirectory(prefix="tegel-wasm-") as folder:
        source, target = Path(folder, "code.o"), Path(folder, "code.wasm")
        source.write_bytes(code)
        exports = [f"--export={name}" for name in names]
        command = [sys.executable, "-m", "ziglang", "wasm-ld", str(source), "-o", str(target), *OPTIONS, *exports]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise CannotBuild(f"the linker failed: {done.stderr.strip()}")
        return target.read_bytes()
