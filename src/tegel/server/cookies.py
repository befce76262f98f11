"""Whose cookies are whose, of those used last, and whose the tokens of bots. A guest with an account has one in each browser."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

MOST = 20_000


class Person(NamedTuple):
    """Whom a cookie, or the token of a bot account, stands for."""

    id: str
    name: str
    owner: str | None = None  # of a bot: who made it


class Cookies:
    """Guests by the hashes of their cookies."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._guests: OrderedDict[str, Person] = OrderedDict()
        self._of_guest: dict[str, set[str]] = {}
        self.forgotten = 0  # how often any were; who reads a cookie from the database meanwhile does not know whether it still holds

    def get(self, cookie_hash: str) -> Person | None:
        """Whose a cookie is, if it is remembered."""
        return self._guests.get(cookie_hash)

    def remember(self, cookie_hash: str, guest: Person) -> None:
        """Keep one; the first that was kept makes room."""
        self._drop(cookie_hash)
        self._guests[cookie_hash] = guest
        self._of_guest.setdefault(guest.id, set()).add(cookie_hash)
        if len(self._guests) > self._most:
            self._drop(next(iter(self._guests)))

    def forget(self, cookie_hash: str) -> None:
        """Read it anew when it comes again."""
        self.forgotten += 1
        self._drop(cookie_hash)

    def forget_guest(self, guest: str) -> None:
        """The same for all cookies of a guest."""
        self.forgotten += 1
        for cookie_hash in list(self._of_guest.get(guest, ())):
            self._drop(cookie_hash)

    def forget_owner(self, owner: str) -> None:
        """The same for the tokens of somebody's bots."""
        self.forgotten += 1
        for token_hash in [key for key, guest in self._guests.items() if guest.owner == owner]:
            self._drop(token_hash)

    def _drop(self, cookie_hash: str) -> None:
        guest = self._guests.pop(cookie_hash, None)
        if guest is not None:
            own = self._of_guest[guest.id]
            own.discard(cookie_hash)
            if not own:
                del self._of_guest[guest.id]

    def __len__(self) -> int:
        return len(self._guests)
