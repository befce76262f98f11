"""Imported once by the process from which computer players are forked: what they need, loaded. That takes seconds."""

from __future__ import annotations

import tests.server.scripted  # noqa: F401
from tegel.core.commands import defer_codegen
from tegel.server.preparing import Part, compile_part, is_compiled

defer_codegen()
for part in (Part.RULES, Part.GREEDY):
    if is_compiled("azul", part):
        compile_part("azul", part)
