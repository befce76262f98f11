"""Draws that nobody can steer: the server promises a secret, the players add nonces, the key is made of both.

The promise (a hash of the secret) is known before the nonces are chosen, so the server cannot suit its secret to them; the players do not
know the secret, so they cannot suit their nonces to it. When the game is over everything is published and `Record.verify` checks it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .chance import Key, parse_key
from .errors import BadOption

SALT = b"tegel key 1"
NO_NONCE = "0" * 64


def promise_of(secret: str) -> str:
    """What is published of a secret before anybody chooses a nonce."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def mix_key(secret: str, nonces: Sequence[str]) -> Key:
    """The key of a game; a seat without a nonce counts as zeros.

    >>> mix_key("00" * 32, ["11" * 32, NO_NONCE]) == mix_key("00" * 32, [NO_NONCE, "11" * 32])
    False
    """
    digest = hashlib.sha256(SALT + bytes.fromhex(secret))
    for nonce in nonces:
        digest.update(bytes.fromhex(nonce))
    return parse_key(digest.hexdigest())


@dataclass(frozen=True)
class Proof:
    """How a key came about: the promise, a nonce for each seat, and, once the game is over, the secret."""

    promise: str
    nonces: tuple[str, ...]
    secret: str | None

    def without_secret(self) -> Proof:
        """The same with its secret kept."""
        return replace(self, secret=None)

    def check(self, key: Key) -> None:
        """A `BadOption` unless secret, promise, nonces and key belong together."""
        if self.secret is None:
            raise BadOption("the secret behind the key is missing")
        if promise_of(self.secret) != self.promise:
            raise BadOption("the secret is not the one that was promised")
        if mix_key(self.secret, self.nonces) != key:
            raise BadOption("the key is not made of the promised secret and the players' nonces")
