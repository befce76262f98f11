"""The last step: an object file becomes a WebAssembly module that imports nothing.

One object file holds everything, so there is little to link: data gets its place in memory behind the stack, its addresses are filled in,
and the module gets memory and exports. Functions, types and globals keep their numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

from .binary import CODE, DATA, EXPORT, FUNCTION, GLOBAL, MAGIC, MEMORY, TYPE, Reader, counted, listed, number, section, signed
from .errors import CannotBuild
from .object_file import (
    ADDRESS,
    FUNCTION_INDEX,
    GLOBAL_INDEX,
    OF_DATA,
    OF_FUNCTION,
    PLAIN_ADDRESS,
    SIGNED_ADDRESS,
    TYPE_INDEX,
    ObjectFile,
    Relocation,
    Segment,
    read_object,
    segments,
)

STACK = 256 << 10  # bytes; it grows down from here, so that running out of it traps instead of spoiling data
PAGE = 64 << 10
ALIGNED = 16
PADDED = 5  # bytes in which an object file leaves room for a number
I32, CONSTANT, VARIABLE, I32_CONST, END = 0x7F, 0, 1, 0x41, 0x0B
A_FUNCTION, A_MEMORY, A_GLOBAL = 0, 2, 3  # kinds of exports
UNCHANGED = (FUNCTION_INDEX, TYPE_INDEX, GLOBAL_INDEX)  # filled in right already


def link_module(file: bytes, names: Sequence[str]) -> bytes:
    """A module that exports its memory, where memory is free, and these functions."""
    found = read_object(file)
    pieces = segments(found)
    places, free = _place(pieces)
    code = _fill_code(found, places)
    return b"".join(
        [
            MAGIC,
            section(TYPE, found.types),
            section(FUNCTION, found.functions),
            section(MEMORY, listed([b"\0" + number(-(-free // PAGE))])),
            section(GLOBAL, listed([_global(VARIABLE, STACK), _global(CONSTANT, free)])),
            section(EXPORT, listed(_exports(found, names))),
            section(CODE, code),
            section(DATA, listed(_data(found, pieces, places))),
        ]
    )


def _place(pieces: list[Segment]) -> tuple[list[int], int]:
    """Where in memory each piece of data lies, and where memory is free."""
    places, free = [], STACK
    for piece in pieces:
        free = -(-free // piece.alignment) * piece.alignment
        places.append(free)
        free += len(piece.content)
    return places, -(-free // ALIGNED) * ALIGNED


def _global(kind: int, value: int) -> bytes:
    return bytes([I32, kind, I32_CONST]) + signed(value) + bytes([END])


def _exports(found: ObjectFile, names: Sequence[str]) -> list[bytes]:
    functions = {symbol.name: symbol.number for symbol in found.symbols if symbol.kind == OF_FUNCTION}
    if missing := [name for name in names if name not in functions]:
        raise CannotBuild(f"the object file has no function {missing[0]}")
    wanted = [(name, A_FUNCTION, functions[name]) for name in names]
    return [
        counted(name.encode()) + bytes([kind]) + number(index)
        for name, kind, index in [("memory", A_MEMORY, 0), *wanted, ("__heap_base", A_GLOBAL, 1)]
    ]


def _address(found: ObjectFile, places: list[int], relocation: Relocation) -> int:
    symbol = found.symbols[relocation.symbol]
    if symbol.kind != OF_DATA:
        raise CannotBuild(f"the code takes the address of {symbol.name}, which is no data")
    return places[symbol.number] + symbol.offset + relocation.addend


def _fill_code(found: ObjectFile, places: list[int]) -> bytes:
    """The functions with all numbers filled in, each as short as it can be."""
    waiting = sorted(found.relocations.get(CODE, []), key=lambda each: each.at, reverse=True)
    reader, bodies = Reader(found.code), list[bytes]()
    for _ in range(reader.number()):
        size = reader.number()
        start, parts, at = reader.at, list[bytes](), reader.at
        while waiting and waiting[-1].at < start + size:
            relocation = waiting.pop()
            parts += [found.code[at : relocation.at], _filled(found, places, relocation)]
            at = relocation.at + PADDED
        bodies.append(counted(b"".join([*parts, found.code[at : start + size]])))
        reader.at = start + size
    return listed(bodies)


def _filled(found: ObjectFile, places: list[int], relocation: Relocation) -> bytes:
    """A number of the code; of a kind that was written with room to spare."""
    if relocation.kind in UNCHANGED:
        return number(Reader(found.code, relocation.at).number())
    if relocation.kind == ADDRESS:
        return number(_address(found, places, relocation))
    if relocation.kind == SIGNED_ADDRESS:
        return signed(_address(found, places, relocation))
    raise CannotBuild(f"the code needs a kind of address that is not known: {relocation.kind}")


def _data(found: ObjectFile, pieces: list[Segment], places: list[int]) -> list[bytes]:
    """The pieces of data that are not empty; memory is zero where nothing is put."""
    made = []
    for piece, place in zip(pieces, places, strict=True):
        content = bytearray(piece.content)
        for relocation in found.relocations.get(DATA, []):
            at = relocation.at - piece.at
            if 0 <= at < len(content):
                if relocation.kind != PLAIN_ADDRESS:
                    raise CannotBuild(f"the data needs a kind of address that is not known: {relocation.kind}")
                content[at : at + 4] = _address(found, places, relocation).to_bytes(4, "little")
        if any(content):
            made.append(bytes([0, I32_CONST]) + signed(place) + bytes([END]) + counted(bytes(content)))
    return made
