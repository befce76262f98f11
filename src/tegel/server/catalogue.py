"""What there is to choose: games with their options, computer players, greetings, languages. Made from the games' own declarations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..core import option_kinds
from ..core.game import Game, find_game, game_names
from ..core.words import LANGUAGES, catalogue, say
from .catalogue_answers import Catalogue, Choice, ClockLimits, GameOffered, Greeting, LanguageOffered, Option, Player, Side, Tile
from .days import DAY, DAYS
from .ladder import ladder
from .names import GREETINGS, player_level, player_names, player_rank, player_text, player_title, say_greeting


def playable_games() -> list[Game]:
    """All games that can be played."""
    return [find_game(name) for name in game_names()]


def show_catalogue(language: str) -> Catalogue:
    """Everything, in one language."""
    return Catalogue(
        games=[_show_game(game, language) for game in playable_games()],
        players=[_show_player(name, language) for name in player_names()],
        greetings=[Greeting(greeting, say_greeting(greeting, language)) for greeting in GREETINGS],
        languages=[LanguageOffered(name, say(name, "server.language")) for name in LANGUAGES],
        clocks=ClockLimits(base=[1, 30 * DAY], increment=[0, DAY], days=list(DAYS)),
    )


def _show_player(name: str, language: str) -> Player:
    return Player(name, player_title(name, language), player_text(name, language), player_level(name), player_rank(name, language))


def _show_game(game: Game, language: str) -> GameOffered:
    words = catalogue(language)
    return GameOffered(
        name=game.name,
        title=words[f"{game.name}.title"],
        text=words.get(f"server.game.{game.name}.text", ""),
        version=game.version,
        players=list(game.seats),
        fewest_wins=game.fewest_wins,
        colours=[words[f"{game.name}.colour.{colour}"] for colour in range(game.colours)],
        options=[_show_option(game, name, language) for name in game.options.KINDS if name != "players"],
        events=list(game.events),
        faces=game.faces() if game.faces else None,
        ladder=ladder(game),
    )


def _show_option(game: Game, name: str, language: str) -> Option:
    """One option, by its declared kind."""
    words = catalogue(language)
    base = f"server.option.{game.name}.{name}"
    default = getattr(game.options(), name)
    shown: dict[str, Any] = {"name": name, "title": words[f"{base}.title"], "text": words.get(f"{base}.text", ""), "default": default}
    kind = game.options.KINDS[name]
    if isinstance(kind, option_kinds.Choice):
        return Option(**shown, kind="choice", choices=_show_choices(base, kind.values, language))
    if isinstance(kind, option_kinds.Order):
        return Option(**shown, kind="order", choices=_show_choices(base, kind.letters, language), each=list(kind.each))
    if isinstance(kind, option_kinds.Number):
        return Option(**shown, kind="number", least=kind.least, most=kind.most)
    tiles = [
        Tile(tile, words[f"{base}.{tile}.title"], [_show_side(f"{base}.{tile}", tile, side, language) for side in kind.sides])
        for tile in range(1, kind.tiles + 1)
    ]
    random = _show_choices(base, kind.random, language)
    return Option(**shown, kind="tiles", choices=random, least=kind.least, most=kind.most, tiles=tiles)


def _show_choices(base: str, values: Iterable[str], language: str) -> list[Choice]:
    words = catalogue(language)
    return [Choice(value, words[f"{base}.{value}.title"], words.get(f"{base}.{value}.text", "")) for value in values]


def _show_side(base: str, tile: int, side: str, language: str) -> Side:
    words = catalogue(language)
    return Side(side, f"{tile}{side}", words[f"{base}.{side}.title"], words[f"{base}.{side}.text"])
