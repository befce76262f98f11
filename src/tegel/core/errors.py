"""What can be wrong with what people hand in. Every message says what was wrong and what is allowed."""


class TegelError(ValueError):
    """The base of all errors about bad input; nothing was changed when one is raised."""


class BadOption(TegelError):
    """An unknown game or option, or a value that is not allowed."""


class IllegalMove(TegelError):
    """A move that is not legal in this position, or text that is no move at all."""


class BadPosition(TegelError):
    """Text that is no position, or a position that no game can reach."""


class BadRecord(TegelError):
    """A record that is truncated, edited, or does not replay."""


class BadGame(TegelError):
    """A game that does not declare all it has to, or that cannot be told from another."""
