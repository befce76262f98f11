"""Who is at the other end of a request or a socket."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from .tokens import hash_token


@dataclass(frozen=True)
class Who:
    """Somebody at the other end: a guest by cookie, a program by token, or nobody in particular."""

    guest: str | None = None
    token: str | None = None
    address: str = ""

    @cached_property
    def token_hash(self) -> str | None:
        """What a seat would know of the token."""
        return hash_token(self.token) if self.token else None

    @cached_property
    def sender(self) -> str:
        """Whose rate limit counts."""
        return self.guest or self.token_hash or self.address
