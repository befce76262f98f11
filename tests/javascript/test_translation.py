"""Python functions as JavaScript: they give the same answers under Node, and what is not known is refused by name."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import dataclass
from math import exp, sqrt
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from tegel.core.errors import BadOption
from tegel.javascript.translation import Translation, helpers
from tegel.javascript.values import CannotTranslate

LETTERS = "byr"
WORD = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


class Pair(NamedTuple):
    first: int
    second: list[int]


class Counter:
    def __init__(self, start: int) -> None:
        self.count = start

    def up(self, by: int = 1) -> int:
        self.count += by
        return self.count


def lists(numbers: list[int]) -> Any:
    low, *rest = sorted(numbers)
    return [low, rest, numbers[1:], numbers[::2], [0] * 2 + numbers, [[a, b] for a in numbers for b in rest if a < b], -7 // 2, -7 % 3]


def truths(numbers: list[int]) -> Any:
    return [
        numbers or "none",
        numbers[:0] or "none",
        0 or [],
        not numbers,
        not [],
        bool(""),
        any(numbers),
        all(numbers),
        0 < len(numbers) <= 3,
        None,
    ]


def texts(text: str) -> Any:
    name, _, rest = text.partition(" ")
    shown = f"{name!r} {len(text):+d} {rest}`${{}}"
    return [name, rest, shown, text.rstrip("."), text.ljust(12, "."), text.count("a"), set(text) <= set("abc ."), "-".join(text.split("a"))]


def equality(numbers: list[int]) -> Any:
    return [numbers == [1, 2], [1, [2]] == [1, [2]], numbers != numbers[:1], [1] in [[1], [2]], 3 in numbers, "a" not in "abc", 1 == True]


def classes(number: int) -> Any:
    counter = Counter(number)
    counter.up()
    pair = Pair(second=[number], first=counter.up(5))
    return [counter.count, pair.first, pair.second, isinstance(pair, Pair), isinstance(number, Pair), isinstance("a", str)]


def errors(number: int) -> Any:
    said = []
    while number > 0:
        try:
            _refuse(number)
            said.append("fine")
        except BadOption as error:
            said.append(str(error))
        number -= 1
    return said


def _refuse(number: int) -> None:
    if number % 2:
        raise BadOption(f"{number} is odd")


def assignments(numbers: list[int]) -> Any:
    state = {"one": 1, "wall": [[1, 2], [3, 4]], "row": [0, 0]}
    state["row"][:] = numbers
    copy = list(state["wall"])
    copy[0] = [9, 9]
    changed = {key: value for key, value in state.items() if key != "one"}
    at = 0
    for at, letter in enumerate(LETTERS, 1):
        changed[letter] = at
    return [state["wall"], copy, changed, {**state, "one": 2}, {1: "x", -2: "y"}.get(numbers[0], "other"), divmod(7, 2)]


@dataclass(frozen=True)
class Share:
    seat: int
    part: float

    @property
    def percent(self) -> float:
        return round(100 * self.part, 1)

    def over(self, least: float = 0.5) -> bool:
        return self.part > least


def fields(part: float) -> Any:
    share = Share(2, part)
    return [share.seat, share.percent, share.over(), share.over(0.1), isinstance(share, Share)]


def numbers(number: float) -> Any:
    rounded = [round(number, digits) for digits in (0, 1, 2, 4)]
    return [*rounded, round(number), round(sqrt(abs(number)), 9), round(exp(-abs(number)), 9), float("2.5"), float(3) / 2]


def orders(pairs: list[list[int]]) -> Any:
    by_second = sorted(pairs, key=lambda pair: (-pair[1], pair[0]))
    last, copy = {pair[0]: pair[1] for pair in pairs}, list(pairs)
    return [by_second, len(last), sorted(last.values()), copy.pop(0), copy, int(WORD % 32), bool(last), not {}]


CASES: list[tuple[Any, list[Any]]] = [
    (lists, [[3, 1, 2], [5]]),
    (truths, [[], [0, 1], [1, 2, 3]]),
    (texts, ["abba c", "a...", ""]),
    (equality, [[1, 2], [3]]),
    (classes, [1]),
    (errors, [3]),
    (assignments, [[1, 7], [-2, 0]]),
    (fields, [0.25, 0.999]),
    (numbers, [0.03125, -0.03125, 0.5, 1.5, 2.5, -2.5, 0.125, 2.675, 0.00005, -1e-9, 3.0]),
    (orders, [[[1, 5], [2, 7], [0, 5], [1, 6]]]),
]


def test_translated_functions_give_the_same_answers(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("running JavaScript needs Node")
    translation = Translation({exp: "Math.exp", sqrt: "Math.sqrt"})
    names = [translation.add(function, function.__name__) for function, _ in CASES]
    calls = [f"...{json.dumps(given)}.map((each) => {name}(each))" for name, (_, given) in zip(names, CASES, strict=True)]
    script = tmp_path / "script.mjs"
    script.write_text(f"{helpers()}\n{translation}\nconsole.log(JSON.stringify([{', '.join(calls)}]));\n")
    done = subprocess.run([node, str(script)], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    asked = [(function, each) for function, given in CASES for each in given]
    for (function, each), found in zip(asked, json.loads(done.stdout), strict=True):
        assert found == json.loads(json.dumps(function(each))), (function.__name__, each)


def with_block() -> None:
    with open("x"):
        pass


def twice(numbers: list[int]) -> Any:
    one = other = list(numbers)
    return one, other


def by_name(counter: Counter) -> Any:
    return counter.up(by=2)


def unknown_name() -> Any:
    return compile("1", "", "eval")


@pytest.mark.parametrize(
    ("function", "named"),
    [(with_block, "with open"), (twice, "one = other = list(numbers)"), (by_name, "by=2"), (unknown_name, "compile")],
    ids=["with", "twice", "by name", "unknown"],
)
def test_what_is_not_known_is_refused_by_name(function: Any, named: str) -> None:
    with pytest.raises(CannotTranslate, match=r"test_translation\.") as refused:
        Translation({}).add(function, "f")
    assert named in str(refused.value)


def test_words_of_64_bits_are_big_integers() -> None:
    translation = Translation({})
    translation.add(WORD, "WORD")
    assert str(translation) == f"const $WORD = {2**64 - 1}n;"
