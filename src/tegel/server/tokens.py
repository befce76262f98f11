"""Secrets that people hold: cookies, seat tokens, invitations. The server keeps only their hashes."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Callable

from ..core.fairness import promise_of
from .errors import TooMany

BOT = "bot."
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # none that look alike


def new_id() -> str:
    """A game's or guest's id: 80 bits."""
    return "".join(secrets.choice(LETTERS) for _ in range(16))


def id_from(content: bytes) -> str:
    """The id of a game whose content, with a secret in it, is known already: the same whenever it is asked for."""
    return "".join(LETTERS[byte % len(LETTERS)] for byte in hashlib.sha256(content).digest()[:16])


def new_token() -> str:
    """A cookie, seat token or invitation: 192 bits. None begins with a dash, which a command would take for an option."""
    while (token := secrets.token_urlsafe(24)).startswith("-"):
        pass
    return token


def new_bot_token() -> str:
    """The token of a bot account. Its first letters are in no other secret, so that only these are looked up."""
    return BOT + new_token()


def is_bot_token(token: str) -> bool:
    """Whether a secret has the form of a bot's token.

    >>> is_bot_token(new_bot_token()), is_bot_token(new_token())
    (True, False)
    """
    return token.startswith(BOT)


def hash_token(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class Known:
    """Hashes of tokens that are known to be good, the last used."""

    def __init__(self, most: int = 20_000) -> None:
        self._most = most
        self._hashes: OrderedDict[str, None] = OrderedDict()

    def add(self, token_hash: str) -> None:
        """Remember one."""
        self._hashes[token_hash] = None
        self._hashes.move_to_end(token_hash)
        if len(self._hashes) > self._most:
            self._hashes.popitem(last=False)

    def discard(self, token_hash: str) -> None:
        """Forget one."""
        self._hashes.pop(token_hash, None)

    def __contains__(self, token_hash: object) -> bool:
        return token_hash in self._hashes


class Promises:
    """Secrets that were promised and not yet used, each sender's apart: nobody's promises push out another's.

    One that is lost in a restart is simply asked for again.
    """

    OWN = 50  # of one sender; the oldest go first
    SENDERS = 10_000
    GOOD_FOR = 3600.0  # seconds; only then a sender makes room for another

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._secrets: dict[str, tuple[str, str]] = {}  # promise -> secret and sender
        self._own: OrderedDict[str, deque[str]] = OrderedDict()
        self._asked: dict[str, float] = {}

    def make(self, sender: str) -> str:
        """A fresh promise, good for one game."""
        now = self._clock()
        if sender not in self._own and len(self._own) >= self.SENDERS:
            self._make_room(now)
        secret = secrets.token_hex(32)
        promise = promise_of(secret)
        own = self._own.setdefault(sender, deque())
        own.append(promise)
        self._own.move_to_end(sender)
        self._asked[sender] = now
        self._secrets[promise] = secret, sender
        if len(own) > self.OWN:
            self._secrets.pop(own.popleft(), None)
        return promise

    def keep(self, promise: str) -> str | None:
        """The secret of a promise, once."""
        secret, sender = self._secrets.pop(promise, (None, ""))
        if secret is not None:
            self._own[sender].remove(promise)
            if not self._own[sender]:
                del self._own[sender], self._asked[sender]
        return secret

    def _make_room(self, now: float) -> None:
        """Forget whoever asked longest ago, if that is long enough; else nobody more is let in."""
        sender = next(iter(self._own))
        wait = self._asked[sender] + self.GOOD_FOR - now
        if wait > 0:
            raise TooMany(wait)
        for promise in self._own.pop(sender):
            self._secrets.pop(promise, None)
        del self._asked[sender]
