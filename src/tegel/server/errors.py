"""What the server answers when it cannot do what was asked. Each has a short name for programs and a sentence for people."""

from __future__ import annotations

from typing import Any

from ..core.errors import BadOption, BadPosition, BadRecord, IllegalMove, TegelError
from ..core.words import say
from ..studies.notation import BadStudy
from .answers import ErrorName

ENGINE = {
    IllegalMove: "illegal_move",
    BadPosition: "bad_position",
    BadRecord: "bad_record",
    BadOption: "bad_option",
    BadStudy: "bad_study",
}


class Refusal(TegelError):
    """A request that is not granted; nothing was changed. Its sentence is `server.refusal.NAME` of the catalogues."""

    error: ErrorName = "bad"
    status = 400

    def __init__(self, name: str, **words: Any) -> None:
        super().__init__(name)
        self._name = name
        self._words = words

    def say(self, language: str) -> str:
        """Why not, in words."""
        return say(language, f"server.refusal.{self._name}", **self._words)


class NotFound(Refusal):
    """No such game, seat, invitation or page."""

    error = "unknown"
    status = 404


class Forbidden(Refusal):
    """Somebody else's to do."""

    error = "forbidden"
    status = 403


class Taken(Refusal):
    """Somebody else was first."""

    error = "taken"
    status = 409


class Stale(Refusal):
    """The game has gone on since."""

    error = "stale"
    status = 409

    def __init__(self, ply: int) -> None:
        super().__init__("stale")
        self.ply = ply


class Illegal(Refusal):
    """A move that is not legal, or something that cannot be done now."""

    error = "illegal"
    status = 409


class Damaged(Refusal):
    """A game whose log is not what was written."""

    error = "damaged"
    status = 409


class Storage(Refusal):
    """The database does not do what it must: nothing was acknowledged, and whether it was written will show when the game is read."""

    error = "storage"
    status = 503

    def __init__(self, why: str) -> None:
        super().__init__("storage")
        self.why = why  # one of `faults`


class Elsewhere(Refusal):
    """Another process owns the game: the request is passed on to it. Only where that fails is anybody told."""

    error = "storage"
    status = 503

    def __init__(self, owner: int) -> None:
        super().__init__("storage")
        self.owner = owner


class NotYet(Illegal):
    """Something that may be done a little later."""

    def __init__(self, wait: float, name: str = "not_away_long_enough", **words: Any) -> None:
        super().__init__(name, **words)
        self.wait = wait

    def say(self, language: str) -> str:
        """With how long to wait, in the two largest units that it takes."""
        seconds = int(self.wait) + 1
        parts = [(seconds // 86400, "days"), (seconds // 3600 % 24, "hours"), (seconds // 60 % 60, "minutes"), (seconds % 60, "seconds")]
        first = next(at for at, (count, _) in enumerate(parts) if count)
        told = [say(language, f"server.unit.{unit}", count=count) for count, unit in parts[first : first + 2] if count]
        return say(language, f"server.refusal.{self._name}", wait=" ".join(told), **self._words)


class Full(Refusal):
    """As many as there may be."""

    error = "too_many"
    status = 429


class TooMany(Refusal):
    """Too often."""

    error = "too_many"
    status = 429

    def __init__(self, wait: float) -> None:
        super().__init__("too_many", seconds=int(wait) + 1)
        self.wait = wait


class NoShow(TooMany):
    """Somebody who kept others waiting."""

    def __init__(self, wait: float) -> None:
        Refusal.__init__(self, "no_show", seconds=int(wait) + 1)
        self.wait = wait


class Crowded(TooMany):
    """Too many connections at once."""

    def __init__(self) -> None:
        Refusal.__init__(self, "crowded")
        self.wait = 60.0


class Preparing(Refusal):
    """A game whose rules are still being compiled on this machine."""

    error = "preparing"
    status = 503
    wait = 3.0

    def __init__(self, game: str, percent: int) -> None:
        super().__init__("preparing", percent=percent)
        self.game = game

    def say(self, language: str) -> str:
        return say(language, "server.refusal.preparing", title=say(language, f"{self.game}.title"), **self._words)


def sentence(error: TegelError, language: str) -> str:
    """What to tell a person, in their language; the engine's own words, which are for programmers too, come after."""
    if isinstance(error, Refusal):
        return error.say(language)
    kind = next((name for type_, name in ENGINE.items() if isinstance(error, type_)), "not_understood")
    return say(language, f"server.refusal.{kind}", why=str(error))


def short_name(error: TegelError) -> ErrorName:
    """What to tell a program."""
    if isinstance(error, Refusal):
        return error.error
    return "illegal" if isinstance(error, IllegalMove) else "bad"


def http_status(error: TegelError) -> int:
    """What to tell a browser."""
    if isinstance(error, Refusal):
        return error.status
    return 409 if short_name(error) == "illegal" else 400
