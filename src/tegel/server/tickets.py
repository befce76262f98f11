"""Challenges for passkeys: short-lived, answered once, bound to one browser. Any process can check one that another has made.

A ticket says what it is for, who may use it and until when, and is signed. It lies in a cookie of its own; the challenge that the passkey
signs is its hash. Nothing is stored for a ticket until somebody has answered it rightly: then that it was answered, until it would have
expired.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Literal

from sqlalchemy import Executable

from .account_tables import spent
from .errors import Refusal
from .house import House, now
from .tokens import hash_token

COOKIE = "tegel_passkey"
PATH = "/api/account"
GOOD_FOR = 300  # seconds
Purpose = Literal["add", "sign-in"]


def make_ticket(house: House, purpose: Purpose, guest: str = "") -> str:
    """A fresh one."""
    body = f"{purpose}.{guest}.{now() + GOOD_FOR * 1000}.{secrets.token_urlsafe(24)}"
    return f"{body}.{_signature(house, body)}"


def challenge_of(ticket: str) -> bytes:
    """What the passkey is to sign."""
    return hashlib.sha256(ticket.encode()).digest()


def require_ticket(house: House, ticket: str, purpose: Purpose, guest: str = "") -> list[Executable]:
    """Refuse what is no ticket for this, or has expired; the statements by which it is used up, which fail if it was already."""
    body, _, signature = ticket.rpartition(".")
    parts = body.split(".")
    genuine = len(parts) == 4 and hmac.compare_digest(signature.encode(), _signature(house, body).encode())
    if not genuine or parts[:2] != [purpose, guest] or int(parts[2]) < now():
        raise Refusal("passkey_late")
    return [spent.delete().where(spent.c.until < now()), spent.insert().values(hash=hash_token(ticket), until=int(parts[2]))]


def _signature(house: House, body: str) -> str:
    key = hmac.new(house.address_key, b"passkeys", hashlib.sha256).digest()
    return hmac.new(key, body.encode(), hashlib.sha256).hexdigest()
