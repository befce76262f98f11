"""The help in the app names every ruling of docs/rules, in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LETTERS = {"azul": "A", "duel": "D", "blockers": "B"}


def rulings(game: str) -> set[str]:
    """The numbers of all rules with a [ruling] in them; a section's where the line bears no number."""
    found, number = set(), ""
    for line in (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8").splitlines():
        begins = re.match(rf"(?:- |## )({LETTERS[game]}\d+(?:\.\d+)?)\b", line)
        number = begins.group(1) if begins else number
        if "[ruling" in line:
            found.add(number)
    return found


def help_on(game: str, language: str) -> str:
    """What the app says of a game's rules."""
    text = (ROOT / "web" / "src" / "words" / f"rules.{language}.ts").read_text(encoding="utf-8")
    rest = text.split(f"  {game}: [\n", 1)[1]
    return rest.split("\n  ],\n", 1)[0]


def test_the_rulings_are_found() -> None:
    assert {"A3.8", "A7.4"} <= rulings("azul")
    assert {"D1.4", "D2.2", "D8"} <= rulings("duel")
    assert {"B4.1", "B5.1"} <= rulings("blockers")


@pytest.mark.parametrize("language", ["en", "nl", "fr"])
@pytest.mark.parametrize("game", ["azul", "duel", "blockers"])
def test_every_ruling_is_in_the_help(game: str, language: str) -> None:
    named = set(re.findall(rf"\(({LETTERS[game]}\d+(?:\.\d+)?)\)", help_on(game, language)))
    assert sorted(rulings(game) - named) == []
    assert sorted(named - rulings(game)) == []
