"""Studies as text: headers, the position they begin at, and the moves with variations in parentheses and comments in braces.

The app reads and writes them with these same functions, translated; so they keep to plain text, lists and small classes.
"""

from __future__ import annotations

from ..core.errors import TegelError
from ..core.text import Reader

FORMAT = 1
LINE = 100  # letters of a line of moves, as far as comments allow
LONGEST_TITLE = 80
LONGEST_NAME = 80
LONGEST_COMMENT = 4000
MOST_MOVES = 2000
MOST_LINES = 1000  # of a position
MOST_SEATS = 5
DEEPEST = 60  # variations within variations
DIGITS = 16  # of what draws are made from
ESCAPES = {"\\": "\\", "{": "{", "}": "}", "n": "\n"}


class BadStudy(TegelError):
    """Text that is no study; the message says what is wrong and where."""


class Node:
    """A move of the tree with what may follow it: the first is the main line, the others are variations."""

    def __init__(self, code: str, draw: str) -> None:
        self.code = code  # empty at the root
        self.draw = draw  # where the draws after it were made anew: what they come from
        self.comment = ""
        self.children: list[Node] = []


class Study:
    """A tree of moves from a position."""

    def __init__(self, title: str, names: list[str], position: str, draw: str) -> None:
        self.title = title
        self.names = names  # of the seats; none, or one each
        self.position = position
        self.draw = draw  # where the position's key is hidden: what is not known, and the future, come from it
        self.root = Node("", "")


# ── writing ──


def write_study(study: Study) -> str:
    """A study as text."""
    lines = [f"tegel study {FORMAT}", f"title {study.title}"]
    lines += [f"player {seat} {name}" for seat, name in enumerate(study.names, 1)]
    position = study.position.split("\n")[:-1]
    lines += [f"position {len(position)}", *position]
    if study.draw:
        lines.append(f"draw {study.draw}")
    words: list[str] = []
    if study.root.comment:
        words.append(_write_comment(study.root.comment))
    _write_line(study.root, words)
    return "\n".join([*lines, "moves", *_wrap(words), "end"]) + "\n"


def _write_line(start: Node, words: list[str]) -> None:
    """The main line from a node, each move followed by what could be played instead of it."""
    here = start
    while here.children:
        main, *others = here.children
        _write_move(main, words)
        for other in others:
            words.append("(")
            _write_move(other, words)
            _write_line(other, words)
            words.append(")")
        here = main


def _write_move(node: Node, words: list[str]) -> None:
    words.append(f"{node.code}={node.draw}" if node.draw else node.code)
    if node.comment:
        words.append(_write_comment(node.comment))


def _write_comment(comment: str) -> str:
    said = comment.replace("\\", "\\\\").replace("{", "\\{").replace("}", "\\}").replace("\n", "\\n")
    return "{" + said + "}"


def _wrap(words: list[str]) -> list[str]:
    """Words in lines; parentheses stand by the words they enclose."""
    lines: list[str] = []
    line = ""
    for word in words:
        glued = word == ")" or line[-1:] == "("
        if line and not glued and len(line) + 1 + len(word) > LINE:
            lines.append(line)
            line = word
        else:
            line = line + ("" if glued or not line else " ") + word
    return [*lines, line] if line else lines


# ── reading ──


def read_study(text: str) -> Study:
    """A study from text, or a `BadStudy` that says what is wrong and where. Whether its moves are legal is not looked at here."""
    reader = Reader(text, BadStudy)
    if reader.line() != f"tegel study {FORMAT}":
        raise reader.fail(f"this is no study: it must begin with 'tegel study {FORMAT}'")
    title = reader.rest("title")
    _check_text(reader, title, "title", LONGEST_TITLE)
    names: list[str] = []
    while reader.peek() == "player":
        seat, _, name = reader.rest("player").partition(" ")
        reader.as_number(seat, len(names) + 1, min(len(names) + 1, MOST_SEATS))
        _check_text(reader, name, "name", LONGEST_NAME)
        names.append(name)
    count = reader.number("position", 1, MOST_LINES)
    position = "\n".join([reader.line() for _ in range(count)]) + "\n"
    draw = ""
    if reader.peek() == "draw":
        draw = reader.rest("draw")
        _check_draw(reader, draw)
    if reader.rest("moves"):
        raise reader.fail("nothing may follow 'moves' on its line")
    study = Study(title, names, position, draw)
    moves = _Moves(reader)
    moves.read(study.root, 0)
    if not moves.ended:
        raise reader.fail("a ')' without a '('")
    reader.end()
    return study


def _check_text(reader: Reader, text: str, what: str, longest: int) -> None:
    if text != text.strip(" ") or not 1 <= len(text) <= longest or "\r" in text or "\t" in text:
        raise reader.fail(f"a {what} has 1 to {longest} characters and no spaces around it, found {text!r}")


def _check_draw(reader: Reader, draw: str) -> None:
    if len(draw) != DIGITS or not set(draw) <= set("0123456789abcdef") or draw == "0" * DIGITS:
        raise reader.fail(f"draws are made from {DIGITS} hexadecimal digits that are not all 0, found {draw!r}")


class _Moves:
    """Reads the tree, word by word."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.line = ""  # what is left of the line being read
        self.ended = False
        self.count = 0

    def word(self) -> str:
        """The next word: a parenthesis, a comment, a move; empty after the last line."""
        while not self.line and not self.ended:
            self.line = self.reader.line().strip(" ")
            self.ended = self.line == "end"
        if self.ended:
            return ""
        if self.line[0] == "{":
            return self.take(self.closing())
        if self.line[0] == "(" or self.line[0] == ")":
            return self.take(1)
        size = 0
        while size < len(self.line) and self.line[size] not in " (){}":
            size += 1
        return self.take(max(size, 1))

    def closing(self) -> int:
        """Where the comment at the beginning of the line ends."""
        at = 1
        while at < len(self.line) and self.line[at] != "}":
            at += 2 if self.line[at] == "\\" else 1
        if at >= len(self.line):
            raise self.reader.fail("a comment ends with '}' on the line on which it begins")
        return at + 1

    def take(self, size: int) -> str:
        word = self.line[:size]
        self.line = self.line[size:].lstrip(" ")
        return word

    def read(self, start: Node, depth: int) -> None:
        """Moves from a node on, up to the end or to a closing parenthesis."""
        here = before = start
        fresh = depth == 0  # whether a comment may stand here
        word = self.word()
        while word:
            if word == ")":
                if here is start:
                    raise self.reader.fail("a variation has at least one move")
                return
            if word == "(":
                if here is before or depth >= DEEPEST:
                    raise self.reader.fail(f"a variation stands behind the move it replaces, at most {DEEPEST} within each other")
                self.read(before, depth + 1)
                if self.ended:
                    raise self.reader.fail("a '(' without a ')'")
                fresh = False
            elif word[0] == "{":
                if not fresh:
                    raise self.reader.fail("a comment stands directly behind its move, once")
                here.comment = self.comment(word)
                fresh = False
            else:
                before = here
                here = self.move(before, word)
                fresh = True
            word = self.word()

    def move(self, before: Node, word: str) -> Node:
        """Another move from a node."""
        code, marked, draw = word.partition("=")
        if marked:
            _check_draw(self.reader, draw)
        self.count += 1
        if not code or word[0] == "}" or self.count > MOST_MOVES:
            raise self.reader.fail(f"expected a move, at most {MOST_MOVES} in all, found {word!r}")
        if any(child.code == code and child.draw == draw for child in before.children):
            raise self.reader.fail(f"{word} stands here twice")
        node = Node(code, draw)
        before.children.append(node)
        return node

    def comment(self, word: str) -> str:
        """A comment without its braces."""
        said = ""
        at = 1
        while at < len(word) - 1:
            letter = word[at]
            if letter == "{" or (letter == "\\" and word[at + 1] not in ESCAPES):
                raise self.reader.fail("within a comment \\{ \\} \\\\ and \\n stand for braces, a backslash and a new line")
            said += ESCAPES[word[at + 1]] if letter == "\\" else letter
            at += 2 if letter == "\\" else 1
        if not 1 <= len(said) <= LONGEST_COMMENT:
            raise self.reader.fail(f"a comment has 1 to {LONGEST_COMMENT} characters, not {len(said)}")
        return said
