"""Secrets that people hold: cookies, seat tokens, invitations. The server keeps only their hashes."""

from __future__ import annotations

import hashlib
import secrets

from ..core.fairness import promise_of

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # none that look alike


def new_id() -> str:
    """A game's or guest's id: 80 bits."""
    return "".join(secrets.choice(LETTERS) for _ in range(16))


def new_token() -> str:
    """A cookie, seat token or invitation: 192 bits."""
    return secrets.token_urlsafe(24)


def hash_token(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class Promises:
    """Secrets that were promised and not yet used. One that is lost in a restart is simply asked for again."""

    MOST = 10_000

    def __init__(self) -> None:
        self._open: dict[str, str] = {}

    def make(self) -> str:
        """A fresh promise, good for one game."""
        secret = secrets.token_hex(32)
        promise = promise_of(secret)
        self._open[promise] = secret
        while len(self._open) > self.MOST:
            del self._open[next(iter(self._open))]
        return promise

    def keep(self, promise: str) -> str | None:
        """The secret of a promise, once."""
        return self._open.pop(promise, None)
