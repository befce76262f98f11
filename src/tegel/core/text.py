"""Reading text strictly, line by line: each line is a keyword and the rest. Errors name the line."""

from __future__ import annotations

from collections.abc import Sequence

from .errors import BadPosition, TegelError


class Reader:
    """Hands out the lines of a text in their one right order."""

    def __init__(self, text: str, error: type[TegelError] = BadPosition) -> None:
        self._lines = text.split("\n")
        if self._lines and self._lines[-1] == "":
            self._lines.pop()
        self._at = 0
        self._error = error

    def fail(self, why: str) -> TegelError:
        """An error about the line read last."""
        return self._error(f"line {self._at}: {why}")

    def peek(self) -> str:
        """The next line's keyword, empty at the end."""
        return self._lines[self._at].split(" ", 1)[0] if self._at < len(self._lines) else ""

    def follows(self, keyword: str, word: str) -> bool:
        """Whether the next line begins with a keyword and a word."""
        return self._at < len(self._lines) and self._lines[self._at].split(" ")[:2] == [keyword, word]

    def line(self) -> str:
        """The next line, whole."""
        if self._at >= len(self._lines):
            raise self._error(f"the text ends after line {self._at}, but more was expected")
        self._at += 1
        return self._lines[self._at - 1]

    def rest(self, keyword: str) -> str:
        """What follows the keyword on the next line."""
        line = self.line()
        if line.split(" ", 1)[0] != keyword:
            raise self.fail(f"expected {keyword!r}, found {line!r}")
        return line[len(keyword) + 1 :]

    def words(self, keyword: str, count: int) -> list[str]:
        """The words after the keyword: exactly so many."""
        words = self.rest(keyword).split(" ")
        if len(words) != count or "" in words:
            raise self.fail(f"expected {count} words after {keyword!r}, found {' '.join(words)!r}")
        return words

    def number(self, keyword: str, least: int, most: int) -> int:
        """A number after the keyword."""
        return self.as_number(self.rest(keyword), least, most)

    def as_number(self, word: str, least: int, most: int) -> int:
        """A word that must be a number, written plainly."""
        if not (word.isascii() and word.isdigit()) or word != str(int(word)) or not least <= int(word) <= most:
            raise self.fail(f"expected a number from {least} to {most}, found {word!r}")
        return int(word)

    def choice(self, keyword: str, allowed: Sequence[str]) -> int:
        """Which of the allowed words follows the keyword."""
        return self.as_choice(self.rest(keyword), allowed)

    def as_choice(self, word: str, allowed: Sequence[str]) -> int:
        """Which of the allowed words this is."""
        if word not in allowed:
            raise self.fail(f"expected one of {' '.join(allowed)}, found {word!r}")
        return list(allowed).index(word)

    def end(self) -> None:
        """Nothing may follow."""
        if self._at < len(self._lines):
            self._at += 1
            raise self.fail(f"expected the end, found {self._lines[self._at - 1]!r}")


def write_counts(counts: Sequence[int], letters: str) -> str:
    """
    >>> write_counts([2, 0, 1], "byr")
    'bbr'
    >>> write_counts([0, 0, 0], "byr")
    '-'
    """
    return "".join(letter * int(count) for letter, count in zip(letters, counts, strict=True)) or "-"


def read_counts(reader: Reader, word: str, letters: str) -> list[int]:
    """The inverse of `write_counts`."""
    counts = [word.count(letter) for letter in letters]
    if write_counts(counts, letters) != word:
        raise reader.fail(f"expected letters of {letters} in that order, or -, found {word!r}")
    return counts


def write_totals(counts: Sequence[int], letters: str) -> str:
    """
    >>> write_totals([12, 0, 1], "byr")
    'b12 y0 r1'
    """
    return " ".join(f"{letter}{int(count)}" for letter, count in zip(letters, counts, strict=True))


def read_totals(reader: Reader, keyword: str, letters: str, most: int) -> list[int]:
    """The inverse of `write_totals`, with its keyword."""
    totals = []
    for letter, word in zip(letters, reader.words(keyword, len(letters)), strict=True):
        if word[0] != letter:
            raise reader.fail(f"expected {letter} and a number, found {word!r}")
        totals.append(reader.as_number(word[1:], 0, most))
    return totals
