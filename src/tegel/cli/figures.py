"""Numbers as a language writes them: 1,500 and 27.6%, 1.500 en 27,6%, 1 500 et 27,6 %."""

from __future__ import annotations

NARROW = "\u202f"  # a narrow space at which no line is broken
SIGNS = {"en": str.maketrans(",.-", ",.−"), "nl": str.maketrans(",.-", ".,−"), "fr": str.maketrans(",.-", f"{NARROW},−")}
PERCENT = {"en": "%", "nl": "%", "fr": f"{NARROW}%"}


def figure(value: float, language: str, form: str = ",") -> str:
    """A number in one of Python's formats, with the separators of a language and a minus that is no hyphen.

    >>> figure(1500, "en"), figure(1500, "nl"), figure(-1234.56, "nl", ",.1f"), figure(0.05, "fr", "g")
    ('1,500', '1.500', '−1.234,6', '0,05')
    """
    return f"{value:{form}}".translate(SIGNS[language])


def percent(share: float, language: str, digits: int = 0) -> str:
    """A share of 1 in percent.

    >>> percent(0.2764, "en", 1), percent(0.2764, "nl", 1), percent(1, "nl")
    ('27.6%', '27,6%', '100%')
    """
    return figure(100 * share, language, f".{digits}f") + PERCENT[language]
