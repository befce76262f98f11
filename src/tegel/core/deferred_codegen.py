"""Machine code only for what Python calls: compiling takes a third less time.

Numba makes a whole library of every function: optimised together with all that it calls, in machine code, with an entry for Python; also of
the hundreds of functions that nothing but other compiled functions will ever call. Here a function that is compiled because another one
calls it stays *deferred*: plain intermediate code, kept on disk like the rest, that is linked into whatever calls it and optimised there.
When Python calls it after all, it is compiled like any other.

This reaches into Numba, for our own functions alone: what others compile in the same process is compiled as ever. It is on in our own
commands (`commands.defer_codegen`) and the processes they start, and off where the package is imported as a library. Versions of Numba
that are not known here are left as they are: everything works with them too, only later.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from typing import Any

import numba
from numba.core import codegen, cpu, dispatcher
from numba.core.compiler_lock import global_compiler_lock

from .commands import SWITCH

KNOWN = ("0.68",)  # versions of Numba
_compiling: list[Any] = []  # the functions being compiled, each called by the one before; touched only by who holds the compiler's lock


def wanted() -> bool:
    """Whether this process is one of our own commands, with a Numba that is known."""
    return os.environ.get(SWITCH) == "1" and known_version()


def known_version() -> bool:
    """Whether this Numba's inner parts are those that are changed here."""
    version: str = numba.__version__
    return version.startswith(KNOWN)


def deferred() -> bool:
    """Whether what is compiled now is so because one of our functions calls it."""
    return len(_compiling) > 1 and getattr(_compiling[0], "of_tegel", False)


def claim(function: Any, busy: bool = False) -> Any:
    """Say of a function that it is ours, and whether it is worth optimising by itself."""
    function.of_tegel = True
    function.busy = busy
    return function


def install() -> None:
    """From now on, functions that only our compiled functions call stay deferred."""
    library: Any = codegen.JITCodeLibrary
    library.deferred = False  # what was compiled before
    _change(dispatcher.Dispatcher, "compile", _compile)
    _change(dispatcher.Dispatcher, "add_overload", _add_overload)
    _change(cpu.CPUContext, "get_executable", _get_executable)
    _change(codegen.JITCPUCodegen, "set_env", _set_environment)
    _change(codegen.JITCodeLibrary, "_optimize_final_module", _optimise)
    _change(codegen.JITCodeLibrary, "_finalize_final_module", _finalise)
    _change(codegen.JITCodeLibrary, "serialize_using_object_code", _serialise)


def _change(owner: type, name: str, change: Callable[..., Any]) -> None:
    """Put a function in the place of a method, which it is handed."""
    method = getattr(owner, name)

    @wraps(method)
    def changed(*args: Any) -> Any:
        return change(method, *args)

    setattr(owner, name, changed)


def _compile(compile: Any, function: Any, signature: Any) -> Any:
    """Compile a function, for whom it may be."""
    with global_compiler_lock:
        options = function._compiler.targetoptions
        wrapper = options.get("no_cpython_wrapper", False)
        _compiling.append(function)
        try:
            if deferred():
                options["no_cpython_wrapper"] = True
            else:
                _wake(function)
            return compile(function, signature)
        finally:
            _compiling.pop()
            options["no_cpython_wrapper"] = wrapper


def _wake(function: Any) -> None:
    """Forget the deferred versions of a function that Python calls, so that the one it needs is compiled."""
    for types, result in list(function.overloads.items()):
        if result.library.deferred:
            del function.overloads[types]


def _add_overload(add_overload: Any, function: Any, result: Any) -> None:
    """A deferred version is for compiled functions, not for Python."""
    if deferred():
        function.overloads[tuple(result.signature.args)] = result
    else:
        for surroundings in result._find_referenced_environments():  # also those of the deferred functions that it is made of
            result.library.codegen.set_env(surroundings.env_name, surroundings)
        add_overload(function, result)


def _get_executable(get_executable: Any, context: Any, library: Any, description: Any, surroundings: Any) -> Any:
    """What Python can call; of a deferred function only something that stands for it."""
    if deferred():
        return _Deferred(description, surroundings)
    return get_executable(context, library, description, surroundings)


class _Deferred:
    """Stands for a function that Python cannot call, and keeps its environment."""

    def __init__(self, description: Any, surroundings: Any) -> None:
        self.description, self.surroundings = description, surroundings


def _set_environment(set_env: Any, generator: Any, name: str, surroundings: Any) -> None:
    """Deferred code has no place in memory yet; what it is linked into will set its environments."""
    if not deferred():
        set_env(generator, name, surroundings)


def _optimise(optimise: Any, library: Any) -> None:
    """Deferred code is optimised in what calls it; that of a busy function beforehand too."""
    if not deferred() or getattr(_compiling[-1], "busy", False):
        optimise(library)


def _finalise(finalise: Any, library: Any) -> None:
    """Deferred code is not made machine code."""
    library.deferred = deferred()
    if not library.deferred:
        finalise(library)
    else:
        library._finalize_dynamic_globals()
        library._verify_declare_only_symbols()
        library._finalized = True


def _serialise(serialise: Any, library: Any) -> Any:
    """On disk a deferred function is what it is in memory."""
    return library.serialize_using_bitcode() if library.deferred else serialise(library)
