"""The tables of accounts. An account is a guest who has keys: everything else about them stays with the guest."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Executable, Index, LargeBinary, String, Table

from .tables import metadata

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("guest", String(32), nullable=False),
    Column("credential", String(1400), nullable=False, unique=True),  # its id, in base64url
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),  # as the authenticator said last
    Column("name", String(24), nullable=False),  # of the device
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),  # when somebody last signed in with it
    Index("passkeys_of_guest", "guest"),
)

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("guest", String(32), nullable=False),
    Index("recovery_codes_of_guest", "guest"),
)

sessions = Table(  # browsers that are signed in; a guest without keys has one cookie, which is in `guests`
    "sessions",
    metadata,
    Column("cookie_hash", String(64), primary_key=True),
    Column("guest", String(32), nullable=False),
    Column("passkey", String(32)),  # by which they signed in; null: by a recovery code
    Column("created", BigInteger, nullable=False),
    Index("sessions_of_guest", "guest"),
)

spent = Table(  # challenges that were answered, until they would have expired
    "spent",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("until", BigInteger, nullable=False),
    Index("spent_until", "until"),
)


def keys_ended(guest: str) -> list[Executable]:
    """The statements that remove all keys of a guest."""
    return [table.delete().where(table.c.guest == guest) for table in (passkeys, recovery_codes, sessions)]
