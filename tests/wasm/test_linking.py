"""The last step of the builder: addresses are filled in, and what is missing is said by name."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import llvmlite.binding as llvm
import pytest

from tegel.wasm.errors import CannotBuild
from tegel.wasm.linking import STACK, link_module
from tegel.wasm.module import TRIPLE, target_machine

# Addresses in data and in code, data that is zero, a call, and memory on the stack.
WHOLE = """
@primes = internal constant [4 x i32] [i32 2, i32 3, i32 5, i32 7]
@squares = internal constant [4 x i32] [i32 1, i32 4, i32 9, i32 16], align 64
@tables = internal constant [2 x ptr] [ptr @primes, ptr getelementptr (i8, ptr @squares, i32 4)]
@count = internal global [100 x i32] zeroinitializer
@word = internal constant [3 x i8] c"abc"

define i32 @look_up(i32 %table, i32 %at) {
  %where = getelementptr ptr, ptr @tables, i32 %table
  %first = load ptr, ptr %where
  %place = getelementptr i32, ptr %first, i32 %at
  %value = load i32, ptr %place
  ret i32 %value
}

define i32 @counted() noinline {
  %counter = getelementptr [100 x i32], ptr @count, i32 0, i32 90
  %before = load volatile i32, ptr %counter
  %after = add i32 %before, 1
  store volatile i32 %after, ptr %counter
  ret i32 %after
}

define i32 @letter(i32 %at) {
  %copy = alloca [3 x i8]
  %word = load [3 x i8], ptr @word
  store volatile [3 x i8] %word, ptr %copy
  %again = call i32 @counted()
  %place = getelementptr i8, ptr %copy, i32 %at
  %byte = load volatile i8, ptr %place
  %value = zext i8 %byte to i32
  ret i32 %value
}
"""
NAMES = ["look_up", "counted", "letter"]
ASKED = """
const module = new WebAssembly.Module(require("fs").readFileSync(process.argv[1]));
const { exports } = new WebAssembly.Instance(module);
const { look_up, counted, letter } = exports;
const answers = [look_up(0, 3), look_up(1, 0), look_up(1, 2), counted(), counted(), letter(0), letter(2), counted()];
const imports = WebAssembly.Module.imports(module).length;
console.log(JSON.stringify([imports, exports.__heap_base.value, exports.memory.buffer.byteLength, answers]));
"""


def compiled(code: str) -> bytes:
    module = llvm.parse_assembly(code)
    module.triple = TRIPLE
    module.data_layout = str(target_machine().target_data)
    made: bytes = target_machine().emit_object(module)
    return made


def test_addresses_are_filled_in(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no Node")
    file = tmp_path / "small.wasm"
    file.write_bytes(link_module(compiled(WHOLE), NAMES))
    said = subprocess.run([node, "-e", ASKED, str(file)], check=True, capture_output=True, text=True).stdout
    imports, free, size, answers = json.loads(said)
    assert imports == 0
    assert STACK + 400 < free <= size
    assert answers == [7, 4, 16, 1, 2, ord("a"), ord("c"), 5]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (
            "declare i32 @puts(i32)\ndefine i32 @move(i32 %a) { %x = call i32 @puts(i32 %a)\n ret i32 %x }",
            "the code needs puts from outside",
        ),
        (
            "@table = external global i32\ndefine i32 @move() { %x = load i32, ptr @table\n ret i32 %x }",
            "the code needs table from outside",
        ),
        ("define i32 @other() { ret i32 1 }", "the object file has no function move"),
        (
            "define i32 @move(i32 %a) { ret i32 %a }\n@moves = global [1 x ptr] [ptr @move]",
            "the code needs __indirect_function_table from outside",
        ),
    ],
)
def test_what_is_missing_is_said_by_name(code: str, said: str) -> None:
    with pytest.raises(CannotBuild) as caught:
        link_module(compiled(code), ["move"])
    assert str(caught.value) == said
