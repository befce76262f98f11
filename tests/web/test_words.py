"""The app's catalogues: complete in every language, and with the game's own words where the rules have them too."""

from __future__ import annotations

import re

import pytest

from tegel.core.game import find_game, game_names
from tegel.core.words import catalogue
from tests.web.conftest import ROOT

WORDS = ROOT / "web" / "src" / "words"
STRING = r'"((?:[^"\\]|\\.)*)"'
SENTENCE = re.compile(rf'^  "([^"]+)":\s*({STRING}(?:\s*\+\s*{STRING})*),$', re.M)
SHARED = re.compile(r"(azul|duel|blockers)\.(colour|tile)\.\d+$")


def sentences(language: str) -> dict[str, str]:
    found = SENTENCE.finditer((WORDS / f"{language}.ts").read_text(encoding="utf-8"))
    return {each[1]: "".join(re.findall(STRING, each[2])) for each in found}


def holes(sentence: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", sentence))


@pytest.mark.parametrize("language", ["nl", "fr"])
def test_every_sentence_in_every_language(language: str) -> None:
    english, other = sentences("en"), sentences(language)
    assert len(english) > 200
    assert list(other) == list(english)
    assert {key: holes(other[key]) for key in other} == {key: holes(english[key]) for key in english}
    same = [key for key in english if other[key] == english[key] and len(re.sub(r"\{[^}]*\}", "", english[key])) > 14]
    assert same == [], "these were not translated"


@pytest.mark.parametrize("page", ["board", "review"])
@pytest.mark.parametrize("language", ["nl", "fr"])
def test_every_sentence_of_the_analysis_board_and_the_review(language: str, page: str) -> None:
    english, other = sentences(f"{page}.en"), sentences(f"{page}.{language}")
    assert len(english) > 60
    assert list(other) == list(english)
    assert {key: holes(other[key]) for key in other} == {key: holes(english[key]) for key in english}


@pytest.mark.parametrize("language", ["nl", "fr"])
def test_every_sentence_of_the_account(language: str) -> None:
    english, other = sentences("account.en"), sentences(f"account.{language}")
    assert len(english) > 50
    assert list(other) == list(english)
    assert {key: holes(other[key]) for key in other} == {key: holes(english[key]) for key in english}


@pytest.mark.parametrize("language", ["nl", "fr"])
def test_every_sentence_of_notifications(language: str) -> None:
    english, other = sentences("notify.en"), sentences(f"notify.{language}")
    assert len(english) > 8
    assert list(other) == list(english)


@pytest.mark.parametrize("language", ["en", "nl", "fr"])
def test_colours_and_tiles_are_named_as_the_rules_name_them(language: str) -> None:
    here, there = sentences(language), catalogue(language)
    shared = [key for key in here if SHARED.match(key)]
    assert len(shared) > 40
    assert {key: here[key] for key in shared} == {key: there[key] for key in shared}


def test_every_sentence_used_exists() -> None:
    known = set(sentences("en"))
    for file in (ROOT / "web" / "src").rglob("*"):
        if file.suffix in (".svelte", ".ts") and file.parent.name != "words":
            for key in re.findall(r"\b(?:t|say)\(\s*\"([a-z]+\.[\w./]+)\"", file.read_text(encoding="utf-8")):
                assert key in known, f"{file.name} says {key}"


@pytest.mark.parametrize("name", game_names())
def test_the_final_table_has_words_for_every_kind_that_scores(name: str) -> None:
    """A kind scores when the sentence that tells of it has a place for points."""
    told = catalogue("en")
    scoring = {kind for kind in find_game(name).events if "{points}" in told.get(f"{name}.event.{kind}", "")}
    module = (ROOT / "web" / "src" / "games" / name / "index.ts").read_text(encoding="utf-8")
    declared = re.search(r"\n  scores: \{(.*?)\}", module, re.S)
    assert scoring
    assert declared
    headings = dict(re.findall(r'(\w+): "([^"]+)"', declared[1]))
    assert set(headings) == scoring
    assert set(headings.values()) <= set(sentences("en"))
