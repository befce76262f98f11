"""New processes at little cost: forked from one that has imported Numba and nothing of Tegel, and has compiled something small.

`python -m tests.forked` is that one: a JSON line in for each process to start, its exit code out when it has ended.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


def run_forked(program: str, arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """What a program prints, run as by `python -c`; one that fails raises with what it said."""
    first = _first()
    assert first.stdin
    assert first.stdout
    with tempfile.TemporaryDirectory() as folder:
        asked = {"program": program, "arguments": list(arguments), "environment": dict(environment), "folder": folder}
        first.stdin.write(json.dumps(asked) + "\n")
        first.stdin.flush()
        code = int(first.stdout.readline())
        assert code == 0, f"exit code {code}: {(Path(folder) / 'error').read_text()}"
        return (Path(folder) / "out").read_text()


@cache
def _first() -> subprocess.Popen[str]:
    """The process that the others are forked from."""
    found = subprocess.Popen([sys.executable, "-m", "tests.forked"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(found.communicate)
    return found


def _serve() -> None:
    import numba

    numba.njit(lambda number: number + 1)(1)
    for line in sys.stdin:
        child = os.fork()
        if not child:
            os._exit(_run(**json.loads(line)))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def _run(program: str, arguments: list[str], environment: dict[str, str], folder: str) -> int:
    """In the new process."""
    for number, name in ((0, os.devnull), (1, f"{folder}/out"), (2, f"{folder}/error")):
        os.dup2(os.open(name, os.O_RDWR | os.O_CREAT, 0o600), number)
    assert not [name for name in sys.modules if name.split(".")[0] == "tegel"]
    os.environ.clear()
    os.environ.update(environment)
    sys.path[:0] = environment.get("PYTHONPATH", "").split(os.pathsep)
    sys.dont_write_bytecode = "PYTHONDONTWRITEBYTECODE" in environment
    sys.argv = ["-c", *arguments]
    names: dict[str, Any] = {"__name__": "__main__"}
    try:
        exec(compile(program, "<string>", "exec"), names)
    except BaseException:
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return 0


if __name__ == "__main__":
    _serve()
