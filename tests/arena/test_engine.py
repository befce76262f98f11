"""The engine: the documentation's examples, cancelling, many positions at once, and whatever else may come in on its input."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tegel.core.position import write_position
from tests.commands import tegel
from tests.configurations import new_table

DOCS = Path(__file__).parents[2] / "docs" / "engine.md"
KEY = "0000000000000001000000000000000200000000000000030000000000000004"
ERRORS = {"garbage", "bad", "option", "illegal", "position", "record", "cancelled"}


class Engine:
    """A conversation with the engine."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen([sys.executable, "-m", "tegel", "engine", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send(self, *requests: dict[str, Any] | bytes) -> None:
        assert self.process.stdin
        for request in requests:
            self.process.stdin.write((request if isinstance(request, bytes) else json.dumps(request).encode()) + b"\n")
        self.process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        assert self.process.stdout
        found: dict[str, Any] = json.loads(self.process.stdout.readline())
        return found

    def end(self) -> list[dict[str, Any]]:
        """Close the input; everything still to be answered."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        rest = [json.loads(line) for line in self.process.stdout]
        self.process.stdout.close()
        assert self.process.wait(60) == 0
        return rest


@contextmanager
def running() -> Iterator[Engine]:
    found = Engine("--workers", "2")
    try:
        yield found
    finally:
        found.process.kill()
        found.process.wait()
        for pipe in (found.process.stdin, found.process.stdout):
            if pipe and not pipe.closed:
                pipe.close()


@pytest.fixture
def engine() -> Iterator[Engine]:
    """An engine that a test may end."""
    with running() as found:
        yield found


@pytest.fixture(scope="module")
def lasting_engine() -> Iterator[Engine]:
    """One for all tests that hear every answer to what they ask: its processes take seconds to start."""
    with running() as found:
        yield found


def fits(example: Any, found: Any) -> bool:
    """Whether an answer is the documented one; … fits anything."""
    if example == "…":
        return True
    if isinstance(example, dict) and isinstance(found, dict):
        return list(example) == list(found) and all(fits(example[name], found[name]) for name in example)
    if isinstance(example, list) and isinstance(found, list):
        return len(example) == len(found) and all(map(fits, example, found))
    return bool(example == found)


def test_the_documented_examples(engine: Engine) -> None:
    blocks = re.findall(r"```engine\n(.*?)```", DOCS.read_text(encoding="utf-8"), flags=re.S)
    assert len(blocks) > 7
    for block in blocks:
        lines = block.strip().splitlines()
        expected = [json.loads(line[2:]) for line in lines if line.startswith("< ")]
        engine.send(*[line[2:].encode() for line in lines if line.startswith("> ")])
        answers = [engine.hear() for _ in expected]
        for example in expected:
            found = next(answer for answer in answers if answer["id"] == example["id"])
            assert fits(example, found), (example, found)
    assert engine.process.wait(30) == 0


def test_every_request_is_documented() -> None:
    text = DOCS.read_text(encoding="utf-8")
    for kind in ERRORS | {"too_many", "failed"}:
        assert f"`{kind}`" in text


def garbage(source: random.Random) -> bytes:
    """A line that is no sensible request: noise, broken JSON, or a request with something wrong in it."""
    request: dict[str, Any] = {
        "id": source.randrange(99),
        "request": source.choice(["hello", "legal", "play", "view", "decide", "cancel", "analyse", "x"]),
    }
    request[
        source.choice(["game", "position", "record", "moves", "seat", "key", "ply", "options", "player", "cancel", "seconds", "language"])
    ] = source.choice(
        [None, -1, 2**70, 1.5, "", "azul", "tegel position 1", "\ud800", [], {}, [[]], True, "a" * 1000, ["1b1"], {"players": 99}, "\0"]
    )
    text = json.dumps(request).encode()
    match source.randrange(6):
        case 0:
            return source.randbytes(source.randrange(1, 200)).replace(b"\n", b"")
        case 1:
            return text[: source.randrange(len(text))]
        case 2:
            at = source.randrange(len(text))
            return text[:at] + source.randbytes(1).replace(b"\n", b"") + text[at + 1 :]
        case 3:
            return source.choice(
                [
                    b"[" * 5000,
                    b'{"a":' * 2000,
                    b"null",
                    b"[]",
                    b"1e999",
                    b'"x"',
                    b"{}",
                    b'{"id": {}}',
                    b'{"id": 1.5, "request": "hello"}',
                    b"\xff\xfe",
                ]
            )
        case _:
            return text


def test_it_survives_garbage(engine: Engine) -> None:
    """Thousands of random lines: each gets one line back, a typed error or an honest answer, and the engine goes on."""
    source = random.Random(1)
    sent = [line for line in (garbage(source) for _ in range(5000)) if line.strip()]
    sent = [line for line in sent if b'"seconds"' not in line and b'"request": "quit"' not in line]
    heard: list[dict[str, Any]] = []

    def listen() -> None:
        while (answer := engine.hear()).get("id") != "last":
            heard.append(answer)

    listener = threading.Thread(target=listen)
    listener.start()
    engine.send(*sent, b"x" * 3_000_000, b"", b"   ")
    engine.send({"id": "wait", "request": "legal", "game": "azul"})
    engine.send({"id": "last", "request": "hello"})
    listener.join(120)
    assert not listener.is_alive()
    heard += engine.end()
    assert len(heard) == len(sent) + 2
    kinds = {answer["error"] for answer in heard if "error" in answer}
    assert kinds <= ERRORS
    assert {"garbage", "bad", "option"} <= kinds
    assert all(isinstance(answer.get("say"), str) for answer in heard if "error" in answer)
    assert sum("legal" in answer and answer["id"] == "wait" for answer in heard) == 1


def test_edited_positions_and_records_are_answered(engine: Engine) -> None:
    source = random.Random(2)
    table = new_table("azul", {"players": 2, "wall": "coloured"}, 1)
    for _ in range(10):
        table.play(source.choice(table.legal))
    for number in range(300):
        kind, text = source.choice([("position", table.position), ("record", table.record.dumps())])
        at = source.randrange(len(text))
        engine.send(
            {"id": number, "request": source.choice(["legal", "view", "play"]), kind: text[:at] + source.choice("0a z\n") + text[at + 1 :]}
        )
    answers = engine.end()
    assert sorted(answer["id"] for answer in answers) == list(range(300))
    assert {answer["error"] for answer in answers if "error" in answer} <= {"position", "record"}


def test_quick_requests_do_not_wait_for_deep_ones(lasting_engine: Engine) -> None:
    engine = lasting_engine
    for number in range(4):
        engine.send({"id": number, "request": "analyse", "game": "azul", "simulations": 90_000_000})
    engine.send({"id": "quick", "request": "legal", "game": "azul", "key": KEY})
    assert engine.hear()["id"] == "quick"
    for number in range(4):
        engine.send({"id": f"c{number}", "request": "cancel", "cancel": number})
    found = [engine.hear() for _ in range(8)]
    assert {answer["id"] for answer in found if answer.get("error") == "cancelled"} == {0, 1, 2, 3}
    assert [answer["cancelled"] for answer in found if "cancelled" in answer] == [1, 1, 1, 1]
    engine.send({"id": "after", "request": "decide", "game": "azul", "simulations": 20, "seed": 1})
    assert engine.hear()["id"] == "after"
    engine.send({"id": "none", "request": "cancel", "cancel": "nobody"})
    assert engine.hear() == {"id": "none", "cancelled": 0}


def test_a_player_that_cannot_be_interrupted_is_killed(lasting_engine: Engine) -> None:
    engine = lasting_engine
    engine.send({"id": 1, "request": "decide", "game": "azul", "player": "search:90000000"})
    engine.send({"id": 2, "request": "cancel", "cancel": 1})
    assert engine.hear() == {"id": 2, "cancelled": 1}
    assert engine.hear()["error"] == "cancelled"
    engine.send({"id": 3, "request": "decide", "game": "azul", "player": "random"})
    assert "move" in engine.hear()


@pytest.mark.parametrize("name", ["azul", "duel", "blockers"])
def test_deciding_from_a_view_is_deciding_from_the_truth(lasting_engine: Engine, name: str) -> None:
    """The same seed and the same knowledge make the same move, whatever else the position contains."""
    engine = lasting_engine
    source = random.Random(name)
    table = new_table(name, {}, 3)
    for number in range(8):
        for _ in range(3):
            table.play(source.choice(table.legal))
        assert table.turn is not None
        hidden = write_position(table.game, table.view(table.turn).state)
        for form in (table.position, hidden):
            engine.send({"id": number, "request": "decide", "position": form, "player": "greedy", "seed": 1})
    answers: dict[int, list[str]] = {}
    for answer in (engine.hear() for _ in range(16)):
        answers.setdefault(answer["id"], []).append(answer["move"])
    assert len(answers) == 8
    assert all(len(moves) == 2 and len(set(moves)) == 1 for moves in answers.values())


def test_hidden_positions_are_not_played_on(lasting_engine: Engine) -> None:
    engine = lasting_engine
    table = new_table("blockers", {}, 3)
    assert table.turn is not None
    seen = write_position(table.game, table.view(-1).state)
    engine.send({"id": 1, "request": "play", "position": seen, "moves": [table.legal[0]]})
    assert engine.hear()["error"] == "position"
    engine.send({"id": 2, "request": "decide", "position": seen, "player": "random"})
    assert engine.hear()["error"] == "position"


def test_bad_words_are_one_clear_line() -> None:
    for words in (["--workers", "0"], ["--player", "nobody"]):
        found = tegel("engine", *words)
        assert found.returncode == 2
        assert found.stderr.count("\n") == 1
