"""Sentences for a person: the viewer is "you", everybody else has a name, and verbs, plurals and articles fit."""

from __future__ import annotations

import re

import pytest

from tegel.core.game import find_game, game_names
from tegel.core.messages import BadSentence, fill, parse
from tegel.core.narrate import say_event
from tegel.core.story import Event
from tegel.core.words import LANGUAGES, catalogue, say

YOU = {"en": r"\b(you|your)\b", "nl": r"\b(je|jij|jou|jouw)\b", "fr": r"\b(vous|votre|vos)\b"}
WRONG = re.compile(
    r"\b(You (lays|has|gets|draws|captures|completes|is)|You's|Je (heeft|is|kan)|van Jij|Vous (pose|a|reçoit|pioche|capture|complète)"
    r"|de Anna|1 tiles|1 tegels|1 tuiles)\b"
)
NOBODY = {"chip"}  # events that are about no player


def event(kind: str, **more: int) -> Event:
    fields = {"seat": 0, "colour": 0, "tile": -1, "row": 1, "column": 2, "across": 1, "down": 1, "count": 1, "points": 1, "move": 0}
    return Event(kind, **(fields | more))


def said(name: str, language: str, viewer: int) -> dict[str, list[str]]:
    """Every event of a game in words, with one and with several tiles, with and without points."""
    game = find_game(name)
    tile = 0 if game.tiles else -1
    forms = [event("", tile=tile, count=count, points=points) for count in (0, 1, 3) for points in (-3, 0, 1)]
    return {
        kind: [
            say_event(game, Event(kind, *[getattr(form, field) for field in Event.__struct_fields__[1:]]), ["Anna"] * 5, language, viewer)
            for form in forms
        ]
        for kind in game.events
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", game_names())
def test_the_viewer_is_you_and_others_have_names(name: str, language: str) -> None:
    for kind, sentences in said(name, language, 0).items():
        for sentence in sentences:
            assert "Anna" not in sentence, sentence
            assert kind in NOBODY or re.search(YOU[language], sentence, re.I), sentence
            assert not WRONG.search(sentence), sentence
            assert "{" not in sentence
            assert "}" not in sentence
    for viewer in (-1, 1):
        for kind, sentences in said(name, language, viewer).items():
            for sentence in sentences:
                assert kind in NOBODY or "Anna" in sentence, sentence
                assert not re.search(YOU[language], sentence, re.I), sentence
                assert not WRONG.search(sentence), sentence


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", game_names())
def test_points_lost_have_a_minus_and_no_hyphen(name: str, language: str) -> None:
    lost = [sentence for sentences in said(name, language, 0).values() for sentence in sentences if re.search(r"[-−]\d", sentence)]
    assert lost
    assert not [sentence for sentence in lost if re.search(r"-\d", sentence)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [name for name in catalogue("en") if name.startswith("server.event.")])
def test_the_log_speaks_to_the_viewer(kind: str, language: str) -> None:
    you, other = (say(language, kind, player="Anna", move="…", who=who) for who in ("you", "other"))
    if "{player}" in catalogue("en")[kind]:
        assert re.search(YOU[language], you, re.I)
        assert "Anna" not in you
        assert "Anna" in other
        assert not WRONG.search(you)
    else:
        assert you == other


@pytest.mark.parametrize(
    ("language", "you", "other"),
    [
        ("en", "You lay a blue tile on row 2, column 3: +1", "Anna lays a blue tile on row 2, column 3: +1"),
        ("nl", "Je legt een blauwe tegel op rij 2, kolom 3: +1", "Anna legt een blauwe tegel op rij 2, kolom 3: +1"),
        ("fr", "Vous posez une tuile bleue en rangée 2, colonne 3 : +1", "Anna pose une tuile bleue en rangée 2, colonne 3 : +1"),
    ],
)
def test_a_tile_that_stands_alone_is_told_without_its_runs(language: str, you: str, other: str) -> None:
    game = find_game("azul")
    assert say_event(game, event("tile"), ["Anna"], language, 0) == you
    assert say_event(game, event("tile"), ["Anna"], language) == other


def test_only_runs_that_score_are_told() -> None:
    game = find_game("azul")
    ends = {
        (3, 2): " (3 across, 2 down)",
        (3, 1): " (3 across)",
        (1, 2): " (2 down)",
    }
    for (across, down), end in ends.items():
        assert say_event(game, event("tile", across=across, down=down, points=5), ["Anna"]).endswith(f"+5{end}")


def test_a_floor_that_costs_nothing_says_why() -> None:
    game = find_game("azul")
    lost = event("floor", points=0, count=2)
    assert say_event(game, lost, ["Anna"], "en", 0) == "Your floor: no points left to lose"
    assert say_event(game, lost, ["Anna"], "nl") == "De vloer van Anna: geen punten meer te verliezen"
    assert say_event(game, lost, ["Anna"], "fr") == "Plancher d'Anna : plus de points à perdre"


def test_numbers_are_counted_as_the_language_counts() -> None:
    sentence = "{count, plural, =7 {seven} one {a tile} other {{count} tiles}}"
    assert [fill(sentence, {"count": count}, "en") for count in (0, 1, 2, 7)] == ["0 tiles", "a tile", "2 tiles", "seven"]
    assert fill(sentence, {"count": 0}, "fr") == "a tile"


@pytest.mark.parametrize(
    "wrong", ["{player", "player}", "{n, plural, one {a}}", "{n, some, other {a}}", "{n, select, other {a}", "{n, select, other}"]
)
def test_a_sentence_that_cannot_be_read_is_refused(wrong: str) -> None:
    with pytest.raises(BadSentence):
        parse(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_word_for_one_thing(language: str) -> None:
    banned = {"en": "^$", "nl": r"\b(teltegel|waarderingstegel|turquoise|steen|stenen|startsteen)", "fr": "coupole|brisé"}
    assert [name for name, sentence in catalogue(language).items() if re.search(banned[language], sentence, re.I)] == []
