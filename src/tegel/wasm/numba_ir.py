"""Numba's LLVM code of a function and all that it calls, before optimisation: all that the builder knows of Numba's inner parts.

Code that was optimised for this machine is of no use: it has this machine's 64-bit pointers worked into byte offsets. So in this process,
which only builds, functions are lowered, but never linked into each of their callers, optimised, made machine code, wrapped for Python or
kept on disk. That would be most of the work.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numba
from numba.core import codegen, cpu, dispatcher

from ..core import deferred_codegen, disk_cache
from ..core.commands import SWITCH
from .errors import CannotBuild

# Where the address of a function that calls itself would be filled in
UNRESOLVED = re.compile(r'@"?(\.numba\.unresolved\$)([^"\s]+)"? = external global ptr')
SAID = "cannot build with Numba {}: the builder knows {}"


class Lowered(NamedTuple):
    """A function as LLVM code: its own module, and those of all that it calls before it."""

    symbol: str
    modules: dict[Any, llvm.ModuleRef]


def install() -> None:
    """From here on calls of compiled functions run as plain Python in this process; to be called before any rule is imported."""
    if not deferred_codegen.known_version():
        raise CannotBuild(SAID.format(numba.__version__, ", ".join(f"{version}.x" for version in deferred_codegen.KNOWN)))
    os.environ[SWITCH] = "0"  # nothing is deferred where nothing is finished
    disk_cache.KeptCode = None
    library: Any = codegen.CPUCodeLibrary
    library._optimize_functions = _leave
    library.finalize = _finish
    context: Any = cpu.CPUContext
    context.create_cpython_wrapper = _leave
    context.create_cfunc_wrapper = _leave
    context.get_executable = _stand_in
    functions: Any = dispatcher.Dispatcher
    functions.add_overload = _add
    functions.__call__ = _interpret


def _leave(*args: Any, **more: Any) -> None:
    """Do nothing."""


def _stand_in(*args: Any) -> object:
    """Something by which Numba knows a compiled function: each has its own."""
    return object()


def _finish(library: Any) -> None:
    """A library stays what it is; who needs it gets it from `lower`, once."""
    library._finalized = True


def _add(function: Any, result: Any) -> None:
    """What was compiled can be called by what is compiled next."""
    function.overloads[tuple(result.signature.args)] = result


def _interpret(function: Any, *given: Any) -> Any:
    """What is called here runs as plain Python."""
    return function.py_func(*given)


def lower(function: Callable[..., Any], arguments: Sequence[Any], result: Any) -> Lowered:
    """The code of a Python function for arguments of these Numba types."""
    made: Any = numba.njit(error_model="numpy")(function)
    made.compile(result(*arguments))
    found = made.overloads[tuple(arguments)]
    return Lowered(found.fndesc.llvm_func_name, _with_all_it_calls(found.library))


def _with_all_it_calls(library: Any) -> dict[Any, llvm.ModuleRef]:
    """The modules of a library and of those it needs, which come first."""
    modules: dict[Any, llvm.ModuleRef] = {}
    waiting = [(library, iter(library._linking_libraries))]
    seen = {library}
    while waiting:
        current, needed = waiting[-1]
        following = next((each for each in needed if each not in seen), None)
        if following is None:
            modules[current] = current._final_module
            waiting.pop()
        else:
            seen.add(following)
            waiting.append((following, iter(following._linking_libraries)))
    return modules
