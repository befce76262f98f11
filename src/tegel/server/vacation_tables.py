"""The table of vacations. They are counted in the server's uptime, as clocks are, so that neither a stop nor a wall clock costs a day."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Executable, Integer, String, Table, func, select, update

from .tables import metadata

vacations = Table(
    "vacations",
    metadata,
    Column("guest", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),  # of two that begin at once exactly one is written
    Column("begun", BigInteger, nullable=False),  # milliseconds of uptime
    Column("until", BigInteger, nullable=False),  # when it ends; for who came back sooner, when that was
)


def move_vacations(old: str, new: str) -> list[Executable]:
    """The statements by which vacations become those of another guest: days that were taken stay taken."""
    theirs = vacations.alias("theirs")
    last = select(func.coalesce(func.max(theirs.c.number), 0)).where(theirs.c.guest == new).scalar_subquery()
    return [update(vacations).where(vacations.c.guest == old).values(guest=new, number=vacations.c.number + last)]
