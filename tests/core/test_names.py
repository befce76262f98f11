"""Players' names: what is kept of them, what is refused, and that records with them can be read."""

from __future__ import annotations

import unicodedata

import pytest

import tegel
from tegel.core.game import find_game, game_names
from tegel.core.names import LONGEST, clean_name, shorten_name
from tegel.core.narrate import say_event
from tegel.core.story import Event
from tegel.core.words import Ref, say

UNFIT = {
    "newline": "An\nna",
    "return": "An\rna",
    "tab": "An\tna",
    "nul": "An\0na",
    "next line": "An\x85na",
    "line separator": "An\u2028na",
    "paragraph separator": "An\u2029na",
    "right-to-left override": "An\u202ena",
    "isolate": "An\u2066na",
    "zero-width space": "An\u200bna",
    "zero-width joiner": "An\u200dna",
    "byte order mark": "\ufeffAnna",
    "soft hyphen": "An\u00adna",
    "surrogate": "An\ud800na",
    "hangul filler": "\u3164",
    "braille blank": "\u2800",
    "empty": "",
    "spaces": "   ",
    "too long": "x" * (LONGEST + 1),
}


@pytest.mark.parametrize("name", UNFIT.values(), ids=UNFIT)
def test_unfit_names_are_refused(name: str) -> None:
    with pytest.raises(tegel.BadOption):
        clean_name(name)


def test_names_are_composed_and_single_spaced() -> None:
    assert clean_name(unicodedata.normalize("NFD", " Zoë\u00a0 Müller ")) == "Zoë Müller"
    assert clean_name(unicodedata.normalize("NFD", "é" * LONGEST)) == "é" * LONGEST
    assert clean_name("李小龍 🀄") == "李小龍 🀄"
    assert shorten_name("level:8 " + "x" * 60) == "level:8 " + "x" * 16


@pytest.mark.parametrize("name", ["@x", "@azul.colour.0", "@", "{player}", "{0.__class__}"])
def test_a_name_is_never_a_reference(name: str) -> None:
    assert name in say("en", "server.event.joined", player=name)
    for found in map(find_game, game_names()):
        kind = found.events[1]
        tile = 0 if found.name == "blockers" else -1
        for language in ("en", "nl", "fr"):
            assert say_event(found, Event(kind, 0, 0, tile, 0, 0, 1, 1, 1, 1, 0), [name] * 5, language)


def test_a_reference_is_looked_up() -> None:
    assert say("nl", "azul.move.take", colour=Ref("azul.colour.0"), source=3, target=4) == "blauw van schijf 3 naar lijn 4"


def test_names_with_line_breaks_do_not_get_into_a_record() -> None:
    with pytest.raises(tegel.BadOption, match="line breaks"):
        tegel.game("azul", names=["An\nna", "Ben"])
    table = tegel.game("azul", names=["Anna", "Ben"])
    with pytest.raises(tegel.BadOption, match="line breaks"):
        table.names = ["Anna", "Ben\nhash 0"]
    assert tegel.Record.loads(table.record.dumps()).names == ("Anna", "Ben")


@pytest.mark.parametrize("name", ["An\u202ena", "An\rna", "", "x" * 200])
def test_a_record_with_an_unfit_name_is_a_bad_record(name: str) -> None:
    text = tegel.game("azul", names=["Anna", "Ben"]).record.dumps().replace("Anna", name)
    with pytest.raises(tegel.BadRecord, match="line 6: a name"):
        tegel.Record.loads(text)


def test_a_record_with_too_few_names_is_a_bad_record() -> None:
    text = tegel.game("azul", names=["Anna", "Ben"]).record.dumps().replace("player 2 Ben\n", "")
    with pytest.raises(tegel.BadRecord, match="1 names are given for 2 players"):
        tegel.Record.loads(text)
