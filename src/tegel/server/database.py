"""Opening the database: SQLite by default, kept safe against power cuts; PostgreSQL where one is named. Migrations run at the start."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import event, make_url, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from ..core.errors import TegelError
from .migrations import NewerDatabase, migrate


class DatabaseError(TegelError):
    """A database that cannot be used."""


def make_safe(connection: Any, _record: Any = None) -> None:
    """Every SQLite connection: readers beside one writer, and a commit that is on disk before it returns."""
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON", "wal_autocheckpoint=4000"):
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
        engine = create_async_engine(url)
        if engine.dialect.name == "sqlite":
            event.listen(engine.sync_engine, "connect", make_safe)
        try:
            async with engine.begin() as connection:
                await connection.run_sync(migrate)
        except BaseException:
            await engine.dispose()
            raise
    except (SQLAlchemyError, OSError, ModuleNotFoundError, NewerDatabase) as error:
        raise DatabaseError(f"cannot use the database {shown}: {error}") from error
    return engine


async def ping(engine: AsyncEngine) -> None:
    """Raises if the database does not answer."""
    async with engine.connect() as connection:
        await connection.execute(text("SELECT 1"))
