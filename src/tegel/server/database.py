"""Opening the database: SQLite by default, kept safe against power cuts; PostgreSQL where one is named.

Migrations run at the start. Nothing waits for ever: connections, statements and places in the pool have their time.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import URL, event, make_url, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from ..core.errors import TegelError
from .migrations import NewerDatabase, migrate
from .tables import meta


class DatabaseError(TegelError):
    """A database that cannot be used."""


SETTINGS = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=2000", "foreign_keys=ON", "wal_autocheckpoint=4000")  # of SQLite
PATIENCE = 5  # seconds for a connection, a statement, a free place in the pool
POSTGRESQL = {
    "timeout": PATIENCE,
    "command_timeout": PATIENCE,
    "server_settings": {"statement_timeout": f"{1000 * PATIENCE}", "idle_in_transaction_session_timeout": f"{10_000 * PATIENCE}"},
}


def readable(text: bytes) -> str:
    """Damaged text is still read, so that only the game it belongs to is damaged; the chain tells."""
    return text.decode(errors="replace")


def make_safe(connection: Any, _record: Any = None) -> None:
    """Every SQLite connection: readers beside one writer, and a commit that is on disk before it returns."""
    driver = getattr(connection, "driver_connection", connection)
    getattr(driver, "_conn", driver).text_factory = readable
    cursor = connection.cursor()
    for setting in SETTINGS:
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


async def open_database(address: str) -> AsyncEngine:
    """The database at an address, brought up to date."""
    shown = address.split("://")[0]
    try:
        url = make_url(address)
        shown = url.render_as_string(hide_password=True)
        if url.get_backend_name() == "sqlite":
            if not url.database or url.database == ":memory:":
                raise DatabaseError(f"cannot use the database {shown}: games are kept in a file, name one")
            Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        await _migrate(url)
        return _connected(url, POSTGRESQL)
    except (SQLAlchemyError, OSError, ModuleNotFoundError, NewerDatabase) as error:
        raise DatabaseError(f"cannot use the database {shown}: {error or 'it does not answer'}") from error


def _connected(url: URL, limits: dict[str, Any]) -> AsyncEngine:
    more: dict[str, Any] = {"connect_args": limits, "pool_timeout": PATIENCE} if url.get_driver_name() == "asyncpg" else {}
    engine = create_async_engine(url, **more)
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", make_safe)
    return engine


async def read_or_write(engine: AsyncEngine, name: str, value: str) -> str:
    """What the database says of itself under a name; this value if it says nothing yet, also where several begin at once."""
    mine = select(meta.c.value).where(meta.c.name == name)
    async with engine.begin() as connection:
        found = (await connection.execute(mine)).scalar_one_or_none()
        if found is None:
            insert: Any = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}[engine.dialect.name]
            await connection.execute(insert(meta).values(name=name, value=value).on_conflict_do_nothing())
            found = (await connection.execute(mine)).scalar_one()
    return str(found)


async def _migrate(url: URL) -> None:
    """Bring the tables up to date, which may take as long as it takes."""
    engine = _connected(url, {"timeout": PATIENCE})
    try:
        async with engine.begin() as connection:
            await connection.run_sync(migrate)
    finally:
        await engine.dispose()
