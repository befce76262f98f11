"""Who is at the other end of a request or a socket."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

from .tokens import hash_token

SITE = 64  # bits of an IPv6 address that one site, or one person, is given


@lru_cache(10_000)
def network_of(address: str) -> str:
    """What counts as one address: all of an IPv6 /64, and IPv4 written as IPv6 is IPv4."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(IPv6Network((int(found), SITE), strict=False))
    return str(found)


def bots_of(owner: str) -> str:
    """All bots of somebody as one sender."""
    return f"bots of {owner}"


@dataclass(frozen=True)
class Who:
    """Somebody at the other end: a guest by cookie, a program by token, or nobody in particular."""

    guest: str | None = None
    token: str | None = None
    address: str = ""
    seated: bool = False  # whether the token is known to belong to a seat
    cookie_hash: str | None = None  # of the cookie, or the token of a bot, by which the guest was recognised
    owner: str | None = None  # of a bot account: who made it

    @cached_property
    def token_hash(self) -> str | None:
        """What a seat would know of the token."""
        return hash_token(self.token) if self.token else None

    @cached_property
    def network(self) -> str:
        """Where from."""
        return network_of(self.address)

    @cached_property
    def holder(self) -> str:
        """Who holds sockets open: all bots of one owner together."""
        return bots_of(self.owner) if self.owner else self.sender

    @cached_property
    def sender(self) -> str:
        """Whose rate limit counts. A token counts only if it belongs to a seat: anybody can make one up."""
        return self.guest or (self.token_hash if self.seated else None) or self.network
