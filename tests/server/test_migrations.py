"""A database of every older version is brought up to date: the same tables as a new one, and its games go on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Column, Connection, Integer, inspect, text

from tegel.server import migrations
from tegel.server.database import open_database
from tegel.server.migrations import add_column, add_index, add_table
from tegel.server.settings import Settings
from tests.server.conftest import Running
from tests.server.postgres import new_database
from tests.server.test_databases import play_to_the_end

OLD = Path(__file__).parents[1] / "data" / "games_version_1.sql"
COOKIE = "5aZhS1Sdq0oSJXEcyJlz9WNWt61lEdlI"
OVER, RUNNING, UNDONE, CLOCK, WAITING, COMPUTER, RECORD = (
    "j6cew6nftakdd79t",
    "axqkrqri3infpw59",
    "a7eu2pcsrqkwyg59",
    "pc9k9ipahejpvw3n",
    "gg2r85bmxy2a8xmq",
    "wyaf9x546evbv3w5",
    "gxc6y2wcbeiwhfcw",
)


def on(database: str, work: Callable[[Connection], Any]) -> Any:
    """Do something with a database that has been brought up to date."""

    async def run() -> Any:
        engine = await open_database(Settings(database=database).address)
        try:
            async with engine.begin() as connection:
                return await connection.run_sync(work)
        finally:
            await engine.dispose()

    return asyncio.run(run())


def write_old(database: str) -> None:
    """Fill an empty database with the one of version 1."""
    statements = "\n".join(line for line in OLD.read_text().splitlines() if not line.startswith("--"))
    if "://" not in database:
        import sqlite3

        connection = sqlite3.connect(database)
        connection.executescript(statements)
        connection.close()
        return

    async def run() -> None:
        import asyncpg

        there = await asyncpg.connect(database)
        await there.execute(statements)
        await there.close()

    asyncio.run(run())


def schema(connection: Connection) -> dict[str, Any]:
    """Every table with its columns, keys and indexes, as the database tells them."""
    found: dict[str, Any] = {}
    look = inspect(connection)
    for table in look.get_table_names():
        columns = {column["name"]: (str(column["type"]), column["nullable"], column["default"]) for column in look.get_columns(table)}
        indexes = sorted((index["name"], tuple(index["column_names"]), bool(index["unique"])) for index in look.get_indexes(table))
        unique = sorted(tuple(key["column_names"]) for key in look.get_unique_constraints(table))
        primary = tuple(look.get_pk_constraint(table)["constrained_columns"])
        found[table] = {"columns": columns, "indexes": indexes, "unique": unique, "primary": primary}
    return found


@pytest.fixture
def other(database: str, request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """Another empty database of the same kind."""
    if "://" not in database:
        yield str(tmp_path / "other.db")
        return
    with new_database(request.getfixturevalue("postgres")) as address:
        yield address


def test_an_old_database_gets_the_same_tables_as_a_new_one(database: str, other: str) -> None:
    write_old(other)
    assert on(other, schema) == on(database, schema)
    assert on(other, migrations._version) == on(database, migrations._version) == migrations.newest()


def test_the_games_of_an_old_database_go_on(serve: Callable[..., Running], database: str) -> None:
    write_old(database)
    server = serve(database=database)
    client = server.client()
    client.http.cookies.set("tegel_guest", COOKIE)
    assert client.get("/api/me")["name"] == "Anna"
    assert client.get(f"/api/games/{OVER}")["status"] == "over"
    assert client.get(f"/api/games/{RECORD}")["status"] == "record"
    assert client.get(f"/api/games/{WAITING}")["status"] == "waiting"
    assert client.get(f"/api/games/{RUNNING}")["ply"] == 6
    assert play_to_the_end(client, RUNNING, 12) == 12
    assert play_to_the_end(client, UNDONE, 8) == 8
    assert {game["game"] for game in client.get("/api/me/games")["games"]} == {OVER, RUNNING, UNDONE, CLOCK, WAITING, COMPUTER, RECORD}
    assert server.metrics()["tegel_failures_total"] == 0


def test_steps_run_once_and_all_or_none(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = on(database, schema)
    ran: list[str] = []

    def first(connection: Connection) -> None:
        ran.append("first")
        add_column(connection, "games", Column("weight", Integer, nullable=False, server_default="7"))
        add_index(connection, "games_by_weight", "games", "weight", "id")
        add_table(connection, "notes", Column("id", Integer, primary_key=True))

    def broken(connection: Connection) -> None:
        raise ZeroDivisionError

    steps = migrations.MIGRATIONS
    monkeypatch.setattr(migrations, "MIGRATIONS", (*steps, first, broken))
    with pytest.raises(ZeroDivisionError):
        on(database, schema)
    monkeypatch.setattr(migrations, "MIGRATIONS", steps)
    assert on(database, schema) == before, "a step that fails takes the earlier ones with it"
    monkeypatch.setattr(migrations, "MIGRATIONS", (*steps, first))
    for _ in range(2):
        after = on(database, schema)
    assert ran == ["first", "first"], "once in vain, once for good"
    assert "weight" in after["games"]["columns"]
    assert ("games_by_weight", ("weight", "id"), False) in after["games"]["indexes"]
    assert "notes" in after
    assert on(database, lambda connection: connection.execute(text("SELECT COUNT(*) FROM notes")).scalar()) == 0
