"""The catalogues: the same sentences, with the same gaps, in every language, and none that nobody says."""

from __future__ import annotations

from pathlib import Path

import pytest

import tegel
from tegel.core import messages
from tegel.core.game import find_game, game_names
from tegel.core.narrate import say_event
from tegel.core.story import Event
from tegel.core.words import LANGUAGES, catalogue


def gaps(sentence: str) -> set[str]:
    """What a sentence says; French has a word of its own for "of somebody"."""
    return {"player" if name == "of" else name for name in messages.gaps(sentence)}


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_sentence_exists_with_the_same_gaps(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    assert set(english) - set(other) == set()
    assert set(other) - set(english) == set()
    assert {name for name in english if gaps(english[name]) != gaps(other[name])} == set()
    assert all(sentence.strip() for sentence in other.values())


@pytest.mark.parametrize("name", game_names())
def test_every_event_can_be_said(name: str) -> None:
    game = find_game(name)
    for language in LANGUAGES:
        for kind in game.events:
            tile = 0 if f"{name}.tile.0" in catalogue("en") else -1  # only where a colour's tiles differ
            event = Event(kind, 0, 0, tile, 0, 0, 1, 1, 1, 1, 0)
            assert say_event(game, event, ["Anna"] * 5, language)


def test_no_sentence_is_left_over() -> None:
    """Sentences of the command line that no source file names would be dead."""
    sources = "".join(path.read_text() for path in Path(tegel.__file__).parent.rglob("*.py"))
    assert [name for name in catalogue("en") if name.startswith("cli.") and name.split(".")[1] not in sources] == []
