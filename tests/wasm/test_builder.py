"""The builder: the same bytes every time, and a clear refusal of what WebAssembly cannot do."""

from __future__ import annotations

import math
import os
import random
import subprocess
import sys
from pathlib import Path

import llvmlite.binding as llvm
import pytest

from tegel.wasm.entry import Entry, Number
from tegel.wasm.errors import NotForWasm
from tegel.wasm.exponential import exp
from tegel.wasm.limits import check_limits

SMALL = """
import sys
from tegel.wasm.numba_ir import install
install()
from tegel.core.game import find_game
from tegel.wasm.game_engine import compile_entries
from tegel.wasm.rules_entries import rules_entries
wanted = ("hide", "sample", "result")
sys.stdout.buffer.write(compile_entries("azul", [entry for entry in rules_entries(find_game("azul")) if entry.name in wanted]))
"""

FORBIDDEN = """
from tegel.wasm.numba_ir import install
install()
import numpy as np
from tegel.core.compiled import once, rule
from tegel.wasm.entry import Entry, Number
from tegel.wasm.errors import NotForWasm
from tegel.wasm.game_engine import compile_entries

@rule
def refuse(move):
    once()
    if move > 5:
        raise ValueError("too much")
    return move

@rule
def remember(move):
    once()
    kept = np.zeros(move, np.int16)
    kept[move // 2] = 1
    return kept.sum()

def raises(move):
    return refuse(move)

def allocates(move):
    return remember(move)

for function in (raises, allocates):
    try:
        compile_entries("toy", [Entry(function, {"move": Number("i4")}, returns=True)])
    except NotForWasm as error:
        print(error)
"""


def run(script: str, **more: str) -> bytes:
    return subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, env={**os.environ, **more}).stdout


def test_building_twice_gives_the_same_bytes() -> None:
    first, second = run(SMALL, PYTHONHASHSEED="1"), run(SMALL, PYTHONHASHSEED="2")
    assert first[:4] == b"\0asm"
    assert first == second


def test_an_entry_point_that_raises_or_allocates_is_refused_by_name() -> None:
    raises, allocates = run(FORBIDDEN).decode().splitlines()
    assert raises.startswith("toy: the entry point raises may raise an exception")
    assert allocates.startswith("toy: the entry point allocates ")
    assert "memory" in allocates or "exception" in allocates


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("%x = zext i32 %a to i128\n %y = mul i128 %x, %x\n %z = trunc i128 %y to i32\n ret i32 %z", "uses numbers of 128 bits (in move)"),
        ("call void @raised()\n ret i32 0", "may raise an exception (in move)"),
        ("%x = call ptr @NRT_Allocate(i64 8)\n ret i32 0", "asks for memory, which only a search may (in move)"),
        ("%x = call i32 @_ZN5tegel4core3oddE(i32 %a)\n ret i32 %x", "calls puts, which is outside the module (in tegel.core.odd)"),
    ],
)
def test_what_webassembly_cannot_do_is_refused(code: str, said: str) -> None:
    whole = f"""
    declare void @raised()
    declare i32 @puts(i32)
    declare ptr @NRT_Allocate(i64)
    define i32 @_ZN5tegel4core3oddE(i32 %a) {{
      %x = call i32 @puts(i32 %a)
      ret i32 %x
    }}
    define i32 @move(i32 %a) {{
      {code}
    }}"""

    def move(a: int) -> int:
        return a

    with pytest.raises(NotForWasm) as caught:
        check_limits("toy", [Entry(move, {"a": Number("i4")}, returns=True)], llvm.parse_assembly(whole))
    assert str(caught.value) == f"toy: the entry point move {said}"


def test_exp_is_right_to_the_last_digit_but_one() -> None:
    source = random.Random(1)
    for x in [
        0.0,
        -0.0,
        1.0,
        709.7,
        -745.1,
        *(source.uniform(-700, 700) for _ in range(2000)),
        *(source.uniform(-60, 0) for _ in range(2000)),
    ]:
        assert abs(exp(x) - math.exp(x)) <= math.ulp(math.exp(x)), x
    assert exp(800.0) == math.inf
    assert exp(-800.0) == 0.0
    assert exp(-math.inf) == 0.0
    assert math.isnan(exp(math.nan))


def test_the_command_refuses_a_folder_that_is_a_file(tmp_path: Path) -> None:
    from tegel.cli import main

    (tmp_path / "file").touch()
    assert main(["wasm", str(tmp_path / "file")]) == 2
    assert main(["wasm", str(tmp_path), "chess"]) == 2
    assert main(["wasm", str(tmp_path), "--jobs", "0"]) == 2
