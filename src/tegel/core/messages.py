"""Sentences that choose their own words: a small part of the ICU message format.

| in a sentence | becomes |
| --- | --- |
| `{name}` | the word of that name |
| `{who, select, you {You lay} other {{player} lays}}` | the form named by the word; `other` if there is no such form or no such word |
| `{count, plural, =0 {none} one {a tile} other {{count} tiles}}` | the form of the very number, or of the number as the language counts |
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from .errors import TegelError

KINDS = ("select", "plural")


class BadSentence(TegelError):
    """A sentence of a catalogue that cannot be read."""


class Gap(NamedTuple):
    """A place for a word."""

    name: str


class Choice(NamedTuple):
    """Several forms, of which a word or a number chooses one."""

    name: str
    kind: str
    forms: dict[str, tuple[str | Gap | Choice, ...]]


Part = str | Gap | Choice


def fill(sentence: str, words: Mapping[str, Any], language: str) -> str:
    """A sentence with its words filled in.

    >>> fill("{count, plural, one {a tile} other {{count} tiles}} for {player}", {"count": 3, "player": "Anna"}, "en")
    '3 tiles for Anna'
    """
    return "".join(_said(parse(sentence), words, language))


def _said(parts: tuple[Part, ...], words: Mapping[str, Any], language: str) -> Iterator[str]:
    for part in parts:
        if isinstance(part, str):
            yield part
        elif isinstance(part, Gap):
            yield str(words[part.name])
        else:
            value = words.get(part.name, "other") if part.kind == "select" else words[part.name]
            yield from _said(_form(part, value, language), words, language)


def _form(choice: Choice, value: Any, language: str) -> tuple[Part, ...]:
    forms = choice.forms
    if choice.kind == "select":
        return forms.get(str(value), forms["other"])
    exact = forms.get(f"={value}")
    return forms.get(category(value, language), forms["other"]) if exact is None else exact


def category(number: int, language: str) -> str:
    """How a language counts: one, or other. In French nothing at all is singular, too.

    >>> category(0, "en"), category(0, "fr"), category(-1, "nl")
    ('other', 'one', 'one')
    """
    return "one" if abs(number) == 1 or (number == 0 and language == "fr") else "other"


@cache
def parse(sentence: str) -> tuple[Part, ...]:
    """The parts of a sentence; a `BadSentence` if it cannot be read.

    >>> parse("{player} lays {row, select, other {it}}")[:2]
    (Gap(name='player'), ' lays ')
    """
    parts, at = _parts(sentence, 0)
    if at < len(sentence):
        raise BadSentence(f"a }} too many in {sentence!r}")
    return parts


def gaps(sentence: str) -> set[str]:
    """The words that a sentence says, in any of its forms."""
    return set(_gaps(parse(sentence)))


def _gaps(parts: tuple[Part, ...]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Gap):
            yield part.name
        elif isinstance(part, Choice):
            for form in part.forms.values():
                yield from _gaps(form)


def _parts(text: str, at: int) -> tuple[tuple[Part, ...], int]:
    """The parts up to the end of the text, or of the form that they are in."""
    found: list[Part] = []
    while at < len(text) and text[at] != "}":
        if text[at] == "{":
            part, at = _braced(text, at + 1)
            found.append(part)
        else:
            end = min((each for each in (text.find("{", at), text.find("}", at)) if each >= 0), default=len(text))
            found.append(text[at:end])
            at = end
    return tuple(found), at


def _braced(text: str, at: int) -> tuple[Part, int]:
    """What is in braces that were opened before `at`: a gap or a choice."""
    end = text.find("}", at)
    comma = text.find(",", at)
    if end < 0:
        raise BadSentence(f"a }} is missing in {text!r}")
    if comma < 0 or end < comma:
        return Gap(text[at:end].strip()), end + 1
    kind, comma_after, _ = text[comma + 1 :].partition(",")
    if kind.strip() not in KINDS or not comma_after:
        raise BadSentence(f"a choice is a select or a plural, not {kind.strip()!r}, in {text!r}")
    forms, closed = _forms(text, comma + 1 + len(kind) + 1)
    if "other" not in forms:
        raise BadSentence(f"the form `other` is missing in {text!r}")
    return Choice(text[at:comma].strip(), kind.strip(), forms), closed


def _forms(text: str, at: int) -> tuple[dict[str, tuple[Part, ...]], int]:
    """The forms of a choice, `name {parts}` each, up to its closing brace."""
    forms: dict[str, tuple[Part, ...]] = {}
    while True:
        at += len(text[at:]) - len(text[at:].lstrip(" "))
        if text[at : at + 1] == "}":
            return forms, at + 1
        opened = text.find("{", at)
        if opened < 0:
            raise BadSentence(f"a form in braces is missing in {text!r}")
        forms[text[at:opened].strip()], closed = _parts(text, opened + 1)
        if closed >= len(text):
            raise BadSentence(f"a }} is missing in {text!r}")
        at = closed + 1
