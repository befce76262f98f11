"""How much a review looks at, and what it is compared with: for each game in `review.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

import msgspec

from ...core.errors import BadOption
from ..settings import MOST_SIMULATIONS

MOST_REDRAWS = 10_000


@dataclass(frozen=True)
class Effort:
    """Simulations for every position that is valued, and how often a draw is drawn again.

    >>> Effort(400, 0)
    Traceback (most recent call last):
        ...
    tegel.core.errors.BadOption: a review needs 2 to 10000 other draws to compare one with, not 0
    """

    simulations: int
    redraws: int

    def __post_init__(self) -> None:
        if not 1 <= self.simulations <= MOST_SIMULATIONS:
            raise BadOption(f"a review needs 1 to {MOST_SIMULATIONS} simulations for every position, not {self.simulations}")
        if not 2 <= self.redraws <= MOST_REDRAWS:
            raise BadOption(f"a review needs 2 to {MOST_REDRAWS} other draws to compare one with, not {self.redraws}")


class GameReview(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What belongs to one game."""

    simulations: int
    redraws: int
    losses: dict[str, list[float]] = {}  # by number of players: the mean loss of a decision at levels 1 to 8, in points of lead


USUAL = GameReview(400, 8)  # of a game from elsewhere


@cache
def _all_games() -> dict[str, GameReview]:
    text = resources.files(__package__).joinpath("review.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, GameReview])


def review_of(game: str) -> GameReview:
    """What is known of a game."""
    return _all_games().get(game, USUAL)


def usual_effort(game: str) -> Effort:
    """What suits a game: some seconds of one core."""
    found = review_of(game)
    return Effort(found.simulations, found.redraws)
