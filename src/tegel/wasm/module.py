"""One LLVM module of many entry points: each with a plain interface, linked with what Numba's runtime would be, optimised for wasm32."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

import llvmlite.binding as llvm
from numba import types

from .entry import Entry
from .exponential import exp
from .numba_ir import UNRESOLVED, Lowered, lower
from .runtime import RUNTIME, TELLS_USED, USED

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
RAISED = "raised"  # called where an entry point would raise; never defined, so that it must be gone after optimisation
EXP = "tegel_exp"
INLINED = 150  # how large a function may be that is copied to where it is called, as LLVM reckons; 250, its own, gives more code alone
UNROLLING = ("-unroll-threshold=120", "-unroll-runtime=false")  # only short loops: those over rows and colours
RENAMED = {"@llvm.exp.f64(": f"@{EXP}(", "@sqrt(": "@llvm.sqrt.f64("}  # by our own code; by an instruction
EXTERNAL = re.compile(r"^define (?!linkonce|weak|internal|private)", re.MULTILINE)  # where ours, of the same name, is to win
LLVM_TYPES = {"int32": "i32", "int64": "i64", "float64": "double"}  # the rest are addresses


@cache
def target_machine() -> llvm.TargetMachine:
    """What code is made for, and how."""
    for option in UNROLLING:
        llvm.set_option("tegel", option)
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, features=FEATURES, reloc="static")


def link(entries: Iterable[Entry]) -> llvm.ModuleRef:
    """All entry points in one module, for wasm32, not yet optimised."""
    whole = _for_wasm(RUNTIME)
    kept = {TELLS_USED}
    linked = set[Any]()
    mathematics = lower(exp.py_func, [types.float64], types.float64)  # type: ignore[attr-defined]
    _add(whole, linked, mathematics, _interface(EXP, ["double"], "double", mathematics.symbol))
    for entry in entries:
        lowered = lower(entry.function, [kind.type for kind in entry.parameters.values()], entry.result)
        given = [LLVM_TYPES.get(str(kind.type), "ptr") for kind in entry.parameters.values()]
        interface = _interface(entry.name, given, "i32" if entry.returns else "void", lowered.symbol, entry.allocates)
        _add(whole, linked, lowered, interface)
        kept.add(entry.name)
        if not entry.allocates:
            for name in (entry.name, lowered.symbol):
                _keep_small(whole.get_function(name))
    _make_internal(whole, kept)
    return whole


def _keep_small(function: llvm.ValueRef) -> None:
    """What is no search is called once a move: copies of what it calls would cost more than they save."""
    function.add_function_attribute("minsize")
    function.add_function_attribute("optsize")


def _interface(name: str, given: list[str], result: str, symbol: str, allocates: bool = False) -> str:
    """A plain function in front of one of Numba's, which takes two addresses more: for its result, and for what it raises."""
    named = [f"{kind} %a{at}" for at, kind in enumerate(given)]
    reset = f"store i32 0, ptr @{USED}" if allocates else ""
    returned = "ret void" if result == "void" else f"%result = load {result}, ptr %out\n  ret {result} %result"
    return f"""
declare void @{RAISED}()
declare i32 @"{symbol}"(ptr, ptr{"".join(f", {kind}" for kind in given)})
@{USED} = external global i32
define {result} @{name}({", ".join(named)}) {{
  {reset}
  %out = alloca i64
  %fault = alloca ptr
  %status = call i32 @"{symbol}"(ptr %out, ptr %fault{"".join(f", {said}" for said in named)})
  %bad = icmp ne i32 %status, 0
  br i1 %bad, label %raise, label %fine
raise:
  call void @{RAISED}()
  unreachable
fine:
  {returned}
}}
"""


def _add(whole: llvm.ModuleRef, linked: set[Any], lowered: Lowered, interface: str) -> None:
    """Link a function of Numba's with what it calls, if that is not there yet, and the interface in front of it."""
    for library, module in lowered.modules.items():
        if library not in linked:
            linked.add(library)
            whole.link_in(_for_wasm(_in_our_words(str(module))))
    whole.link_in(_for_wasm(interface))


def _in_our_words(code: str) -> str:
    """A function's code that calls our mathematics, and itself where Numba would fill in its address later."""
    for name, ours in RENAMED.items():
        code = code.replace(name, ours)
    code = UNRESOLVED.sub(r'@"\1\2" = internal constant ptr @\2', code)
    return EXTERNAL.sub("define weak_odr ", code)


def _for_wasm(code: str) -> llvm.ModuleRef:
    module = llvm.parse_assembly(code)
    module.triple = TRIPLE
    module.data_layout = str(target_machine().target_data)
    return module


def _make_internal(whole: llvm.ModuleRef, kept: set[str]) -> None:
    """Hide all but the entry points, so that the optimiser can do what it likes with the rest."""
    for function in whole.functions:
        if not function.is_declaration and function.name not in kept:
            function.linkage = "internal"
    for place in whole.global_variables:
        if not place.is_declaration:
            place.linkage = "internal"  # Numba's environments are `common`, which wasm does not know


def optimise(whole: llvm.ModuleRef) -> None:
    """Optimise a module in place."""
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.inlining_threshold = INLINED
    builder = llvm.create_pass_builder(target_machine(), tuning)
    builder.getModulePassManager().run(whole, builder)
    tidy = llvm.create_new_module_pass_manager()
    tidy.add_ipsccp_pass()  # functions that were found never to raise, and what only those who expected it did
    tidy.add_simplify_cfg_pass()
    tidy.add_global_dead_code_eliminate_pass()
    tidy.add_strip_dead_prototype_pass()
    tidy.run(whole, builder)


def compile_object(whole: llvm.ModuleRef) -> bytes:
    """The code of an optimised module."""
    made: bytes = target_machine().emit_object(whole)
    return made
