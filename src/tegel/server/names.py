"""Titles and sentences of the server's own catalogue, and the computer players there are."""

from __future__ import annotations

from ..core.words import say
from ..search.players import PLAYERS

GREETINGS = ("hello", "good_luck", "nice", "oops", "thinking", "thanks", "well_played", "again", "bye")
STAND_IN = "greedy"  # plays for people who left, unless told otherwise


def player_names() -> list[str]:
    """The computer players, weakest first."""
    return list(PLAYERS)


def player_level(name: str) -> int | None:
    """The level of a calibrated player, which is in its name."""
    kind, _, level = name.partition(":")
    return int(level) if kind == "level" else None


def player_title(name: str, language: str) -> str:
    """What a computer player is called."""
    level = player_level(name)
    return say(language, f"levels.name.{level}" if level else f"server.player.{name}.title")


def player_text(name: str, language: str) -> str:
    """One line about a computer player."""
    level = player_level(name)
    return say(language, f"levels.about.{level}" if level else f"server.player.{name}.text")


def player_rank(name: str, language: str) -> str:
    """What the strength of a level is called."""
    level = player_level(name)
    return say(language, f"levels.rank.{level}") if level else ""


def say_greeting(greeting: str, language: str) -> str:
    """A greeting in words."""
    return say(language, f"server.greeting.{greeting}")
