"""What WebAssembly cannot do, found in optimised code: exceptions, memory outside the arena, 128-bit arithmetic, calls to outside."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import llvmlite.binding as llvm

from .entry import Entry
from .errors import NotForWasm
from .module import RAISED
from .names import plain_name
from .runtime import ALLOCATORS

# Work with the type, not part of a name, that needs a library; the rest does not
WIDE = re.compile(r"^ *%\S+ = (?:mul|[su]div|[su]rem|fpto[su]i|[su]itofp)\b.*[ <(]i128\b", re.MULTILINE)
CALL = re.compile(r'\bcall [^@%]*@(?:"([^"]+)"|([\w.$]+))\(')
BUILT_IN = "llvm."  # what the machine, or the code generator, does by itself


def check_limits(game: str, entries: Iterable[Entry], module: llvm.ModuleRef) -> None:
    """Raise `NotForWasm` if an entry point uses what it must not."""
    code = {function.name: str(function) for function in module.functions if not function.is_declaration}
    calls = {name: {quoted or plain for quoted, plain in CALL.findall(text)} for name, text in code.items()}
    wide = {name for name, text in code.items() if WIDE.search(text)}
    for entry in entries:
        for caller, used in _reached(entry.name, calls):
            if problem := _problem(entry, used, used not in calls):
                raise NotForWasm(f"{game}: the entry point {entry.name} {problem} (in {plain_name(caller)})")
            if used in wide:
                raise NotForWasm(f"{game}: the entry point {entry.name} uses numbers of 128 bits (in {plain_name(used)})")


def _problem(entry: Entry, used: str, outside: bool) -> str:
    """What is wrong with a function that an entry point uses; nothing, mostly."""
    if used == RAISED:
        return "may raise an exception"
    if used in ALLOCATORS and not entry.allocates:
        return "asks for memory, which only a search may"
    if outside and not used.startswith(BUILT_IN):
        return f"calls {used}, which is outside the module"
    return ""


def _reached(start: str, calls: dict[str, set[str]]) -> Iterator[tuple[str, str]]:
    """All calls that a function can lead to, itself first."""
    yield start, start
    seen, waiting = {start}, [start]
    while waiting:
        caller = waiting.pop()
        for used in sorted(calls.get(caller, ())):
            yield caller, used
            if used not in seen:
                seen.add(used)
                waiting.append(used)
