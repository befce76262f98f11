"""What our own commands do before anything is compiled. Imports nothing heavy: the command line's help needs no compiler."""

from __future__ import annotations

import os

SWITCH = "TEGEL_DEFER_CODEGEN"  # also tells the processes that a command starts


def defer_codegen() -> None:
    """From here on only what Python calls is made machine code (`deferred_codegen`), unless the user has decided otherwise."""
    os.environ.setdefault(SWITCH, "1")
