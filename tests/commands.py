"""The command line without a process of its own: what a command prints and its exit code, in a fraction of the time."""

from __future__ import annotations

import contextlib
import io
import subprocess

import pytest

from tegel.cli import main


def tegel(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """A command as `subprocess.run` would tell of it, with `typed` as what comes from the keyboard."""
    out, error = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error), pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO(typed))
        try:
            code = main(list(words))
        except SystemExit as ended:  # argparse, of words it does not know and after --help
            code = int(ended.code or 0)
    return subprocess.CompletedProcess(list(words), code, out.getvalue(), error.getvalue())
