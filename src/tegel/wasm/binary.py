"""Numbers, names and sections as WebAssembly files write them: https://webassembly.github.io/spec/core/binary."""

from __future__ import annotations

from collections.abc import Iterator

MAGIC = b"\0asm\1\0\0\0"
CUSTOM, TYPE, IMPORT, FUNCTION, _, MEMORY, GLOBAL, EXPORT, _, _, CODE, DATA = range(12)


class Reader:
    """Reads one thing after the other."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def number(self) -> int:
        """A number without a sign, in groups of seven bits, the lowest first."""
        found = shift = 0
        while (part := self.byte()) >= 0x80:
            found |= (part & 0x7F) << shift
            shift += 7
        return found | part << shift

    def signed(self) -> int:
        """The same with a sign."""
        start = self.at
        found = self.number()
        bits = 7 * (self.at - start)
        return found - (1 << bits) if found >> (bits - 1) else found

    def take(self, count: int) -> bytes:
        """So many bytes."""
        self.at += count
        return self.data[self.at - count : self.at]

    def block(self) -> bytes:
        """Bytes behind their number."""
        return self.take(self.number())

    def name(self) -> str:
        return self.block().decode()

    @property
    def more(self) -> bool:
        """Whether something is left."""
        return self.at < len(self.data)


def sections(file: bytes) -> Iterator[tuple[int, bytes]]:
    """The sections of a file: which each is, and its content."""
    reader = Reader(file, len(MAGIC))
    while reader.more:
        yield reader.byte(), reader.block()


def number(value: int) -> bytes:
    """
    >>> number(5), number(300)
    (b'\\x05', b'\\xac\\x02')
    """
    parts = bytearray()
    while value >= 0x80:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*parts, value])


def signed(value: int) -> bytes:
    """
    >>> signed(-1), signed(64)
    (b'\\x7f', b'\\xc0\\x00')
    """
    parts = bytearray()
    while not -64 <= value < 64:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*parts, value & 0x7F])


def counted(data: bytes) -> bytes:
    """Bytes behind their number."""
    return number(len(data)) + data


def listed(items: list[bytes]) -> bytes:
    """Things behind their number."""
    return number(len(items)) + b"".join(items)


def section(kind: int, content: bytes) -> bytes:
    return bytes([kind]) + counted(content)
