"""What is in an object file of LLVM for WebAssembly: code, data, the symbols, and where addresses are to be filled in.

The format: https://github.com/WebAssembly/tool-conventions/blob/main/Linking.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from .binary import CODE, CUSTOM, DATA, FUNCTION, IMPORT, TYPE, Reader, sections
from .errors import CannotBuild

SEGMENT_INFO, SYMBOL_TABLE = 5, 8  # parts of the section `linking`
OF_FUNCTION, OF_DATA, OF_GLOBAL, OF_SECTION = range(4)  # kinds of symbols
UNDEFINED, NAMED = 0x10, 0x40  # flags of a symbol
FUNCTION_INDEX, ADDRESS, SIGNED_ADDRESS, PLAIN_ADDRESS, TYPE_INDEX, GLOBAL_INDEX = 0, 3, 4, 5, 6, 7  # what is filled in
WITH_ADDEND = (ADDRESS, SIGNED_ADDRESS, PLAIN_ADDRESS, 8, 9)
STACK_POINTER, LINEAR_MEMORY = "__stack_pointer", "__linear_memory"
PROVIDED = (STACK_POINTER, LINEAR_MEMORY)  # what a linker has for it


class Symbol(NamedTuple):
    """A name for a function or for a piece of data."""

    kind: int
    name: str
    number: int  # of the function, global or segment
    offset: int = 0  # within the segment


class Relocation(NamedTuple):
    """A place at which something about a symbol is to be filled in."""

    kind: int
    at: int  # within the section's content
    symbol: int
    addend: int


class Segment(NamedTuple):
    """A piece of data."""

    content: bytes
    at: int  # where it begins in the section's content
    alignment: int


@dataclass
class ObjectFile:
    """An object file, taken apart."""

    types: bytes = b""
    functions: bytes = b""
    code: bytes = b""
    data: bytes = b""
    symbols: list[Symbol] = field(default_factory=list)
    relocations: dict[int, list[Relocation]] = field(default_factory=dict)  # by which section they are in: CODE or DATA
    alignments: list[int] = field(default_factory=list)


def read_object(file: bytes) -> ObjectFile:
    """Take a file apart; `CannotBuild` if it needs something from outside."""
    found, kinds = ObjectFile(), list[int]()
    for kind, content in sections(file):
        kinds.append(kind)
        if kind == TYPE:
            found.types = content
        elif kind == FUNCTION:
            found.functions = content
        elif kind == CODE:
            found.code = content
        elif kind == DATA:
            found.data = content
        elif kind == IMPORT:
            _check_imports(Reader(content))
        elif kind == CUSTOM:
            reader = Reader(content)
            name = reader.name()
            if name == "linking":
                _read_linking(reader, found)
            elif name.startswith("reloc."):
                section = kinds[reader.number()]
                found.relocations[section] = _read_relocations(reader)
    return found


def _check_imports(reader: Reader) -> None:
    for _ in range(reader.number()):
        reader.name()
        name = reader.name()
        if name not in PROVIDED:
            raise CannotBuild(f"the code needs {name} from outside")
        kind = reader.byte()
        if kind == 2:  # a memory: its limits
            most = reader.byte()
            reader.number()
            if most & 1:
                reader.number()
        else:  # a global: its type, and whether it changes
            reader.take(2)


def _read_linking(reader: Reader, found: ObjectFile) -> None:
    reader.number()  # the version
    while reader.more:
        kind, part = reader.byte(), Reader(reader.block())
        if kind == SYMBOL_TABLE:
            found.symbols = [_read_symbol(part) for _ in range(part.number())]
        elif kind == SEGMENT_INFO:
            for _ in range(part.number()):
                part.name()
                found.alignments.append(1 << part.number())
                part.number()


def _read_symbol(reader: Reader) -> Symbol:
    kind, flags = reader.byte(), reader.number()
    if kind == OF_DATA:
        name = reader.name()
        if flags & UNDEFINED:
            raise CannotBuild(f"the code needs {name} from outside")
        index, offset = reader.number(), reader.number()
        reader.number()  # its size
        return Symbol(kind, name, index, offset)
    if kind == OF_SECTION:
        return Symbol(kind, "", reader.number())
    index = reader.number()
    return Symbol(kind, reader.name() if not flags & UNDEFINED or flags & NAMED else STACK_POINTER, index)


def _read_relocations(reader: Reader) -> list[Relocation]:
    found = []
    for _ in range(reader.number()):
        kind, at, symbol = reader.byte(), reader.number(), reader.number()
        found.append(Relocation(kind, at, symbol, reader.signed() if kind in WITH_ADDEND else 0))
    return found


def segments(found: ObjectFile) -> list[Segment]:
    """The pieces of data, in their order."""
    if not found.data:
        return []
    reader, listed = Reader(found.data), list[Segment]()
    for at in range(reader.number()):
        reader.number()  # that it is put into memory when the module begins
        reader.byte()
        reader.signed()  # where the object file thinks that it will be
        reader.byte()
        size = reader.number()
        listed.append(Segment(found.data[reader.at : reader.at + size], reader.at, found.alignments[at]))
        reader.at += size
    return listed
