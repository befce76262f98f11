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

WIDE = re.compile(r"[ <(]i128[ ,>)]")  # the type, not part of a name
WIDE_WORK = {"mul", "sdiv", "udiv", "srem", "urem", "fptosi", "fptoui", "sitofp", "uitofp"}  # needs a library; the rest does not
BUILT_IN = "llvm."  # what the machine, or the code generator, does by itself


def check_limits(game: str, entries: Iterable[Entry], module: llvm.ModuleRef) -> None:
    """Raise `NotForWasm` if an entry point uses what it must not."""
    calls = {function.name: set(_called(function)) for function in module.functions if not function.is_declaration}
    wide = {function.name for function in module.functions if _is_wide(function)}
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


def _is_wide(function: llvm.ValueRef) -> bool:
    """Whether a function reckons with numbers of 128 bits."""
    instructions = (instruction for block in function.blocks for instruction in block.instructions)
    return any(instruction.opcode in WIDE_WORK and WIDE.search(str(instruction)) for instruction in instructions)


def _called(function: llvm.ValueRef) -> Iterator[str]:
    """The names of what a function calls."""
    for block in function.blocks:
        for instruction in block.instructions:
            if instruction.opcode == "call":
                *_, called = instruction.operands
                if called.name:
                    yield called.name


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
