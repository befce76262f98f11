"""What an editor is told of positions as text: every place it may change is there, and is written as it is told."""

from __future__ import annotations

import random
import re

import pytest

from tegel.core import generic
from tegel.core.editing import Editing, Family, Field, places_of, resolve, word_of
from tegel.core.errors import BadPosition
from tegel.core.position import read_position, read_unchecked, write_position
from tests.configurations import CONFIGURATIONS, NAMES, new_table

SELDOM = 11  # moves between two positions that are looked at
every_configuration = pytest.mark.parametrize(("name", "options"), CONFIGURATIONS, ids=NAMES)


def pattern(family: Family, editing: Editing) -> str:
    """What a place's words look like, as far as pieces and form tell."""
    piece = "|".join(re.escape(text) for each in editing.pieces if each.name in family.pieces for text in each.texts)
    others = "".join(each.carries[0] for each in editing.fields if each.carries and each.carries[1] == family.name)
    letter = rf"(?:{piece}|[{re.escape(others)}])" if others else rf"(?:{piece})"
    return {
        "cell": rf"[.]|{letter}",
        "word": rf"{re.escape(family.empty)}|{letter}",
        "turned": rf"-|{letter}@[nesw]",
        "counts": rf"-|{letter}+",
        "line": rf"{letter}*[.]*",
        "row": rf"{letter}*[.]*",
        "stack": rf"-|{letter}+",
        "totals": rf"{letter}\d+(?: {letter}\d+)*",
        "numbers": r"\d+(?: \d+)*",
        "set": r"-|\w+",
        "list": rf"-|{letter}(?: {letter})*",
        "pile": rf"-|{letter}(?::12?|:2)?(?: {letter}(?::12?|:2)?)*",
    }[family.form]


def words_of(text: str, family: Family, numbers: dict[str, int]) -> str | None:
    """What is written at a place, or nothing where this position has no such place."""
    lines = [line.split(" ") for line in text.splitlines() if line.split(" ")[0] in family.lines]
    which, word = resolve(family.which, numbers, family), word_of(family, numbers)
    if which >= len(lines) or word + 1 >= len(lines[which]):
        return None
    if family.form in ("totals", "numbers", "list", "pile"):
        return " ".join(lines[which][word + 1 :])
    found = lines[which][word + 1]
    return found[resolve(family.at, numbers, family)] if family.form == "cell" else found


@every_configuration
def test_every_place_is_written_as_it_is_told(name: str, options: dict) -> None:
    table = new_table(name, options, 3)
    source, editing = random.Random(3), table.game.editing
    assert editing is not None
    families = [*editing.places, *(each.reserve for each in editing.pieces if each.reserve)]
    told = {family.name: re.compile(pattern(family, editing)) for family in families}
    while not table.over:
        text = write_position(table.game, table.state)
        for family in families:
            written = [words_of(text, family, numbers) for numbers in places_of(family)]
            assert any(each is not None for each in written), family.name
            assert all(each is None or told[family.name].fullmatch(each) for each in written), (family.name, written)
        for field in editing.fields:
            check_field(field, [line.split(" ") for line in text.splitlines()], table.players)
        for _ in range(SELDOM):
            if not table.over:
                table.play(source.choice(table.legal))


def check_field(field: Field, lines: list[list[str]], players: int) -> None:
    found = [line[1 + field.word] for line in lines if line[0] in field.lines]
    assert len(found) == (players if field.each_seat else 1)
    for said in found:
        assert said in field.choices if field.choices else field.least <= int(said) <= field.most


def test_what_no_game_can_reach_is_read_unchecked_and_refused_else() -> None:
    table = new_table("azul", {"players": 2}, 3)
    text = table.position.replace("lid b0", "lid b1")
    game, state = read_unchecked(text)
    assert game.checks[generic.check(state)] == "there are 20 tiles of each colour"
    with pytest.raises(BadPosition, match="20 tiles of each colour"):
        read_position(text)
    with pytest.raises(BadPosition, match="line 1"):
        read_unchecked("nothing")
