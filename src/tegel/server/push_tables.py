"""The tables of web push: the browsers that want to be told, and what they were told of."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Executable, Index, Integer, String, Table, select

from .tables import metadata

subscriptions = Table(  # one of each browser that wants to be told; it ends with the cookie it was made with
    "push_subscriptions",
    metadata,
    Column("id", String(32), primary_key=True),  # from the endpoint
    Column("guest", String(32), nullable=False),
    Column("cookie_hash", String(64), nullable=False),
    Column("endpoint", String(1000), nullable=False),
    Column("public_key", String(100), nullable=False),  # of the browser, in base64url
    Column("secret", String(32), nullable=False),  # that it shares with us, the same
    Column("language", String(2), nullable=False),
    Column("zone", String(64), nullable=False),  # in which its quiet hours are
    Column("quiet_from", Integer),  # minutes of the day; null: there are none
    Column("quiet_to", Integer),
    Column("created", BigInteger, nullable=False),
    Index("push_subscriptions_of_guest", "guest"),
)

told_turns = Table(  # up to which entry of a game somebody was told that it is their turn
    "push_told",
    metadata,
    Column("subscription", String(32), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("last", Integer, nullable=False),
    Column("time", BigInteger, nullable=False),
)


def subscription_ended(id: str) -> list[Executable]:
    """The statements by which a browser is told no more."""
    return [told_turns.delete().where(told_turns.c.subscription == id), subscriptions.delete().where(subscriptions.c.id == id)]


def subscriptions_ended(guest: str) -> list[Executable]:
    """The same of all browsers of a guest."""
    theirs = select(subscriptions.c.id).where(subscriptions.c.guest == guest)
    return [told_turns.delete().where(told_turns.c.subscription.in_(theirs)), subscriptions.delete().where(subscriptions.c.guest == guest)]
